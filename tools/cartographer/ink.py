"""Make settled lines look drawn by hand, and light enough to ship.

One continuous field moves every point of the page, so that lines that were apart stay apart; noise added line by line
would cross itself where three meet. Then the points that the eye does not miss are left out.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from tools.cartographer.sketch import Points

# Wavelength and height of each octave, in sides of a mean region.
OCTAVES = ((1.7, 0.04), (0.85, 0.036), (0.42, 0.02), (0.2, 0.007))
WAVES = 14
CALM = 0.5


class Field:
    """A smooth random displacement of the page."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        waves: list[NDArray[np.float64]] = []
        for length, height in OCTAVES:
            angle = rng.uniform(0, 2 * math.pi, WAVES)
            number = 2 * math.pi / (length * rng.uniform(0.8, 1.25, WAVES))
            size = np.full(WAVES, height * math.sqrt(2 / WAVES))
            phase = rng.uniform(0, 2 * math.pi, (2, WAVES))
            waves.append(np.stack((number * np.cos(angle), number * np.sin(angle), size, phase[0], phase[1])))
        self.waves = np.concatenate(waves, axis=1)

    def move(self, points: Points, strength: float, frame: tuple[float, float] | None) -> Points:
        """The points after the displacement; next to a frame they only move along it."""
        x, y, size, first, second = self.waves
        turn = points[:, :1] * x + points[:, 1:] * y
        shift = np.stack([(np.cos(turn + phase) * size).sum(axis=1) for phase in (first, second)], axis=1)
        if frame is not None:
            away = np.minimum(points, np.array(frame) - points) / CALM
            shift *= np.clip(away, 0, 1) ** 2 * (3 - 2 * np.clip(away, 0, 1))
        moved: Points = points + strength * shift
        return moved


def smooth(points: Points, rounds: int = 2) -> Points:
    """Cut the corners of an open line (Chaikin); its ends stay."""
    for _ in range(rounds):
        a, b = points[:-1], points[1:]
        cut = np.stack((0.75 * a + 0.25 * b, 0.25 * a + 0.75 * b), axis=1).reshape(-1, 2)
        points = np.vstack((points[:1], cut[1:-1], points[-1:]))
    return points


def simplify(points: Points, tolerance: float) -> Points:
    """Leave out points within the tolerance of the line that is left (Douglas and Peucker)."""
    keep = np.zeros(len(points), dtype=bool)
    keep[[0, -1]] = True
    stack = [(0, len(points) - 1)]
    while stack:
        a, b = stack.pop()
        if b - a < 2:
            continue
        way = points[b] - points[a]
        rest = points[a + 1 : b] - points[a]
        part = np.clip(rest @ way / max(float(way @ way), 1e-12), 0, 1)
        off = np.hypot(*(rest - part[:, None] * way).T)
        far = int(np.argmax(off))
        if off[far] > tolerance:
            keep[a + 1 + far] = True
            stack += [(a, a + 1 + far), (a + 1 + far, b)]
    return points[keep]
