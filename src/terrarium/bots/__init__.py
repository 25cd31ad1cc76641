"""Bots: one interface, and a register of who plays which title at which level.

    bot = make("strong", "small-world")
    action, reason = bot.choose(state.blind(seat), seat, budget_s=1.0)

A bot sees what its seat may see, and nothing else. It answers within its budget of seconds; with `simulations` set it
counts simulations instead and never looks at a clock, so that the same seed gives the same move. So do levels that a
number of simulations makes, as long as the budget does not stop them. `reason` is the JSON
text of a `Thought` (`terrarium.bots.thought`), which `terrarium.bots.speech` turns into sentences; it may be empty.
A module that brings other bots calls `register` when it is imported and is named in `MODULES`.
"""

import importlib
import secrets
from collections.abc import Callable
from math import inf

from terrarium.kernel.contract import Game, State

MODULES: list[str] = ["terrarium.bots.simple", "terrarium.bots.searching", "terrarium.bots.trained"]
"""Imported when bots are first asked for."""

MOST_SIMULATIONS = 10_000_000
"""That may be asked for."""

ANY = "*"
"""Instead of a title: every title."""


class Bot:
    """Somebody who answers for a seat. One object plays one seat of one game; it may remember what it thought.

    The interface alone: every level has its own `choose`.
    """

    seed: int = 1
    simulations: int = 0
    """How many simulations a decision gets; 0: as many as the time allows."""
    cores: int = 1
    """Processes that search together, where a level searches at all."""
    timed: bool = False
    """Is the time it is given what makes it strong? To all others a budget is an emergency stop, for where somebody
    waits: they play the same whenever they are not stopped."""
    tells: bool = True
    """Does anybody read its reasons? In the arena nobody does, and writing them takes longer than a glance."""

    def suits(self, game: Game) -> None:
        """NotationError, with the reason, where it cannot play such a game; most bots play every one."""

    def choose(self, state: State, seat: int, budget_s: float) -> tuple[int, str]:
        """A legal action for `seat` and the reason (empty: none). `state` is the seat's blind state."""
        raise NotImplementedError  # each level's own

    def unhurried(self, budget_s: float) -> float:
        """The budget where nobody waits: only whom it makes strong is held to it, so that the others play the same on
        every machine."""
        return budget_s if self.timed else inf


Factory = Callable[[str], Bot]
_register: dict[tuple[str, str], tuple[int, Factory]] = {}
_unseated: set[str] = set()
_particular: set[str] = set()
_loaded = False


def register(
    level: str, factory: Factory, title: str = ANY, strength: int = 0, seated: bool = True, everywhere: bool = True
) -> None:
    """Let `factory(title)` make the bots of this level; a title's own factory goes before the general one. One that is
    not `seated` is for measuring others by: no table offers it. One that does not play `everywhere` is asked before a
    game whether it suits (`Bot.suits`)."""
    _register[title, level] = (strength, factory)
    if not seated:
        _unseated.add(level)
    if not everywhere:
        _particular.add(level)


def _load() -> None:
    global _loaded
    if not _loaded:
        for name in MODULES:
            importlib.import_module(name)
        _loaded = True


def levels(title: str) -> list[str]:
    """The levels a table of this title offers, weakest first."""
    return [level for level in known(title) if level not in _unseated]


def known(title: str) -> list[str]:
    """Every level that exists for a title, weakest first, those too that no table offers."""
    _load()
    found = {level: strength for (of, level), (strength, _) in _register.items() if of in (title, ANY)}
    return sorted(found, key=lambda level: (found[level], level))


def everywhere(title: str) -> list[str]:
    """Those of them who play every game of the title."""
    return [level for level in known(title) if level not in _particular]


def named(spec: str) -> tuple[str, int] | None:
    """Level and simulations of a bot as people write it, `strong` or `strong@500`; None where that is no number."""
    level, at, count = spec.partition("@")
    if at and not (count.isdecimal() and 0 < int(count) < MOST_SIMULATIONS):
        return None
    return level, int(count or 0)


def make(level: str, title: str, seed: int | None = None, simulations: int = 0, cores: int = 1) -> Bot:
    """A bot of this level; KeyError where there is none. Without a seed it is a new one each time."""
    _load()
    entry = _register.get((title, level)) or _register[ANY, level]
    bot = entry[1](title)
    bot.seed = secrets.randbits(48) if seed is None else seed
    bot.simulations = simulations
    bot.cores = cores
    return bot
