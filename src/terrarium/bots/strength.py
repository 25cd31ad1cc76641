"""How strong each level is, by title and number of players: a table that `tools/rate_bots.py` makes in the arena."""

import json
from functools import cache
from importlib import resources

FILE = "ratings.json"


@cache
def _tables() -> dict[str, dict[str, dict[str, tuple[float, float]]]]:
    text = (resources.files("terrarium.bots") / FILE).read_text(encoding="utf-8")
    found: dict[str, dict[str, dict[str, tuple[float, float]]]] = json.loads(text)
    return found


def strength(title: str, players: int) -> dict[str, tuple[float, float]]:
    """Rating and uncertainty of every level at such a table, weakest first; empty where none was measured."""
    found = _tables().get(title, {}).get(str(players), {})
    return {level: (rating, uncertainty) for level, (rating, uncertainty) in found.items()}
