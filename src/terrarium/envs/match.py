"""An agent that chooses for many games at once, against an opponent that chooses for one."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from terrarium.envs.opponents import Opponent, check_opponents, opponent_of
from terrarium.envs.table import Table

Chooser = Callable[[npt.NDArray[np.int16], npt.NDArray[np.int8]], npt.NDArray[np.int64]]
"""From rows of observations and masks to action numbers."""


def win_share(title: str, choose: Chooser, wish: str | Opponent, games: int, seed: int) -> float:
    """The share of two-player games the agent wins, a shared win counted half.

    Games come in pairs with the same seed, with the agent once in each seat.
    """
    won = 0.0
    for seat in (0, 1):
        table = Table(title, 2, (games + 1 - seat) // 2, seed=seed, skip_forced=True)
        check_opponents([wish], table.game)
        rivals = [opponent_of(wish, title, seed + game) for game in range(table.seat.size)]
        play(table, choose, rivals, seat)
        won += float((table.won[:, seat] / table.won.sum(1)).sum())
    return won / games


def play(table: Table, choose: Chooser, rivals: list[Opponent], seat: int) -> None:
    """Play every game of a table to its end with the agent in one seat and each game's rival in the other."""
    states, number = table.batch.states, table.number
    actions = np.zeros(table.seat.size, np.dtype("<i8"))
    while (table.seat >= 0).any():
        mine = np.flatnonzero(table.seat == seat)
        if mine.size:
            actions[mine] = choose(table.observation[mine], table.mask[mine])
        for game in np.flatnonzero(table.seat == 1 - seat):
            actions[game] = number[rivals[game](states[game].blind(1 - seat), 1 - seat)]
        table.batch.step(actions.tobytes())
