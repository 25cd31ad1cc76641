"""What a game pays its seats at the end, or on the way.

In full precision, so that what cancels out sums to nothing for those who check it; tables of many games round it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.uint8]
Rewards = npt.NDArray[np.floating[Any]]


@dataclass
class Outcome:
    """How games ended, a row each: points and standing of every seat, who won, and the side of each seat.

    Seats of one side are paid alike. Where there is a single side all win (1) or all lose (-1).
    """

    points: Numbers
    standing: Numbers
    won: Flags
    sides: list[int]

    @cached_property
    def firsts(self) -> list[int]:
        """A seat of each side, which stands for it."""
        return [self.sides.index(side) for side in dict.fromkeys(self.sides)]

    def for_all(self, paid: Rewards) -> Rewards:
        """What is paid to each side, as every seat of it gets it."""
        places = {self.sides[seat]: place for place, seat in enumerate(self.firsts)}
        return np.asarray(paid[..., [places[side] for side in self.sides]], np.float64)


def win(end: Outcome) -> Rewards:
    """1 for the winner, -1 shared by the others; a shared win is shared. Sums to 0 over the sides."""
    sides = len(end.firsts)
    won = end.won[..., end.firsts].astype(np.float64)
    if sides == 1:
        return end.for_all(2 * won - 1)
    share = won / np.maximum(won.sum(-1, keepdims=True), 1)
    return end.for_all((sides * share - 1) / (sides - 1))


def rank(end: Outcome) -> Rewards:
    """From 1 for the first place to -1 for the last in equal steps; equals share their places. Sums to 0 likewise."""
    sides = len(end.firsts)
    if sides == 1:
        return win(end)
    # Tie-breaks are the rules' own: a winner stands before an equal who did not win.
    order = end.standing[..., end.firsts] * 2 + end.won[..., end.firsts]
    better = (order[..., None, :] > order[..., :, None]).sum(-1)
    worse = (order[..., None, :] < order[..., :, None]).sum(-1)
    return end.for_all((worse - better) / (sides - 1))


def margin(end: Outcome) -> Rewards:
    """The own standing less the best of the others; against what must be beaten where there is a single side."""
    standing = end.standing[..., end.firsts]
    rivals = np.zeros_like(standing)
    for place in range(standing.shape[-1] if len(end.firsts) > 1 else 0):
        rivals[..., place] = np.delete(standing, place, axis=-1).max(-1)
    return end.for_all((standing - rivals).astype(np.float64))


def score(end: Outcome) -> Rewards:
    """Own points, all at the end."""
    return end.points.astype(np.float64)


AT_THE_END: dict[str, Callable[[Outcome], Rewards]] = {
    "win": win,
    "rank": rank,
    "margin": margin,
    "score": score,
}
POINTS = "points"
"""Points as they are gained, at every step."""
KINDS = (*AT_THE_END, POINTS)


def check_kind(kind: str) -> None:
    if kind not in KINDS:
        raise ValueError(f"there is no reward {kind!r}; choose one of {', '.join(KINDS)}")
