"""A record says who plays: whoever takes a game along finds the same people and bots where they open it."""

import re
from typing import Any

import pytest

from tests.server.two_houses import House, ServerHouse, TabHouse

FRIENDS = [{"kind": "bot", "level": "greedy"}, {"kind": "me"}, {"kind": "open"}]
ALONE = [{"kind": "me"}, {"kind": "bot", "level": "random"}]


def begun(house: TabHouse, seats: list[dict[str, str]], turn: int) -> tuple[str, str]:
    """A game and its record, at a moment when this seat is asked."""
    table = house.ask("POST", "/games", title="small-world", seats=seats)[1]["table"]
    game: str = table["id"]
    path = f"/games/{game}"
    for number in range(200):
        shown = house.get(path + "/view")
        if number > 3 and shown["view"]["player"] == turn:
            return game, house.get(path + "/record")
        if house.worker.work() != "answer":
            move = shown["choices"][-1]["text"]
            house.ask("POST", path + "/moves", id=f"m{number}", expected_seq=shown["seq"], moves=[move])
    raise AssertionError("this seat is never asked")


def seated(table: dict[str, Any]) -> list[tuple[str, str]]:
    return [(seat["kind"], seat["level"]) for seat in table["seats"]]


def opened(house: House, record: str) -> dict[str, Any]:
    status, made = house.ask("POST", "/games/import", record=record)
    assert status == 201, made
    table: dict[str, Any] = made["table"]
    return table


@pytest.mark.parametrize("turn", [0, 1, 2])
def test_friends_at_one_device_go_on_with_the_same_bot(turn: int) -> None:
    house = TabHouse()
    game, record = begun(house, FRIENDS, turn)
    found = opened(house, record)
    assert seated(found) == seated(house.get(f"/games/{game}")) == [("bot", "greedy"), ("human", ""), ("human", "")]
    room = house.worker.house.room(found["id"])
    assert [seat.user_id for seat in room.seats] == [None, 1, None]
    assert [seat.name for seat in room.seats] == [seat.name for seat in house.worker.house.room(game).seats]


@pytest.mark.parametrize("turn", [0, 1])
def test_nobody_comes_back_in_the_bots_seat(houses: tuple[ServerHouse, TabHouse], turn: int) -> None:
    """Also where the bot is asked just now, in the tab and at a server."""
    _, record = begun(houses[1], ALONE, turn)
    for house in houses:
        table = opened(house, record)
        assert seated(table) == [("human", ""), ("bot", "random")]
        assert table["you"] == 0


def test_a_friends_seat_is_free_at_a_server(houses: tuple[ServerHouse, TabHouse]) -> None:
    served, own = houses
    _, record = begun(own, FRIENDS, 2)
    table = opened(served, record)
    assert [seat["kind"] for seat in table["seats"]] == ["bot", "human", "open"]
    assert (table["you"], table["status"]) == (1, "open")


def test_whoever_gave_up_is_a_bot_from_then_on() -> None:
    house = TabHouse()
    game, _ = begun(house, [{"kind": "me"}, *ALONE[1:], *ALONE[1:]], 0)
    house.ask("POST", f"/games/{game}/resign")
    assert "# seat 0 bot greedy\n# seat 1 bot random\n" in house.get(f"/games/{game}/record")


def test_a_record_that_tells_of_nobody_is_read_as_before(houses: tuple[ServerHouse, TabHouse]) -> None:
    """I take the seat that is asked. So is one whose lines say something else: they were comments once."""
    _, record = begun(houses[1], ALONE, 1)
    old = re.sub(r"# seat .*\n", "", record)
    assert old != record
    for house in houses:
        for text in (
            old,
            record.replace("# seat 0 me", "# seat 0 taken early"),
            record.replace("# seat 0 me\n", ""),
            record.replace("# seat 0 me", "# seat 7 me"),
        ):
            assert opened(house, text)["you"] == 1


def test_a_level_that_does_not_play_here_is_the_usual_one() -> None:
    house = TabHouse()
    _, record = begun(house, ALONE, 0)
    assert seated(opened(house, record.replace("bot random", "bot master")))[1] == ("bot", "strong")
