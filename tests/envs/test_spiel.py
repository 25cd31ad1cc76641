"""The OpenSpiel adapter: its own random simulations, and the same game as everywhere."""

import copy
import pickle
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `envs` is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra `openspiel`; Linux and macOS only)")

from terrarium import catalog
from terrarium.envs import spiel
from terrarium.kernel.contract import OVER
from terrarium.kernel.dealer import Dealer
from tests.support.play import positions

spiel.register()


@pytest.mark.parametrize("title", list(catalog.titles()))
def test_a_game_played_through_openspiel_is_the_same_game(title: str) -> None:
    spiel.register()
    game = pyspiel.load_game(f"python_terrarium(title={title},players=2,reward=margin)")
    state = game.new_initial_state()
    own = catalog.game(title, 2).new()
    dealer = Dealer(5)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(share for _, share in outcomes) == pytest.approx(1)
            number = outcomes[int(dealer.below(len(outcomes)))][0]
        else:
            assert state.current_player() == own.current_player()
            number = dealer.pick(state.legal_actions())
        text = state.action_to_string(state.current_player(), number)
        state.apply_action(number)
        own.apply(own.parse(text))
    assert own.current_player() == OVER
    scores = own.scores()
    assert state.returns() == [scores[0] - scores[1], scores[1] - scores[0]]


def test_clones_are_independent_and_observations_the_same_rows() -> None:
    game = pyspiel.load_game("python_terrarium(title=small-world,players=3)")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert str(copy) != str(state)
    observer = game.make_py_observer()
    observer.set_from(state, state.current_player())
    assert observer.tensor.shape == (game.plan.observer.size,)
    assert observer.tensor.any()
    assert "'seats'" in observer.string_from(state, 0)


@pytest.mark.parametrize("title", list(catalog.titles()))
def test_openspiel_simulates_it_and_stores_it_on_the_way(title: str) -> None:
    game = pyspiel.load_game(f"python_terrarium(title={title},players=2)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("reward", ["win", "rank"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_sums_to_nothing_does_so_as_exactly_as_openspiel_wants(players: int, reward: str) -> None:
    """A third has no end: rounded to four bytes, three of them and a whole one would not cancel out."""
    game = pyspiel.load_game(f"python_terrarium(title=small-world,players={players},reward={reward})")
    assert game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def some_way(game: Any) -> Any:
    state = game.new_initial_state()
    for _ in range(40):
        chance = state.is_chance_node()
        state.apply_action(state.chance_outcomes()[0][0] if chance else state.legal_actions()[0])
    return state


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
def test_games_and_states_are_copied_and_pickled(copied: Any) -> None:
    game = pyspiel.load_game("python_terrarium(title=terra-mystica,players=3,reward=rank)")
    assert str(copied(game)) == str(game)
    state = some_way(game)
    again = copied(state)
    assert str(again) == str(state)
    assert again.legal_actions() == state.legal_actions()
    again.apply_action(again.legal_actions()[0])
    assert str(again) != str(state)


@pytest.mark.parametrize(
    ("players", "reward", "zero"),
    [
        (2, "win", True),
        (4, "win", True),
        (3, "rank", True),
        (2, "margin", True),
        (3, "margin", False),
        (2, "score", False),
    ],
)
def test_the_type_tells_the_truth(players: int, reward: str, zero: bool) -> None:
    game = pyspiel.load_game(f"python_terrarium(title=small-world,players={players},reward={reward})")
    kind = game.get_type()
    assert kind.information == pyspiel.GameType.Information.PERFECT_INFORMATION
    assert (kind.utility == pyspiel.GameType.Utility.ZERO_SUM) is zero
    state = game.new_initial_state()
    dealer = Dealer(3)
    while not state.is_terminal():
        outcomes = state.chance_outcomes() if state.is_chance_node() else []
        state.apply_action(dealer.pick([number for number, _ in outcomes] or state.legal_actions()))
    if zero:
        assert sum(state.returns()) == pytest.approx(0, abs=1e-6)
        assert game.utility_sum() == 0
    else:
        assert sum(state.returns()) != pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("title", list(catalog.titles()))
def test_nothing_is_hidden_from_anybody(title: str) -> None:
    """Perfect information: what a seat may know of a position is the whole position."""
    for players in (2, 5):
        for state in positions(catalog.game(title, players), seed=players, every=40):
            for seat in range(players):
                assert state.blind(seat).dump() == state.dump()
