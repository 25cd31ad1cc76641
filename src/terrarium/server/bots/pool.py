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
    """Bot processes, started with the first question and replaced when one hangs."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._pool: ProcessPoolExecutor | None = None
        self._asked = 0
        self._plain = False
        # More questions than processes wait here and not in the pool, where their time would already run.
        self._free = Turnstile(max(1, settings.bot_workers))

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
        try:
            if isinstance(task, Question):
                task.budget_s = self._free.pace(task.budget_s)
            # `make play` compiles the rules beside the table: bots take them as soon as nobody waits for an answer.
            if self._plain and not self._asked and terrarium.compiled_meanwhile():
                self.stop()
            if self._pool is None:
                self._plain = not terrarium.compiled and not terrarium.compiled_meanwhile()
                context = multiprocessing.get_context("spawn")
                workers = max(1, self.settings.bot_workers)
                self._pool = ProcessPoolExecutor(workers, context, _begin, (os.getpid(), self.settings.bot_nice))
            began = time.perf_counter()
            doing = asyncio.get_running_loop().run_in_executor(self._pool, work, task)
            self._asked += 1
            try:
                result = await asyncio.wait_for(doing, budget_s + self.settings.bot_grace_s)
            except (TimeoutError, BrokenExecutor):
                log.warning("bot_stuck", work=work.__name__)
                self.stop()
                raise
            finally:
                self._asked -= 1
            metrics.BOT.observe(time.perf_counter() - began)
            return result
        finally:
            self._free.leave()

    def stop(self) -> None:
        """End the bot processes."""
        if self._pool is None:
            return
        pool, self._pool = self._pool, None
        processes = [*(getattr(pool, "_processes", None) or {}).values()]
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
