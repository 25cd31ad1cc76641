"""Lessons: a directed first game of each title, one idea a lesson, played on the real board with the real rules.

    course("small-world").lessons[0].steps[0].verdict("pick 2")

A lesson begins at a position. Each of its steps says something, asks for one answer, and knows what to say to a right
one and to a wrong one. They are data (`<title>.toml` here); `tests/meta/test_lessons.py` plays every one of them.
"""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib import resources
from typing import Any

from terrarium.titles import LANGUAGES, records

Texts = dict[str, str]
"""A sentence in every language."""
HERE = resources.files("terrarium.lessons")


@dataclass(frozen=True)
class Slip:
    """A wrong answer that deserves a sentence of its own."""

    move: str
    texts: Texts


@dataclass(frozen=True)
class Step:
    """One answer that is asked for. `right` and the moves of slips may hold `*`."""

    right: list[str]
    say: Texts
    do: Texts
    good: Texts
    bad: Texts
    glow: list[Any] = field(default_factory=list)
    """Regions, hexes, or parts of the table (`pick 2`, `do stop`) that are lit."""
    arrows: list[list[Any]] = field(default_factory=list)
    slips: list[Slip] = field(default_factory=list)

    def verdict(self, move: str) -> tuple[bool, Texts]:
        """Is this answer right, and what is said to it?"""
        if fits(move, self.right):
            return True, self.good
        for slip in self.slips:
            if fits(move, [slip.move]):
                return False, slip.texts
        return False, self.bad

    def told(self, lang: str) -> dict[str, object]:
        return {
            "right": self.right,
            "glow": self.glow,
            "arrows": self.arrows,
            **{name: getattr(self, name)[lang] for name in ("say", "do", "good", "bad")},
            "slips": [{"move": slip.move, "text": slip.texts[lang]} for slip in self.slips],
        }


@dataclass(frozen=True)
class Lesson:
    """One idea: where it begins, whose seat one takes, the steps, and the statements of the rulebook it teaches."""

    id: str
    seat: int
    position: str
    name: Texts
    teaches: list[str]
    steps: list[Step]

    def told(self, lang: str) -> dict[str, object]:
        steps = [step.told(lang) for step in self.steps]
        return {"id": self.id, "name": self.name[lang], "teaches": self.teaches, "steps": steps}


@dataclass(frozen=True)
class Course:
    """All lessons of a title, in the order in which they are taken."""

    title: str
    lessons: list[Lesson]

    def find(self, id: str) -> Lesson | None:
        return next((lesson for lesson in self.lessons if lesson.id == id), None)


def fits(move: str, patterns: Sequence[str]) -> bool:
    return any(fnmatchcase(move, pattern) for pattern in patterns)


def _texts(page: dict[str, Any]) -> Texts:
    return {lang: str(page[lang]) for lang in LANGUAGES}


def _step(page: dict[str, Any]) -> Step:
    slips = [Slip(slip["move"], _texts(slip)) for slip in page.get("slip", [])]
    said = {name: _texts(page[name]) for name in ("say", "do", "good", "bad")}
    return Step(right=page["right"], glow=page["glow"], arrows=page["arrows"], slips=slips, **said)


def read(title: str, text: str) -> Course:
    """The lessons of one file."""
    lessons = [
        Lesson(
            id=page["id"],
            seat=page["seat"],
            position=page["position"],
            name=_texts(page["name"]),
            teaches=page["teaches"],
            steps=[_step(step) for step in page["step"]],
        )
        for page in tomllib.loads(text)["lesson"]
    ]
    return Course(title, lessons)


@cache
def course(title: str) -> Course:
    """The lessons of a title; none where it has no file."""
    source = HERE / f"{title}.toml"
    return read(title, source.read_text("utf-8")) if title in records() and source.is_file() else Course(title, [])
