"""Whose bot thinks next: round the people, then round their tables, and advice comes after those who play."""

import asyncio
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from terrarium.server.bots.advice import EACH, Advisor, Review
from terrarium.server.bots.pool import BotsPool
from terrarium.server.bots.turnstile import HINT, LATER, REVIEW, TURN, Turnstile
from terrarium.server.errors import Problem
from terrarium.server.ops.settings import Settings
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room


def served(wishes: list[tuple[int, str, str]], places: int = 1) -> list[tuple[int, str, str]]:
    """The order in which these are let in, all of them waiting when the first place becomes free."""

    async def run() -> list[tuple[int, str, str]]:
        gate, order = Turnstile(places), []

        async def ask(kind: int, person: str, table: str) -> None:
            await gate.enter(kind, person, table)
            order.append((kind, person, table))
            gate.leave()

        for _ in range(places):
            await gate.enter(TURN, "before", "before")
        asked = [asyncio.ensure_future(ask(*wish)) for wish in wishes]
        await asyncio.sleep(0)
        for _ in range(places):
            gate.leave()
        await asyncio.gather(*asked)
        assert gate.free == places
        return order

    return asyncio.run(run())


def test_somebody_with_a_hundred_games_waits_for_each_like_others_for_one() -> None:
    flood = [(TURN, "eve", f"table {number}") for number in range(100)]
    order = served([*flood, (TURN, "ada", "one"), (TURN, "bo", "two")])
    assert order[:3] == [(TURN, "eve", "table 0"), (TURN, "ada", "one"), (TURN, "bo", "two")]
    assert order[3:] == flood[1:]


def test_a_hundred_guests_of_one_address_wait_like_five_people(tmp_path: Path) -> None:
    hall = Hall(Settings(database=f"sqlite:///{tmp_path}/game.db", titles="tests.server.toy:titles"))
    try:
        for guest in range(1, 101):
            hall.came(guest, "192.0.2.1")
        hall.came(101, "192.0.2.2")
        flood = [(TURN, *hall.share_of(guest)) for guest in range(1, 101)]
        # One came before this worker was started; nobody has an address at all.
        others = [(TURN, *hall.share_of(person)) for person in (101, 102, None)]
        assert served([*flood, *others])[5:8] == others
        # Whoever shares an address with somebody who has a hundred tables waits for one of them.
        hundred, one = (TURN, *hall.share_of(5)), (TURN, *hall.share_of(10))
        assert hundred[1] == one[1]
        assert served([*[hundred] * 100, one])[:2] == [hundred, one]
    finally:
        hall.pools.close()
        hall.store.close()


def test_tables_of_one_person_take_turns() -> None:
    wishes = [(TURN, "ada", table) for table in ("a", "a", "a", "b", "c")]
    assert [table for _, _, table in served(wishes)] == ["a", "b", "c", "a", "a"]


def test_advice_comes_after_those_who_play_but_does_come() -> None:
    turns = [(TURN, f"person {number}", "t") for number in range(20)]
    order = served([(REVIEW, "ada", "r"), (HINT, "ada", "h"), *turns])
    assert order.index((HINT, "ada", "h")) == LATER
    assert order.index((REVIEW, "ada", "r")) > order.index((HINT, "ada", "h"))
    assert order[-1][0] == TURN


def test_whoever_goes_away_keeps_no_place() -> None:
    async def run() -> int:
        gate = Turnstile(1)
        await gate.enter(TURN, "ada", "a")
        gone = asyncio.ensure_future(gate.enter(TURN, "bo", "b"))
        late = asyncio.ensure_future(gate.enter(TURN, "cy", "c"))
        await asyncio.sleep(0)
        gone.cancel()
        gate.leave()
        await late
        gate.leave()
        given = asyncio.ensure_future(gate.enter(TURN, "di", "d"))
        await given
        waits = asyncio.ensure_future(gate.enter(TURN, "ed", "e"))
        await asyncio.sleep(0)
        gate.leave()
        waits.cancel()  # just after the place was given
        await asyncio.gather(waits, return_exceptions=True)
        return gate.free

    assert asyncio.run(run()) == 1


def test_bots_think_less_while_many_wait() -> None:
    async def run(waiting: int) -> float:
        gate = Turnstile(1)
        await gate.enter(TURN, "ada", "a")
        asked = [asyncio.ensure_future(gate.enter(TURN, "eve", str(number))) for number in range(waiting)]
        await asyncio.sleep(0)
        found = gate.pace(1.0)
        for one in asked:
            one.cancel()
        await asyncio.gather(*asked, return_exceptions=True)
        assert gate.queued == 0
        return found

    assert [asyncio.run(run(waiting)) for waiting in (0, 3, 4, 8, 100)] == [1.0, 1.0, 0.5, 1 / 3, 0.2]


def test_reviews_go_round_those_who_asked_and_nobody_has_all_places(tmp_path: Path) -> None:
    """Each of them asks for more than a few at once; the first place is taken when they come."""
    order: list[str] = []

    class Slow(Advisor):
        async def _look(self, room: Room, made: Review) -> None:
            order.append(room.id)
            await free.wait()
            made.found = {}

    def over(name: str) -> Room:
        return cast(Room, SimpleNamespace(id=name, line=[1]))

    async def run() -> None:
        hall = Hall(Settings(database=f"sqlite:///{tmp_path}/game.db", titles="tests.server.toy:titles"))
        advisor = Slow(hall, cast(BotsPool, None))
        for number in range(EACH):
            advisor.reviewed(over(f"eve {number}"), ("eve", "1"))
        with pytest.raises(Problem, match="no_advice"):
            advisor.reviewed(over("one too many"), ("eve", "2"))
        assert advisor.reviewed(over("eve 1"), ("bo", "3")).asker == ("eve", "1"), "it is there already"
        for name in ("ada", "bo"):
            advisor.reviewed(over(name), (name, "4"))
        await asyncio.sleep(0)
        free.set()
        await asyncio.gather(*hall.tasks)
        assert order == ["eve 0", "eve 1", "ada", "bo", "eve 2", "eve 3", "eve 4"]
        advisor.reviewed(over("one more"), ("eve", "1"))
        await asyncio.gather(*hall.tasks)
        await hall.stop()

    free = asyncio.Event()
    asyncio.run(run())
