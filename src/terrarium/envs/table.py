"""A batch of games with NumPy arrays over its buffers: what all environments stand on."""

from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from terrarium import catalog
from terrarium.batch.batch import Batch
from terrarium.envs.observers import observer_of
from terrarium.envs.rewards import AT_THE_END, Outcome, Rewards, check_kind
from terrarium.kernel.contract import Game, State

Kind = TypeVar("Kind", bound=np.generic)


class Table:
    """Games of one kind and the arrays that show them. The arrays are views: they change with every step.

    `observation` (games, columns) int16, `mask` (games, actions) int8, `seat` (games) whose turn it is or -2 when
    over, `points` and `gains` (games, seats), `ended` (games), `won` (games, seats).
    """

    def __init__(
        self, title: str, players: int, count: int, map_name: str = "", options: dict[str, str] | None = None,
        reward: str = "win", skip_forced: bool = False, restarts: bool = False, seed: int = 0,
    ) -> None:  # fmt: skip
        check_kind(reward)
        if count < 1:
            raise ValueError("at least one game is wanted")
        self.game: Game = catalog.game(title, players, map_name, options)
        self.wishes = (count, reward, skip_forced, restarts)
        self.reward = reward
        self.observer = observer_of(self.game)
        self.batch = Batch(self.observer, count, seed, restarts, skip_forced)
        batch = self.batch
        self.observation = view(batch.sheet.cells, np.int16, count)
        self.mask = view(batch.masks, np.int8, count)
        self.seat = view(batch.seats, np.int64, count)[:, 0]
        self.points = view(batch.points, np.int64, count)
        self.gains = view(batch.gains, np.int64, count)
        self.standing = view(batch.standing, np.int64, count)
        self.won = view(batch.won, np.uint8, count)
        self.ended = view(batch.ended, np.uint8, count)[:, 0]

    def __getstate__(self) -> dict[str, Any]:
        """For pickling and copying: the arrays are views, so the games are carried, not the arrays."""
        return {"game": self.game, "wishes": self.wishes, "kept": self.batch.kept()}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        game, (count, reward, skip_forced, restarts) = kept["game"], kept["wishes"]
        Table.__init__(
            self, game.title, game.players, count, game.map_name, game.options, reward, skip_forced, restarts
        )
        self.batch.take_up(kept["kept"])

    @property
    def state(self) -> State:
        """The first game, itself: look, do not touch."""
        return self.batch.states[0]

    @cached_property
    def low(self) -> npt.NDArray[np.int16]:
        """The least value of each column."""
        return np.repeat([f.low for f in self.observer.fields], [f.count for f in self.observer.fields]).astype(
            np.int16
        )

    @cached_property
    def high(self) -> npt.NDArray[np.int16]:
        """The greatest value of each column."""
        return np.repeat([f.high for f in self.observer.fields], [f.count for f in self.observer.fields]).astype(
            np.int16
        )

    @cached_property
    def number(self) -> dict[int, int]:
        """From an action code of the contract to its number here."""
        return {code: number for number, code in enumerate(self.observer.actions)}

    def code(self, number: int) -> int:
        """The action code of a number."""
        return self.observer.actions[number]

    def rewards(self) -> Rewards:
        """What the last step paid: (games, seats)."""
        if self.reward == "points":
            return self.gains.astype(np.float32)
        found = np.zeros(self.points.shape, np.float32)
        over = np.flatnonzero(self.ended)
        if over.size:
            found[over] = AT_THE_END[self.reward](self.outcome(over))
        return found

    def outcome(self, games: npt.NDArray[np.intp]) -> Outcome:
        """How some of the games ended."""
        return Outcome(self.points[games], self.standing[games], self.won[games], self.game.sides())


def view(buffer: Any, kind: type[Kind], rows: int) -> npt.NDArray[Kind]:
    """A buffer as a table of rows, without copying."""
    return np.frombuffer(buffer, kind).reshape(rows, -1)
