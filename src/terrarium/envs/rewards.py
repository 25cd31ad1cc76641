"""What a game pays its seats at the end, or on the way."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.uint8]
Rewards = npt.NDArray[np.float32]


def win(points: Numbers, won: Flags) -> Rewards:
    """1 for the winner, -1 shared by the others; a shared win is shared. Sums to 0."""
    players = points.shape[-1]
    share = won / np.maximum(won.sum(-1, keepdims=True), 1)
    return np.asarray((players * share - 1) / (players - 1), np.float32)


def rank(points: Numbers, won: Flags) -> Rewards:
    """From 1 for the first place to -1 for the last in equal steps; equals share their places. Sums to 0."""
    players = points.shape[-1]
    order = points * 2 + won  # tie-breaks are the rules' own: a winner stands before an equal who did not win
    better = (order[..., None, :] > order[..., :, None]).sum(-1)
    worse = (order[..., None, :] < order[..., :, None]).sum(-1)
    return np.asarray((worse - better) / (players - 1), np.float32)


def margin(points: Numbers, won: Flags) -> Rewards:
    """Own points less the best of the others."""
    rivals = np.empty_like(points)
    for seat in range(points.shape[-1]):
        rivals[..., seat] = np.delete(points, seat, axis=-1).max(-1)
    return (points - rivals).astype(np.float32)


def score(points: Numbers, won: Flags) -> Rewards:
    """Own points, all at the end."""
    return points.astype(np.float32)


AT_THE_END: dict[str, Callable[[Numbers, Flags], Rewards]] = {
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
