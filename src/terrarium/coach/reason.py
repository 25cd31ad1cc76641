"""What the coach says: reasons with the places they speak of, and arrows between places."""

from dataclasses import asdict, dataclass, field
from typing import Any

MOST = 3
"""Reasons for a move: more are not read."""
Place = int | str
"""A region by its number, a hex by its name."""


@dataclass
class Reason:
    """A sentence of the word catalogue with its arguments; `icon` is its glyph, `places` are what it is about."""

    code: str
    args: dict[str, object] = field(default_factory=dict)
    icon: str = "bot"
    places: list[Place] = field(default_factory=list)


@dataclass
class Arrow:
    """From one place to another. `seat` is whose move it is; `threat` where it is one to be feared."""

    start: Place
    end: Place
    seat: int
    threat: bool = False


@dataclass
class Advice:
    reasons: list[Reason]
    arrows: list[Arrow]

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def number(value: object) -> int:
    return value if isinstance(value, int) else 0
