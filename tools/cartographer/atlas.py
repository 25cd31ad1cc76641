"""One map from its file to its outlines."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import numpy as np
from tools.cartographer.figures import Figures, figures
from tools.cartographer.outline import Crossed, Outline, outline
from tools.cartographer.relax import Foam
from tools.cartographer.sketch import Points, sketch
from tools.cartographer.topology import plan
from tools.check_maps import ROOT

OUTLINES: Final = ROOT / "src/terrarium/maps_outlines"
# Rivers are narrow, chasms carry nothing; every other region needs room for its tokens.
SIZES: Final = {"lake": 1.05, "river": 0.85, "chasm": 0.9}


def path(title: str, name: str) -> Path:
    """Where the outlines of a map are kept."""
    return OUTLINES / title / f"{name}.json"


def areas(data: dict[str, Any]) -> Points:
    """The area wanted for each region, the mean region having 1: nearly even, a little more for many neighbours."""
    wanted = []
    for region in data["regions"]:
        borders, terrain = len(region["borders"]), region["features"][0]
        if terrain == "sea":
            wanted.append(1 + 0.28 * max(0, borders - 3))
        else:
            wanted.append(SIZES.get(terrain, 1.0) * (0.85 + 0.03 * borders))
    even: Points = np.array(wanted) / float(np.mean(wanted))
    return even


def draw(data: dict[str, Any], seed: int, tries: int) -> tuple[Outline, Figures, int]:
    """The best drawing of a map over seeds seed, seed + 1, …; the same every time."""
    shape = plan(data)
    foam = Foam(shape, sketch(data, shape, areas(data)))
    foam.settle()
    best: tuple[Outline, Figures, int] | None = None
    for hand in range(seed, seed + tries):
        try:
            drawing = outline(shape, foam, hand)
        except Crossed:
            continue
        found = figures(data, drawing)
        if best is None or found.score() > best[1].score():
            best = drawing, found, hand
    if best is None:
        raise Crossed("lines cross with every seed; try others")
    return best
