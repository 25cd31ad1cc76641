"""Things in the lab: what it is worth to find a relic, place or artifact.

Nobody picks a thing; it serves whoever holds its region, and strong players hold more. So the lab does not ask who had
it in the end. Up to the moment when the first thing is found a game goes the same way whatever is found, so the seat
that finds it is the same with this thing, with one of the box in its place, and with a blank that does nothing. The
thing's win share is that of its finders; even is what finders of the box's things win in the same deals.
"""

import copy
import json
from functools import cache
from math import sqrt
from typing import Any

from terrarium import catalog
from terrarium.arena.match import Result
from terrarium.smallworld.core.game import FamilyGame
from terrarium.workshop.files import UnitFile, read_unit

FIELD = " box"
"""Added to the name of a part: the same deals with things of the box in the place of this one."""
BLANK = "blank"
"""The part with the same deals in which what is found does nothing."""


@cache
def field_of(title: str, chapter: str) -> list[str]:
    """Things of the box of the same kind."""
    game = catalog.game(title, catalog.title(title).players[0])
    assert isinstance(game, FamilyGame)
    return [thing.name for thing in game.kit.things if thing.chapter == chapter]


def blank_of(file: UnitFile) -> UnitFile:
    """The thing without anything that it does."""
    data = copy.deepcopy(file.data)
    page: Any = data["unit"]
    for key in ("ability", "defence", "piece"):
        page.pop(key, None)
    return read_unit(json.dumps(data))


def longest(result: Result) -> int:
    """The seat that held the thing at the end of most turns; of several its finder."""
    seats = range(len(result.kept))
    return max(seats, key=lambda seat: (result.kept[seat], seat == result.finder, -seat))


def difference(one: tuple[float, list[float]], other: tuple[float, list[float]]) -> list[float]:
    """The 95 % interval of how much one share is above another, each given with its own interval (Newcombe's).
    The deals are the same, so the truth is a little narrower."""
    (a, (a_low, a_high)), (b, (b_low, b_high)) = one, other
    return [
        a - b - sqrt((a - a_low) ** 2 + (b_high - b) ** 2),
        a - b + sqrt((a_high - a) ** 2 + (b - b_low) ** 2),
    ]
