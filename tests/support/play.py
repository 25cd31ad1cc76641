"""Random play for tests: same seed, same game, on every title."""

from collections.abc import Iterator

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, Game, State
from terrarium.kernel.dealer import Dealer


def step(state: State, dealer: Dealer) -> int:
    """Apply one random action, chance by its weights; give it."""
    if state.current_player() == CHANCE:
        action = dealer.choose(state)
    else:
        action = dealer.pick(state.legal_actions())
    state.apply(action)
    return action


def positions(game: Game, seed: int, every: int = 1) -> Iterator[State]:
    """The positions of one random game, every so many actions. The same object is given again and again."""
    state = game.new()
    dealer = Dealer(seed)
    count = 0
    while True:
        if count % every == 0:
            yield state
        if state.current_player() == OVER:
            return
        step(state, dealer)
        count += 1


def all_games() -> list[tuple[str, int, str]]:
    """Every title with every number of players, in every way it can be played."""
    found = []
    for title in catalog.titles().values():
        for variant in title.variants():
            low, high = variant.players
            found += [(title.id, players, variant.name) for players in range(low, high + 1)]
    return found


def make(title: str, players: int, variant: str, seed: int = 0) -> Game:
    """A game of `all_games`, on the usual map or, with a seed, on one drawn at random where there is a choice."""
    found = catalog.title(title)
    options = next(way.options for way in found.variants() if way.name == variant)
    return found.game(players, found.draw(players, seed) if seed else "", options)
