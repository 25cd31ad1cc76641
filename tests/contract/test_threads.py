"""Games in several threads of one process do not disturb one another, also as plain Python."""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from terrarium import catalog
from terrarium.bots.minds import mind_of, searchable
from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.greedy import Greedy

THREADS = 4
LOOKS = 6
"""Positions of a game in which the greedy player is asked too, so that the search runs beside the rules."""


@pytest.fixture
def restless() -> Iterator[None]:
    """Threads take turns as often as they can: a buffer that two of them share is written over at once."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def trace(title: str, seed: int) -> list[object]:
    """A game of its own, told step by step: what is listed, what the buttons say, what the search sees."""
    found = catalog.title(title)
    game = found.game(3, found.draw(3, seed), {})
    state = game.new()
    state.watch()
    dealer = Dealer(seed)
    told: list[object] = []
    step = 0
    while (who := state.current_player()) != OVER:
        legal = state.legal_actions()
        told.append((who, legal))
        if who == CHANCE:
            state.apply(dealer.choose(state))
            continue
        step += 1
        if step % 20 == 0:
            told.append([choice.facts for choice in state.choices(who)])
            told.append(state.clone().play_out(seed))
        if step % 40 == 0 and step <= 40 * LOOKS:
            thinking = searchable(state)
            if thinking.current_player() == who:
                told.append(list(Greedy(mind_of(thinking)).look(thinking).leads))
        state.apply(dealer.pick(legal))
    told.append(state.scores())
    return told


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize("title", list(catalog.titles()))
def test_games_in_threads_go_as_they_go_alone(title: str) -> None:
    seeds = range(THREADS)
    alone = [trace(title, seed) for seed in seeds]
    with ThreadPoolExecutor(THREADS) as pool:
        together = list(pool.map(lambda seed: trace(title, seed), seeds))
    for seed in seeds:
        assert together[seed] == alone[seed], f"game {seed} went another way among others"


@pytest.mark.usefixtures("restless")
@pytest.mark.parametrize("title", list(catalog.titles()))
def test_copies_of_one_position_are_read_in_threads(title: str) -> None:
    """A server hands copies of one position to several threads: bots, advice, the buttons of the page."""
    found = catalog.title(title)
    state = found.game(3, found.draw(3, 7), {}).new()
    dealer = Dealer(7)
    for _ in range(60):
        legal = state.legal_actions()
        state.apply(dealer.choose(state) if state.current_player() == CHANCE else dealer.pick(legal))

    def read(copy: State) -> list[object]:
        return [
            (copy.legal_actions(), [c.facts for c in copy.choices(copy.current_player())], copy.clone().play_out(n))
            for n in range(12)
        ]

    expected = read(state.clone())
    with ThreadPoolExecutor(THREADS) as pool:
        for answer in pool.map(read, [state.clone() for _ in range(THREADS)]):
            assert answer == expected
