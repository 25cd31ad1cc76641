"""Taking moves back: alone up to the last fence, further when everybody agrees. An undo is a row of the log.

Where bots are the only others nobody need agree: there one goes back past draws and past what the bots did. Nothing is
won by it, since what chance decides again it decides as before.
"""

import time
from collections.abc import Callable

from sqlalchemy import Connection

from terrarium.server.errors import Conflict, Problem
from terrarium.server.room import moves, saving, submission
from terrarium.server.room.fences import can_stand_at, check_room, fence, last_turn, targets
from terrarium.server.room.hall import Hall
from terrarium.server.room.history import Told
from terrarium.server.room.page import Pages
from terrarium.server.room.room import Room
from terrarium.server.room.voters import needed
from terrarium.server.store.rows import ALONE, LIVE


async def undo(
    hall: Hall,
    room: Room,
    seat: int,
    client: str,
    expected_seq: int,
    whole_turn: bool,
    acknowledge: submission.Acknowledge | None = None,
) -> submission.Done:
    """Take back one decision of `seat`, or all of them up to the fence."""
    return await hall.whole(_undo(hall, room, seat, client, expected_seq, whole_turn, acknowledge))


async def _undo(
    hall: Hall,
    room: Room,
    seat: int,
    client: str,
    expected_seq: int,
    whole_turn: bool,
    acknowledge: submission.Acknowledge | None,
) -> submission.Done:
    wished = moves.digest(["undo", "turn" if whole_turn else "step"])
    async with room.lock:
        await hall.keep_up(room, expected_seq)
        for _ in range(4):
            earlier = room.submitted(seat, client)
            if earlier is not None:
                moves.check_same(earlier, wished)
                answer = submission.Done(earlier.seq, 1, True, Pages(room, [], time.time()))
                break
            if room.meta.status != LIVE:
                raise Problem(409, "not_running", status=room.meta.status)
            moves.check_person(room.seats[seat])
            await submission.check_seq(hall, room, seat, expected_seq)
            check_room(room)
            free = await hall.past.run(room, lambda: fence(room, seat))
            # Further than one may go alone, since there is nobody to ask: that keeps a game out of the figures.
            asked = bool(free) or bool(needed(hall, room, seat, time.time()))
            if not asked:
                free = last_turn(room, seat)
            if not free:
                mine = any(room.rows[number - 1].who == seat for number in room.line)
                raise Problem(409, "fence" if mine else "nothing_to_undo")
            step, turn = targets(room, free)
            try:
                told = await take_back(hall, room, seat, turn if whole_turn else step, client, asked, wish=wished)
            except Conflict:
                await hall.refresh(room)
                continue
            answer = submission.Done(told[0].row.seq, 1, False, Pages(room, told, time.time()))
            break
        else:
            raise Problem(503, "try_again")
        if acknowledge is not None:
            acknowledge(answer)
        if not answer.repeated:
            hall.tell(room, answer.pages)
    if not answer.repeated:
        await hall.after(room, "moved")
    return answer


async def take_back(
    hall: Hall,
    room: Room,
    seat: int,
    target: int,
    client: str | None,
    asked: bool = True,
    also: Callable[[Connection], None] | None = None,
    wish: str | None = None,
) -> list[Told]:
    """Write the undo row and stand again after row `target`; the caller tells. Conflict when another worker was first.

    Called under the room's lock, where the line is what it is: a target that is no longer on it is refused here.
    `asked`: did other people agree, or need they not? `also` is written in the same transaction.
    """
    check_room(room)
    if not can_stand_at(room, target):
        raise Problem(404, "no_position", seq=target, last=room.seq)
    now = time.time()
    work = moves.Work(room, room.viewers() | {seat}, now)
    row = moves.undo_row(room, seat, target, client, "" if asked else ALONE, now, wish)
    work.go_back(row, (await hall.past.position(room, target)).clone())
    if client is None:
        # An agreed take-back may lead to just before a draw: what needs nobody's decision happens again, as before.
        work.settle(orders=False)
    await saving.commit(hall.store, room, work.rows, work.state, work.who, now, also)
    return work.told
