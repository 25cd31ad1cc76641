"""States, games and environments are pickled and deep-copied, and go on as the original does."""

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `envs` is not installed")
pytest.importorskip("gymnasium", reason="the extra `envs` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `envs` is not installed")

from terrarium import catalog, envs
from tests.support.play import positions

Copier = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS = pytest.mark.parametrize("copied", [pickled, copy.deepcopy, copy.copy])
DEEP = pytest.mark.parametrize("copied", [pickled, copy.deepcopy])
EVERY = pytest.mark.parametrize("title", list(catalog.titles()))


@WAYS
@EVERY
def test_positions(title: str, copied: Copier) -> None:
    game = catalog.game(title, 3)
    for state in positions(game, seed=5, every=60):
        again = copied(state)
        assert type(again) is type(state)
        assert again is not state
        assert again.dump() == state.dump()
        assert again.legal_actions() == state.legal_actions()
        # The copy is its own: what is played with it does not reach the original.
        before = state.dump()
        again.play_out(7)
        assert state.dump() == before
        original = state.clone()
        original.play_out(7)
        assert again.dump() == original.dump()


@WAYS
def test_games_with_their_wishes(copied: Copier) -> None:
    game = catalog.game("underground", 4, "", {"mixed": "yes"})
    again = copied(game)
    assert (again.title, again.players, again.map_name, again.options) == (
        game.title, game.players, game.map_name, game.options,
    )  # fmt: skip


def test_positions_that_come_back_together_share_one_game() -> None:
    game = catalog.game("small-world", 2)
    one, other = pickled([game.new(), game.new()])
    assert one.origin() is other.origin()


@DEEP
@EVERY
def test_a_seat_goes_on_as_the_original(title: str, copied: Copier) -> None:
    env = envs.single(title, 3, opponents=["random"], reward="points")
    env.reset(seed=11)
    for _ in range(12):
        env.step(int(np.flatnonzero(env.action_masks())[-1]))
    again = copied(env)
    for _ in range(20):
        choice = int(np.flatnonzero(env.action_masks())[0])
        here, there = env.step(choice), again.step(choice)
        assert np.array_equal(here[0]["observation"], there[0]["observation"])
        assert np.array_equal(here[0]["action_mask"], there[0]["action_mask"])
        assert here[1:3] == there[1:3]
        if here[2]:
            break


@DEEP
def test_a_table_goes_on_as_the_original(copied: Copier) -> None:
    env = envs.aec("small-world", 3)
    env.reset(seed=3)
    for _ in range(25):
        env.step(int(np.flatnonzero(env.infos[env.agent_selection]["action_mask"])[0]))
    for agent in env.agents:
        env.observe(agent)
    again = copied(env)
    for _ in range(40):
        assert again.agent_selection == env.agent_selection
        for agent in env.agents:
            assert np.array_equal(env.observe(agent)["observation"], again.observe(agent)["observation"])
        choices = np.flatnonzero(env.infos[env.agent_selection]["action_mask"])
        if not choices.size:
            break  # over: how soon rests on what is drawn, and so on what lies in the box
        env.step(int(choices[-1]))
        again.step(int(choices[-1]))


@DEEP
def test_many_games_go_on_as_the_originals(copied: Copier) -> None:
    env = envs.vector("warcraft", 2, count=6, seed=2)
    for _ in range(50):
        env.step(env.sample())
    again = copied(env)
    for _ in range(400):  # long enough for games to end and begin anew
        chosen = env.sample()
        assert chosen == again.sample()
        env.step(chosen)
        again.step(chosen)
        for name in ("observation", "mask", "seat", "points", "gains", "ended", "won", "standing"):
            assert np.array_equal(getattr(env, name), getattr(again, name)), name


def test_a_bot_as_an_opponent_is_copied_too() -> None:
    env = envs.single("small-world", opponents=["greedy"])
    env.reset(seed=1)
    again = pickled(env)
    choice = int(np.flatnonzero(env.action_masks())[0])
    assert again.step(choice)[1] == env.step(choice)[1]
