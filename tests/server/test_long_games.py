"""Games with a long log: nobody makes the server replay it in the middle of everything, and no log grows for ever."""

import asyncio
import threading
from pathlib import Path

import pytest

from terrarium.server.errors import Problem
from terrarium.server.room import agree, history, submission, undo
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.wire import sockets
from tests.server.test_room import in_a_room
from tests.server.test_walk import Heard, listener


async def grown(hall: Hall, room: Room, rows: int) -> None:
    """Play and take back until the log is this long."""
    while room.seq < rows:
        await submission.submit(hall, room, 0, submission.Submission(f"m{room.seq}", room.seq, ["add 1"]))
        await undo.undo(hall, room, 0, f"u{room.seq}", room.seq, True)


def test_history_is_replayed_in_threads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[str] = []
    step = history.step

    def watched(*given: object) -> None:
        where.append(threading.current_thread().name)
        step(*given)  # type: ignore[arg-type]

    async def work(hall: Hall, room: Room) -> None:
        for number in range(3):
            await submission.submit(hall, room, 0, submission.Submission(f"m{number}", room.seq, ["add 1"]))
        monkeypatch.setattr(history, "step", watched)
        with pytest.raises(Problem, match="stale") as stale:
            await submission.submit(hall, room, 0, submission.Submission("late", 0, ["end"]))
        current = stale.value.extra["current"]
        assert isinstance(current, dict)
        assert [row["seq"] for row in current["rows"]] == [1, 2, 3]
        await hall.past.position(room, 1)
        await undo.undo(hall, room, 0, "u", room.seq, False)
        await agree.ask(hall, room, 0, "takeback", 1)
        await agree.answer(hall, room, 1, True, room.meta.ask["id"] if room.meta.ask else 0)
        assert room.line == [1]
        assert where
        assert "MainThread" not in where

    in_a_room(work, tmp_path)


def test_an_old_position_is_answered_with_the_present_one_alone(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await grown(hall, room, history.MOST_STALE + 2)
        with pytest.raises(Problem, match="stale") as stale:
            await submission.submit(hall, room, 0, submission.Submission("late", 0, ["end"]))
        current = stale.value.extra["current"]
        assert isinstance(current, dict)
        assert current["rows"] == []
        assert current["seq"] == room.seq

    in_a_room(work, tmp_path)


def test_a_log_does_not_grow_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST_ROWS", 20)

    async def work(hall: Hall, room: Room) -> None:
        with pytest.raises(Problem, match="log_full"):
            await grown(hall, room, 30)
        assert room.seq == 21
        with pytest.raises(Problem, match="log_full"):
            await agree.ask(hall, room, 0, "takeback", 0)
        await submission.submit(hall, room, 0, submission.Submission("on", room.seq, ["end"]))
        assert room.meta.turn == 1, "it is played on to its end"

    in_a_room(work, tmp_path)


def test_somebody_who_comes_in_is_told_the_latest_rows_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "MOST", 7)

    async def work(hall: Hall, room: Room) -> None:
        await grown(hall, room, 20)
        heard: Heard = []
        window = listener(room, 1, heard)
        await sockets.join(hall, room, window, 0, 0)
        while not heard:
            await asyncio.sleep(0)
        hello = heard[0][1]["data"]
        assert [row["seq"] for row in hello["rows"]] == [*range(room.seq - 6, room.seq + 1)]

    in_a_room(work, tmp_path)
