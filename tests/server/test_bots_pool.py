"""Bot processes: kept from question to question, and replaced when the rules were compiled meanwhile."""

import asyncio
import os
from collections.abc import Iterator

import pytest

import terrarium
from terrarium.server.bots.pool import BotsPool
from terrarium.server.bots.turnstile import TURN
from terrarium.server.ops.settings import Settings
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
