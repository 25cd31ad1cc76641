"""Replies that bots fear, searched anew: with other seeds and more simulations, and each of them by itself."""

from collections.abc import Iterator

from terrarium import bots, catalog
from terrarium.bots.minds import learned_mind_of, mind_of, searchable
from terrarium.bots.review import means
from terrarium.bots.searching import Fear, SearchBot, feared
from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.tree import Tree

SEED = 977
REPLIES = 4
"""Other replies that the feared one is held against, the likeliest of a search of their own."""


def fears(title: str, players: int, seed: int, simulations: int) -> Iterator[tuple[int, Fear]]:
    """What `master` fears in games of `greedy`: who fears, and what."""
    while True:
        seed += 1
        state, dealer = catalog.game(title, players).new(), Dealer(seed)
        habit = bots.make("greedy", title, seed=seed)
        habit.tells = False
        while (seat := state.current_player()) != OVER:
            if seat == CHANCE:
                state.apply(dealer.choose(state))
                continue
            blind = state.blind(seat)
            if len(state.legal_actions()) > 1 and dealer.below(6) == 0:
                bot = bots.make("master", title, seed=seed, simulations=simulations)
                assert isinstance(bot, SearchBot)
                action, reason = bot.choose(blind, seat, 1.0)
                if reason and bot.tree is not None:
                    after = searchable(blind).clone()
                    after.apply(action)
                    found = feared(bot.tree, after, seat, [int(code) for code in bot.tree.root.actions].index(action))
                    if found is not None:
                        yield seat, found
            state.apply(habit.choose(blind, seat, 1.0)[0])


def searched(state: State, simulations: int) -> Tree:
    thinking = searchable(state)
    mind = learned_mind_of(thinking) or mind_of(thinking)
    tree = Tree(mind, thinking, SEED, mind.explore)
    tree.run(simulations)
    return tree


def found_cost(seat: int, fear: Fear, simulations: int) -> float | None:
    """What the reply costs `seat` beside the likeliest others, each searched by itself; None where one ends a game."""

    def lead_after(action: int) -> float | None:
        state = fear.before.clone()
        state.apply(action)
        if state.current_player() == OVER:
            return None
        tree = searched(state, simulations)
        return float(tree.lead(means(tree), seat))

    root = searched(fear.before, simulations).root
    tried = sorted(zip(root.visits, root.actions, strict=True), reverse=True)
    likely = [(int(times), int(code)) for times, code in tried if times and code != fear.choice.action][:REPLIES]
    leads = [lead_after(code) for _, code in likely]
    mine = lead_after(fear.choice.action)
    if mine is None or None in leads or not likely:
        return None
    whole = sum(times for times, _ in likely)
    return sum(times * lead for (times, _), lead in zip(likely, leads, strict=True) if lead is not None) / whole - mine
