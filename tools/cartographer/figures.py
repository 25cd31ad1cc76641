"""How good a drawing is: its tightest places, and how even its land is; lengths in sides of a mean region."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from tools.cartographer.outline import Outline, area, rings
from tools.cartographer.relax import even
from tools.cartographer.sketch import Points

NOT_LAND = ("sea", "lake", "river", "chasm")
# A waist or a tail is this many times as long along the border as across, and at least this long; else it is a corner.
BEND = 3.0
TAIL = 1.2


@dataclass(frozen=True)
class Figures:
    """Shortest border, narrowest gap between strangers, narrowest waist, smallest circle inside, evenness of land."""

    border: float
    gap: float
    waist: float
    circle: float
    uneven: float

    def score(self) -> float:
        """Higher is better: the tightest place counts, then how even the land is."""
        return min(self.border, self.gap, self.waist, self.circle + 0.1) - 0.1 * self.uneven

    def __str__(self) -> str:
        tight = f"border {self.border:.2f}, gap {self.gap:.2f}, waist {self.waist:.2f}, circle {self.circle:.2f}"
        return f"{tight}, land {self.uneven:.2f} : 1"


def figures(data: dict[str, Any], drawing: Outline) -> Figures:
    """Measure a drawing of a map."""
    lines = rings(drawing)
    sizes = np.array([area(ring) for ring in lines])
    side = float(np.sqrt(sizes.mean()))
    land = sizes[[region["features"][0] not in NOT_LAND for region in data["regions"]]]
    closed = [even(np.vstack((ring, ring[:1])), 0.04 * side)[:-1] for ring in lines]
    near = [(a["id"], b) for a in data["regions"] for b in range(a["id"]) if b not in a["borders"]]
    gap = min(_apart(closed[a], closed[b], side) for a, b in near)
    waist = min(_waist(ring, side) for ring in closed)
    circle = min(region["radius"] for region in drawing["regions"])
    uneven = float(land.max() / land.min())
    return Figures(_border(drawing) / side, gap / side, waist / side, circle / side, uneven)


def _border(drawing: Outline) -> float:
    """The length of the shortest border: of two regions together, or of one with the frame."""
    sides: dict[int, list[int]] = {}
    for region in drawing["regions"]:
        for step in region["rings"][0]:
            sides.setdefault(abs(step), []).append(region["id"])
    length: dict[tuple[int, ...], float] = {}
    for number, owners in sides.items():
        line = np.array(drawing["arcs"][number - 1])
        key = tuple(sorted(owners))
        length[key] = max(length.get(key, 0.0), float(np.hypot(*np.diff(line, axis=0).T).sum()))
    return min(length.values())


def _apart(a: Points, b: Points, side: float) -> float:
    """The distance of two lines; lines more than a side apart need no care."""
    if np.any(a.min(axis=0) > b.max(axis=0) + side) or np.any(b.min(axis=0) > a.max(axis=0) + side):
        return side
    return float(np.hypot(a[:, None, 0] - b[None, :, 0], a[:, None, 1] - b[None, :, 1]).min())


def _waist(ring: Points, side: float) -> float:
    steps = np.hypot(*(np.roll(ring, -1, axis=0) - ring).T)
    along = np.concatenate(([0.0], np.cumsum(steps)[:-1]))
    way = np.abs(along[:, None] - along[None, :])
    way = np.minimum(way, steps.sum() - way)
    far = np.hypot(ring[:, None, 0] - ring[None, :, 0], ring[:, None, 1] - ring[None, :, 1])
    across = (way > BEND * far) & (way > TAIL * side)
    return float(far[across].min()) if across.any() else side
