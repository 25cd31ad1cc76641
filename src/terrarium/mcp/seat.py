"""One seat, wherever its table stands: what it sees, what it may do, why not, and playing."""

from dataclasses import dataclass, field
from typing import Any, Protocol

from terrarium.kernel.contract import Choice, Game
from terrarium.words import Words


@dataclass
class Page:
    """What a seat is shown at one moment."""

    seat: int
    view: dict[str, Any]
    choices: list[Choice]
    news: list[str] = field(default_factory=list)
    """What happened since the last page, in sentences."""


@dataclass
class Verdict:
    """Whether a move may be played, and why not or at what price."""

    legal: bool
    sentence: str = ""
    rule: str = ""
    """Id of the statement it rests on."""
    statement: str = ""
    price: list[tuple[str, int]] = field(default_factory=list)


class Declined(Exception):
    """A move that was not played; nothing has changed."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.sentence)
        self.verdict = verdict


class Seat(Protocol):
    """The same for a game of one's own and for a table of a server."""

    words: Words
    title: str

    def origin(self) -> Game:
        """The game that is played here; NotationError where it is none that we know."""
        ...

    def look(self) -> Page:
        """The position now; others have played as far as they can."""
        ...

    def why(self, move: str) -> Verdict:
        """May this be played now?"""
        ...

    def play(self, move: str) -> Page:
        """Play a move, let the others answer, and look; Declined where it may not be played."""
        ...
