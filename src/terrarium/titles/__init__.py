"""One record a title and one list of languages: everything that is no rule, read by whoever needs it.

    records()["warcraft"].minutes
    LANGUAGES

A new title is a package of rules and a file here; a new language is a folder of words and an entry in `languages.toml`.
"""

import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from functools import cache
from gettext import c2py
from importlib import resources
from typing import Any

HERE = resources.files("terrarium.titles")


@dataclass(frozen=True)
class Shuffle:
    """What a map out of a seed holds, by the number of players: as often as on the boards of the box."""

    ground: str
    """How its ground is laid: `seas`, `depths` or `islands`."""
    land: tuple[str, ...]
    """The terrains of its land."""
    counts: dict[str, dict[str, int]] = field(default_factory=dict)
    """How often each terrain and symbol occurs, and how many regions have natives."""
    islands: dict[str, list[int]] = field(default_factory=dict)
    """Regions of each island, about."""


@dataclass(frozen=True)
class TitleRecord:
    """What is known of a title beside its rules."""

    id: str
    order: int
    """Its place in every list."""
    maker: str
    """`module:Class` of its `Title`, made with its map files where it takes any."""
    package: str
    """Where its maps lie."""
    family: str
    """Which sentences, bots and observers it shares with others: `search/<family>`, `batch/<family>`."""
    table: str
    """Which table of the browser shows it: `regions` or `hexes`."""
    minutes: int
    """How long a game takes people."""
    designers: tuple[str, ...]
    publishers: tuple[str, ...]
    mixes_with: str = ""
    """The title whose words it borrows where it has none of its own."""
    hides: tuple[str, ...] = ()
    """Where a dumped position keeps, seat by seat, what players hide from each other (`courtesy`)."""
    simulations: dict[str, int] = field(default_factory=dict)
    """Simulations of one decision, where they are other than usual: by level, by what else asks for them."""
    shuffle: Shuffle | None = None
    """What a map out of a seed holds, where its regions are drawn; a board of hexes is shuffled as it is."""
    logs: str = ""
    """`module:function` that makes a record of a log in another server's language; empty where there is none."""


def simulations(title: str, what: str, usual: int) -> int:
    """Simulations of a level, or of what else asks for them, in a title: its own number, or the usual one."""
    record = records().get(title)
    return usual if record is None else record.simulations.get(what, usual)


@dataclass(frozen=True)
class Language:
    """A language that everything is told in."""

    tag: str
    name: str
    spoken: tuple[str, ...] = field(default=())
    """Beginnings of a browser's wish that mean this language."""
    forms: tuple[str, ...] = ("other",)
    """The forms of a noun after a number, as CLDR calls them."""
    plural: str = "0"
    """Which of them a whole number takes, as gettext writes it."""
    spaced: bool = True
    """Are words set apart by blanks?"""
    an: bool = False
    """Does the article "a" become "an" before a vowel?"""

    def form(self, n: int) -> str:
        """The form after this number."""
        return self.forms[_chooser(self.plural)(abs(n))]


@cache
def _chooser(rule: str) -> Callable[[int], int]:
    return c2py(rule)


def _read(name: str) -> dict[str, object]:
    return tomllib.loads((HERE / name).read_text(encoding="utf-8"))


def _row(data: dict[str, object]) -> dict[str, Any]:
    """A table of a file, its lists as tuples."""
    return {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}


def _record(id: str, data: dict[str, object]) -> TitleRecord:
    known = _row(data)
    shuffle = Shuffle(**_row(known.pop("shuffle"))) if "shuffle" in known else None
    return TitleRecord(id=id, maker=known.pop("class"), shuffle=shuffle, **known)


@cache
def records() -> dict[str, TitleRecord]:
    """Every title's record by its id, in order."""
    names = [path.name for path in HERE.iterdir() if path.name.endswith(".toml") and path.name != "languages.toml"]
    found = [_record(name.removesuffix(".toml"), _read(name)) for name in names]
    return {record.id: record for record in sorted(found, key=lambda record: record.order)}


FIRST = next(iter(records()))
"""The first of all titles: what is meant where none is named."""


def _languages() -> tuple[Language, ...]:
    entries = _read("languages.toml")["languages"]
    assert isinstance(entries, list)
    return tuple(_language(entry) for entry in entries)


def _language(entry: dict[str, object]) -> Language:
    """What is known here; the rest is the browser's."""
    known = {each.name for each in fields(Language)} & set(entry)
    return Language(**_row({key: entry[key] for key in known}))


SPOKEN = _languages()
LANGUAGES: tuple[str, ...] = tuple(language.tag for language in SPOKEN)
"""The tags of the languages, in order."""
USUAL: str = LANGUAGES[0]
"""What is spoken where nobody said; the code speaks it too."""


@cache
def language(tag: str) -> Language:
    """The record of a language; KeyError where there is none."""
    return {each.tag: each for each in SPOKEN}[tag]
