"""The walk of a move is straight: how often the rules are asked between a seat, the disk and every window."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from terrarium.kernel.contract import SPECTATOR
from terrarium.server.api.playing import acknowledged
from terrarium.server.errors import Problem
from terrarium.server.ops.settings import Settings
from terrarium.server.room import submission, table, undo
from terrarium.server.room.hall import Hall
from terrarium.server.room.page import Pages
from terrarium.server.room.room import Room
from terrarium.server.store import migrate
from terrarium.server.wire import packets, sockets
from terrarium.server.wire.connection import Connection
from tests.server import counted

TITLES = ["coins", "small-world", "terra-mystica"]
SINGLE = {
    "expand": 1,
    "why_illegal": 1,
    "clone": 1,
    "watch": 1,
    "text": 1,
    "apply": 1,
    "current_player": 1,
    "legal_actions": 1,
    "dump": 1,
    "forget_events": 1,
}
"""What one move costs before anybody is shown anything."""
PAGES = {"events": 3, "view": 1, "view_beside": 2, "choices": 1}
"""What three viewers cost: the first view is made whole, the others beside it."""
Heard = list[tuple[int, dict[str, Any]]]


def at_a_table(folder: Path, title: str, work: Callable[[Hall, Room], Awaitable[None]]) -> None:
    """Three people at a table whose game has begun and waits for a decision that needs no draw."""

    async def run() -> None:
        database = f"sqlite:///{folder}/walk.db"
        settings = Settings(database=database, titles="tests.server.counted:titles", seed="walk")
        migrate.upgrade(settings.database)
        hall = Hall(settings)
        try:
            people = [(await hall.sessions.open(name, "en"))[1] for name in ("Ada", "Bo", "Cy")]
            seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
            room, _ = await table.create(hall, people[0], table.Wish(title, seats))
            for seat in (1, 2):
                await table.sit(hall, room, people[seat], seat, people[seat].name)
            if title == "small-world":  # the first pick draws the banner that comes after it
                await move(hall, room, "pick 0")
            await work(hall, room)
        finally:
            await hall.stop()

    asyncio.run(run())


def listener(room: Room, viewer: int, heard: Heard) -> Connection:
    async def deliver(data: bytes) -> None:
        heard.append((viewer, msgspec.json.decode(data)))

    async def close(_: int) -> None: ...

    made = Connection(viewer, None, "en", 0.0, deliver, close)
    made.told = room.seq
    room.sockets.add(made)
    return made


async def move(hall: Hall, room: Room, *texts: str, how: str = "chosen", **more: Any) -> submission.Done:
    """Play for whoever is to move: these lines, or the first choice."""
    seat = room.meta.turn
    lines = [*texts] or [room.state.choices(seat)[0].text]
    if how == "bot":
        room.seats[seat].kind = "bot"  # in this room alone: bots play for bots' seats
    counted.calls.clear()
    return await submission.submit(
        hall, room, seat, submission.Submission(f"m{room.seq}", room.seq, lines), how, **more
    )


async def asked() -> Counter[str]:
    """The calls since the last move, once what it told has gone out."""
    for _ in range(10):
        await asyncio.sleep(0)
    return Counter(counted.calls)


@pytest.mark.parametrize("title", TITLES)
def test_three_players_with_three_windows(tmp_path: Path, title: str) -> None:
    async def work(hall: Hall, room: Room) -> None:
        heard: Heard = []
        for seat in range(3):
            listener(room, seat, heard)
        before = room.seq
        await move(hall, room)
        assert room.seq == before + 1
        assert await asked() == Counter({**SINGLE, **PAGES})
        assert sorted(viewer for viewer, _ in heard) == [0, 1, 2]
        for viewer, packet in heard:
            assert packet["data"]["view"]["player"] == room.meta.turn
            assert bool(packet["data"]["choices"]) == (viewer == room.meta.turn)
            assert [row["seq"] for row in packet["data"]["rows"]] == [room.seq]

    at_a_table(tmp_path, title, work)


@pytest.mark.parametrize("coins", ["hidden", "open"])
@pytest.mark.parametrize("title", TITLES)
def test_pages_made_beside_each_other_are_what_each_would_be_alone(tmp_path: Path, title: str, coins: str) -> None:
    async def work(hall: Hall, room: Room) -> None:
        room.meta.coins = coins
        pages = Pages(room, [], 0.0)
        for viewer in (1, SPECTATOR, 0, 2):
            alone = packets.packet(room.seq, "update", Pages(room, [], 0.0).of(viewer))
            assert pages.packet(viewer) == alone

    at_a_table(tmp_path, title, work)


def test_nobody_looks_and_nothing_is_shown(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await move(hall, room, how="bot")
        assert await asked() == Counter(SINGLE)

    at_a_table(tmp_path, "coins", work)


def test_those_with_the_same_eyes_share_a_page(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        heard: Heard = []
        for viewer in (0, 0, 1, SPECTATOR, SPECTATOR, SPECTATOR):
            listener(room, viewer, heard)
        done = await move(hall, room)
        # The answer to a program that plays over HTTP and also has a window open is the page of that window.
        answer = acknowledged(0, done)
        assert await asked() == Counter({**SINGLE, **PAGES})
        assert len(heard) == 6
        shown = next(packet["data"] for viewer, packet in heard if viewer == 0)
        assert {name: answer[name] for name in ("view", "choices", "rows")} == {
            name: shown[name] for name in ("view", "choices", "rows")
        }

    at_a_table(tmp_path, "coins", work)


def test_a_plan_of_several_lines_is_followed_blindly_up_to_its_last_step(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        await move(hall, room, "add 1", "add 2", "add 3", how="bot")
        assert room.seq == 3
        found = await asked()
        assert (found["clone"], found["blind"], found["apply"], found["why_illegal"]) == (1, 1, 3 + 2, 3 + 2)
        await move(hall, room, "end", how="bot")
        await move(hall, room, "adds 1 2", how="bot")
        assert room.seq == 6
        found = await asked()
        assert (found["blind"], found["apply"], found["why_illegal"]) == (1, 2 + 1, 2 + 1)

    at_a_table(tmp_path, "coins", work)


def test_a_refused_move_changes_nothing_and_its_reason_is_the_one_its_seat_may_know(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        for text, blind in (("take", 1), ("adds ", 0)):
            with pytest.raises(Problem):
                await move(hall, room, text)
            found = await asked()
            assert (found["apply"], found["blind"], found["view"]) == (0, blind, 0), text
        assert room.seq == 0

    at_a_table(tmp_path, "coins", work)


def test_who_opens_a_window_while_a_move_is_saved_hears_all_of_it(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        heard: Heard = []
        listener(room, 0, heard)
        late: list[Connection] = []
        store = hall.store.write

        async def slowly(work: Callable[[Any], Any]) -> Any:
            late.append(listener(room, 2, heard))
            return await store(work)

        hall.store.write = slowly  # type: ignore[method-assign]
        await move(hall, room, "add 2", "end")
        await asked()
        told = {viewer: packet["data"]["rows"] for viewer, packet in heard}
        assert [row["seq"] for row in told[2]] == [1, 2]
        assert [[event["code"] for event in row["events"]] for row in told[2]] == [["added"], ["ended"]]
        assert told[2] == told[0]

    at_a_table(tmp_path, "coins", work)


def test_the_answer_to_a_move_shows_the_position_it_led_to_however_late_it_is_made(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        first = await move(hall, room, "add 2")
        await move(hall, room, "add 1")
        view: Any = acknowledged(0, first)["view"]
        assert (acknowledged(0, first)["seq"], view["adds"]) == (1, 1)

    at_a_table(tmp_path, "coins", work)


def test_an_undo_makes_each_page_once(tmp_path: Path) -> None:
    async def work(hall: Hall, room: Room) -> None:
        heard: Heard = []
        await move(hall, room, "add 2")
        for viewer in (0, 1, 2):
            listener(room, viewer, heard)
        counted.calls.clear()
        await undo.undo(hall, room, 0, "u1", 1, False)
        found = await asked()
        # Two views more: whether the move showed its player anything new is what the fence looks at.
        assert (found["view"], found["view_beside"], found["choices"], found["events"]) == (1 + 2, 2, 1, 0)
        assert [packet["data"]["rows"][0]["kind"] for _, packet in heard] == ["undo"] * 3

    at_a_table(tmp_path, "coins", work)


@pytest.mark.parametrize("title", TITLES)
def test_opening_a_table_makes_one_page(tmp_path: Path, title: str) -> None:
    async def work(hall: Hall, room: Room) -> None:
        heard: Heard = []
        for viewer, choices in ((room.meta.turn, 1), ((room.meta.turn + 1) % 3, 0), (SPECTATOR, 0)):
            window = listener(room, viewer, heard)
            counted.calls.clear()
            await sockets.join(hall, room, window, None, 0)
            expected = {"view": 1, "choices": 1} if choices else {"view": 1}
            assert await asked() == Counter(expected)
        assert [packet["type"] for _, packet in heard if packet["type"] != "presence"] == ["hello"] * 3

    at_a_table(tmp_path, title, work)
