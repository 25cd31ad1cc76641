"""`trained`: the answer that a policy likes best which has learnt by self-play (`bots/policies`).

It knows the one table it was trained at and refuses every other, so no table of people offers it: it is a baseline for
the arena and an opponent for environments.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from terrarium.bots import Bot, register
from terrarium.bots.minds import family_of
from terrarium.bots.policies import Policy, layout_of, policy_of
from terrarium.kernel.contract import Game, NotationError, State

if TYPE_CHECKING:
    from terrarium.batch.observer import Observer  # a browser has none


class TrainedBot(Bot):
    """Looks at a position as environments show it and takes what it likes best: same position, same answer."""

    def __init__(self, title: str) -> None:
        self.eyes: Eyes | None = None

    def suits(self, game: Game) -> None:
        check(policy_for(game), observer_for(game.new()))

    def choose(self, state: State, seat: int, budget_s: float) -> tuple[int, str]:
        legal = state.legal_actions()
        if len(legal) == 1:
            return legal[0], ""
        if self.eyes is None:
            self.eyes = Eyes(policy_for(state.origin()), observer_for(state))
        return self.eyes.best(state, seat), ""


class Eyes:
    """A policy and the row in which it is shown positions of one game."""

    def __init__(self, policy: Policy, observer: "Observer") -> None:
        check(policy, observer)
        self.policy = policy
        self.observer = observer
        self.number = {code: number for number, code in enumerate(observer.actions)}
        self.sheet = import_module("terrarium.batch.sheet").Sheet(1, int(observer.size))
        self.row = policy.numpy.frombuffer(self.sheet.cells, policy.numpy.int16)

    def best(self, state: State, seat: int) -> int:
        codes = self.observer.legal(state)
        self.sheet.begin(0)
        self.observer.observe(state, seat, codes, self.sheet)
        likings = self.policy(self.row)
        return max([int(code) for code in codes], key=lambda code: float(likings[self.number[code]]))


def observer_for(state: State) -> "Observer":
    """Who shows positions of this game as environments do."""
    found: Observer = import_module(f"terrarium.batch.{family_of(state)}").observer_for(state.origin())
    return found


def policy_for(game: Game) -> Policy:
    """The policy of a game's title; NotationError where there is none or nothing to run it with."""
    try:
        found = policy_of(game.title)
    except ImportError as error:
        raise NotationError("needs_extra", {"extra": "envs"}) from error
    if found is None:
        raise NotationError("trained_title", {"title": game.title})
    return found


def check(policy: Policy, observer: "Observer") -> None:
    """NotationError unless this is the table that the policy was trained at, seen as it saw it."""
    about, game = policy.about, observer.game
    told: dict[str, Any] = {"title": game.title}
    if game.players != about["players"]:
        raise NotationError("trained_players", {**told, "learnt": about["players"], "players": game.players})
    for name, value in game.options.items():
        learnt = about["options"].get(name)
        if learnt is None:
            raise NotationError("trained_added", {**told, "option": name})
        if learnt != value:
            given = {"learnt": f"{name}={learnt}", "option": f"{name}={value}"}
            raise NotationError("trained_option", {**told, **given})
    if game.map_name != about["map"]:
        raise NotationError("trained_map", {**told, "learnt": about["map"], "map": game.map_name})
    if layout_of(observer) != about["layout"]:
        raise NotationError("trained_layout", told)


register("trained", TrainedBot, strength=31, seated=False, everywhere=False)
