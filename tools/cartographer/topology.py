"""From a map's borders to the plan of its outlines: which arcs there are, where they meet, how they ring each region.

The borders of a map and its rim have one plane drawing only, so the plan follows from the file alone: the rim
regions are put on a circle in their order, every other region in the middle of its neighbours (Tutte), and the
angles then tell in which order the neighbours lie round a region. A region with two neighbours away from the rim is
a peninsula: it lies in the border of those two, which therefore meet on both sides of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

OUTSIDE: Final = -1


class Unplanar(ValueError):
    """The borders of a map do not describe regions that fill a board."""


@dataclass(frozen=True)
class Arc:
    """A stretch of border from one junction to another: clockwise round `right`, with `left` on the other side."""

    right: int
    left: int
    start: int
    end: int


@dataclass(frozen=True)
class Plan:
    """The arcs of a map, and the ring of every region and last of the outside.

    A ring is a list of arc numbers from 1, negative when reversed. Rings go clockwise on the page; that of the outside
    goes anticlockwise round the whole map.
    """

    count: int
    junctions: int
    arcs: tuple[Arc, ...]
    rings: tuple[tuple[int, ...], ...]
    rim: tuple[int, ...]


def plan(data: dict[str, Any]) -> Plan:
    """The plan of a map's outlines; Unplanar when its borders do not fill a board."""
    borders = {region["id"]: list(region["borders"]) for region in data["regions"]}
    rim = rim_order(data)
    peninsulas = {v: near for v, near in borders.items() if len(near) == 2 and v not in rim}
    rest = {v: [w for w in near if w not in peninsulas] for v, near in borders.items() if v not in peninsulas}
    ends, around = _rotations(rest, rim)
    for inner, (a, b) in peninsulas.items():
        _insert(ends, around, inner, a, b)
    return _trace(ends, around, rim)


def rim_order(data: dict[str, Any]) -> tuple[int, ...]:
    """The regions on the rim, clockwise on the page, each next to the one before."""
    regions = data["regions"]
    rim = [region["id"] for region in regions if "edge" in region["features"]]
    rim.sort(key=lambda v: math.atan2(regions[v]["at"][1] - 0.5, regions[v]["at"][0] - 0.5))
    for a, b in zip(rim, rim[1:] + rim[:1], strict=True):
        if b not in regions[a]["borders"]:
            raise Unplanar(f"regions {a} and {b} follow each other on the rim but are no neighbours")
    return tuple(rim)


Ends = list[tuple[int, int]]
Around = dict[int, list[int]]


def _rotations(borders: dict[int, list[int]], rim: tuple[int, ...]) -> tuple[Ends, Around]:
    """Every border as a pair of regions, and the borders round each region in clockwise order."""
    at = _middles(borders, rim)
    ends: Ends = [(v, w) for v, around in borders.items() for w in around if v < w]
    number = {pair: e for e, (v, w) in enumerate(ends) for pair in ((v, w), (w, v))}
    around: Around = {}
    for v, near in borders.items():
        turns = [(math.atan2(at[w][1] - at[v][1], at[w][0] - at[v][0]), number[v, w]) for w in near]
        if v in rim:
            turns.append((math.atan2(at[v][1], at[v][0]), len(ends)))
            number[v, OUTSIDE] = len(ends)
            ends.append((v, OUTSIDE))
        around[v] = [edge for _, edge in sorted(turns)]
    around[OUTSIDE] = [number[v, OUTSIDE] for v in reversed(rim)]
    return ends, around


def _middles(borders: dict[int, list[int]], rim: tuple[int, ...]) -> dict[int, tuple[float, float]]:
    """Rim regions on a circle, every other region in the middle of its neighbours."""
    index = {v: i for i, v in enumerate(borders)}
    system, wanted = np.eye(len(index)), np.zeros((len(index), 2))
    for place, v in enumerate(rim):
        turn = 2 * math.pi * place / len(rim)
        wanted[index[v]] = math.cos(turn), math.sin(turn)
    for v, near in borders.items():
        for w in near if v not in rim else ():
            system[index[v], index[w]] -= 1 / len(near)
    at = np.linalg.solve(system, wanted)
    return {v: (float(at[i, 0]), float(at[i, 1])) for v, i in index.items()}


def _insert(ends: Ends, around: Around, inner: int, a: int, b: int) -> None:
    """Put a peninsula into the border between a and b, which becomes two borders."""
    first = next((e for e in around[a] if set(ends[e]) == {a, b}), None)
    if first is None:
        raise Unplanar(f"region {inner} lies between {a} and {b}, which are no neighbours")
    second, to_a, to_b = len(ends), len(ends) + 1, len(ends) + 2
    ends += [(a, b), (inner, a), (inner, b)]
    place = around[a].index(first)
    around[a][place : place + 1] = [first, to_a, second]
    place = around[b].index(first)
    around[b][place : place + 1] = [second, to_b, first]
    around[inner] = [to_a, to_b]


def _trace(ends: Ends, around: Around, rim: tuple[int, ...]) -> Plan:
    """Walk round every meeting point; three regions (or two and the outside) must meet at each."""
    sides: dict[tuple[int, int], int] = {}
    junctions = 0
    for v, turn in around.items():
        for edge in turn:
            if (v, edge) in sides:
                continue
            here, along, steps = v, edge, 0
            while (here, along) not in sides:
                sides[here, along] = junctions
                there = ends[along][0] + ends[along][1] - here
                turn_there = around[there]
                along = turn_there[(turn_there.index(along) + 1) % len(turn_there)]
                here = there
                steps += 1
            if steps != 3:
                raise Unplanar(f"{steps} regions meet in one point near region {v}")
            junctions += 1
    if len(around) - len(ends) + junctions != 2:
        raise Unplanar("the borders cannot be drawn on a plane")
    # Clockwise round a region each arc ends where the next one starts, because every meeting point was walked so.
    arcs = tuple(Arc(u, w, sides[u, e], sides[w, e]) for e, (u, w) in enumerate(ends))
    rings = [tuple(e + 1 if ends[e][0] == v else -e - 1 for e in around[v]) for v in range(len(around) - 1)]
    return Plan(len(rings), junctions, arcs, (*rings, tuple(-e - 1 for e in around[OUTSIDE])), rim)
