"""What happens between the disk and the table: nothing that is saved is forgotten, whoever goes away meanwhile."""

import asyncio
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select, update

from terrarium.server.ops import sweep
from terrarium.server.ops.settings import Settings
from terrarium.server.room import rooms, submission, table, undo
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import keeper, migrate, schema
from terrarium.server.wire import sockets
from terrarium.server.wire.connection import Connection
from tests.support.patience import CEILING_S, PAUSE_S


async def begun(folder: Path) -> tuple[Hall, Room]:
    """A hall with one table at which Ada and Bo have begun."""
    settings = Settings(database=f"sqlite:///{folder}/room.db", titles="tests.server.toy:titles")
    migrate.upgrade(settings.database)
    hall = Hall(settings)
    _, ada = await hall.sessions.open("Ada", "en")
    _, bo = await hall.sessions.open("Bo", "en")
    room, _ = await table.create(hall, ada, table.Wish("coins", [{"kind": "me"}, {"kind": "open"}]))
    await table.sit(hall, room, bo, 1, "Bo")
    return hall, room


def in_a_room(work: Callable[[Hall, Room], Awaitable[None]], folder: Path) -> None:
    async def run() -> None:
        hall, room = await begun(folder)
        try:
            await work(hall, room)
        finally:
            await hall.stop()

    asyncio.run(run())


async def until(check: Callable[[], object]) -> None:
    """Let the others run until `check` holds."""
    async with asyncio.timeout(CEILING_S):
        while not check():
            await asyncio.sleep(PAUSE_S)


class Blocked:
    """The writer of a hall, held up until it is let go."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.begun, self.free = threading.Event(), threading.Event()

    async def __aenter__(self) -> "Blocked":
        def block(_: Any) -> None:
            self.begun.set()
            self.free.wait(CEILING_S)

        self.task = asyncio.create_task(self.hall.store.write(block))
        await until(self.begun.is_set)
        return self

    async def waiting(self, jobs: int) -> None:
        """Until so many others wait for the writer."""
        await until(lambda: self.hall.store._jobs.qsize() == jobs)

    async def __aexit__(self, *_: object) -> None:
        self.free.set()
        await self.task


def ear(room: Room, viewer: int, heard: list[tuple[int, str]]) -> Connection:
    """A socket that only remembers who heard what."""

    async def deliver(data: bytes) -> None:
        heard.append((viewer, msgspec.json.decode(data)["type"]))

    async def close(_: int) -> None: ...

    made = Connection(viewer, None, "en", 0.0, deliver, close)
    room.sockets.add(made)
    return made


def test_a_move_is_told_even_if_its_sender_is_cut_off_while_it_is_saved(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        heard: list[tuple[int, str]] = []
        ear(room, 1, heard)
        # The writer is held up, so that the sender goes away in the very middle.
        async with Blocked(hall) as writer:
            sender = asyncio.create_task(submission.submit(hall, room, 0, submission.Submission("m1", 0, ["add 2"])))
            await writer.waiting(1)
            sender.cancel()
            with pytest.raises(asyncio.CancelledError):
                await sender
            assert room.seq == 0
        await until(lambda: heard)
        assert room.seq == 1
        assert heard == [(1, "update")]
        again = await submission.submit(hall, room, 0, submission.Submission("m1", 0, ["add 2"]))
        assert (again.repeated, again.row) == (True, 1)

    in_a_room(work, tmp_path)


def test_the_acknowledgement_goes_out_before_anybody_is_told(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        heard: list[tuple[int, str]] = []
        mine, _ = ear(room, 0, heard), ear(room, 1, heard)

        def acknowledge(done: submission.Done) -> None:
            assert done.row == 1
            mine.send(b'{"type": "ack"}')

        await submission.submit(hall, room, 0, submission.Submission("m1", 0, ["add 2"]), acknowledge=acknowledge)
        await until(lambda: len(heard) >= 3)
        assert heard[0] == (0, "ack")
        assert sorted(heard[1:]) == [(0, "update"), (1, "update")]

    in_a_room(work, tmp_path)


def test_a_socket_that_comes_in_between_commit_and_telling_hears_it_once(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        heard: list[tuple[int, str]] = []

        def acknowledge(_: submission.Done) -> None:
            late = ear(room, 1, heard)
            late.told = room.seq  # its first packet showed the new position

        await submission.submit(hall, room, 0, submission.Submission("m1", 0, ["add 2"]), acknowledge=acknowledge)
        await submission.submit(hall, room, 0, submission.Submission("m2", 1, ["add 1"]))
        late = next(iter(room.sockets))
        # Frames keep their order: when this one has come, all the others have.
        late.send(b'{"type": "last"}')
        await until(lambda: (1, "last") in heard)
        assert heard == [(1, "update"), (1, "last")]

    in_a_room(work, tmp_path)


def test_one_write_that_fails_takes_no_other_with_it(tmp_path: Path) -> None:
    async def work(hall: Hall, _: Room) -> None:
        def put(name: str) -> Callable[[Any], None]:
            return lambda connection: connection.execute(insert(schema.settings).values(name=name, value="v"))

        async with Blocked(hall) as writer:
            # These wait together and share one transaction: the third repeats the first.
            waiting = [asyncio.create_task(hall.store.write(put(name))) for name in ("a", "b", "a", "c")]
            await writer.waiting(4)
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [isinstance(result, Exception) for result in results] == [False, False, True, False]
        with pytest.raises(Exception, match="UNIQUE"):
            await hall.store.write(put("a"))
        await hall.store.write(put("d"))
        names = await hall.store.read(
            lambda connection: connection.execute(select(schema.settings.c.name)).scalars().all()
        )
        assert {*names} >= {"a", "b", "c", "d"}

    in_a_room(work, tmp_path)


def test_a_move_beside_writes_that_fail_is_saved_whole(tmp_path: Path) -> None:
    """Moves speak to the driver, other writes through SQLAlchemy: together in one transaction they stay apart."""

    async def work(hall: Hall, room: Room) -> None:
        def spoil(connection: Any) -> None:
            connection.execute(insert(schema.settings).values(name="spoilt", value="v"))
            connection.execute(update(schema.games).values(seq=99))
            raise ValueError("spoilt")

        async with Blocked(hall) as writer:
            first = asyncio.create_task(hall.store.write(spoil))
            await writer.waiting(1)
            move = asyncio.create_task(submission.submit(hall, room, 0, submission.Submission("m1", 0, ["add 2"])))
            await writer.waiting(2)
            last = asyncio.create_task(hall.store.write(spoil))
            await writer.waiting(3)
        results = await asyncio.gather(first, move, last, return_exceptions=True)
        assert [isinstance(result, ValueError) for result in results] == [True, False, True]
        with pytest.raises(ValueError, match="spoilt"):  # alone in its transaction it leaves no trace either
            await hall.store.write(spoil)
        g, r, s = schema.games.c, schema.rows.c, schema.settings.c
        kept = await hall.store.read(
            lambda connection: (
                connection.execute(select(g.seq)).scalars().all(),
                connection.execute(select(r.seq, r.client)).all(),
                connection.execute(select(s.name).where(s.name == "spoilt")).all(),
            )
        )
        assert kept == ([1], [(1, "m1")], [])

    in_a_room(work, tmp_path)


def test_a_move_that_another_worker_forestalled_leaves_no_trace(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await hall.store.write(lambda connection: connection.execute(update(schema.games).values(version=7)))
        await submission.submit(hall, room, 0, submission.Submission("m1", 0, ["add 2"]))
        assert (room.seq, room.meta.version) == (1, 7), "read again, then played"
        rows = await hall.store.read(lambda connection: connection.execute(select(schema.rows.c.seq)).scalars().all())
        assert rows == [1]

    in_a_room(work, tmp_path)


def test_rooms_are_let_go_of_by_their_rows_and_their_age(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A few long logs fill the memory as well as many short ones do."""
    monkeypatch.setattr(rooms, "MOST_ROWS", 6)

    async def work(hall: Hall, room: Room) -> None:
        host = await hall.sessions.open("Cy", "en")
        wish = table.Wish("coins", [{"kind": "me"}, {"kind": "open"}])
        later = [room, *[(await table.create(hall, host[1], wish))[0] for _ in range(2)]]
        for one in later:
            one.meta.seq = 3
        assert [*hall.rooms.rooms] == [one.id for one in later]
        await room.lock.acquire()  # something is being done there
        fourth, _ = await table.create(hall, host[1], wish)
        assert [*hall.rooms.rooms] == [room.id, later[2].id, fourth.id]
        room.lock.release()
        later[2].used -= rooms.IDLE_S + 1
        hall.rooms.rooms.move_to_end(later[2].id, last=False)
        hall.rooms.forget_idle()
        assert [*hall.rooms.rooms] == [room.id, fourth.id]

    in_a_room(work, tmp_path)


def test_a_submission_is_known_again_in_a_room_that_was_read_anew(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        wish = submission.Submission("m1", 0, ["add 2"])
        await submission.submit(hall, room, 0, wish)
        hall.rooms.rooms.clear()
        again = await hall.rooms.get(room.id)
        assert again is not room
        done = await submission.submit(hall, again, 0, wish)
        assert (done.repeated, done.row, again.submitted(1, "m1")) == (True, 1, None)

    in_a_room(work, tmp_path)


def test_what_a_worker_that_died_did_not_tell_is_found(tmp_path: Path) -> None:
    """A move is on disk, and the worker that saved it was gone before it could tell the others: nobody may wait for
    news that never comes."""

    async def work(first: Hall, room: Room) -> None:
        second = Hall(first.settings)
        second.hub.shared = True
        try:
            theirs = await second.rooms.get(room.id)
            heard: list[tuple[int, str]] = []
            ear(theirs, 1, heard)
            await submission.submit(first, room, 0, submission.Submission("m1", 0, ["end"]))
            assert (room.seq, theirs.seq, heard) == (1, 0, [])
            assert await sweep.compare(second) == 1
            await until(lambda: heard)
            assert (theirs.seq, heard) == (1, [(1, "update")])
            assert await sweep.compare(second) == 0, "what is the same is not read again"
            # Whoever has seen more than this worker proves that it is behind, before any sweep.
            await submission.submit(first, room, 1, submission.Submission("m2", 1, ["end"]))
            done = await submission.submit(second, theirs, 0, submission.Submission("m3", 2, ["end"]))
            assert (done.row, theirs.seq) == (3, 3)
            await first.catch_up(room)
            await submission.submit(first, room, 1, submission.Submission("m4", 3, ["add 1"]))
            await undo.undo(second, theirs, 1, "u1", 4, False)
            assert theirs.seq == 5
            await first.catch_up(room)
            await submission.submit(first, room, 1, submission.Submission("m5", 5, ["add 1"]))
            came = ear(theirs, 0, heard)
            theirs.sockets.discard(came)
            await sockets.join(second, theirs, came, 6, 0)
            assert theirs.seq == 6
        finally:
            await second.stop()

    in_a_room(work, tmp_path)


def test_a_game_that_nobody_can_look_at_keeps_no_other_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rules that fail in one game, perhaps with a unit of somebody's own, must not stop the clocks of all others."""
    looked: list[str] = []

    async def work(hall: Hall, room: Room) -> None:
        _, cy = await hall.sessions.open("Cy", "en")
        other, _ = await table.create(
            hall, cy, table.Wish("coins", [{"kind": "me"}, {"kind": "bot", "level": "random"}])
        )

        async def look(_: Hall, found: Room) -> None:
            looked.append(found.id)
            if found is room:
                raise RuntimeError("a rule that fails")

        monkeypatch.setattr(sweep, "look", look)

        def fall_due(connection: Any) -> None:
            for place, game in enumerate((room, other)):
                table.set_game(connection, game.id, wake=1.0 + place)

        await hall.store.write(fall_due)
        assert await sweep.once(hall) == 2
        assert looked == [room.id, other.id]
        assert await sweep.once(hall) == 1, "it is left alone for a while"

    in_a_room(work, tmp_path)


def test_the_log_of_writes_does_not_grow_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeper, "EVERY", 20)
    log = tmp_path / "room.db-wal"

    async def work(hall: Hall, _: Room) -> None:
        def put(number: int) -> Callable[[Any], None]:
            return lambda c: c.execute(insert(schema.settings).values(name=f"n{number}", value="v" * 4000))

        for number in range(500):
            await hall.store.write(put(number))
        assert log.stat().st_size < 2_000_000, "five hundred writes, never copied back"

    in_a_room(work, tmp_path)
