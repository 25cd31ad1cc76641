"""A quick match: whoever waits gets company, and bots fill up after a minute."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.server.clockwork import Clock
from tests.server.harness import Client, Server, wait_for


@pytest.fixture(scope="module")
def clock(tmp_path_factory: pytest.TempPathFactory) -> Clock:
    return Clock(tmp_path_factory.mktemp("clock") / "time")


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[str]:
    folder: Path = tmp_path_factory.mktemp("quick")
    with Server(folder).timed(clock) as server:
        yield server.base


def test_two_who_wait_meet_and_a_bot_fills_up_after_a_minute(base: str, clock: Clock) -> None:
    ada, bo = Client(base, "Ada"), Client(base, "Bo")
    mine = ada.post("/quick", title="coins")["table"]
    assert mine["status"] == "open"
    assert ada.post("/quick", title="coins")["table"]["id"] == mine["id"], "asking twice is waiting once"
    other = bo.post("/quick", title="coins")
    assert other["table"]["id"] == mine["id"]
    assert other["table"]["you"] == 1
    assert other["key"]
    seats = ada.get(f"/games/{mine['id']}")["seats"]
    assert [seat["kind"] for seat in seats].count("open") == len(seats) - 2
    if len(seats) > 2:
        clock.advance(59)
        assert ada.get(f"/games/{mine['id']}")["status"] == "open"
        clock.advance(2)
        wait_for(lambda: ada.get(f"/games/{mine['id']}")["status"] == "live")
        assert [seat["kind"] for seat in ada.get(f"/games/{mine['id']}")["seats"]][2:] == ["bot"]


def test_who_only_looked_at_a_table_that_waits_gets_a_seat(base: str, clock: Clock) -> None:
    ada, bo = Client(base, "Ada"), Client(base, "Bo")
    mine = ada.post("/quick", title="coins")["table"]
    bo.call("PUT", f"/games/{mine['id']}/mute", author=ada.user)
    other = bo.post("/quick", title="coins")["table"]
    assert (other["id"], other["you"]) == (mine["id"], 1)
    clock.advance(61)
    wait_for(lambda: ada.get(f"/games/{mine['id']}")["status"] == "live")


def test_who_come_at_the_same_moment_sit_together(base: str) -> None:
    people = [Client(base, f"Guest {place}") for place in range(6)]
    with ThreadPoolExecutor(len(people)) as pool:
        tables = list(pool.map(lambda one: one.post("/quick", title="coins")["table"]["id"], people))
    seats = len(people[0].get(f"/games/{tables[0]}")["seats"])
    assert len(set(tables)) == -(-len(people) // seats)


def test_alone_one_plays_against_bots(base: str, clock: Clock) -> None:
    cy = Client(base, "Cy")
    game = cy.post("/quick", title="coins")["table"]["id"]
    clock.advance(61)
    wait_for(lambda: cy.get(f"/games/{game}")["status"] != "open")
    kinds = [seat["kind"] for seat in cy.get(f"/games/{game}")["seats"]]
    assert kinds[0] == "human"
    assert set(kinds[1:]) == {"bot"}


def test_ordinary_open_tables_are_not_taken_for_it(base: str, clock: Clock) -> None:
    dee, eve = Client(base, "Dee"), Client(base, "Eve")
    open_table = dee.new_game(["me", "open"])["table"]["id"]
    assert eve.post("/quick", title="coins")["table"]["id"] != open_table
    clock.advance(120)
    assert dee.get(f"/games/{open_table}")["status"] == "open"


def test_a_title_nobody_has_is_refused(base: str) -> None:
    assert Client(base, "Fay").post("/quick", 404, title="chess")["error"]["code"] == "no_title"
