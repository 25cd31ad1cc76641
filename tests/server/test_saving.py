"""Moves that are saved together: the same rows as one after another, and one that fails fails alone."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from terrarium.server.room import moves, saving, submission
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import schema, together
from tests.server.test_room import Blocked, in_a_room

GAMES = 7
"""Tables that move at once."""


def recorded(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many moves each shared statement changed."""
    counts: list[int] = []
    original = together.change

    def change(*args: Any) -> int:
        counts.append(original(*args))
        return counts[-1]

    monkeypatch.setattr(together, "change", change)
    return counts


async def tables(hall: Hall, room: Room) -> list[Room]:
    from terrarium.server.room import table

    made = [room]
    while len(made) < GAMES:
        _, ada = await hall.sessions.open("Ada", "en")
        _, bo = await hall.sessions.open("Bo", "en")
        another, _ = await table.create(hall, ada, table.Wish("coins", [{"kind": "me"}, {"kind": "open"}]))
        await table.sit(hall, another, bo, 1, "Bo")
        made.append(another)
    return made


async def move_at_once(hall: Hall, rooms: list[Room], name: str) -> list[Any]:
    """A move at every table while the writer is held up: it finds them all waiting."""
    async with Blocked(hall) as writer:
        wishes = [submission.Submission(name, room.seq, ["add 2"]) for room in rooms]
        tasks = [
            asyncio.create_task(submission.submit(hall, room, room.meta.turn, wish))
            for room, wish in zip(rooms, wishes, strict=True)
        ]
        await writer.waiting(len(rooms))
    return await asyncio.gather(*tasks, return_exceptions=True)


async def kept(hall: Hall, room: Room) -> tuple[int, list[str]]:
    """What the database has of a game: its number of rows, and their lines."""
    g, r = schema.games.c, schema.rows.c

    def read(connection: Any) -> tuple[int, list[str]]:
        seq = connection.execute(select(g.seq).where(g.id == room.id)).scalar_one()
        return seq, [*connection.execute(select(r.text).where(r.game == room.id).order_by(r.seq)).scalars()]

    return await hall.store.read(read)


def test_moves_that_wait_together_share_their_statements(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = recorded(monkeypatch)

    async def work(hall: Hall, room: Room) -> None:
        rooms = await tables(hall, room)
        for name in ("first", "second"):
            assert not [one for one in await move_at_once(hall, rooms, name) if isinstance(one, BaseException)]
        assert counts == [GAMES, GAMES]
        for each in rooms:
            seq, lines = await kept(hall, each)
            assert seq == each.seq == len(lines)
            assert lines == [row.text for row in each.rows]
            before = each.state.dump()
            await hall.rooms.refresh(each)
            assert each.state.dump() == before

    in_a_room(work, tmp_path)


def test_a_move_that_somebody_else_was_faster_with_fails_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts = recorded(monkeypatch)

    async def work(hall: Hall, room: Room) -> None:
        rooms = await tables(hall, room)
        other = Hall(hall.settings)
        try:
            rival = await other.rooms.get(rooms[3].id)
            await submission.submit(other, rival, rival.meta.turn, submission.Submission("rival", 0, ["add 1"]))
        finally:
            await other.stop()
        answers = await move_at_once(hall, rooms, "late")
        # The shared statement found one row less than it should: nothing of it stayed, each was tried alone.
        assert counts == [GAMES - 1]
        failed = [number for number, answer in enumerate(answers) if isinstance(answer, BaseException)]
        assert failed == [3]
        for number, each in enumerate(rooms):
            seq, lines = await kept(hall, each)
            assert seq == len(lines) == each.seq
            assert (lines[0] == "add 1") == (number == 3)

    in_a_room(work, tmp_path)


async def long_ago(hall: Hall, room: Room) -> float:
    """Let lists tell that this game last changed an hour ago."""
    room.meta.updated = time.time() - 3600
    query = update(schema.games).where(schema.games.c.id == room.id).values(updated=room.meta.updated)
    await hall.store.write(lambda connection: connection.execute(query))
    return room.meta.updated


async def listed(hall: Hall, room: Room) -> float:
    query = select(schema.games.c.updated).where(schema.games.c.id == room.id)
    return float(await hall.store.read(lambda connection: connection.execute(query).scalar_one()))


def test_moves_that_change_different_columns_are_saved_together_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counts = recorded(monkeypatch)

    async def work(hall: Hall, room: Room) -> None:
        rooms = await tables(hall, room)
        old = [await long_ago(hall, each) for each in rooms[:2]]
        assert not [one for one in await move_at_once(hall, rooms, "first") if isinstance(one, BaseException)]
        assert sorted(counts) == [2, GAMES - 2]
        for each in rooms:
            seq, lines = await kept(hall, each)
            assert seq == each.seq == len(lines) == 1
            assert await listed(hall, each) == each.meta.updated
        assert min(room.meta.updated for room in rooms[:2]) > max(old) + 3000

    in_a_room(work, tmp_path)


def test_a_move_writes_nothing_that_stands_in_an_index_and_has_not_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    named: list[set[str]] = []
    original = saving._ADVANCE.run

    def run(connection: Any, *each: Any) -> int:
        named.extend(set(values) for values in each)
        return original(connection, *each)

    monkeypatch.setattr(saving._ADVANCE, "run", run)
    indexed = {column.name for index in schema.games.indexes for column in index.columns}
    assert {"status", "wake", "updated"} <= indexed

    async def work(hall: Hall, room: Room) -> None:
        room.meta.absent_after = room.meta.wake = None
        await submission.submit(hall, room, 0, submission.Submission("a", 0, ["add 1"]))
        assert not named[0] & indexed, "a database rewrites the indexes of every column that is named"
        room.meta.clock = {"kind": "move", "seconds": 60}
        await submission.submit(hall, room, 0, submission.Submission("b", 1, ["end"]))
        assert named[1] & indexed == {"wake"}
        assert (await hall.store.read(lambda c: c.execute(select(schema.games.c.wake)).scalar_one())) == room.meta.wake

    in_a_room(work, tmp_path)


def test_lists_tell_of_a_running_game_to_the_minute_and_of_its_end_exactly(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        async def play(line: str) -> float:
            wish = submission.Submission(f"n{room.seq}", room.seq, [line])
            await submission.submit(hall, room, room.meta.turn, wish)
            assert await listed(hall, room) == room.meta.updated
            return room.meta.updated

        before = await listed(hall, room)
        assert await play("add 1") == before, "it changed a moment ago: nothing to tell"
        old = await long_ago(hall, room)
        renewed = await play("add 1")
        assert renewed > old + moves.LISTED_S
        while room.meta.status == "live":
            ended = await play("end")
        assert ended == room.rows[-1].at > renewed

    in_a_room(work, tmp_path)
