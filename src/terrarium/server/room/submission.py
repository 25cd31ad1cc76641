"""Submissions: the door through which every move comes, from a browser, a program or a bot."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import msgspec
import structlog

from terrarium.kernel.contract import OVER
from terrarium.server.errors import Conflict, Problem
from terrarium.server.ops import metrics
from terrarium.server.ops.stopwatch import StopWatch
from terrarium.server.room import history, moves, saving
from terrarium.server.room.hall import Hall
from terrarium.server.room.history import Told
from terrarium.server.room.page import Pages
from terrarium.server.room.room import Room

log = structlog.get_logger()


class Submission(msgspec.Struct, forbid_unknown_fields=True):
    """Lines that a seat plays. `id` makes a retry harmless; `expected_seq` is the position they were meant for."""

    id: str
    expected_seq: int
    moves: list[str]

    def check(self) -> None:
        if not 1 <= len(self.id) <= 64 or not self.id.isprintable() or "\0" in self.id:
            raise Problem(422, "bad_request", what="id")
        if not 1 <= len(self.moves) <= 200 or any(len(text) > 2000 for text in self.moves):
            raise Problem(422, "bad_request", what="moves")


class Done(msgspec.Struct):
    """What an acknowledged submission led to."""

    row: int
    done: int
    repeated: bool
    pages: Pages


Acknowledge = Callable[[Done], None]


async def submit(
    hall: Hall,
    room: Room,
    seat: int,
    wish: Submission,
    how: str = "chosen",
    reason: str = "",
    acknowledge: Acknowledge | None = None,
) -> Done:
    """Play for `seat`. `acknowledge` is called when the move is on disk, before anybody else is told of it.

    Carried out to its end even if whoever sent it is gone meanwhile: what is on disk is always told.
    """
    wish.check()
    return await hall.whole(_submit(hall, room, seat, wish, how, reason, acknowledge))


async def _submit(
    hall: Hall, room: Room, seat: int, wish: Submission, how: str, reason: str, acknowledge: Acknowledge | None
) -> Done:
    watch = StopWatch()
    wished = moves.digest(wish.moves)
    async with room.lock:
        await hall.keep_up(room, wish.expected_seq)
        watch.lap("wait")
        for _ in range(4):
            earlier = room.submitted(seat, wish.id)
            if earlier is not None:
                moves.check_same(earlier, wished)
                answer = Done(earlier.seq, len(wish.moves), True, Pages(room, [], time.time()))
                if acknowledge is not None:
                    acknowledge(answer)
                return answer
            moves.check_turn(room, seat)
            moves.check_bot(room, seat) if how == "bot" else moves.check_person(room.seats[seat])
            await check_seq(hall, room, seat, wish.expected_seq)
            viewers = room.viewers() if how == "bot" else room.viewers() | {seat}
            work = moves.Work(room, viewers, time.time())
            done = moves.carry_out(work, seat, wish.moves, wish.id, how, reason, wished)
            watch.lap("rules")
            if await commit(hall, room, work):
                watch.lap("disk")
                break
        else:
            raise Problem(503, "try_again")
        answer = Done(work.rows[0].seq, done, False, Pages(room, work.told, time.time()))
        if acknowledge is not None:
            acknowledge(answer)
            if hall.store.crowd > 1:
                # Others were saved with it: their acknowledgements go out before the longer work of telling everybody.
                # One alone goes out together with what it tells, which wakes its client once.
                await asyncio.sleep(0)
        hall.tell(room, answer.pages)
        watch.lap("tell")
    metrics.moves_of(how).inc()
    watch.report(room.id, hall.settings.slow_ms)
    await hall.after(room, "moved")
    return answer


async def commit(hall: Hall, room: Room, work: moves.Work) -> bool:
    """Save what was worked out; False when another worker was first and the room has been read again."""
    drops = saving.Drops(room, work.used) if work.used else None
    try:
        await saving.commit(hall.store, room, work.rows, work.state, work.who, work.now, drops)
    except Conflict:
        metrics.CONFLICTS.inc()
        await hall.refresh(room)
        return False
    except Exception as error:
        # Saved or not? Only the database knows: read it before anything else happens in this room.
        log.error("commit_failed", game=room.id, reason=type(error).__name__)
        await hall.refresh(room)
        if room.submitted(work.rows[0].who, work.rows[0].client or "") is not None:
            return True
        raise Problem(503, "try_again") from error
    if drops is not None:
        drops.done()
    if work.who == OVER:
        log.info("game_over", game=room.id, rows=room.seq)
    return True


async def check_seq(hall: Hall, room: Room, viewer: int, expected: int) -> None:
    """A submission for another position is answered with the present one."""
    if expected == room.seq:
        return
    problem = Problem(409, "stale", seq=room.seq)
    problem.extra["current"] = await current(hall, room, viewer, expected)
    raise problem


async def current(hall: Hall, room: Room, viewer: int, after: int | None) -> dict[str, Any]:
    """The present position for `viewer`, with what happened after row `after`, unless that is long ago."""
    told: list[Told] = []
    if after is not None and room.seq - history.MOST_STALE <= after < room.seq:
        try:
            told = await hall.past.told(room, after, room.seq, [viewer])
        except Problem:
            told = []  # an older rules version: the position stands, its history cannot be retold
    return {"seq": room.seq, **Pages(room, told, time.time()).of(viewer)}
