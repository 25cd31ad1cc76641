"""What there is in the house: who uses it, what was wished, made, learnt and reviewed, and the names under which it is
kept."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from terrarium.kernel.contract import SPECTATOR, State
from terrarium.server.room.room import Room
from terrarium.server.store.rows import LIVE, Row
from terrarium.server.workshop.works import Work
from terrarium.titles import USUAL

ME = 1
"""The number of whoever uses this browser: there is nobody else."""
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
WORK, PLAYS, REVIEW, CARD = "work ", "plays ", "review ", "card "
"""How the names begin under which works are kept, what was played in a finished game, its review, and what a list shows
of a game."""


@dataclass
class Me:
    """Whoever uses this browser."""

    user_id: int = ME
    name: str = ""
    lang: str = USUAL


@dataclass
class Learnt:
    """How far somebody has come with one lesson or puzzle, and the table at which it is played."""

    step: int = 0
    tries: int = 0
    done: float | None = None
    game: str | None = None


@dataclass
class Kept(Work):
    """A unit or map that was made here."""

    id: str = ""
    copied: str | None = None
    updated: float = 0.0
    figures: dict[str, Any] | None = None
    verdict: str = ""
    plays: int = 0
    won: float = 0.0

    @property
    def key(self) -> str:
        return WORK + self.id


@dataclass
class Review:
    """The review of one game: being made, or ready."""

    of: int
    done: int = 0
    failed: bool = False
    found: dict[str, Any] | None = None


@dataclass
class Card:
    """What is known of a game before it is opened: what a list shows of it, and whether a bot is asked there."""

    entry: dict[str, Any]
    waits: bool


class Asleep(Exception):
    """A game that was kept and not opened yet is needed: whoever drives the house recalls it and tries again."""


@dataclass
class Line:
    """An open line to a page that shows a table."""

    room: str
    lang: str
    deliver: Callable[[str], object]
    viewer: int = SPECTATOR
    told: int = 0


@dataclass
class Wish:
    """What somebody wants to play."""

    title: str
    seats: list[dict[str, str]]
    map_name: str = ""
    options: dict[str, str] = field(default_factory=dict)
    lang: str = USUAL
    coins: str = "hidden"
    rows: list[Row] = field(default_factory=list)
    position: State | None = None
    start: str | None = None
    parent: tuple[str, int] | None = None
    imported: bool = False
    learning: bool = False
    secret: bytes = b""


def entry_of(room: Room) -> dict[str, Any]:
    """What a list of my games shows."""
    meta, you = room.meta, room.seat_of(ME)
    names = ("id", "title", "players", "lang", "status", "clock", "result", "created", "updated")
    entry: dict[str, Any] = {name: getattr(meta, name) for name in names}
    entry["map"] = meta.map_name
    entry["seats"] = [{name: getattr(seat, name) for name in ("seat", "kind", "level", "name")} for seat in room.seats]
    return {**entry, "you": you, "your_turn": meta.status == LIVE and meta.turn == you}
