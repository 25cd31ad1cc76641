"""Gymnasium: one seat of a title; opponents of your choice play the others inside `step`.

env = SeatEnv("small-world", opponents=["grabber"], seat=None)     # a random seat in every game
observation, info = env.reset(seed=3)
observation, reward, over, cut, info = env.step(number)
"""

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from terrarium.envs.opponents import Opponent, check_opponents, opponent_of
from terrarium.envs.table import Table
from terrarium.envs.table_env import ILLEGAL
from terrarium.kernel.dealer import Dealer

Seen = dict[str, npt.NDArray[Any]]


class SeatEnv(gymnasium.Env[Any, Any]):
    """A game against opponents: one for every other seat in turn order, or one for all of them.

    An opponent gets the blind state of its seat, never more. `seat=None` draws the agent's seat for every game. An
    action outside the mask is replaced by a legal one drawn from the seed, and `info["replaced"]` says so: learners
    that know no masks run too. `illegal="refuse"` raises a ValueError instead.
    """

    metadata = {"render_modes": ["svg", "ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self, title: str, players: int = 2, opponents: Sequence[str | Opponent] = ("random",), seat: int | None = 0,
        map_name: str = "", options: dict[str, str] | None = None, reward: str = "win", skip_forced: bool = False,
        illegal: str = "replace", render_mode: str | None = None,
    ) -> None:  # fmt: skip
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal actions cannot be handled by {illegal!r}; choose one of {', '.join(ILLEGAL)}")
        if seat is not None and not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat} at a table of {players}")
        if len(opponents) not in (1, players - 1):
            raise ValueError(f"{players - 1} opponents are wanted, or one for all seats; got {len(opponents)}")
        self.table = Table(title, players, 1, map_name, options, reward, skip_forced)
        check_opponents(opponents, self.table.game)
        self.wishes = list(opponents)
        self.fixed_seat = seat
        self.seat = seat or 0
        self.illegal = illegal
        self.render_mode = render_mode
        self.rivals: dict[int, Opponent] = {}
        self.substitute = Dealer(0)
        self.replaced = False
        mask = self.table.mask.shape[1]
        self.action_space = spaces.Discrete(mask)
        self.observation_space = spaces.Dict(
            {
                "observation": spaces.Box(self.table.low, self.table.high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, (mask,), np.int8),
            }
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        super().reset(seed=seed)
        start = seed if seed is not None else int(self.np_random.integers(2**31))
        players = self.table.game.players
        self.substitute = Dealer(start + 1)
        if self.fixed_seat is None:
            self.seat = int(Dealer(start + 2).below(players))
        others = [(self.seat + k) % players for k in range(1, players)]
        wishes = self.wishes * (players - 1) if len(self.wishes) == 1 else self.wishes
        self.rivals = {
            seat: opponent_of(wish, self.table.game.title, start + 3 + k)
            for k, (seat, wish) in enumerate(zip(others, wishes, strict=True))
        }
        self.table.batch.reset(start)
        self.replaced = False
        self.play_rivals()
        return self.look()

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, under the name that sb3-contrib's MaskablePPO asks for."""
        legal: npt.NDArray[np.bool_] = self.table.mask[0] != 0
        return legal

    def look(self) -> tuple[Seen, dict[str, Any]]:
        table = self.table
        if table.seat[0] != self.seat:
            table.batch.observe(0, self.seat)
        mask = table.mask[0].copy()
        info = {
            "action_mask": mask, "seat": self.seat, "points": table.points[0].tolist(), "replaced": self.replaced,
        }  # fmt: skip
        return {"observation": table.observation[0].copy(), "action_mask": mask}, info

    def play_rivals(self) -> float:
        """Let the others answer until the agent must; give what that paid the agent."""
        table, paid = self.table, 0.0
        while (seat := int(table.seat[0])) >= 0 and seat != self.seat:
            code = self.rivals[seat](table.state.blind(seat), seat)
            table.batch.step_one(0, table.number[code])
            paid += float(table.rewards()[0, self.seat])
        return paid

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        table, number = self.table, int(action)
        mask = table.mask[0]
        legal = 0 <= number < mask.size and bool(mask[number])
        self.replaced = self.illegal == "replace" and table.seat[0] >= 0 and not legal
        if self.replaced:
            number = self.substitute.pick(np.flatnonzero(mask).tolist())
        table.batch.step_one(0, number)
        paid = float(table.rewards()[0, self.seat]) + self.play_rivals()
        seen, info = self.look()
        return seen, paid, bool(table.seat[0] < 0), False, info

    def text(self, action: int) -> str:
        """The spelling of an action number: `conquer 14`."""
        return self.table.state.text(self.table.code(action))

    def render(self) -> str | None:
        """The board as SVG, or the legal actions as text."""
        if self.render_mode == "svg":
            from terrarium.pictures import svg

            return svg(self.table.state)
        if self.render_mode == "ansi":
            return ", ".join(self.text(int(number)) for number in np.flatnonzero(self.table.mask[0]))
        return None
