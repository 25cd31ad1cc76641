"""The OpenSpiel adapter: its own random simulations, and the same game as everywhere."""

import pytest

np = pytest.importorskip("numpy", reason="the extra `envs` is not installed")
pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (extra `openspiel`; Linux and macOS only)")

from terrarium import catalog
from terrarium.envs import spiel
from terrarium.kernel.contract import OVER
from terrarium.kernel.dealer import Dealer

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


def test_openspiel_simulates_it() -> None:
    game = pyspiel.load_game("python_terrarium(title=small-world,players=2)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
