"""From places to the plan of a map: which region lies where, which arcs part them, where these meet."""

from dataclasses import dataclass, field
from itertools import pairwise
from math import dist, hypot, sqrt

Point = tuple[float, float]
OUTSIDE = -1
"""What lies beyond the frame, and the open water between islands."""
WIDTH = 1000.0
NEAR = 0.05
"""Corners nearer than this are one."""
SHORT = 0.13
"""Borders shorter than this, in sides of a mean region, cannot be seen for sure."""
CLOSE = 0.22
"""Places nearer than this cannot be told apart."""


@dataclass
class Edge:
    """A straight piece of border, clockwise round `right`, with `left` on its other side."""

    start: int
    end: int
    right: int
    left: int


@dataclass
class Plan:
    """Regions as rings of arcs between junctions; what cannot be drawn so is told by `faults`."""

    width: float
    height: float
    side: float
    """Of a mean region, were it square."""
    corners: list[Point]
    arcs: list[list[int]] = field(default_factory=list)
    """Corners from junction to junction."""
    sides: list[tuple[int, int]] = field(default_factory=list)
    """The regions at the two sides of each arc."""
    rings: list[list[list[int]]] = field(default_factory=list)
    """For each region its rings: arc numbers from 1, negative when run backwards."""
    borders: list[list[int]] = field(default_factory=list)
    edge: list[bool] = field(default_factory=list)
    faults: list[tuple[str, int, int]] = field(default_factory=list)
    """A code, a region, and perhaps another one."""

    @property
    def drawable(self) -> bool:
        """Can it be drawn? Borders that are too short to be sure of can: whoever sees them can mend them."""
        return all(code in ("hardly", "hardly_edge") for code, _, _ in self.faults)

    def length(self, arc: int) -> float:
        line = [self.corners[corner] for corner in self.arcs[arc]]
        return sum(dist(a, b) for a, b in pairwise(line))


def planned(regions: list[list[Point]], open_water: list[Point], aspect: float) -> Plan:
    """The plan of regions with these places, each from 0 to 1000 across and down."""
    height = WIDTH / aspect
    places = [(x, y * height / 1000) for spots in [*regions, open_water] for x, y in spots]
    owner = [r for r, spots in enumerate(regions) for _ in spots] + [OUTSIDE] * len(open_water)
    side = sqrt(WIDTH * height / max(1, len(regions) + len(open_water)))
    plan = Plan(WIDTH, height, side, [])
    if _too_close(plan, places, owner):
        plan.borders = [[] for _ in regions]
        plan.edge = [False for _ in regions]
        return plan
    edges = _edges(plan, places, owner)
    _trace(plan, edges, len(regions))
    _read_off(plan, len(regions))
    return plan


def _too_close(plan: Plan, places: list[Point], owner: list[int]) -> bool:
    """Places that cannot be told apart."""
    for a, spot in enumerate(places):
        for b in range(a):
            far = dist(spot, places[b])
            if far < 2 or (owner[a] != owner[b] and far < CLOSE * plan.side):
                plan.faults.append(("spots_close", max(owner[a], owner[b]), min(owner[a], owner[b])))
                return True
    return False


def cell(here: int, places: list[Point], width: float, height: float) -> list[tuple[Point, int]]:
    """The part of the frame nearest to one of the places: corners clockwise, each with whose border begins there."""
    x, y = places[here]
    ring = [((0.0, 0.0), OUTSIDE), ((width, 0.0), OUTSIDE), ((width, height), OUTSIDE), ((0.0, height), OUTSIDE)]
    others = sorted((hypot(px - x, py - y), other) for other, (px, py) in enumerate(places) if other != here)
    for far, other in others:
        if far / 2 > max(hypot(cx - x, cy - y) for (cx, cy), _ in ring):
            break
        ring = _clipped(ring, (x, y), places[other], other)
    return ring


def _clipped(ring: list[tuple[Point, int]], a: Point, b: Point, label: int) -> list[tuple[Point, int]]:
    """The part of a ring that is nearer to a than to b."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    limit = dx * (a[0] + b[0]) / 2 + dy * (a[1] + b[1]) / 2
    beyond = [dx * x + dy * y - limit for (x, y), _ in ring]
    if all(value <= 0 for value in beyond):
        return ring
    found: list[tuple[Point, int]] = []
    for k, ((x, y), name) in enumerate(ring):
        after = (k + 1) % len(ring)
        (nx, ny), _ = ring[after]
        inside, next_inside = beyond[k] <= 0, beyond[after] <= 0
        if inside:
            found.append(((x, y), name))
        if inside != next_inside:
            t = beyond[k] / (beyond[k] - beyond[after])
            cut = (x + t * (nx - x), y + t * (ny - y))
            found.append((cut, label if inside else name))
    return found


class _Corners:
    """Points that lie together are one corner."""

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.grid: dict[tuple[int, int], list[int]] = {}

    def number(self, point: Point) -> int:
        column, row = int(point[0] // 1), int(point[1] // 1)
        for c in (column - 1, column, column + 1):
            for r in (row - 1, row, row + 1):
                for known in self.grid.get((c, r), []):
                    if dist(self.points[known], point) < NEAR:
                        return known
        self.points.append(point)
        self.grid.setdefault((column, row), []).append(len(self.points) - 1)
        return len(self.points) - 1


def _edges(plan: Plan, places: list[Point], owner: list[int]) -> list[Edge]:
    """Every piece of border that has a region at its right hand."""
    corners = _Corners()
    edges: list[Edge] = []
    for here in range(len(places)):
        if owner[here] == OUTSIDE:
            continue
        ring = cell(here, places, plan.width, plan.height)
        numbers = [corners.number(point) for point, _ in ring]
        for k, (_, label) in enumerate(ring):
            start, end = numbers[k], numbers[(k + 1) % len(ring)]
            left = OUTSIDE if label == OUTSIDE else owner[label]
            if start != end and left != owner[here]:
                edges.append(Edge(start, end, owner[here], left))
    plan.corners = corners.points
    return edges


def _trace(plan: Plan, edges: list[Edge], count: int) -> None:
    """Join pieces of border to arcs between junctions, and arcs to rings."""
    touching: dict[int, set[int]] = {}
    degree: dict[int, set[int]] = {}
    for edge in edges:
        for corner, other in ((edge.start, edge.end), (edge.end, edge.start)):
            touching.setdefault(corner, set()).update((edge.right, edge.left))
            degree.setdefault(corner, set()).add(other)
    for corner, others in degree.items():
        if len(others) > 3:
            around = sorted(region for region in touching[corner] if region != OUTSIDE)
            plan.faults.append(("four_meet", around[0], around[-1]))
    if plan.faults:
        plan.rings = [[] for _ in range(count)]
        return
    junctions = {corner for corner, others in degree.items() if len(others) > 2}
    known: dict[tuple[int, int], int] = {}
    for region in range(count):
        ways = {edge.start: edge for edge in edges if edge.right == region}
        rings: list[list[int]] = []
        while ways:
            begin = min([corner for corner in ways if corner in junctions] or [min(ways)])
            here, ring = begin, []
            while here in ways:
                line, left = [here], ways[here].left
                while here in ways:
                    edge = ways.pop(here)
                    here = edge.end
                    line.append(here)
                    if here in junctions:
                        break
                # A way is known by its first step, from either of its ends: the other region runs it backwards.
                back = known.get((line[-1], line[-2]))
                if back is not None:
                    ring.append(-back)
                else:
                    plan.arcs.append(line)
                    plan.sides.append((region, left))
                    known[line[0], line[1]] = len(plan.arcs)
                    ring.append(len(plan.arcs))
            if here != begin:
                plan.faults.append(("torn", region, OUTSIDE))
            rings.append(ring)
        plan.rings.append(rings)
        if len(rings) != 1:
            plan.faults.append(("in_pieces", region, OUTSIDE))


def _read_off(plan: Plan, count: int) -> None:
    """Who borders whom and who touches the edge; contacts too short to be sure of are faults."""
    contact: dict[tuple[int, int], float] = {}
    for number, (right, left) in enumerate(plan.sides):
        pair = (max(right, left), min(right, left))
        contact[pair] = max(contact.get(pair, 0.0), plan.length(number))
    plan.borders = [[] for _ in range(count)]
    plan.edge = [False for _ in range(count)]
    for (a, b), length in sorted(contact.items()):
        if length < SHORT * plan.side:
            plan.faults.append(("hardly", a, b) if b != OUTSIDE else ("hardly_edge", a, b))
        if b == OUTSIDE:
            plan.edge[a] = True
        else:
            plan.borders[a].append(b)
            plan.borders[b].append(a)
    plan.borders = [sorted(near) for near in plan.borders]
