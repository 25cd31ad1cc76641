"""How fast the environments are: random play, process CPU time of one core, best of three."""

import time
from collections.abc import Callable

import numpy as np

from terrarium.envs.table_env import TableEnv
from terrarium.envs.vector_env import VectorTable
from terrarium.kernel.dealer import Dealer

TRIES = 3
GAMES = 16
"""Games of the vector environment: few enough that they stay in the processor's cache."""
BURST = 20
"""Steps between two looks at the clock."""


def aec_steps(title: str, players: int, seconds: float) -> float:
    """Steps per second of PettingZoo's own loop: `last` with its observation, a random legal action, `step`."""
    env = TableEnv(title, players)
    dealer = Dealer(1)

    def play() -> int:
        env.reset(seed=int(dealer.below(1_000_000)))
        count = 0
        for _ in env.agent_iter():
            seen, _, over, _, _ = env.last()
            env.step(None if over else dealer.pick(np.flatnonzero(seen["action_mask"]).tolist()))
            count += 1
        return count

    return best_of(play, seconds)


def vector_steps(title: str, players: int, seconds: float) -> float:
    """Steps per second of all games together, the choice of random legal actions included."""
    env = VectorTable(title, players, GAMES, seed=1)

    def play() -> int:
        for _ in range(BURST):
            env.step(env.sample())
        return GAMES * BURST

    return best_of(play, seconds)


def best_of(play: Callable[[], int], seconds: float) -> float:
    best = 0.0
    for _ in range(TRIES):
        count, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds:
            count += play()
        best = max(best, count / spent)
    return best
