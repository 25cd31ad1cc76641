"""Games of bots on somebody's map, in the bot processes and after everything else: how does each seat fare?"""

import time
from collections.abc import AsyncIterator
from functools import lru_cache
from typing import Any

import msgspec

from terrarium.server.bots.lab import LONGEST_S, PORTION_S, Line
from terrarium.server.bots.pool import BotsPool
from terrarium.server.bots.turnstile import LAB
from terrarium.workshop import seats
from terrarium.workshop.maps import MapFile, read_map


class Games(msgspec.Struct):
    """Games on a map, from a number on."""

    text: str
    players: int
    first: int
    games: int
    seconds: float


@lru_cache(20)
def _read(text: str) -> MapFile:
    return read_map(text)


def games(task: Games) -> list[Any]:
    """Runs in a bot process: as many games as there is time for, one at least."""
    return seats.some_games(_read(task.text), task.players, task.first, task.games, task.seconds)


async def measured(pool: BotsPool, text: str, players: int, most: int, person: int) -> AsyncIterator[Line]:
    """Lines of what is known, until every seat is known well enough; the last has `done`."""
    found = seats.Seats(players)
    spent = 0.0
    while found.games < most and spent < LONGEST_S and not found.sure:
        task = Games(text, players, found.games, most - found.games, PORTION_S)
        began = time.monotonic()
        found.hear(await pool.run(games, task, PORTION_S, LAB, str(person), "lab"))
        spent += time.monotonic() - began
        yield {"kind": "seats", "done": False, "way": round(found.games / most, 3), **found.page()}
    yield {"kind": "seats", "done": True, "way": 1.0, **found.page()}
