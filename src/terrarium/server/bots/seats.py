"""Games on somebody's map, in the bot processes and after everything else: does nothing break, does a seat win more?"""

import time
from collections.abc import AsyncIterator, Callable
from functools import lru_cache
from typing import Any

import msgspec

from terrarium.kernel.handmade import Problem as Fault
from terrarium.server.bots.lab import LONGEST_S, PORTION_S, Labs, Line
from terrarium.server.bots.pool import BotsPool
from terrarium.server.bots.turnstile import LAB
from terrarium.words import Words
from terrarium.workshop import map_trial, seats
from terrarium.workshop.maps import MapFile, map_option, read_map


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


def check(task: Games) -> tuple[int, Fault | None]:
    """Runs in a bot process: how many random games were played in time, and what broke."""
    ends = time.monotonic() + task.seconds
    for done in range(task.games):
        fault = map_trial.numbered_game(_read(task.text), task.first + done)
        if fault or time.monotonic() > ends:
            return done + 1, fault
    return task.games, None


async def measured(
    pool: BotsPool, text: str, players: int, most: int, person: int, found: Callable[[Line], None]
) -> AsyncIterator[Line]:
    """Lines of what is known, until every seat is known well enough; the last has `done`. `found` is given what is
    known whenever it ends, also when nobody waits for it any more."""
    known = seats.Seats(players)
    spent = 0.0
    try:
        while known.games < most and spent < LONGEST_S and not known.sure:
            task = Games(text, players, known.games, most - known.games, PORTION_S)
            began = time.monotonic()
            known.hear(await pool.run(games, task, PORTION_S, LAB, str(person), "lab"))
            spent += time.monotonic() - began
            yield {"kind": "seats", "done": False, "way": round(known.games / most, 3), **known.page()}
        yield {"kind": "seats", "done": True, "way": 1.0, **known.page()}
    finally:
        if known.games:
            found(known.page())


async def checked(labs: Labs, file: MapFile, words: Words, person: int) -> AsyncIterator[Line]:
    """Random games on a map; a map has no partners, so that its games alone are told. The last line has `done`."""
    value = map_option(file)[1]
    text, wanted = value.partition(" ")[2], min(map_trial.GAMES, labs.check_games)
    played, fault = 0, None
    line: Line = {"kind": "check", "done": False, "partners": [], "tried": 0, "of": wanted, "broken": []}
    while played < wanted and fault is None:
        task = Games(text, file.players, played, wanted - played, PORTION_S)
        more, fault = await labs.pool.run(check, task, PORTION_S, LAB, str(person), "lab")
        played += more
        yield {**line, "games": played}
    if fault is None:
        labs.remember(file.title, value)
    else:
        file.problems.append(fault)
    yield {**line, "games": played, "done": True, "ok": file.ok, "problems": file.told(words)}
