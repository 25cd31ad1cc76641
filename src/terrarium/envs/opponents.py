"""Who plays the other seats: a callable that gets a blind state and a seat, and gives a legal action code.

def stingy(state, seat):
    return state.legal_actions()[0]

env = envs.single("small-world", opponents=[stingy])
"""

from collections.abc import Callable, Sequence

from terrarium import bots
from terrarium.batch.smallworld import income
from terrarium.kernel.contract import CHANCE, OVER, Game, NotationError, State
from terrarium.kernel.dealer import Dealer
from terrarium.smallworld.core.data import SEAT
from terrarium.smallworld.core.game import Position
from terrarium.titles import USUAL
from terrarium.words import Words

Opponent = Callable[[State, int], int]

MOST_OUTCOMES = 8
"""Chance with more outcomes than this is not averaged: such draws refill a row or a stack, they pay nobody."""


class RandomOpponent:
    """Any legal action, all equally likely."""

    def __init__(self, seed: int = 0) -> None:
        self.dealer = Dealer(seed)

    def __call__(self, state: State, seat: int) -> int:
        return self.dealer.pick(state.legal_actions())


class Grabber:
    """One answer ahead, the most points now: those it has and those it would score, less the best rival's.

    It knows no future: whatever gives as much is taken at random. A yardstick, not a player to be proud of.
    """

    def __init__(self, seed: int = 0) -> None:
        self.dealer = Dealer(seed)

    def __call__(self, state: State, seat: int) -> int:
        best = float("-inf")
        found: list[int] = []
        for action in state.legal_actions():
            after = state.clone()
            after.apply(action)
            value = expected(after, seat)
            if value > best:
                best, found = value, []
            if value == best:
                found.append(action)
        return self.dealer.pick(found)


def expected(state: State, seat: int) -> float:
    """The lead of a seat, averaged over what chance does next."""
    if state.current_player() == CHANCE:
        outcomes = state.chance_outcomes()
        if len(outcomes) <= MOST_OUTCOMES:
            total, weights = 0.0, 0
            for action, weight in outcomes:
                after = state.clone()
                after.apply(action)
                total += weight * lead(after, seat)
                weights += weight
            return total / weights
    return lead(state, seat)


def lead(state: State, seat: int) -> float:
    """Points ahead of the best rival, with what rivals have yet to score, and the seat too while its turn lasts."""
    points = state.scores()
    if isinstance(state, Position) and state.current_player() != OVER:
        mine = state.v[SEAT] == seat
        points = [score + (int(income(state, k)) if k != seat or mine else 0) for k, score in enumerate(points)]
    return points[seat] - max(points[:seat] + points[seat + 1 :])


class Seated:
    """A bot of the register as an opponent: a level, or `strong@60`, with so many seconds for a decision where time is
    what makes it strong."""

    def __init__(self, wish: str, title: str, seed: int, budget_s: float) -> None:
        self.wish = (wish, title, seed, budget_s)
        level, simulations = bots.named(wish) or (wish, 0)
        self.bot = bots.make(level, title, seed, simulations)
        self.bot.tells = False
        self.budget_s = self.bot.unhurried(budget_s)

    def __reduce__(self) -> tuple[type["Seated"], tuple[str, str, int, float]]:
        """Copied as a new bot of the same kind: what it remembers of its last search is no part of the game."""
        return Seated, self.wish

    def __call__(self, state: State, seat: int) -> int:
        return self.bot.choose(state, seat, self.budget_s)[0]


OWN: dict[str, Callable[[int], Opponent]] = {"random": RandomOpponent, "grabber": Grabber}
"""Those that are as quick as they are simple, and the same for the same seed."""


def opponent_names(title: str) -> list[str]:
    """Who may be wished for by name: the simple ones, and every bot of the title, also with a number of simulations."""
    return [*OWN, *(level for level in bots.known(title) if level not in OWN)]


def opponent_of(wish: str | Opponent, title: str, seed: int = 0, budget_s: float = 0.1) -> Opponent:
    """A fresh opponent of this name, or the callable itself; ValueError if there is none."""
    if not isinstance(wish, str):
        return wish
    if wish in OWN:
        return OWN[wish](seed)
    found = bots.named(wish)
    if found is None or found[0] not in bots.known(title):
        names = ", ".join(opponent_names(title))
        raise ValueError(f"there is no opponent {wish!r}; choose one of {names}, strong@60 or the like, or a callable")
    return Seated(wish, title, seed, budget_s)


def check_opponents(wishes: Sequence[str | Opponent], game: Game) -> None:
    """ValueError, with the reason, if somebody is wished for who does not exist or cannot play such a game."""
    for wish in wishes:
        opponent = opponent_of(wish, game.title)
        if isinstance(opponent, Seated):
            try:
                opponent.bot.suits(game)
            except NotationError as error:
                raise ValueError(Words(USUAL, game.title).say(f"error.{error.code}", error.details)) from error
