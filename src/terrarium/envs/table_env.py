"""PettingZoo: every seat of a title is an agent that is asked in turn (AEC).

    env = TableEnv("small-world", players=3, reward="rank")
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, over, cut, info = env.last()
        env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

Chance is dealt inside from the seed of `reset`: same seed and same actions, same game, on every machine.
"""

import functools
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv

from terrarium.envs.rewards import AT_THE_END, POINTS
from terrarium.envs.table import Table
from terrarium.kernel.contract import State
from terrarium.kernel.dealer import Dealer
from terrarium.titles import FIRST

Seen = dict[str, npt.NDArray[Any]]
ILLEGAL = ("refuse", "replace")


class TableEnv(AECEnv):  # type: ignore[misc] # PettingZoo has no types of its own
    """A table of any title. `illegal`: an action outside the mask is refused with a ValueError, or replaced by a
    legal one drawn from the seed."""

    metadata = {"name": "terrarium_v1", "render_modes": ["svg", "ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self, title: str, players: int = 2, map_name: str = "", options: dict[str, str] | None = None,
        reward: str = "win", skip_forced: bool = False, illegal: str = "refuse", render_mode: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__()
        if illegal not in ILLEGAL:
            raise ValueError(f"illegal actions cannot be handled by {illegal!r}; choose one of {', '.join(ILLEGAL)}")
        self.table = Table(title, players, 1, map_name, options, reward, skip_forced)
        self.illegal = illegal
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "name": f"{title}_v{self.table.game.rules_version}"}
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.place = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.nothing = np.zeros(self.table.mask.shape[1], np.int8)
        self.nothing.flags.writeable = False
        self.seen = spaces.Dict(
            {
                "observation": spaces.Box(self.table.low, self.table.high, dtype=np.int16),
                "action_mask": spaces.Box(0, 1, self.nothing.shape, np.int8),
            }
        )
        self.action_spaces = {agent: spaces.Discrete(self.nothing.size) for agent in self.possible_agents}
        self.shown = -1
        self.substitute = Dealer(0)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """After pickling or copying the row shows whoever must answer."""
        self.__dict__.update(kept)
        self.shown = int(self.table.seat[0])

    @functools.cache  # noqa: B019 - PettingZoo asks that the same object is given every time
    def observation_space(self, agent: str) -> spaces.Dict:
        return self.seen

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is None:
            seed = int(np.random.default_rng().integers(2**31))
        self.table.batch.reset(seed)
        self.substitute = Dealer(seed + 1)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.turn_to(int(self.table.seat[0]))

    def turn_to(self, seat: int) -> None:
        """The seat that must answer is the agent now, and it alone may do something."""
        self.shown = seat
        self.mask = self.table.mask[0].copy() if seat >= 0 else self.nothing
        self.infos = {agent: {"action_mask": self.nothing} for agent in self.agents}
        if seat >= 0:
            self.agent_selection = self.possible_agents[seat]
            self.infos[self.agent_selection] = {"action_mask": self.mask}

    def observe(self, agent: str) -> Seen:
        """What an agent may know; its mask is empty unless it must answer."""
        seat = self.place[agent]
        if seat != self.shown:
            self.table.batch.observe(0, seat)
            self.shown = seat
        asked = self.table.seat[0] == seat
        return {"observation": self.table.observation[0].copy(), "action_mask": self.mask if asked else self.nothing}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} must answer: an action number is wanted")
        number = int(action)
        if self.illegal == "replace" and not (0 <= number < self.mask.size and self.mask[number]):
            number = self.substitute.pick(np.flatnonzero(self.mask).tolist())
        self.table.batch.step_one(0, number)
        self._cumulative_rewards[agent] = 0.0
        self.pay()
        seat = int(self.table.seat[0])
        if seat < 0:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        self.turn_to(seat)

    def pay(self) -> None:
        table = self.table
        if table.reward == POINTS:
            paid = table.gains[0].tolist()
        elif table.ended[0]:
            paid = AT_THE_END[table.reward](table.outcome(np.array([0])))[0].tolist()
        else:
            paid = [0.0] * len(self.possible_agents)
        for agent, coins in zip(self.possible_agents, paid, strict=True):
            self.rewards[agent] = float(coins)
            self._cumulative_rewards[agent] += coins

    # --- for people -------------------------------------------------------------------------------

    @property
    def game_state(self) -> State:
        """The position itself: look, do not touch."""
        return self.table.state

    def text(self, action: int) -> str:
        """The spelling of an action number: `conquer 14`."""
        return self.table.state.text(self.table.code(action))

    def number(self, text: str) -> int:
        """The action number of a spelling."""
        return self.table.number[self.table.state.parse(text)]

    def render(self) -> str | None:
        """The board as SVG, or the legal actions as text."""
        if self.render_mode == "svg":
            from terrarium.pictures import svg

            return svg(self.table.state)
        if self.render_mode == "ansi":
            legal = ", ".join(self.text(int(number)) for number in np.flatnonzero(self.mask))
            return f"{self.agent_selection}: {legal}"
        return None

    def close(self) -> None:
        """Nothing is held that must be given back."""


def raw_env(title: str = FIRST, players: int = 2, **wishes: Any) -> TableEnv:
    """The environment under the name PettingZoo's tools look for."""
    return TableEnv(title, players, **wishes)


env = raw_env
