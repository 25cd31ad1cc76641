"""The processes in which bots think, at lower priority and within a budget; the event loop only waits for them."""

import asyncio
import multiprocessing
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from functools import cache, lru_cache
from typing import Any, TypeVar

import msgspec
import structlog

import terrarium
from terrarium import bots
from terrarium.kernel.contract import Game, Title
from terrarium.server.bots.turnstile import Turnstile
from terrarium.server.ops import metrics
from terrarium.server.ops.settings import Settings
from terrarium.server.ops.titles import load_titles

log = structlog.get_logger()
Task = TypeVar("Task")
Found = TypeVar("Found")
MOST_SEATED = 12
"""Bots that a process remembers; a second of thinking is some megabytes."""


class About(msgspec.Struct):
    """Which game a bot process is asked about."""

    titles: str
    title: str
    players: int
    map_name: str
    options: dict[str, str]


class Question(About):
    """Everything a bot is told: the game and what its seat may see of the position."""

    blind: dict[str, Any]
    seat: int
    level: str
    budget_s: float
    simulations: int
    seed: int
    table: str
    cores: int = 1


@cache
def _titles(path: str) -> Mapping[str, Title]:
    return load_titles(path)


@lru_cache(50)
def _game(path: str, title: str, players: int, map_name: str, options: tuple[tuple[str, str], ...]) -> Game:
    return _titles(path)[title].game(players, map_name, dict(options))


def game_of(about: About) -> Game:
    """The game that is asked about; made once in each process."""
    options = tuple(sorted(about.options.items()))
    return _game(about.titles, about.title, about.players, about.map_name, options)


_seated: OrderedDict[tuple[str, int, str], bots.Bot] = OrderedDict()
"""Bots of this process by table, seat and level, with what they remember; the longest unasked first."""


def bot_for(question: Question) -> bots.Bot:
    """The bot that answered for this seat before, with its tree, or a new one. Where simulations are counted it is
    always a new one: what it answers must not depend on which process was asked before."""
    if question.simulations:
        return bots.make(question.level, question.title, question.seed, question.simulations, question.cores)
    key = (question.table, question.seat, question.level)
    found = _seated.pop(key, None) or bots.make(question.level, question.title, question.seed, 0, question.cores)
    _seated[key] = found
    while len(_seated) > MOST_SEATED:
        _seated.popitem(last=False)
    return found


def answer(question: Question) -> tuple[str, str]:
    """Runs in a bot process: the move's text and the reason."""
    state = game_of(question).load(question.blind)
    bot = bot_for(question)
    action, reason = bot.choose(state, question.seat, question.budget_s)
    return state.text(action), reason


def _begin(parent: int, nice: int) -> None:
    """Lower priority, and no life beyond the server's: a killed server cannot end its children itself."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(nice)

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(2)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class BotsPool:
    """Bot processes, each started with its first question and replaced when it hangs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        count = max(1, settings.bot_workers)
        # One process each, so that a table can be asked about where its trees are.
        self._pools: list[ProcessPoolExecutor | None] = [None] * count
        self._idle = list(range(count))
        """Places of processes that nobody asks, the longest idle first."""
        self._homes: OrderedDict[str, int] = OrderedDict()
        """Where each table was asked about last, the longest unasked first."""
        self._plain = False
        """Does one of them run the rules as plain Python?"""
        # More questions than processes wait here and not in the pool, where their time would already run.
        self._free = Turnstile(count)

    def level_or(self, title: str, level: str) -> str:
        """This level, or the strongest simple one where it is not set."""
        known = bots.levels(title)
        if level in known:
            return level
        return "greedy" if "greedy" in known else known[-1]

    async def ask(self, question: Question, kind: int, person: str, table: str) -> tuple[str, str]:
        """The bot's move; an exception if it fails or hangs."""
        return await self.run(answer, question, question.budget_s, kind, person, table)

    async def run(
        self, work: Callable[[Task], Found], task: Task, budget_s: float, kind: int, person: str, table: str
    ) -> Found:
        """`work(task)` in a bot process, when it is this person's and table's turn; an exception if it fails or takes
        far too long."""
        await self._free.enter(kind, person, table)
        # `make play` compiles the rules beside the table: bots take them as soon as nobody waits for an answer.
        if self._plain and len(self._idle) == len(self._pools) and terrarium.compiled_meanwhile():
            self.stop()
        place = self._take(task.table if isinstance(task, Question) else "")
        try:
            if isinstance(task, Question):
                task.budget_s = self._free.pace(task.budget_s)
            began = time.perf_counter()
            doing = asyncio.get_running_loop().run_in_executor(self._process(place), work, task)
            try:
                result = await asyncio.wait_for(doing, budget_s + self.settings.bot_grace_s)
            except (TimeoutError, BrokenExecutor):
                log.warning("bot_stuck", work=work.__name__)
                self._end(place)
                raise
            metrics.BOT.observe(time.perf_counter() - began)
            return result
        finally:
            self._idle.append(place)
            self._free.leave()

    def _take(self, table: str) -> int:
        """The place of the process that was asked about this table before, if nobody asks it now, or of another one."""
        home = self._homes.pop(table, -1)
        place = home if home in self._idle else self._idle[0]
        self._idle.remove(place)
        if table:
            self._homes[table] = place
        while len(self._homes) > MOST_SEATED * len(self._pools):
            self._homes.popitem(last=False)
        return place

    def _process(self, place: int) -> ProcessPoolExecutor:
        """The process at this place, started with its first question."""
        found = self._pools[place]
        if found is None:
            self._plain |= not terrarium.compiled and not terrarium.compiled_meanwhile()
            context = multiprocessing.get_context("spawn")
            found = ProcessPoolExecutor(1, context, _begin, (os.getpid(), self.settings.bot_nice))
            self._pools[place] = found
        return found

    def stop(self) -> None:
        """End the bot processes."""
        self._plain = False
        for place in range(len(self._pools)):
            self._end(place)

    def _end(self, place: int) -> None:
        """End the process at this place."""
        pool, self._pools[place] = self._pools[place], None
        if pool is None:
            return
        processes = [*(getattr(pool, "_processes", None) or {}).values()]
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
