"""Let the first drawing settle like a foam: even areas, short borders, no strait, no border too short to see.

Points move; arcs never join or part, so the drawing stays exact as long as no two arcs cross. After every few steps
this is looked at, and steps that led to a crossing are taken back and tried shorter. All lengths are in sides of a
mean region.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tools.cartographer.sketch import Points, Sketch, frame_place, frame_point
from tools.cartographer.topology import OUTSIDE, Plan

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Forces:
    """What pulls how strongly, the tension of a border being 1; the defaults suit every map of the project."""

    pressure: float = 40.0  # against an area that is not the wanted one
    centre: float = 3.0  # of the given centre on the centre of gravity
    shortest: float = 0.62  # borders below this length
    stretch: float = 6.0  # are stretched so strongly
    gap: float = 0.8  # banks of a region nearer than this
    channel: float = 0.55  # (than this, for a sea, a river, the bays of an island)
    repulsion: float = 40.0  # are pushed apart so strongly
    corner: float = 0.4  # the nearest a border comes to a corner of the frame
    shore: float = 0.8  # tension of the shore of an island


SETTLED = Forces()
# Spacing of points, number of rounds, pull of the given centres: coarse first.
STAGES = ((0.14, 150, 1.0), (0.1, 150, 0.6), (0.08, 150, 0.3))
RESAMPLE = 10
LIMIT = 0.12


class Foam:
    """The drawing while it settles."""

    def __init__(self, plan: Plan, start: Sketch, forces: Forces = SETTLED) -> None:
        self.plan, self.sketch, self.forces = plan, start, forces
        self.junctions = start.junctions.copy()
        self.arcs = [arc.copy() for arc in start.arcs]
        self.outer = [arc.left == OUTSIDE for arc in plan.arcs]
        self.framed = start.framed
        self.rim_junctions = {j for arc in plan.arcs if arc.left == OUTSIDE for j in (arc.start, arc.end)}
        winding = start.winding
        # The centre of a winding region is its widest place, not its centre of gravity, so it draws nothing there.
        self.drawn = np.array([0.0 if v in winding else 1.0 for v in range(plan.count)])
        narrow = [v in winding or v == plan.count for v in range(plan.count + 1)]
        self.gaps = [forces.channel if thin else forces.gap for thin in narrow]
        self.spacing = STAGES[0][0]

    def settle(self) -> None:
        """Run all stages."""
        self.limit = LIMIT
        for spacing, rounds, pull in STAGES:
            self.spacing = spacing
            for _ in range(rounds):
                kept = self.junctions.copy(), [arc.copy() for arc in self.arcs]
                self.resample()
                for _ in range(RESAMPLE):
                    self.step(pull)
                if self.crossing():
                    self.junctions, self.arcs = kept
                    self.limit /= 2
                else:
                    self.limit = min(LIMIT, self.limit * 1.5)

    def line(self, number: int) -> Points:
        """All points of an arc, its junctions included."""
        arc = self.plan.arcs[number]
        return np.vstack((self.junctions[arc.start], self.arcs[number], self.junctions[arc.end]))

    # -- points in one array ------------------------------------------------------------------------------------

    def resample(self) -> None:
        """Space the points of every arc evenly, and find again which points could come too close."""
        for number in range(len(self.arcs)):
            if self.outer[number] and self.framed:
                self.arcs[number] = self._along_frame(number)
            else:
                self.arcs[number] = even(self.line(number), self.spacing)[1:-1]
        count = len(self.junctions)
        self.at = np.vstack((self.junctions, *self.arcs))
        self.paths: list[Ints] = []
        for number, arc in enumerate(self.plan.arcs):
            inner = np.arange(count, count + len(self.arcs[number]))
            count += len(inner)
            self.paths.append(np.concatenate(([arc.start], inner, [arc.end])))
        self.rings = [self._ring(ring) for ring in self.plan.rings]
        self._index()
        close = [self._close(v) for v in range(len(self.rings))]
        self.pairs = tuple(np.concatenate([part[i] for part in close]) for i in range(3))

    def crossing(self) -> bool:
        """Do two stretches of one ring cross? Arcs of different rings cannot cross before that."""
        for ring in self.rings:
            here = self.at[ring]
            after = np.roll(here, -1, axis=0)
            sides = _side(here[:, None], after[:, None], here[None, :])
            ahead = np.roll(sides, -1, axis=1)
            parts = (sides * ahead) < 0
            if np.any(parts & parts.T):
                return True
        return False

    def _ring(self, ring: tuple[int, ...]) -> Ints:
        parts = [self.paths[abs(step) - 1][:: 1 if step > 0 else -1][:-1] for step in ring]
        return np.concatenate(parts)

    def _index(self) -> None:
        """Flat tables of segments and ring neighbours."""
        free = [path for path, outer in zip(self.paths, self.outer, strict=True) if not (outer and self.framed)]
        shore = [outer for outer in self.outer if not (outer and self.framed)]
        self.seg_a = np.concatenate([path[:-1] for path in free])
        self.seg_b = np.concatenate([path[1:] for path in free])
        tension = [np.full(len(p) - 1, self.forces.shore if s else 1.0) for p, s in zip(free, shore, strict=True)]
        self.tension = np.concatenate(tension)[:, None]
        inner = self.rings[:-1]
        self.ring_at = np.concatenate(inner)
        self.ring_next = np.concatenate([np.roll(ring, -1) for ring in inner])
        self.ring_prev = np.concatenate([np.roll(ring, 1) for ring in inner])
        self.ring_of = np.concatenate([np.full(len(ring), v) for v, ring in enumerate(inner)])
        self.fixed = np.zeros(len(self.at), dtype=bool)
        self.slide = np.ones((len(self.at), 2))
        if self.framed:
            for path, outer in zip(self.paths, self.outer, strict=True):
                if outer:
                    self.fixed[path[1:-1]] = True
            for j in self.rim_junctions:
                x, y = self.at[j]
                level = min(y, self.sketch.height - y) < min(x, self.sketch.width - x)
                self.slide[j] = (1, 0) if level else (0, 1)

    def _along_frame(self, number: int) -> Points:
        arc, size = self.plan.arcs[number], (self.sketch.width, self.sketch.height)
        first, last = (frame_place(*(self.junctions[j] / size)) for j in (arc.start, arc.end))
        last += 4 * (last <= first)
        stops = [first, *(float(c) for c in range(1, 8) if first < c < last), last]
        corners = np.array([frame_point(t, *size) for t in stops])
        parts = [even(corners[i : i + 2], self.spacing)[1:] for i in range(len(corners) - 1)]
        return np.vstack(parts)[:-1]

    def _close(self, v: int) -> tuple[Ints, Ints, Points]:
        """Pairs of points of a ring that are near each other across the region, not along its border."""
        ring = self.rings[v]
        points = self.at[ring]
        steps = np.hypot(*(np.roll(points, -1, axis=0) - points).T)
        along = np.concatenate(([0.0], np.cumsum(steps)[:-1]))
        way = np.abs(along[:, None] - along[None, :])
        way = np.minimum(way, steps.sum() - way)
        far = np.hypot(points[:, None, 0] - points[None, :, 0], points[:, None, 1] - points[None, :, 1])
        near = np.triu((far < self.gaps[v] * 1.2) & (way > 2.2 * far + self.spacing))
        a, b = np.nonzero(near)
        return ring[a], ring[b], np.full(len(a), self.gaps[v])

    # -- one step -----------------------------------------------------------------------------------------------

    def step(self, pull: float) -> None:
        """Move every point a little."""
        force = np.zeros_like(self.at)
        self._tighten(force)
        self._press(force, pull)
        self._part(force)
        self._lengthen(force)
        move = force / self.spacing * (0.25 * self.spacing**2)
        move[self.fixed] = 0
        move *= self.slide
        limit = self.limit * self.spacing
        size = np.hypot(*move.T)
        move *= np.minimum(1, limit / np.maximum(size, 1e-12))[:, None]
        self.at += move
        if self.framed:
            self._hold_frame()
        count = len(self.junctions)
        self.junctions = self.at[:count].copy()
        for number, path in enumerate(self.paths):
            self.arcs[number] = self.at[path[1:-1]]

    def _tighten(self, force: Points) -> None:
        way = self.at[self.seg_b] - self.at[self.seg_a]
        way *= self.tension / np.maximum(np.hypot(*way.T), 1e-9)[:, None]
        np.add.at(force, self.seg_a, way)
        np.add.at(force, self.seg_b, -way)

    def _press(self, force: Points, pull: float) -> None:
        """Areas towards their targets, centroids towards the given centres."""
        here, after, before = self.at[self.ring_at], self.at[self.ring_next], self.at[self.ring_prev]
        cross = here[:, 0] * after[:, 1] - after[:, 0] * here[:, 1]
        regions = self.plan.count
        area = np.bincount(self.ring_of, cross, regions) / 2
        safe = np.maximum(area, 1e-3)
        sums = [np.bincount(self.ring_of, (here[:, i] + after[:, i]) * cross, regions) for i in (0, 1)]
        middle = np.stack(sums, axis=1) / (6 * safe[:, None])
        push = self.forces.pressure * np.clip(1 - area / self.sketch.areas, -1, 1)
        outward = np.stack((after[:, 1] - before[:, 1], before[:, 0] - after[:, 0]), axis=1) / 2
        np.add.at(force, self.ring_at, outward * push[self.ring_of, None])
        drift = (self.sketch.centres - middle) * self.drawn[:, None]
        drift *= np.minimum(1, 0.6 / np.maximum(np.hypot(*drift.T), 1e-9))[:, None]
        share = np.hypot(*outward.T)[:, None] * self.forces.centre * pull
        np.add.at(force, self.ring_at, drift[self.ring_of] * share)

    def _part(self, force: Points) -> None:
        """Keep the two banks of every region apart."""
        a, b, gap = self.pairs
        way = self.at[b] - self.at[a]
        far = np.maximum(np.hypot(*way.T), 1e-6)
        push = self.forces.repulsion * np.clip(1 - far / gap, 0, 1) * np.minimum(gap / far, 8) * self.spacing**2
        way *= (push / far)[:, None]
        np.add.at(force, a, -way)
        np.add.at(force, b, way)

    def _lengthen(self, force: Points) -> None:
        """Push the ends of short borders apart."""
        arcs = self.plan.arcs
        a = np.array([arc.start for arc in arcs])
        b = np.array([arc.end for arc in arcs])
        way = self.at[b] - self.at[a]
        far = np.maximum(np.hypot(*way.T), 1e-6)
        push = self.forces.stretch * np.clip(1 - far / self.forces.shortest, 0, 1)
        way *= (push / far)[:, None]
        np.add.at(force, a, -way)
        np.add.at(force, b, way)

    def _hold_frame(self) -> None:
        """Rim junctions slide on the frame, away from its corners; all other points stay inside."""
        room, size = self.forces.corner, np.array((self.sketch.width, self.sketch.height))
        inside = ~self.fixed
        self.at[inside] = np.clip(self.at[inside], 0.02, size - 0.02)
        for j in self.rim_junctions:
            axis = 0 if self.slide[j, 0] else 1
            self.at[j, axis] = np.clip(self.at[j, axis], room, size[axis] - room)
            self.at[j, 1 - axis] = 0 if self.at[j, 1 - axis] < size[1 - axis] / 2 else size[1 - axis]


def _side(a: Points, b: Points, c: Points) -> Points:
    """On which hand of the way from a to b does c lie?"""
    turn: Points = (b[..., 0] - a[..., 0]) * (c[..., 1] - a[..., 1]) - (b[..., 1] - a[..., 1]) * (c[..., 0] - a[..., 0])
    return turn


def even(points: Points, spacing: float) -> Points:
    """The same line with evenly spaced points, at least four steps."""
    steps = np.hypot(*np.diff(points, axis=0).T)
    along = np.concatenate(([0.0], np.cumsum(steps)))
    count = max(4, round(along[-1] / spacing))
    places = np.linspace(0, along[-1], count + 1)
    return np.stack((np.interp(places, along, points[:, 0]), np.interp(places, along, points[:, 1])), axis=1)
