"""The finished outlines of one map, as they are kept.

`arcs` are lines in a frame of `width` (always 1000) by `height`, each stored once and shared by the two regions at its
sides. A region's `rings` (one, as no region has a hole) name its arcs clockwise from 1, negative when run backwards.
`pole` is the middle of the largest circle inside, `radius` its radius, `spot` a second place for a small sign, and
`box` the left, top, right and bottom of the region.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from tools.cartographer.ink import Field, simplify, smooth
from tools.cartographer.relax import Foam, even
from tools.cartographer.sketch import Points
from tools.cartographer.topology import OUTSIDE, Plan

WIDTH = 1000.0
MARGIN = 45.0
TOLERANCE = 0.25
FINE = 0.03

Outline = dict[str, Any]


class Crossed(ValueError):
    """Two lines of a drawing cross."""


def outline(plan: Plan, foam: Foam, seed: int) -> Outline:
    """Draw a settled foam by hand; less freely where a free hand would let lines cross."""
    strength = 1.0
    while strength > 0.2:
        lines, height = _drawn(plan, foam, Field(seed), strength)
        try:
            if not foam.framed and crosses(_ring(lines, plan.rings[-1])):
                raise Crossed("the shore")
            return _assembled(plan, lines, height)
        except Crossed:
            strength *= 0.75
    raise Crossed("the settled lines cross even without a free hand")


def rings(data: Outline) -> list[Points]:
    """The ring of every region, rebuilt from the shared arcs."""
    arcs = [np.array(arc) for arc in data["arcs"]]
    return [_ring(arcs, region["rings"][0]) for region in data["regions"]]


def text(data: Outline) -> str:
    """The file of a map's outlines: one arc or region a line."""
    tight = (",", ":")
    head = f'{{"width":{json.dumps(data["width"])},"height":{json.dumps(data["height"])},\n"arcs":[\n'
    arcs = ",\n".join(json.dumps(arc, separators=tight) for arc in data["arcs"])
    regions = ",\n".join(json.dumps(region, separators=tight) for region in data["regions"])
    return f'{head}{arcs}\n],\n"regions":[\n{regions}\n]}}\n'


def _drawn(plan: Plan, foam: Foam, field: Field, strength: float) -> tuple[list[Points], float]:
    """Every line in the final frame, rounded."""
    frame = (foam.sketch.width, foam.sketch.height) if foam.framed else None
    lines = []
    for number, arc in enumerate(plan.arcs):
        line = foam.line(number)
        if foam.framed and arc.left == OUTSIDE:
            lines.append(_corners(field.move(line, strength, frame), foam))
        else:
            lines.append(field.move(even(smooth(line), FINE), strength, frame))
    if frame is not None:
        scale = WIDTH / frame[0]
        height = round(frame[1] * scale, 1)
        lines = [line * (scale, height / frame[1]) for line in lines]
    else:
        height = round(WIDTH * foam.sketch.height / foam.sketch.width, 1)
        lines = _fitted(lines, height)
    return [np.round(simplify(line, TOLERANCE), 1) for line in lines], height


def _corners(line: Points, foam: Foam) -> Points:
    """A line on the frame: its ends and the corners between them."""
    size = np.array((foam.sketch.width, foam.sketch.height))
    corner = np.all((line < 1e-9) | (line > size - 1e-9), axis=1)
    corner[[0, -1]] = True
    return line[corner]


def _fitted(lines: list[Points], height: float) -> list[Points]:
    """An island in the middle of its frame, with sea all round."""
    low = np.min([line.min(axis=0) for line in lines], axis=0)
    high = np.max([line.max(axis=0) for line in lines], axis=0)
    scale = float(np.min((np.array((WIDTH, height)) - 2 * MARGIN) / (high - low)))
    shift = (np.array((WIDTH, height)) - scale * (high + low)) / 2
    return [line * scale + shift for line in lines]


def _assembled(plan: Plan, lines: list[Points], height: float) -> Outline:
    regions = []
    for number in range(plan.count):
        ring = _ring(lines, plan.rings[number])
        if crosses(ring) or area(ring) <= 0:
            raise Crossed(f"region {number}")
        pole, radius = widest(ring, None)
        spot, _ = widest(ring, (pole, radius))
        box = [*ring.min(axis=0).tolist(), *ring.max(axis=0).tolist()]
        regions.append(
            {
                "id": number,
                "rings": [list(plan.rings[number])],
                "pole": _short(pole.tolist()),
                "radius": round(radius, 1),
                "spot": _short(spot.tolist()),
                "box": _short(box),
            }
        )
    arcs = [[_short(point) for point in line.tolist()] for line in lines]
    return {"width": WIDTH, "height": height, "arcs": arcs, "regions": regions}


def _short(numbers: list[float]) -> list[float]:
    return [int(n) if float(n).is_integer() else round(n, 1) for n in numbers]


def _ring(lines: list[Points], ring: list[int] | tuple[int, ...]) -> Points:
    parts = [lines[abs(step) - 1][:: 1 if step > 0 else -1][:-1] for step in ring]
    return np.concatenate(parts)


def area(ring: Points) -> float:
    """The area inside a clockwise ring."""
    x, y = ring.T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def crosses(ring: Points) -> bool:
    """Does a ring meet itself?"""
    a, b = ring, np.roll(ring, -1, axis=0)
    way = b - a
    rest = ring[None, :] - a[:, None]
    side = way[:, None, 0] * rest[..., 1] - way[:, None, 1] * rest[..., 0]
    parts = side * np.roll(side, -1, axis=1) <= 0
    count = len(ring)
    apart = np.abs(np.arange(count)[:, None] - np.arange(count)[None, :])
    apart = np.minimum(apart, count - apart) > 1
    return bool(np.any(parts & parts.T & apart))


def widest(ring: Points, taken: tuple[Points, float] | None) -> tuple[Points, float]:
    """The point furthest from the border (and from what is taken), and how far it is from the border."""
    low, high = ring.min(axis=0), ring.max(axis=0)
    best = (low + high) / 2
    for _ in range(4):
        grid = np.stack(np.meshgrid(*(np.linspace(low[i], high[i], 33) for i in (0, 1))), axis=-1).reshape(-1, 2)
        far = clearance(ring, grid)
        if taken is not None:
            far = np.minimum(far, np.hypot(*(grid - taken[0]).T) - 0.5 * taken[1])
        best = grid[int(np.argmax(far))]
        step = (high - low) / 16
        low, high = best - step, best + step
    return best, float(clearance(ring, best[None])[0])


def clearance(ring: Points, points: Points) -> Points:
    """How far points lie from a ring; negative outside it."""
    a, b = ring, np.roll(ring, -1, axis=0)
    way = b - a
    rest = points[:, None] - a[None]
    part = np.clip((rest * way).sum(axis=2) / np.maximum((way * way).sum(axis=1), 1e-12), 0, 1)
    far = np.hypot(*np.moveaxis(rest - part[..., None] * way, 2, 0)).min(axis=1)
    below = a[None, :, 1] <= points[:, None, 1]
    spans = below != (b[None, :, 1] <= points[:, None, 1])
    rise = np.where(way[:, 1] == 0, 1e-12, way[:, 1])
    right = points[:, None, 0] < a[None, :, 0] + (points[:, None, 1] - a[None, :, 1]) / rise * way[:, 0]
    inside = (spans & right).sum(axis=1) % 2 == 1
    result: Points = np.where(inside, far, -far)
    return result
