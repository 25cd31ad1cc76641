"""The workshop's games in the bot processes: is a unit whole, how strong is it.

They come after everything else there and in short portions, so that a bot at a table waits for one of them at most.
One person has one of these at a time, whichever worker serves them, one address a few, a worker so many: whoever wants
more is told so. Whoever goes away ends theirs.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from functools import lru_cache
from typing import Any

import msgspec

from terrarium.kernel.handmade import Problem as Fault
from terrarium.server.bots.pool import BotsPool
from terrarium.server.bots.turnstile import HINT, LAB
from terrarium.server.errors import Problem
from terrarium.server.room.hall import Hall
from terrarium.server.store import leases
from terrarium.server.wire.limits import Crowd
from terrarium.server.workshop.units import step
from terrarium.smallworld.core.game import FamilyGame
from terrarium.words import Words
from terrarium.workshop import lab, trial
from terrarium.workshop.files import UnitFile, option_of, read_unit
from terrarium.workshop.sample import sample

PORTION_S = 0.4
LONGEST_S = 240.0
"""Seconds of a process that one lab may take."""
MOST = 20
"""Labs of one worker at once."""
REMEMBERED = 500
"""Units and maps whose check is remembered as passed."""
Line = dict[str, Any]
"""What the page is told: one step of the way, or the end of it."""


class Check(msgspec.Struct):
    """Random games with one partner, from a number on."""

    title: str
    unit: str
    partner: int
    first: int
    games: int
    seconds: float


class Games(msgspec.Struct):
    """Games of bots for one part of a lab, from a number on."""

    title: str
    unit: str
    players: int
    table: int
    """The number of players that the lab is about."""
    first: int
    games: int
    seconds: float
    field: bool
    """With things of the box in the place of this one."""


@lru_cache(50)
def _read(text: str) -> UnitFile:
    return read_unit(text)


def check(task: Check) -> tuple[int, Fault | None]:
    """Runs in a bot process: how many games were played in time, and what broke."""
    file = _read(task.unit)
    game, fault = _game(task.title, task.unit)
    if game is None:
        return 0, fault
    ends = time.monotonic() + task.seconds
    for done in range(task.games):
        fault = trial.with_partner(game, file, task.partner, 1, task.first + done)
        if fault or time.monotonic() > ends:
            return done + 1, fault
    return task.games, None


@lru_cache(50)
def _game(title: str, unit: str) -> tuple[FamilyGame | None, Fault | None]:
    return trial.game_with(_read(unit), title)


def games(task: Games) -> list[Any]:
    """Runs in a bot process: as many games as there is time for, one at least."""
    bench = lab.Bench(task.title, task.table)
    return lab.some_games(bench, _read(task.unit), task.players, task.games, task.first, task.seconds, task.field)


class Around(msgspec.Struct):
    """A unit whose neighbours are wanted, told in this language."""

    title: str
    unit: str
    players: int
    lang: str


def around(task: Around) -> list[tuple[str, str]]:
    """Runs in a bot process: the neighbours that can be played, each with what was changed."""
    found = lab.near_of(lab.Bench(task.title, task.players), _read(task.unit), Words(task.lang, task.title))
    return [(change, option_of(file)[1].partition(" ")[2]) for change, file in found]


class Place(msgspec.Struct):
    """A position in which a unit's prices are looked at."""

    title: str
    unit: str
    seed: int


def prices(task: Place) -> dict[str, object]:
    """Runs in a bot process: what regions of a sample map cost a unit."""
    return sample(_read(task.unit), task.title, task.seed)


class Labs:
    """The labs of this worker."""

    def __init__(self, hall: Hall, pool: BotsPool, check_games: int) -> None:
        self.hall = hall
        self.pool = pool
        self.check_games = check_games
        self.crowd = Crowd(1)
        self.running = 0
        self._leaving: dict[int, asyncio.Event] = {}
        """Whose lease is being given back: who begins anew at once waits for that instead of being sent away."""
        self._passed: OrderedDict[tuple[str, str], None] = OrderedDict()

    async def enter(self, person: int, where: str) -> str:
        """A lab for this person, until `leave`, with the mark it is held by; Problem where they have one already, here
        or at another worker, or too many others have."""
        if self.running >= MOST:
            raise Problem(503, "busy")
        if not self.crowd.enter(person, where):
            raise Problem(409, "lab_running")
        self.running += 1
        mark = ""
        try:
            if leaving := self._leaving.get(person):
                await leaving.wait()
            mark = await self.hall.store.write(lambda connection: leases.take(connection, person))
        finally:
            if not mark:
                self._out(person, where)
        if not mark:
            raise Problem(409, "lab_running")
        return mark

    def leave(self, person: int, where: str, mark: str) -> asyncio.Task[None]:
        """Theirs has ended, however it did."""
        self._out(person, where)
        self._leaving[person] = asyncio.Event()
        return self.hall.spawn(self._give_back(person, mark))

    def _out(self, person: int, where: str) -> None:
        self.running -= 1
        self.crowd.leave(person, where)

    async def _give_back(self, person: int, mark: str) -> None:
        try:
            await self.hall.store.write(lambda connection: leases.give_back(connection, person, mark))
        finally:
            self._leaving.pop(person).set()

    async def held(self, person: int, mark: str) -> None:
        """Stays as long as the lab is this person's only one: until another worker, which heard nothing of this one for
        too long, has let them begin anew."""
        mine = True
        while mine:
            await asyncio.sleep(leases.RENEW_S)
            with suppress(Problem):  # a database that is silent for a moment lets nobody else begin either
                mine = await self.hall.store.write(lambda connection: leases.renew(connection, person, mark))

    def passed(self, title: str, value: str) -> bool:
        """Has this very unit or map, as it comes to a table, passed the check, as far as this worker remembers?"""
        return (title, value) in self._passed

    def remember(self, title: str, value: str) -> None:
        self._passed[title, value] = None
        while len(self._passed) > REMEMBERED:
            self._passed.popitem(last=False)

    async def prices(self, title: str, file: UnitFile, seed: int, person: int) -> dict[str, object]:
        """What regions of a sample map cost a unit; somebody waits for it, as for a hint."""
        task = Place(title, option_of(file)[1].partition(" ")[2], seed)
        return await self.pool.run(prices, task, PORTION_S, HINT, *self.hall.share_of(person))

    async def checked(self, title: str, file: UnitFile, words: Words, person: int) -> AsyncIterator[Line]:
        """Every partner in turn; the last line has `done`."""
        unit, wanted = option_of(file)[1].partition(" ")[2], self.check_games
        game, fault = trial.game_with(file, title)
        partners = [] if game is None else trial.partners_of(game, file)
        faults: list[Fault] = [fault] if fault else []
        total = 0
        for place in range(len(partners)):
            played = 0
            while played < wanted:
                task = Check(title, unit, place, played, wanted - played, PORTION_S)
                more, fault = await self.pool.run(check, task, PORTION_S, LAB, str(person), "lab")
                played += more
                if fault:
                    faults.append(fault)
                    break
                if played < wanted:
                    yield step(partners, place, total + played, wanted, faults, False)
            total += played
            yield step(partners, place + 1, total, wanted, faults, False)
        if not faults:
            self.remember(title, option_of(file)[1])
        file.problems += faults
        told = step(partners, len(partners), total, wanted, faults, True)
        yield {**told, "ok": file.ok, "problems": file.told(words)}

    async def measured(
        self,
        title: str,
        file: UnitFile,
        words: Words,
        person: int,
        players: int,
        most: int,
        found: Callable[[Line], None],
    ) -> AsyncIterator[Line]:
        """The table that was asked for until its share is known well enough, the other numbers of players, and the
        neighbours; the last line has `done`. `found` is given what is known whenever it ends, also when nobody waits
        for it any more."""
        bench = lab.Bench(title, players)
        asked = Around(title, option_of(file)[1].partition(" ")[2], players, words.language)
        told = await self.pool.run(around, asked, PORTION_S, LAB, str(person), "lab")
        near = [(change, read_unit(text)) for change, text in told]
        parts = lab.parts_of(bench, file, near, most, min(lab.TRIES, most // 4))
        ledger = lab.Ledger(bench, file, near)
        spent, played, way = 0.0, 0, 0
        total = sum(part.games for group in parts for part in group)
        try:
            for group in parts:
                done = [0] * len(group)
                while spent < LONGEST_S:
                    open_ = [n for n, part in enumerate(group) if done[n] < part.games and not ledger.sure(part.name)]
                    if not open_:
                        break
                    turn = min(open_, key=lambda n: done[n])  # what is held against each other grows alike
                    part = group[turn]
                    unit = option_of(part.file)[1].partition(" ")[2]
                    task = Games(
                        title, unit, part.players, players, part.first + done[turn], part.games - done[turn],
                        PORTION_S, part.field,
                    )  # fmt: skip
                    began = time.monotonic()
                    results = await self.pool.run(games, task, PORTION_S, LAB, str(person), "lab")
                    spent += time.monotonic() - began
                    ledger.hear(part.name, results)
                    done[turn] += len(results)
                    played += len(results)
                    yield {"kind": "lab", "done": False, **_shown(ledger, (way + sum(done)) / total, played, spent)}
                way += sum(part.games for part in group)
            yield {"kind": "lab", "done": True, **_shown(ledger, 1.0, played, spent)}
        finally:
            if played:
                found(_shown(ledger, 1.0, played, spent))


def _shown(ledger: lab.Ledger, way: float, played: int, spent: float) -> Line:
    page = ledger.page()
    tried = page["suggestions"]
    assert isinstance(tried, list)
    page["suggestions"] = [line for line in tried if line["games"]]
    return {**page, "players": ledger.bench.players, "way": round(way, 3), "played": played, "seconds": round(spent, 1)}
