"""A first drawing that is already exact: every arc in its place, no two crossing, areas roughly even.

Every region is a fan of triangles round its centre. With the rim held on a convex line and every other point in a
weighted middle of its neighbours, no triangle can turn over, whatever the weights (Tutte, Floater); so the weights
are free to be changed until the areas agree with what is wanted.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.cartographer.topology import OUTSIDE, Plan

Points = NDArray[np.float64]
ROUNDS = 60


@dataclass
class Sketch:
    """Junctions, and the points of every arc between its two junctions; one unit is the side of a mean region."""

    width: float
    height: float
    framed: bool
    junctions: Points
    arcs: list[Points]
    centres: Points
    areas: Points
    winding: frozenset[int]


def sketch(data: dict[str, Any], plan: Plan, areas: Points) -> Sketch:
    """The first drawing of a map: a board fills its frame, an island lies free."""
    framed = data["title"] != "warcraft"
    at = np.array([region["at"] for region in data["regions"]])
    if framed:
        height = math.sqrt(len(at) / data["aspect"])
        width = height * data["aspect"]
        rim = _frame(plan, at, width, height)
    else:
        height = _island_height(data, at)
        width = height * data["aspect"]
        rim = _shore(plan, at, width, height)
    centres = at * (width, height)
    junctions, arcs = _settle(plan, rim, areas)
    winding = frozenset(region["id"] for region in data["regions"] if region["features"][0] in ("sea", "river"))
    return Sketch(width, height, framed, junctions, arcs, centres, areas, winding)


def frame_point(t: float, width: float, height: float) -> tuple[float, float]:
    """The point of the frame at t: 0 to 1 along the top, then clockwise side by side up to 4."""
    side, part = int(t % 4), t % 1
    if side == 0:
        return part * width, 0.0
    if side == 1:
        return width, part * height
    if side == 2:
        return (1 - part) * width, height
    return 0.0, (1 - part) * height


def frame_place(x: float, y: float) -> float:
    """Where the ray from the middle through (x, y), both 0 to 1, meets the frame."""
    x, y = x - 0.5, y - 0.5
    scale = 0.5 / max(abs(x), abs(y))
    x, y = x * scale + 0.5, y * scale + 0.5
    ends = ((y, 0 + x), (1 - x, 1 + y), (1 - y, 3 - x), (x, 4 - y))
    return min(ends)[1] % 4


def _frame(plan: Plan, at: Points, width: float, height: float) -> dict[int, Points]:
    """The points of each arc on the frame, ends and corners included."""
    places = {v: frame_place(*at[v]) for v in plan.rim}
    ends: dict[int, float] = {}
    lines: dict[int, Points] = {}
    for number, v in enumerate(plan.rim):
        after = plan.rim[(number + 1) % len(plan.rim)]
        step = (places[after] - places[v]) % 4
        place = places[v] + step / 2
        side = (width, height)[int(place) % 2]
        room = 0.35 / side
        ends[v] = int(place) + min(max(place % 1, room), 1 - room)
    for number, v in enumerate(plan.rim):
        first, last = ends[plan.rim[number - 1]] % 4, ends[v] % 4
        if last <= first:
            last += 4
        corners = [c for c in range(1, 8) if first < c < last]
        stops = [first, *corners, last]
        if not corners:
            stops.insert(1, (first + last) / 2)
        lines[v] = np.array([frame_point(t, width, height) for t in stops])
    return lines


def _island_height(data: dict[str, Any], at: Points) -> float:
    """The height at which neighbouring centres lie one mean side apart."""
    plane = at * (data["aspect"], 1)
    pairs = [(r["id"], b) for r in data["regions"] for b in r["borders"]]
    return 1.04 / float(np.mean([np.hypot(*(plane[a] - plane[b])) for a, b in pairs]))


def _shore(plan: Plan, at: Points, width: float, height: float) -> dict[int, Points]:
    """The points of each arc of an island's shore, on an ellipse round its centres."""
    middle = np.array((0.5, 0.5))
    turns = np.unwrap([math.atan2(*(at[v] - middle)[::-1]) for v in plan.rim])
    ends = [(a + b) / 2 for a, b in zip(turns, [*turns[1:], turns[0] + 2 * math.pi], strict=True)]
    radius = math.sqrt(plan.count / math.pi * 1.1)
    stretch = math.sqrt(width / height)
    lines = {}
    for number, v in enumerate(plan.rim):
        first = ends[number - 1] - (2 * math.pi if number == 0 else 0)
        round_ = np.linspace(first, ends[number], 4)
        line = np.stack((np.cos(round_) * radius * stretch, np.sin(round_) * radius / stretch), axis=1)
        lines[v] = line + np.array((width, height)) / 2
    return lines


def _settle(plan: Plan, rim: dict[int, Points], areas: Points) -> tuple[Points, list[Points]]:
    """Solve for all points again and again, pulling harder at regions that are too large."""
    count = plan.count
    paths, fixed = _paths(plan, rim)
    nodes = max(path[-2] for path in paths) + 1
    rings = [_ring(paths, plan.rings[v]) for v in range(count)]
    fans = [(v, a, b) for v in range(count) for a, b in zip(rings[v], rings[v][1:] + rings[v][:1], strict=True)]
    pull = np.ones(count)
    for _ in range(ROUNDS):
        at = _solve(nodes, fans, fixed, pull)
        size = np.array([_area(at[ring]) for ring in rings])
        pull = pull * (size / areas) ** 0.5
        pull = pull / np.exp(np.mean(np.log(pull)))
    return at[count : count + plan.junctions], [at[path[1:-1]] for path in paths]


def _paths(plan: Plan, rim: dict[int, Points]) -> tuple[list[list[int]], dict[int, list[float]]]:
    """Every arc as numbers of points, centres being numbered first and junctions next; and the points that are held."""
    nodes = plan.count + plan.junctions
    paths: list[list[int]] = []
    fixed: dict[int, list[float]] = {}
    for arc in plan.arcs:
        inner = len(rim[arc.right]) - 2 if arc.left == OUTSIDE else 1
        path = [plan.count + arc.start, *range(nodes, nodes + inner), plan.count + arc.end]
        nodes += inner
        if arc.left == OUTSIDE:
            fixed |= dict(zip(path, rim[arc.right].tolist(), strict=True))
        paths.append(path)
    return paths, fixed


def _solve(nodes: int, fans: list[tuple[int, int, int]], fixed: dict[int, list[float]], pull: Points) -> Points:
    """Every point that is not held in the middle of its neighbours, weighted by the pull of the regions between."""
    system, wanted = np.zeros((nodes, nodes)), np.zeros((nodes, 2))
    for v, a, b in fans:
        for p, q in ((v, a), (v, b), (a, b)):
            system[p, q] -= pull[v]
            system[q, p] -= pull[v]
    np.fill_diagonal(system, -system.sum(axis=1))
    for node, point in fixed.items():
        system[node] = 0
        system[node, node] = 1
        wanted[node] = point
    return np.asarray(np.linalg.solve(system, wanted), dtype=np.float64)


def _ring(paths: list[list[int]], ring: tuple[int, ...]) -> list[int]:
    nodes: list[int] = []
    for step in ring:
        path = paths[abs(step) - 1]
        nodes += (path if step > 0 else path[::-1])[:-1]
    return nodes


def _area(points: Points) -> float:
    x, y = points[:, 0], points[:, 1]
    return float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2
