"""Idle cores: helpers in processes of their own search the same question from other seeds, and what they have tried is
added up at the root.

A helper keeps the tree of each bot it helps, as the bot itself does. With simulations counted the same seed, the same
simulations and the same number of cores give the same answer; by the clock whoever is late is not waited for.
"""

import multiprocessing
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from math import inf
from typing import TYPE_CHECKING, Protocol

from terrarium.kernel.contract import State
from terrarium.search.tree import Tree

if TYPE_CHECKING:
    from multiprocessing.connection import Connection  # a browser has none

MOST_HELPED = 12
"""Bots whose trees a helper keeps."""
SEEDS = 7_919
"""How far the seeds of two helpers of a bot are apart."""


class Grower(Protocol):
    """What a helper needs of a bot of its own: to search a question with a seed of its own."""

    def grown(self, state: State, most: int, ends: float) -> Tree: ...


@dataclass(frozen=True)
class Errand:
    """What a helper is asked: the question as the bot's seat sees it, and how far to look."""

    number: int
    bot: int
    make: Callable[[int], Grower]
    """Makes the helper's own bot, from a seed; its answers follow from nothing else."""
    seed: int
    state: State
    most: int
    left_s: float
    """Seconds; `inf` where simulations are counted."""


@dataclass(frozen=True)
class Findings:
    """What a tree has learnt about each answer at its root."""

    number: int
    actions: list[int]
    visits: list[int]
    worth: list[float]
    points: list[float]


def found_by(tree: Tree, number: int) -> Findings:
    root = tree.root
    return Findings(
        number, [int(action) for action in root.actions], [int(times) for times in root.visits],
        [float(worth) for worth in root.worth], [float(points) for points in root.points],
    )  # fmt: skip


def help_out(line: "Connection") -> None:
    """The life of a helper: it ends when whoever it helps is gone."""
    seated: OrderedDict[int, Grower] = OrderedDict()
    while True:
        try:
            errand = line.recv()
        except EOFError:
            return
        began = time.monotonic()
        bot = seated.pop(errand.bot, None) or errand.make(errand.seed)
        seated[errand.bot] = bot
        while len(seated) > MOST_HELPED:
            seated.popitem(last=False)
        try:
            line.send(found_by(bot.grown(errand.state, errand.most, began + errand.left_s), errand.number))
        except (BrokenPipeError, ConnectionResetError):
            return


class Helper:
    """A process that helps, started when it is first wanted."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=help_out, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()

    def answer(self, number: int, ends: float) -> Findings | None:
        """What it found on this errand; None if it was not back in time, or is gone."""
        try:
            while self.line.poll(None if ends == inf else max(0.0, ends - time.monotonic())):
                found = self.line.recv()
                if found.number == number:  # what it was asked earlier and answered too late is of no use any more
                    assert isinstance(found, Findings)
                    return found
        except (EOFError, OSError):
            return None
        return None


_helpers: list[Helper] = []
_numbers = count(1)


def helpers(wanted: int) -> list[Helper]:
    """So many helpers of this process; those that are gone are replaced."""
    for place, helper in enumerate(_helpers):
        if not helper.process.is_alive():
            _helpers[place] = Helper()
    while len(_helpers) < wanted:
        _helpers.append(Helper())
    return _helpers[:wanted]


def dismiss() -> None:
    """End all helpers of this process."""
    while _helpers:
        helper = _helpers.pop()
        helper.line.close()
        helper.process.join()


class Party:
    """The helpers of one bot."""

    def __init__(self, make: Callable[[int], Grower], seed: int, cores: int) -> None:
        self.make = make
        self.seed = seed
        self.cores = cores
        self.bot = next(_numbers)

    def send(self, state: State, most: int, left_s: float) -> list[tuple[Helper, int]]:
        """Send all helpers out with a question; who went, and the number of the errand."""
        gone = []
        for place, helper in enumerate(helpers(self.cores - 1), 1):
            seed = self.seed + SEEDS * place
            errand = Errand(next(_numbers), self.bot, self.make, seed, state, most, left_s)
            try:
                helper.line.send(errand)
            except OSError:
                continue
            gone.append((helper, errand.number))
        return gone


def add_up(tree: Tree, gone: list[tuple[Helper, int]], ends: float) -> None:
    """Add what the helpers bring back to the root of a tree, in their order."""
    for helper, number in gone:
        found = helper.answer(number, ends)
        if found is not None and found.actions == [int(action) for action in tree.root.actions]:
            tree.absorb(found.visits, found.worth, found.points)
