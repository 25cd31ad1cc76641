"""A plan drawn by hand: the outlines of a map in the form in which those of the box are kept (`maps_outlines/`).

One continuous field moves every point of the page, so that lines that were apart stay apart.
"""

from itertools import pairwise
from math import cos, dist, hypot, pi, sin, sqrt

from terrarium.cartography.plan import OUTSIDE, Plan, Point

OCTAVES = ((1.7, 0.05), (0.85, 0.034), (0.42, 0.014))
"""Wavelength and height of each octave, in sides of a mean region."""
WAVES = 10
CALM = 0.5
"""Within this distance of the frame points move along it more and more."""
FINE = 0.07
TOLERANCE = 0.4
GRID = 9
ROUNDS = 4
FREE, APART = 0.2, 0.55
"""How far the second spot of a region stays from its border and from the first, in radii of the first."""
STRENGTHS = (1.0, 0.7, 0.4, 0.0)


def outline(plan: Plan, seed: int = 1) -> dict[str, object]:
    """The outlines of a plan without faults: the same plan and seed give the same lines."""
    hand, lines = _drawn(seed, plan)
    regions: list[dict[str, object]] = []
    for number, rings in enumerate(plan.rings):
        rough = _ring([[plan.corners[corner] for corner in arc] for arc in plan.arcs], rings[0])
        ring = _ring(lines, rings[0])
        pole = hand.move(_widest(rough, None))
        radius = _clearance(ring, pole)
        spot = hand.move(_widest(rough, (pole, radius)))
        if _clearance(ring, spot) < FREE * radius or dist(pole, spot) < APART * radius:
            spot = _widest(ring, (pole, radius))
        xs, ys = [x for x, _ in ring], [y for _, y in ring]
        regions.append(
            {
                "id": number,
                "rings": rings,
                "pole": _short(pole),
                "radius": round(radius, 1),
                "spot": _short(spot),
                "box": _short((min(xs), min(ys), max(xs), max(ys))),
            }
        )
    return {
        "width": plan.width,
        "height": round(plan.height, 1),
        "arcs": [[_short(point) for point in line] for line in lines],
        "regions": regions,
    }


def _drawn(seed: int, plan: Plan) -> tuple["_Hand", list[list[Point]]]:
    """Every line; less freely where a free hand would let lines cross."""
    for strength in STRENGTHS:
        hand = _Hand(seed, plan, strength)
        lines = [hand.line(arc) for arc in range(len(plan.arcs))]
        if not any(_crosses(_ring(lines, rings[0])) for rings in plan.rings):
            break
    return hand, lines


def _crosses(ring: list[Point]) -> bool:
    """Does a ring meet itself?"""
    count = len(ring)
    sides = [(ring[k], ring[(k + 1) % count]) for k in range(count)]
    for j, (a, b) in enumerate(sides):
        left, right, top, low = min(a[0], b[0]), max(a[0], b[0]), min(a[1], b[1]), max(a[1], b[1])
        for k in range(j + 2, count - (j == 0)):
            c, d = sides[k]
            if (c[0] < left and d[0] < left) or (c[0] > right and d[0] > right):
                continue
            if (c[1] < top and d[1] < top) or (c[1] > low and d[1] > low):
                continue
            if _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0:
                return True
    return False


def _turn(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


class _Hand:
    """A smooth displacement of the page, and lines drawn with it."""

    def __init__(self, seed: int, plan: Plan, strength: float) -> None:
        self.plan = plan
        self.waves: list[tuple[float, float, float, float, float]] = []
        state = seed * 7919 + 17
        drawn: list[float] = []
        for _ in range(len(OCTAVES) * WAVES * 4):
            state = (state * 1103515245 + 12345) & 0x7FFFFFFF
            drawn.append((state >> 8) / (0x7FFFFFFF >> 8))
        for octave, (length, height) in enumerate(OCTAVES):
            for wave in range(WAVES):
                turn, stretch, first, second = drawn[(octave * WAVES + wave) * 4 :][:4]
                number = 2 * pi / (length * plan.side * (0.8 + 0.45 * stretch))
                angle = 2 * pi * turn
                size = strength * height * plan.side * sqrt(2 / WAVES)
                self.waves.append((number * cos(angle), number * sin(angle), size, 2 * pi * first, 2 * pi * second))

    def move(self, point: Point) -> Point:
        x, y = point
        dx = dy = 0.0
        for kx, ky, size, first, second in self.waves:
            turn = kx * x + ky * y
            dx += size * cos(turn + first)
            dy += size * cos(turn + second)
        return x + dx * self.calm(x, self.plan.width), y + dy * self.calm(y, self.plan.height)

    def calm(self, place: float, most: float) -> float:
        away = max(0.0, min(1.0, min(place, most - place) / (CALM * self.plan.side)))
        return away * away * (3 - 2 * away)

    def line(self, arc: int) -> list[Point]:
        points = [self.plan.corners[corner] for corner in self.plan.arcs[arc]]
        if OUTSIDE in self.plan.sides[arc] and all(self.on_frame(point) for point in points):
            return [self.move(points[0]), *points[1:-1], self.move(points[-1])]
        return _simple([self.move(point) for point in _even(_smooth(points), FINE * self.plan.side)])

    def on_frame(self, point: Point) -> bool:
        x, y = point
        return min(x, y, self.plan.width - x, self.plan.height - y) < 0.01


def _smooth(points: list[Point]) -> list[Point]:
    """Cut the corners of an open line (Chaikin); its ends stay."""
    for _ in range(2):
        found = [points[0]]
        for k, ((ax, ay), (bx, by)) in enumerate(pairwise(points)):
            if k > 0:
                found.append((0.75 * ax + 0.25 * bx, 0.75 * ay + 0.25 * by))
            if k < len(points) - 2:
                found.append((0.25 * ax + 0.75 * bx, 0.25 * ay + 0.75 * by))
        points = [*found, points[-1]]
    return points


def _even(points: list[Point], spacing: float) -> list[Point]:
    """The same line with points at least so close."""
    found = [points[0]]
    for a, b in pairwise(points):
        steps = max(1, round(dist(a, b) / spacing))
        found += [(a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps) for k in range(1, steps + 1)]
    return found


def _simple(points: list[Point]) -> list[Point]:
    """Leave out points that the eye does not miss (Douglas and Peucker)."""
    keep = {0, len(points) - 1}
    stack = [(0, len(points) - 1)]
    while stack:
        a, b = stack.pop()
        if b - a < 2:
            continue
        off, far = max((_off(points[k], points[a], points[b]), k) for k in range(a + 1, b))
        if off > TOLERANCE:
            keep.add(far)
            stack += [(a, far), (far, b)]
    return [points[k] for k in sorted(keep)]


def _off(point: Point, a: Point, b: Point) -> float:
    """How far a point lies from a stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    size = dx * dx + dy * dy
    part = 0.0 if size == 0 else max(0.0, min(1.0, ((point[0] - a[0]) * dx + (point[1] - a[1]) * dy) / size))
    return hypot(point[0] - a[0] - part * dx, point[1] - a[1] - part * dy)


def _ring(lines: list[list[Point]], ring: list[int]) -> list[Point]:
    found: list[Point] = []
    for step in ring:
        line = lines[abs(step) - 1]
        found += (line if step > 0 else line[::-1])[:-1]
    return found


def _clearance(ring: list[Point], point: Point) -> float:
    """How far a point lies from a ring; negative outside it."""
    x, y = point
    inside = False
    far = 1e9
    for k, (ax, ay) in enumerate(ring):
        bx, by = ring[(k + 1) % len(ring)]
        far = min(far, _off(point, (ax, ay), (bx, by)))
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
    return far if inside else -far


def _widest(ring: list[Point], taken: tuple[Point, float] | None) -> Point:
    """The point furthest from the border, and from what is taken."""
    xs, ys = [x for x, _ in ring], [y for _, y in ring]
    low, high = (min(xs), min(ys)), (max(xs), max(ys))
    best: Point = ((low[0] + high[0]) / 2, (low[1] + high[1]) / 2)
    for _ in range(ROUNDS):
        found = []
        for column in range(GRID):
            for row in range(GRID):
                x = low[0] + (high[0] - low[0]) * column / (GRID - 1)
                y = low[1] + (high[1] - low[1]) * row / (GRID - 1)
                far = _clearance(ring, (x, y))
                if taken is not None:
                    far = min(far, hypot(x - taken[0][0], y - taken[0][1]) - 0.5 * taken[1])
                found.append((far, x, y))
        _, x, y = max(found)
        best = (x, y)
        dx, dy = (high[0] - low[0]) / (GRID - 1), (high[1] - low[1]) / (GRID - 1)
        low, high = (x - dx, y - dy), (x + dx, y + dy)
    return best


def _short(numbers: tuple[float, ...]) -> list[float]:
    return [int(n) if float(n).is_integer() else round(n, 1) for n in numbers]
