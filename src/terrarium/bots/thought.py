"""What a bot thought, as data: the answer it gave, what it expects, the next best answers, the reply it fears."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any


@dataclass
class Idea:
    """One answer: its text, the lead over the best other seat it is expected to end in, and how often it was tried."""

    move: str
    lead: float
    points: list[float] = field(default_factory=list)
    chance: float = -1.0
    """Chance to win, from 0 to 1; -1 where nobody asked."""
    visits: int = 0


@dataclass
class Thought:
    """Why a move was chosen. `sources` are codes with points; `fear` is the likeliest next move of another seat."""

    seat: int
    chosen: Idea
    others: list[Idea] = field(default_factory=list)
    simulations: int = 0
    fear: str = ""
    fear_seat: int = -1
    sources: list[tuple[str, float]] = field(default_factory=list)
    fear_choice: dict[str, Any] = field(default_factory=dict)
    """The feared move as a choice of the position it is made in (text, verb, facts), so that a page can spell it."""

    def cost(self) -> float:
        """Points the best other answer would have cost; negative if it looked better but less sure."""
        return self.chosen.lead - self.others[0].lead if self.others else 0.0

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "cost": round(self.cost(), 2)}

    def text(self) -> str:
        """One line of JSON; `read` is the inverse."""
        return json.dumps(rounded(self.as_dict()), ensure_ascii=False, separators=(",", ":"))


def rounded(value: Any) -> Any:
    """Floats to two places, all the way down."""
    if isinstance(value, float):
        return round(value, 2)
    if isinstance(value, dict):
        return {key: rounded(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [rounded(inner) for inner in value]
    return value


def read(text: str) -> Thought | None:
    """The thought with this text; None for an empty text."""
    if not text:
        return None
    page = json.loads(text)
    ideas = [Idea(**idea) for idea in [page["chosen"], *page["others"]]]
    sources = [(str(code), float(points)) for code, points in page["sources"]]
    return Thought(
        page["seat"], ideas[0], ideas[1:], page["simulations"], page["fear"], page["fear_seat"], sources,
        page.get("fear_choice", {}),
    )  # fmt: skip
