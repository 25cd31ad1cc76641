"""Moves that are saved together: the same rows as one after another, and one that fails fails alone."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from terrarium.server.room import submission
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
