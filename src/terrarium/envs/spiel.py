"""OpenSpiel: every title as a Python game with explicit chance.

    import pyspiel
    from terrarium.envs import spiel

    spiel.register()
    game = pyspiel.load_game("python_terrarium(title=small-world,players=2)")

Players' actions are numbered as in the other environments; the outcomes of chance have numbers of their own. What a
seat observes is the same row of numbers. Returns are one of the rewards of `rewards.py`.
"""

from functools import lru_cache
from typing import Any

import numpy as np
import pyspiel

from terrarium import catalog
from terrarium.batch.observer import Observer
from terrarium.batch.sheet import Sheet
from terrarium.envs.observers import observer_of
from terrarium.envs.rewards import AT_THE_END, Outcome
from terrarium.envs.table import view
from terrarium.kernel.contract import CHANCE, OVER, SPECTATOR, Game, State
from terrarium.titles import FIRST

NAME = "python_terrarium"
LONGEST = 20_000
"""No game of the catalogue has this many actions."""
LARGEST_RETURN = {"win": 1.0, "rank": 1.0, "margin": 500.0, "score": 500.0}

PARAMETERS = {"title": FIRST, "players": 2, "map": "", "reward": "win"}


def game_type(utility: pyspiel.GameType.Utility = pyspiel.GameType.Utility.GENERAL_SUM) -> pyspiel.GameType:
    """How OpenSpiel sorts these games. Chance is drawn when it is shown and coins are gained and paid in the open, so
    every seat can know the whole position: perfect information."""
    return pyspiel.GameType(
        short_name=NAME,
        long_name="Terrarium",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=5,
        min_num_players=2,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
    )


GAME_TYPE = game_type()
"""Of all of them; a game of two seats, or one that pays by rank or win, tells that what it pays sums to nothing."""


def sums_to_zero(game: Game, reward: str) -> bool:
    """Do the returns of all seats cancel out? Sides of one size share what `win` and `rank` pay."""
    sides = game.sides()
    alike = len({sides.count(side) for side in sides}) == 1 and len(set(sides)) > 1
    return alike and (reward in ("win", "rank") or (reward == "margin" and len(set(sides)) == 2))


class Plan:
    """What all states of a game share: the game, its observer, and the numbers of its actions."""

    def __init__(self, title: str, players: int, map_name: str) -> None:
        self.game: Game = catalog.game(title, players, map_name)
        self.observer: Observer = observer_of(self.game)
        self.actions = self.observer.actions
        self.number = {code: number for number, code in enumerate(self.actions)}
        self.outcomes = sorted(set(self.game.all_actions()) - set(self.actions))
        self.outcome_number = {code: number for number, code in enumerate(self.outcomes)}
        self.sheet = Sheet(1, int(self.observer.size))
        self.row = view(self.sheet.cells, np.int16, 1)[0]

    def __deepcopy__(self, memo: dict[int, Any]) -> "Plan":
        """It never changes, so copies of a state share it."""
        return self

    def __reduce__(self) -> tuple[Any, tuple[str, int, str]]:
        """And they are pickled by what they are."""
        return plan_of, (self.game.title, self.game.players, self.game.map_name)


class Held:
    """A position that is cloned when OpenSpiel copies the state around it, which it does by deep copy."""

    def __init__(self, position: State) -> None:
        self.position = position

    def __deepcopy__(self, memo: dict[int, Any]) -> "Held":
        return Held(self.position.clone())


@lru_cache(maxsize=32)
def plan_of(title: str, players: int, map_name: str) -> Plan:
    return Plan(title, players, map_name)


class SpielGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types of its own
    """A game of a title, as OpenSpiel knows games."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        wishes = {**PARAMETERS, **(params or {})}
        self.reward = str(wishes["reward"])
        if self.reward not in AT_THE_END:
            raise ValueError(f"there is no reward {self.reward!r}; choose one of {', '.join(AT_THE_END)}")
        self.plan = plan_of(str(wishes["title"]), int(wishes["players"]), str(wishes["map"]))
        largest = LARGEST_RETURN[self.reward]
        zero = sums_to_zero(self.plan.game, self.reward)
        utility = pyspiel.GameType.Utility.ZERO_SUM if zero else pyspiel.GameType.Utility.GENERAL_SUM
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.plan.actions),
            max_chance_outcomes=len(self.plan.outcomes),
            num_players=self.plan.game.players,
            min_utility=0.0 if self.reward == "score" else -largest,
            max_utility=largest,
            utility_sum=0.0 if zero else None,
            max_game_length=LONGEST,
        )
        super().__init__(game_type(utility), info, params or {})

    def new_initial_state(self, state: str | None = None) -> "SpielState":
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        return SpielObserver(self.plan)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position, with the numbers of actions OpenSpiel wants."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.plan = game.plan
        self.reward = game.reward
        self.held = Held(game.plan.game.new())

    @property
    def position(self) -> State:
        return self.held.position

    def current_player(self) -> int:
        player = self.position.current_player()
        if player == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if player == OVER else player

    def _legal_actions(self, player: int) -> list[int]:
        return [self.plan.number[code] for code in self.position.legal_actions()]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.position.chance_outcomes()
        total = sum(weight for _, weight in outcomes)
        return [(self.plan.outcome_number[code], weight / total) for code, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        by_chance = self.position.current_player() == CHANCE
        self.position.apply(self.plan.outcomes[action] if by_chance else self.plan.actions[action])

    def _action_to_string(self, player: int, action: int) -> str:
        by_chance = player == pyspiel.PlayerId.CHANCE
        return self.position.text(self.plan.outcomes[action] if by_chance else self.plan.actions[action])

    def is_terminal(self) -> bool:
        return self.position.current_player() == OVER

    def returns(self) -> list[float]:
        players = self.plan.game.players
        if not self.is_terminal():
            return [0.0] * players
        position = self.position
        won = [seat in position.winners() for seat in range(players)]
        end = Outcome(
            np.array([position.scores()]), np.array([position.standing()]), np.array([won], np.uint8),
            self.plan.game.sides(),
        )  # fmt: skip
        paid = AT_THE_END[self.reward](end)
        return [float(value) for value in paid[0]]

    def __str__(self) -> str:
        return str(self.position.view(SPECTATOR))


class SpielObserver:
    """Rows of numbers for OpenSpiel's observation interface."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tensor = np.zeros(int(plan.observer.size), np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        plan = self.plan
        legal = plan.observer.legal(state.position)
        if state.position.current_player() != player:
            legal = legal[:0]
        plan.sheet.begin(0)
        plan.observer.observe(state.position, player, legal, plan.sheet)
        self.tensor[:] = plan.row

    def string_from(self, state: SpielState, player: int) -> str:
        return str(state.position.view(player))


def register() -> None:
    """Make `python_terrarium` known to OpenSpiel; calling it again does no harm."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(GAME_TYPE, SpielGame)
