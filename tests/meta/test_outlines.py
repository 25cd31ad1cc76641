"""The kept outlines say exactly what the map files say: checked in plain Python, without the code that drew them."""

import copy
import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tools.check_maps import MAPS, ROOT, load, names

FOLDER = ROOT / "src/terrarium/maps_outlines"
ALL = [(title, name) for title in MAPS for name in names(title)]
LARGEST = 60_000
# In sides of a mean region: shorter borders and narrower gaps are hard to see on a phone.
BORDER, GAP, CIRCLE = 0.35, 0.28, 0.24

Point = tuple[float, float]
Line = list[Point]
Drawing = dict[str, Any]


@cache
def _kept(title: str, name: str) -> str:
    return (FOLDER / title / f"{name}.json").read_text(encoding="utf-8")


def drawing(title: str, name: str) -> Drawing:
    """A fresh copy of the kept outlines of a map."""
    data: Drawing = json.loads(_kept(title, name))
    return data


def lines(data: Drawing) -> list[Line]:
    """The arcs as lists of points."""
    return [[(x, y) for x, y in arc] for arc in data["arcs"]]


def ring(arcs: list[Line], steps: list[int]) -> Line:
    """The closed ring of signed arcs, its first point not repeated."""
    points: Line = []
    for step in steps:
        points += (arcs[step - 1] if step > 0 else arcs[-step - 1][::-1])[:-1]
    return points


def area(points: Line) -> float:
    """The area inside a ring, positive when it runs clockwise on the page."""
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in _sides(points)) / 2


def _sides(points: Line) -> Iterator[tuple[Point, Point]]:
    return pairwise([*points, points[0]])


def distance(p: Point, a: Point, b: Point) -> float:
    """How far a point lies from a stretch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    part = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / ((dx * dx + dy * dy) or 1)
    part = min(1.0, max(0.0, part))
    return math.hypot(p[0] - a[0] - part * dx, p[1] - a[1] - part * dy)


def inside(p: Point, points: Line) -> bool:
    """Does a point lie inside a ring?"""
    odd = False
    for a, b in _sides(points):
        if (a[1] > p[1]) != (b[1] > p[1]) and p[0] < a[0] + (p[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]):
            odd = not odd
    return odd


def _turn(a: Point, b: Point, c: Point) -> int:
    """Which way the corner a, b, c turns; in tenths, so that it is exact."""
    ax, ay, bx, by, cx, cy = (round(10 * n) for n in (*a, *b, *c))
    cross = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    return (cross > 0) - (cross < 0)


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Do the stretches a-b and c-d have a point in common other than an end of both?"""
    ends = {a, b} & {c, d}
    if len(ends) == 2:
        return True
    turns = _turn(a, b, c), _turn(a, b, d), _turn(c, d, a), _turn(c, d, b)
    if not any(turns):
        axis = 0 if a[0] != b[0] else 1
        low, high = max(min(a[axis], b[axis]), min(c[axis], d[axis])), min(max(a[axis], b[axis]), max(c[axis], d[axis]))
        return low < high or (low == high and not ends)
    return not ends and turns[0] * turns[1] <= 0 and turns[2] * turns[3] <= 0


def faults(source: dict[str, Any], data: Drawing) -> list[str]:
    """Everything in which a drawing does not agree with its map, one sentence each."""
    found = list(_rings(source, data))
    if found:
        return found
    parts = (_neighbours(source, data), _rim(source, data), _plane(source, data), _places(data))
    return [sentence for part in parts for sentence in part]


def _rings(source: dict[str, Any], data: Drawing) -> Iterator[str]:
    """Arcs close into rings, each used once by each of its sides."""
    arcs = lines(data)
    if [region["id"] for region in data["regions"]] != [region["id"] for region in source["regions"]]:
        yield "the regions are not those of the map"
    used = Counter(step for region in data["regions"] for steps in region["rings"] for step in steps)
    if any(count > 1 for count in used.values()):
        yield "an arc is used twice in the same direction"
    if {abs(step) for step in used} != set(range(1, len(arcs) + 1)):
        yield "an arc is missing or belongs to no region"
        return
    for region in data["regions"]:
        if len(region["rings"]) != 1:
            yield f"region {region['id']} is not one piece without holes"
        for steps in region["rings"]:
            way = [arcs[step - 1] if step > 0 else arcs[-step - 1][::-1] for step in steps]
            if any(a[-1] != b[0] for a, b in pairwise([*way, way[0]])):
                yield f"the ring of region {region['id']} is not closed"
    junctions = Counter(point for arc in arcs for point in (arc[0], arc[-1]))
    if set(junctions.values()) != {3}:
        yield "a junction does not join three arcs"
    if any(round(10 * n) != pytest.approx(10 * n, abs=1e-6) for arc in arcs for point in arc for n in point):
        yield "a coordinate has more than one decimal"


def _owners(data: Drawing) -> dict[int, list[int]]:
    owners: dict[int, list[int]] = {}
    for region in data["regions"]:
        for step in region["rings"][0]:
            owners.setdefault(abs(step), []).append(region["id"])
    return owners


def _neighbours(source: dict[str, Any], data: Drawing) -> Iterator[str]:
    drawn = {tuple(sorted(owners)) for owners in _owners(data).values() if len(owners) == 2}
    stated = {tuple(sorted((region["id"], b))) for region in source["regions"] for b in region["borders"]}
    for pair in sorted(stated - drawn):
        yield f"neighbours {pair} share no arc"
    for pair in sorted(drawn - stated):
        yield f"regions {pair} share an arc but are no neighbours"


def _rim(source: dict[str, Any], data: Drawing) -> Iterator[str]:
    """The outer arcs belong to the edge regions; on a board they lie on the frame and nothing else touches it."""
    arcs, owners = lines(data), _owners(data)
    outer = {number: mine[0] for number, mine in owners.items() if len(mine) == 1}
    edge = {region["id"] for region in source["regions"] if "edge" in region["features"]}
    if set(outer.values()) != edge:
        yield f"regions {sorted(set(outer.values()) ^ edge)} touch the rim wrongly"
    width, height = data["width"], data["height"]
    board = source["title"] != "warcraft"
    for number, arc in enumerate(arcs, 1):
        on_frame = [x in (0, width) or y in (0, height) for x, y in arc]
        if any(not (0 <= x <= width and 0 <= y <= height) for x, y in arc):
            yield f"arc {number} leaves the frame"
        if board and number in outer:
            flat = all(a[0] == b[0] in (0, width) or a[1] == b[1] in (0, height) for a, b in pairwise(arc))
            if not flat:
                yield f"arc {number} is outside but not on the frame"
        elif any(on_frame[1:-1]) or (not board and any(on_frame)):
            yield f"arc {number} touches the frame"
    if width != 1000 or abs(width / height - source["aspect"]) > 0.001:
        yield "the frame has not the proportions of the map"


def _plane(source: dict[str, Any], data: Drawing) -> Iterator[str]:
    """No two stretches meet but at shared ends, and the areas add up: so regions are simple and never overlap."""
    arcs = lines(data)
    cells: dict[tuple[int, int], list[tuple[Point, Point]]] = {}
    for arc in arcs:
        for a, b in pairwise(arc):
            for i in range(int(min(a[0], b[0])) // 25, int(max(a[0], b[0])) // 25 + 1):
                for j in range(int(min(a[1], b[1])) // 25, int(max(a[1], b[1])) // 25 + 1):
                    cells.setdefault((i, j), []).append((a, b))
    for near in cells.values():
        for (a, b), (c, d) in combinations(near, 2):
            if meet(a, b, c, d):
                yield f"lines meet near {a}"
                return
    sizes = [area(ring(arcs, region["rings"][0])) for region in data["regions"]]
    if min(sizes) <= 0:
        yield "a ring runs anticlockwise"
    whole = data["width"] * data["height"]
    if source["title"] == "warcraft":
        whole = area(_shore(data))
    if abs(sum(sizes) - whole) > 1e-6 * whole:
        yield f"the regions cover {sum(sizes):.1f} of {whole:.1f}"


def _shore(data: Drawing) -> Line:
    arcs, owners = lines(data), _owners(data)
    starts = {arcs[number - 1][0]: arcs[number - 1] for number, mine in owners.items() if len(mine) == 1}
    first = here = next(iter(starts))
    points: Line = []
    for _ in starts:
        points += starts[here][:-1]
        here = starts[here][-1]
    assert here == first
    return points


def _places(data: Drawing) -> Iterator[str]:
    """Poles, spots and boxes fit the rings."""
    arcs = lines(data)
    for region in data["regions"]:
        points = ring(arcs, region["rings"][0])
        pole, spot = tuple(region["pole"]), tuple(region["spot"])
        clear = min(distance(pole, a, b) for a, b in _sides(points))
        if not inside(pole, points) or abs(clear - region["radius"]) > 0.2:
            yield f"the pole of region {region['id']} has not the stated room"
        room = min(distance(spot, a, b) for a, b in _sides(points))
        if not inside(spot, points) or room < 0.15 * region["radius"] or math.dist(pole, spot) < 0.5 * region["radius"]:
            yield f"the spot of region {region['id']} is not free"
        xs, ys = zip(*points, strict=True)
        if region["box"] != [min(xs), min(ys), max(xs), max(ys)]:
            yield f"the box of region {region['id']} is wrong"


def test_every_map_has_outlines_and_nothing_else_is_kept() -> None:
    kept = sorted(path.relative_to(FOLDER).as_posix() for path in FOLDER.rglob("*.json"))
    assert kept == sorted(f"{title}/{name}.json" for title, name in ALL)


@pytest.mark.parametrize(("title", "name"), ALL)
def test_outlines_say_what_the_map_says(title: str, name: str) -> None:
    assert faults(load(title, name), drawing(title, name)) == []


@pytest.mark.parametrize(("title", "name"), ALL)
def test_outlines_are_easy_to_see_and_light(title: str, name: str) -> None:
    source, data = load(title, name), drawing(title, name)
    arcs = lines(data)
    rings = [ring(arcs, region["rings"][0]) for region in data["regions"]]
    side = math.sqrt(sum(area(points) for points in rings) / len(rings))
    longest: dict[tuple[int, ...], float] = {}
    for number, owners in _owners(data).items():
        length = sum(math.dist(a, b) for a, b in pairwise(arcs[number - 1]))
        longest[tuple(sorted(owners))] = max(length, longest.get(tuple(sorted(owners)), 0))
    assert min(longest.values()) > BORDER * side
    assert min(region["radius"] for region in data["regions"]) > CIRCLE * side
    far = [(a["id"], b) for a in source["regions"] for b in range(a["id"]) if b not in a["borders"]]
    boxes = [region["box"] for region in data["regions"]]
    for a, b in far:
        (ax0, ay0, ax1, ay1), (bx0, by0, bx1, by1), room = boxes[a], boxes[b], GAP * side
        if ax0 < bx1 + room and bx0 < ax1 + room and ay0 < by1 + room and by0 < ay1 + room:
            ways = ((rings[a], rings[b]), (rings[b], rings[a]))
            near = min(distance(p, c, d) for one, other in ways for p in one for c, d in _sides(other))
            assert near > room, f"regions {a} and {b} nearly touch"
    assert len(_kept(title, name)) < LARGEST


def _moved_point(data: Drawing) -> None:
    arc = next(arc for arc in data["arcs"] if len(arc) > 6)
    arc[3] = [round(1000 - arc[3][0], 1), arc[3][1]]


def _moved_junction(data: Drawing) -> None:
    data["arcs"][0][0][0] += 1


def _lost_arc(data: Drawing) -> None:
    data["regions"][6]["rings"][0].pop()


def _two_turned(data: Drawing) -> None:
    steps = data["regions"][6]["rings"][0]
    steps[0] = -steps[0]


def _swapped(data: Drawing) -> None:
    first, second = data["regions"][6], data["regions"][14]
    for key in ("rings", "pole", "spot", "radius", "box"):
        first[key], second[key] = second[key], first[key]


def _off_frame(data: Drawing) -> None:
    for arc in data["arcs"]:
        for point in arc:
            point[0] = 0.5 if point[0] == 0 else point[0]


def _wrong_pole(data: Drawing) -> None:
    data["regions"][3]["pole"] = data["regions"][4]["pole"]


def _crowded_spot(data: Drawing) -> None:
    data["regions"][3]["spot"] = data["regions"][3]["pole"]


FAULTS: list[tuple[Callable[[Drawing], None], str]] = [
    (_moved_point, "lines meet"),
    (_moved_junction, "is not closed"),
    (_lost_arc, "is not closed"),
    (_two_turned, "used twice in the same direction"),
    (_swapped, "share no arc"),
    (_off_frame, "not on the frame"),
    (_wrong_pole, "the pole of region 3"),
    (_crowded_spot, "the spot of region 3"),
]


@pytest.mark.parametrize(("spoil", "words"), FAULTS)
def test_check_sees_the_fault(spoil: Callable[[Drawing], None], words: str) -> None:
    data = copy.deepcopy(drawing("small-world", "2p"))
    spoil(data)
    assert any(words in sentence for sentence in faults(load("small-world", "2p"), data))


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (((0, 0), (2, 2)), ((0, 2), (2, 0)), True),
        (((0, 0), (2, 2)), ((2, 2), (4, 0)), False),
        (((0, 0), (4, 0)), ((2, 0), (2, 3)), True),
        (((0, 0), (4, 0)), ((4, 0), (2, 0)), True),
        (((0, 0), (4, 0)), ((4, 0), (6, 0)), False),
        (((0, 0), (4, 0)), ((5, 0), (6, 0)), False),
        (((0, 0), (4, 0)), ((0, 1), (4, 1)), False),
    ],
)
def test_meeting_of_stretches(first: tuple[Point, Point], second: tuple[Point, Point], expected: bool) -> None:
    assert meet(*first, *second) is expected
    assert meet(*second, *first) is expected
