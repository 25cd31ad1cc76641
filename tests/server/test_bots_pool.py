"""Bot processes: kept from question to question, and replaced when the rules were compiled meanwhile."""

import asyncio
import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast

import pytest

import terrarium
from terrarium import catalog, courtesy
from terrarium.kernel.contract import CHANCE, State
from terrarium.kernel.dealer import Dealer
from terrarium.server.bots.pool import MOST_SEATED, BotsPool, Question, bot_for
from terrarium.server.bots.turns import question as question_of
from terrarium.server.bots.turnstile import TURN
from terrarium.server.ops.settings import Settings, from_environment
from tests.support.patience import CEILING_S
from tests.support.play import positions


def who(_: int) -> int:
    """Which process answers."""
    return os.getpid()


@pytest.fixture
def pool() -> Iterator[BotsPool]:
    made = BotsPool(Settings(bot_workers=1, bot_nice=0, bot_grace_s=CEILING_S))
    yield made
    made.stop()


def test_bots_take_compiled_rules_as_soon_as_they_are_there(pool: BotsPool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terrarium, "compiled", False)
    there = False
    monkeypatch.setattr(terrarium, "compiled_meanwhile", lambda: there)

    async def asked(number: int) -> int:
        return await pool.run(who, number, 20.0, TURN, "ada", "table")

    async def play() -> list[int]:
        nonlocal there
        answers = [await asked(1), await asked(2)]
        there = True
        return [*answers, await asked(3), await asked(4)]

    first, second, third, fourth = asyncio.run(play())
    assert first == second
    assert third != second
    assert fourth == third


def ask_who(pool: BotsPool, table: str) -> Any:
    """Which process is asked about a table."""
    return pool.run(process_of, question(table), 20.0, TURN, "ada", table)


def process_of(_: Question) -> int:
    return os.getpid()


def test_a_table_is_asked_about_where_its_trees_are() -> None:
    pool = BotsPool(Settings(bot_workers=2, bot_nice=0, bot_grace_s=CEILING_S))

    async def play() -> tuple[int, int]:
        first = await asyncio.gather(ask_who(pool, "one"), ask_who(pool, "other"))
        for _ in range(8):
            again = await asyncio.gather(ask_who(pool, "other"), ask_who(pool, "one"))
            assert (again[1], again[0]) == tuple(first)
        return first[0], first[1]

    try:
        one, other = asyncio.run(play())
        assert one != other
    finally:
        pool.stop()


def test_a_table_whose_process_is_busy_goes_to_another_one() -> None:
    pool = BotsPool(Settings(bot_workers=2, bot_nice=0, bot_grace_s=CEILING_S))

    async def play() -> list[int]:
        return list(await asyncio.gather(ask_who(pool, "one"), ask_who(pool, "one")))

    try:
        first, second = asyncio.run(play())
        assert first != second
    finally:
        pool.stop()


def stuck(_: int) -> int:
    """Never answers."""
    threading.Event().wait()
    return 0


def test_who_is_stuck_takes_nobody_along() -> None:
    patient = Settings(bot_workers=2, bot_nice=0, bot_grace_s=CEILING_S)
    pool = BotsPool(patient)

    async def play() -> None:
        before = await asyncio.gather(ask_who(pool, "one"), ask_who(pool, "other"))
        pool.settings = replace(patient, bot_grace_s=0.0)
        with pytest.raises(TimeoutError):
            await pool.run(stuck, 1, 0.1, TURN, "ada", "table")
        pool.settings = patient
        after = await asyncio.gather(ask_who(pool, "one"), ask_who(pool, "other"))
        assert len(set(before) & set(after)) == 1

    try:
        asyncio.run(play())
    finally:
        pool.stop()


def question(table: str, seat: int = 0, level: str = "strong", simulations: int = 0) -> Question:
    return Question("", "small-world", 2, "2p", {}, {}, seat, level, 1.0, simulations, 1, table)


def test_a_seat_keeps_its_bot_from_answer_to_answer() -> None:
    first = bot_for(question("a"))
    assert bot_for(question("a")) is first
    assert bot_for(question("a", seat=1)) is not first
    assert bot_for(question("a", level="master")) is not first
    assert bot_for(question("b")) is not first
    assert bot_for(question("a")) is first


def test_where_simulations_are_counted_an_answer_depends_on_no_other() -> None:
    assert bot_for(question("a", simulations=9)) is not bot_for(question("a", simulations=9))


def test_no_more_bots_are_kept_than_memory_is_meant_for() -> None:
    first = bot_for(question("kept"))
    for number in range(MOST_SEATED - 1):
        bot_for(question(f"other {number}"))
    assert bot_for(question("kept")) is first
    for number in range(MOST_SEATED):
        bot_for(question(f"another {number}"))
    assert bot_for(question("kept")) is not first


def test_an_answer_is_searched_by_as_many_cores_as_the_operator_allows() -> None:
    asked = question("several cores")
    asked.cores = 3
    assert bot_for(asked).cores == 3
    assert bot_for(question("one core")).cores == 1
    assert Settings().bot_cores == 1
    allowed = from_environment({"TERRARIUM_BOT_CORES": "2"})
    assert question_of(allowed, a_room(catalog.game("small-world", 2).new()), 0, "strong").cores == 2


def a_room(state: State, coins: str = courtesy.HIDDEN) -> Any:
    """As much of a room as a question needs."""
    game = state.origin()
    meta = SimpleNamespace(title=game.title, players=game.players, map_name=game.map_name, options={}, secret=b"s")
    meta.coins = coins
    return SimpleNamespace(meta=meta, game=game, state=state, seq=1, id="table")


def test_a_bot_process_is_told_what_others_have_only_where_coins_are_open() -> None:
    """Hints ask the same question as bots at the table."""
    game = catalog.game("small-world", 2)
    page = next(state for state in positions(game, 3) if state.view(0)["round"] == 4).dump()
    worlds = [game.load({**page, "coins": [20, more], "ledger": [20, more]}) for more in (7, 30)]

    def told(state: State, coins: str) -> dict[str, Any]:
        return question_of(Settings(), a_room(state, coins), 0, "strong").blind

    poor, rich = (told(state, courtesy.HIDDEN) for state in worlds)
    assert poor == rich
    assert poor["coins"][0] == 20
    assert [told(state, courtesy.OPEN)["coins"] for state in worlds] == [[20, 7], [20, 30]]


def test_a_bot_process_answers_with_a_helper_beside_it(pool: BotsPool) -> None:
    state, dealer = catalog.game("small-world", 2).new(), Dealer(4)
    while state.current_player() == CHANCE:
        state.apply(dealer.choose(state))
    seat = state.current_player()
    asked = question("helped", seat, "handmade", 40)
    asked.titles, asked.cores = Settings().titles, 2
    asked.blind = cast("dict[str, Any]", state.blind(seat).dump())

    async def play() -> list[tuple[str, str]]:
        return [await pool.ask(asked, TURN, "ada", "table") for _ in range(2)]

    first, second = asyncio.run(play())
    assert first == second
    assert '"simulations":40' in first[1]
