"""How fast minds think in the middle of games: appraisals and simulations a second, with the network and without."""

import time
from collections.abc import Callable

from librt.vecs import vec

from terrarium import bots
from terrarium.bots.minds import learned_mind_of, mind_of, searchable
from terrarium.kernel.contract import CHANCE, OVER, Game, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.mind import Mind
from terrarium.search.tree import Tree

TRIES = 3
GAMES = 3
"""Games whose middle is thought about: positions differ, and what they cost too."""
SLICE = 20
"""Simulations between two looks at the clock."""
BUNCH = 20
"""Appraisals between two looks."""
HABIT = "casual"
"""Who plays until then."""


def middle(game: Game, seed: int) -> State:
    """A question worth a search after half of the rounds of a game."""
    state, dealer = game.new(), Dealer(seed)
    seats = [bots.make(HABIT, game.title, seed * 31 + seat) for seat in range(game.players)]
    mind = mind_of(searchable(state))
    half = float(mind.left(state)) / 2
    while (player := state.current_player()) != OVER:
        if player == CHANCE:
            state.apply(dealer.choose(state))
            continue
        thinking = searchable(state.blind(player))
        if mind.left(state) <= half and thinking.current_player() == player and not mind.fan(thinking).settled:
            return thinking
        state.apply(seats[player].choose(state.blind(player), player, 1.0)[0])
    raise AssertionError("no question in half a game")


def rate(step: Callable[[], object], each: int, seconds: float) -> float:
    """How often a second something is done, of which a step does so many."""
    count = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        step()
        count += each
    return count / spent


def pace(mind: Mind, state: State, seed: int, seconds: float) -> tuple[float, float]:
    """Appraisals and simulations a second with a mind in a position, each measured for so long."""
    points, chances = vec[float]([0.0] * int(mind.players)), vec[float]([0.0] * int(mind.players))
    doubt = mind.doubt(state)

    def appraise() -> None:
        for _ in range(BUNCH):
            mind.outlook(state, doubt, points, chances)

    tree = Tree(mind, state, seed, mind.explore)
    return rate(appraise, BUNCH, seconds), rate(lambda: tree.run(SLICE), SLICE, seconds)


def paces(game: Game, seconds: float) -> dict[str, float]:
    """Appraisals and simulations a second with the hand-made mind, and with the network where there is one and
    something to run it with: the mean over the games, best of three tries of so many seconds each."""
    found: dict[str, float] = {}
    places = [middle(game, seed + 1) for seed in range(GAMES)]
    for name, made in (("handmade", mind_of), ("learned", learned_mind_of)):
        minds = [made(state) for state in places]
        for _ in range(TRIES):
            tried = [
                pace(mind, state, seed, seconds / GAMES)
                for seed, (mind, state) in enumerate(zip(minds, places, strict=True))
                if mind is not None
            ]
            for what, rates in zip(("appraisals", "simulations"), zip(*tried, strict=True), strict=False):
                key = f"{name}_{what}_per_second"
                found[key] = max(found.get(key, 0.0), round(sum(rates) / len(rates)))
    return found
