"""Games of `greedy` or of a short search against itself: strong enough to mean something, fast enough for thousands."""

from collections.abc import Callable
from functools import partial

from terrarium.bots.minds import idle, mind_of, searchable
from terrarium.kernel.contract import CHANCE, OVER, Game, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.greedy import Greedy
from terrarium.search.mind import Mind
from terrarium.search.tree import Tree

Player = Callable[[State], int]
"""Whoever answers for a seat."""


def answer(greedy: Greedy, state: State) -> int:
    """What `greedy` does here."""
    legal = state.legal_actions()
    if len(legal) == 1:
        return legal[0]
    thinking = searchable(state)
    if thinking.current_player() != state.current_player():
        return idle(state, legal)
    glance = greedy.look(thinking)
    action = int(glance.actions[glance.best])
    return action if action in legal else idle(state, legal)


def looking(mind: Mind) -> Player:
    """Somebody who looks one decision ahead."""
    return partial(answer, Greedy(mind))


def searching(mind: Mind, simulations: int, seed: int) -> Player:
    """Somebody who searches every answer anew."""

    def think(state: State) -> int:
        legal = state.legal_actions()
        thinking = searchable(state)
        if len(legal) == 1 or thinking.current_player() != state.current_player():
            return idle(state, legal)
        tree = Tree(mind, thinking, seed, mind.explore)
        if not tree.decided(simulations):
            tree.run(simulations)
        action = int(tree.root.actions[tree.best()])
        return action if action in legal else idle(state, legal)

    return think


def play(game: Game, sides: list[Player], seed: int) -> State:
    """A whole game between these players, one a seat."""
    state = game.new()
    dealer = Dealer(seed)
    while (player := state.current_player()) != OVER:
        state.apply(dealer.choose(state) if player == CHANCE else sides[player](state))
    return state


def play_game(
    game: Game, seed: int, think: Callable[[State, int], int] | None = None
) -> tuple[State, list[list[tuple[str, str]]]]:
    """A whole game of the Small World family; the combos each seat picked come with it.

    `think` answers for every seat in place of `greedy`.
    """
    state = game.new()
    dealer = Dealer(seed)
    greedy = Greedy(mind_of(state))
    picked: list[list[tuple[str, str]]] = [[] for _ in range(game.players)]
    while (seat := state.current_player()) != OVER:
        if seat == CHANCE:
            state.apply(dealer.choose(state))
            continue
        action = think(state, seat) if think else answer(greedy, state)
        word, _, place = state.text(action).partition(" ")
        if word == "pick":
            row = state.view(seat)["row"]
            assert isinstance(row, list)
            combo = row[int(place)]
            picked[seat].append((str(combo["race"]), str(combo["power"])))
        state.apply(action)
    return state, picked
