"""Which faction to play: what each was worth in the hands of these bots, and how the scoring tiles changed that.

From 700 games of four `greedy` with factions dealt by chance (`terrarium balance terra-mystica --players 4`). Factions
in the order of their names, tiles in the order of theirs.
"""

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.terramystica.codes import PICK
from terrarium.terramystica.data import Position
from terrarium.terramystica.layout import ROUND_TILE

FAIR: Final[list[float]] = [
    -20.7, -1.0, -10.7, 4.4, 21.1, 16.9, -10.6, 0.7, -17.5, 10.9, -1.5, -0.8, 7.9, 2.1,
]  # fmt: skip
"""Points a faction ended above or below the others."""

TILES: Final[list[list[float]]] = [
    [-1.2, 0.2, 0.3, 0.0, 0.9, 0.5, -0.5, -0.3],
    [0.5, -0.5, 0.2, 0.4, 0.5, -0.2, -0.2, -0.8],
    [0.5, -0.6, -0.2, 0.1, 0.2, -1.0, 0.7, 0.2],
    [1.2, 0.2, -0.7, 0.7, -0.9, -0.3, -0.5, 0.3],
    [0.0, -0.4, 0.4, 0.4, -0.6, 0.3, 0.5, -0.5],
    [-1.6, -0.2, 0.6, 0.1, 0.0, -0.8, 0.7, 1.3],
    [-1.0, -0.4, -0.6, -0.3, 0.5, 1.0, -0.1, 0.7],
    [-0.3, 0.2, -0.3, 0.3, 0.6, 0.2, 0.1, -0.9],
    [0.6, 0.5, -0.3, 0.5, 0.3, -1.2, 0.6, -1.0],
    [-0.3, 0.2, 0.1, 0.2, -0.3, 1.7, -1.9, 0.3],
    [-0.6, -0.3, 0.5, -0.2, -0.5, 0.7, 0.6, -0.2],
    [1.1, -0.5, 0.0, -1.0, 0.8, 0.0, -0.9, 0.5],
    [2.0, 0.0, -0.1, -0.5, -2.0, -0.1, 0.8, -0.1],
    [-0.6, 1.4, 0.1, -0.6, -0.2, -0.6, -0.1, 0.7],
]
"""Points more for a faction with a tile in play, beyond what it brings everybody; drawn towards nought."""

WARMTH: Final = 8.0
"""Points of difference that make a faction e times as likely."""
MOOD: Final = 0.2
"""How often any faction is as good as another: people have moods, and a table of bots should not look like the last."""


def faction_worth(s: Position, faction: i64) -> float:
    """What a faction is expected to end above or below the others with this set-up."""
    total = FAIR[faction]
    r: i64 = 0
    while r < 6:
        tile = s.v[ROUND_TILE + r]
        if 0 <= tile < 8:
            total += TILES[faction][tile]
        r += 1
    return total


def likely_factions(s: Position, codes: vec[i64]) -> vec[float]:
    """How likely each of these picks is: by its worth, and a little by mood. They sum to 1."""
    weights = vec[float](capacity=len(codes))
    total = 0.0
    for code in codes:
        weight = exp(faction_worth(s, code - PICK) / WARMTH)
        weights = append(weights, weight)
        total += weight
    k: i64 = 0
    while k < len(weights):
        weights[k] = (1.0 - MOOD) * weights[k] / total + MOOD / float(len(weights))
        k += 1
    return weights
