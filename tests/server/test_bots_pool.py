"""Bot processes: kept from question to question, and replaced when the rules were compiled meanwhile."""

import asyncio
import os
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import pytest

import terrarium
from terrarium import catalog
from terrarium.kernel.contract import CHANCE
from terrarium.kernel.dealer import Dealer
from terrarium.server.bots.pool import MOST_SEATED, BotsPool, Question, bot_for
from terrarium.server.bots.turns import question as question_of
from terrarium.server.bots.turnstile import TURN
from terrarium.server.ops.settings import Settings, from_environment
from tests.support.patience import CEILING_S


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
    meta = SimpleNamespace(title="small-world", players=2, map_name="2p", options={}, secret=b"s")
    room = cast("Any", SimpleNamespace(meta=meta, state=catalog.game("small-world", 2).new(), seq=1, id="table"))
    allowed = from_environment({"TERRARIUM_BOT_CORES": "2"})
    assert question_of(allowed, room, 0, "strong").cores == 2


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
