"""Games with one bad answer planted in them, to see whether a review finds it."""

from dataclasses import dataclass

from terrarium import bots, catalog
from terrarium.bots.minds import mind_of, searchable
from terrarium.bots.review import COSTLIEST, Line, assemble, look, worth
from terrarium.kernel.contract import CHANCE, OVER, Game, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.greedy import Greedy
from terrarium.search.tree import Tree

BAD = 8.0
"""Points of lead that a planted answer costs at least, by a search of its own."""


@dataclass
class Planted:
    """A game of `handmade`, whose appraisal the review asks too: `seat` played badly in `row`, and what that cost."""

    game: Game
    line: Line
    row: int
    seat: int
    cost: float


def lead_in(state: State, seat: int, simulations: int, seed: int) -> float | None:
    """What a seat's lead is worth in a position; None where the search has nothing to say."""
    thinking = searchable(state)
    if thinking.current_player() != state.current_player() or state.current_player() == OVER:
        return None
    tree = Tree(mind_of(thinking), thinking, seed)
    tree.run(simulations)
    return float(tree.lead(worth(tree), seat))


def blunder(state: State, seat: int, simulations: int, seed: int) -> tuple[int, float] | None:
    """The worst answer by the appraisal, if a search agrees that it costs much."""
    thinking = searchable(state)
    legal = state.legal_actions()
    if len(legal) < 3 or thinking.current_player() != seat:
        return None
    greedy = Greedy(mind_of(thinking))
    leads: list[tuple[float, int]] = []
    for action in legal:
        copy = state.clone()
        copy.apply(action)
        leads.append((float(greedy.lead_after(copy, seat, 0)), action))
    if max(leads)[0] - min(leads)[0] < BAD:
        return None
    worst = min(leads)[1]
    after = state.clone()
    after.apply(worst)
    best, then = lead_in(state, seat, simulations, seed), lead_in(after, seat, simulations, seed)
    if best is None or then is None or best - then < BAD:
        return None
    return worst, best - then


def plant(title: str, players: int, seed: int, simulations: int) -> Planted | None:
    """A game with a bad answer at a place drawn by the seed; None where there was no occasion."""
    game = catalog.game(title, players)
    state, dealer = game.new(), Dealer(seed)
    habit = [bots.make("handmade", title, seed=seed + seat, simulations=simulations) for seat in range(players)]
    line: Line = []
    found: Planted | None = None
    wait = int(dealer.below(60))
    while (player := state.current_player()) != OVER:
        if player == CHANCE:
            action = dealer.choose(state)
        else:
            wait -= 1
            bad = blunder(state, player, simulations, seed) if wait < 0 and found is None else None
            if bad is not None:
                action = bad[0]
                found = Planted(game, line, len(line) + 1, player, bad[1])
            else:
                action = habit[player].choose(state.blind(player), player, 1.0)[0]
        line.append((player, state.text(action)))
        state.apply(action)
    return found


def noticed(planted: Planted, simulations: int) -> bool:
    """Is the planted answer among the costliest of its seat?"""
    game = planted.game
    seen = look(game, game.new(), planted.line, 0, simulations, 1)
    review = assemble(game, seen.scores, seen.steps, seen.slips, seen.fates)
    mine = [slip for slip in review.costliest if slip.seat == planted.seat][:COSTLIEST]
    return planted.row in [slip.row for slip in mine]
