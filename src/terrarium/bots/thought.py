"""What a bot thought, as data: the answer it gave, what it expects, the next best answers, the reply it fears."""

import json
from dataclasses import asdict, dataclass, field
from typing import Any

OVERLOOKED = "overlooked"
"""The answer that looks better was passed over by a level that errs as people do."""
DRAWN = "drawn"
"""The answer given was drawn, so that bots do not always play the same."""
RATED = "rated"
"""The search rates the answer that looks better lower: it weighs the win, not the mean lead alone."""
RARELY = "rarely"
"""It was tried less than half as often as the answer given."""
UNDECIDED = "undecided"
"""It was tried nearly as often, and the search was over before it was decided."""
PLACES = 4
"""Of numbers kept: sentences tell tenths, and what was rounded to hundredths before rounds to wrong ones."""


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
    """Why a move was chosen.

    `others` are the other answers that were tried often enough to be judged, the best first. `sources` are codes with
    points and add up to the points that are expected. `fear` is the likely reply that costs most, `threat` what it
    costs in points. `less` says why the best other answer was not given where it looks better (`OVERLOOKED`, …).
    """

    seat: int
    chosen: Idea
    others: list[Idea] = field(default_factory=list)
    simulations: int = 0
    fear: str = ""
    fear_seat: int = -1
    sources: list[tuple[str, float]] = field(default_factory=list)
    fear_choice: dict[str, Any] = field(default_factory=dict)
    """The feared move as a choice of the position it is made in (text, verb, facts), so that a page can spell it."""
    threat: float = 0.0
    less: str = ""

    def cost(self) -> float:
        """Points the best other answer would have cost; negative if it looked better (`less`)."""
        return self.chosen.lead - self.others[0].lead if self.others else 0.0

    def as_dict(self) -> dict[str, Any]:
        return {**asdict(self), "cost": self.cost()}

    def text(self) -> str:
        """One line of JSON; `read` is the inverse."""
        return json.dumps(rounded(self.as_dict()), ensure_ascii=False, separators=(",", ":"))


def rounded(value: Any) -> Any:
    """Floats to few places, all the way down."""
    if isinstance(value, float):
        return round(value, PLACES)
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
        page.get("fear_choice", {}), page.get("threat", 0.0), page.get("less", ""),
    )  # fmt: skip


TAKEN_OFF = "taken_off"
"""Among sources: by how much less is expected than what the appraisal of the position counts."""


def shared_out(sources: list[tuple[str, float]], rest: str, total: float) -> list[tuple[str, float]]:
    """Sources in tenths that add up to the total as it is said; what they do not explain is added to `rest`. Where they
    are more than the total, nothing is left for it, and what is too much is taken off."""
    whole = round(round(total, PLACES), 1)
    found: dict[str, float] = {}
    for code, points in sources:
        if code != rest:
            found[code] = round(found.get(code, 0.0) + points, 1)
    found = {code: points for code, points in found.items() if points}
    left = round(whole - sum(found.values()), 1)
    found[rest if left > 0 else TAKEN_OFF] = left
    return sorted(((code, points) for code, points in found.items() if points), key=lambda line: -line[1])
