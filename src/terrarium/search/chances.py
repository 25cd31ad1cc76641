"""Chances to win: a softmax over what every side is expected to end with, softer the more rounds are left.

The spread, in points, is `exp(a + b·left + c·left²)` with `left` rounds to come after this one; the three numbers of a
title and number of players come from games of bots (`tools/fit_chances.py`), and `terrarium calibrate` tells how often
what is said comes true. A mind that believes a network expects other things than one that is written by hand, and has
numbers of its own.
"""

from math import exp
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

SPREADS: Final[dict[str, list[float]]] = {
    "small-world/2": [0.1016, 0.5492, -0.0274],
    "small-world/3": [0.1543, 0.6773, -0.026],
    "small-world/4": [0.0625, 0.793, -0.0394],
    "small-world/5": [0.1211, 0.8156, -0.0482],
    "terra-mystica/2": [1.1641, 0.5344, -0.0389],
    "terra-mystica/3": [1.1934, 0.5406, -0.0451],
    "terra-mystica/4": [1.1191, 0.543, -0.0451],
    "terra-mystica/5": [1.1953, 0.4508, -0.0317],
    "underground/2": [0.4062, 0.4422, -0.0193],
    "underground/3": [0.4336, 0.5953, -0.0269],
    "underground/4": [0.293, 0.7422, -0.0373],
    "underground/5": [0.3496, 0.7508, -0.046],
    "warcraft/2": [0.6055, 0.3906, -0.0202],
    "warcraft/3": [0.4434, 0.5578, -0.0192],
    "warcraft/4": [0.2109, 0.7727, -0.0425],
    "warcraft/5": [0.2812, 0.7633, -0.0521],
}
"""The numbers of a title and its players, `title/players`, for what the hand-made appraisal expects."""

LEARNED_SPREADS: Final[dict[str, list[float]]] = {
    "small-world/2": [0.2246, 0.5617, -0.023],
    "small-world/3": [0.3262, 0.6281, -0.0342],
    "small-world/4": [0.4922, 0.5703, -0.0354],
    "small-world/5": [0.2188, 0.6906, -0.0493],
    "terra-mystica/2": [1.1719, 0.3125, -0.0008],
    "terra-mystica/3": [1.1426, 0.3844, -0.0133],
    "terra-mystica/4": [1.1719, 0.3953, -0.0232],
    "terra-mystica/5": [1.2402, 0.3523, -0.0167],
    "underground/2": [0.5703, 0.4234, -0.0152],
    "underground/3": [0.6953, 0.4242, -0.0181],
    "underground/4": [0.4492, 0.6695, -0.0418],
    "underground/5": [0.5625, 0.5945, -0.0376],
    "warcraft/2": [0.3594, 0.4531, -0.014],
    "warcraft/3": [0.4727, 0.5359, -0.012],
    "warcraft/4": [0.1445, 0.8234, -0.0483],
    "warcraft/5": [0.3574, 0.5977, -0.0251],
}
"""The same for what the networks expect."""

UNKNOWN: Final[list[float]] = [0.0, 0.8, -0.04]
"""The numbers of a title that nobody has measured."""


def numbers_of(title: str, players: i64, learned: bool = False) -> list[float]:
    spreads = LEARNED_SPREADS if learned else SPREADS
    return spreads.get(f"{title}/{int(players)}", UNKNOWN)


def spread_of(numbers: list[float], left: float) -> float:
    """How many points the expectations may be off, with so many rounds left."""
    return exp(numbers[0] + numbers[1] * left + numbers[2] * left * left)


def chances_to_win(points: vec[float], sides: vec[i64], spread: float, out: vec[float]) -> None:
    """Each seat's chance to win, from what is expected to count for it. Those of different sides sum to 1; with a
    single side it is the chance to end above nothing."""
    n: i64 = len(points)
    top = -1e30
    seat: i64 = 0
    while seat < n:
        out[seat] = standing(points, sides, seat) / spread
        top = out[seat] if out[seat] > top else top
        seat += 1
    if alone(sides):
        seat = 0
        while seat < n:
            out[seat] = 1.0 / (1.0 + exp(-top if top > -30.0 else 30.0))
            seat += 1
        return
    total = 0.0
    seat = 0
    while seat < n:
        out[seat] = exp(out[seat] - top)
        if is_first(sides, seat):
            total += out[seat]
        seat += 1
    seat = 0
    while seat < n:
        out[seat] /= total
        seat += 1


def standing(points: vec[float], sides: vec[i64], seat: i64) -> float:
    """What counts for a seat's side: the mean of its seats, which what decides the win makes nearly equal."""
    total = 0.0
    seats = 0.0
    other: i64 = 0
    while other < len(points):
        if sides[other] == sides[seat]:
            total += points[other]
            seats += 1.0
        other += 1
    return total / seats


def is_first(sides: vec[i64], seat: i64) -> bool:
    """Is this the first seat of its side?"""
    other: i64 = 0
    while other < seat:
        if sides[other] == sides[seat]:
            return False
        other += 1
    return True


def alone(sides: vec[i64]) -> bool:
    """Does everybody play for one side?"""
    seat: i64 = 1
    while seat < len(sides) and sides[seat] == sides[0]:
        seat += 1
    return seat >= len(sides)
