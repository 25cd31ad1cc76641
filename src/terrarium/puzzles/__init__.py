"""Puzzles: positions from games of bots where one answer is better than every other by far. What would you do?

`tools/mine_puzzles.py` finds and verifies them; each line of `<title>.jsonl` here is one, with the number of
simulations that stand behind it. Everybody gets the same puzzle of the day.
"""

import json
from dataclasses import dataclass, field
from datetime import date
from functools import cache
from importlib import resources
from itertools import zip_longest
from typing import Any

from terrarium.titles import records

HERE = resources.files("terrarium.puzzles")


@dataclass(frozen=True)
class Puzzle:
    """A position with its answer."""

    id: str
    title: str
    position: str
    best: str
    second: str
    """The best of the other answers."""
    margin: float
    """Points by which `best` leads it at least."""
    difficulty: int
    """1: seen one answer ahead; 2: found by a short search; 3: by a deep one alone."""
    simulations: int
    each: int
    """Simulations of the search after every single answer."""
    thought: dict[str, Any] = field(hash=False)
    """What the search thought of it, as `terrarium.bots.thought` writes it."""

    @property
    def seat(self) -> int:
        return int(self.thought["seat"])


@cache
def of_title(title: str) -> tuple[Puzzle, ...]:
    """The puzzles of a title, easy ones first."""
    source = HERE / f"{title}.jsonl"
    lines = source.read_text("utf-8").splitlines() if source.is_file() else []
    found = [Puzzle(title=title, **json.loads(line)) for line in lines]
    return tuple(sorted(found, key=lambda puzzle: (puzzle.difficulty, puzzle.id)))


@cache
def every() -> dict[str, Puzzle]:
    """All of them by id."""
    return {puzzle.id: puzzle for title in records() for puzzle in of_title(title)}


@cache
def _calendar(titles: tuple[str, ...]) -> tuple[Puzzle, ...]:
    """The order in which days take them: title after title, each in an order that looks like chance."""
    shuffled = [sorted(of_title(title), key=lambda puzzle: puzzle.id) for title in titles]
    return tuple(puzzle for row in zip_longest(*shuffled) for puzzle in row if puzzle is not None)


def of_day(day: date, titles: tuple[str, ...]) -> Puzzle | None:
    """The same puzzle for everybody, another one each day; again from the first when all have been."""
    found = _calendar(titles)
    return found[day.toordinal() % len(found)] if found else None
