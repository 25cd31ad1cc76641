"""Many games a call: every array is a view of the engine's own buffers, nothing is copied and no object is made.

    env = VectorTable("small-world", players=2, count=256, seed=1)
    while learning:
        env.step(policy(env.observation, env.mask))
        # env.seat tells who must answer next in each game; env.rewards() tells what the step paid to whom

Every seat of every game is played through the one call, so it fits self-play: `seat` says for whom an action is
wanted. A game that ends pays its rewards, says so in `ended`, and a new one takes its place at once.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

from terrarium.envs.table import Table
from terrarium.kernel.dealer import Dealer


class VectorTable(Table):
    """`count` games of a title, stepped together. `Table` names the arrays."""

    def __init__(
        self, title: str, players: int = 2, count: int = 64, map_name: str = "",
        options: dict[str, str] | None = None, reward: str = "win", skip_forced: bool = False, seed: int = 0,
    ) -> None:  # fmt: skip
        super().__init__(title, players, count, map_name, options, reward, skip_forced, True, seed)
        self.dealer = Dealer(seed + 7_919)

    def __getstate__(self) -> dict[str, Any]:
        return {**super().__getstate__(), "dealer": self.dealer}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        super().__setstate__(kept)
        self.dealer = kept["dealer"]

    def reset(self, seed: int) -> None:
        """New games everywhere; game k plays as the seed `seed + k` alone would."""
        self.batch.reset(seed)
        self.dealer = Dealer(seed + 7_919)

    def step(self, actions: npt.NDArray[np.integer] | bytes) -> None:
        """One action number for each game; ValueError names the first that is not legal, and nothing has changed."""
        if isinstance(actions, bytes):
            self.batch.step(actions)
        else:
            self.batch.step(np.ascontiguousarray(actions, np.dtype("<i8")).tobytes())

    def sample(self) -> bytes:
        """A random legal action for each game, ready for `step`."""
        return self.batch.random(self.dealer)
