"""The vector environment: the same games as one by one, in arrays that are never made anew."""

from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `envs` is not installed")

from terrarium import catalog, envs
from terrarium.batch.batch import Batch, Index
from terrarium.envs.observers import observer_of
from terrarium.kernel.dealer import Dealer


@pytest.mark.parametrize("title", list(catalog.titles()))
def test_every_game_plays_as_it_would_alone(title: str) -> None:
    many = envs.vector(title, count=3, seed=40)
    alone = [envs.vector(title, count=1, seed=40 + k) for k in range(3)]
    dealer = Dealer(9)
    for _ in range(150):
        chosen = np.array([dealer.pick(np.flatnonzero(mask).tolist()) for mask in many.mask])
        many.step(chosen)
        for k, env in enumerate(alone):
            env.step(chosen[k : k + 1])
            assert (env.observation[0] == many.observation[k]).all()
            assert (env.mask[0] == many.mask[k]).all()
            assert env.seat[0] == many.seat[k]
            assert env.ended[0] == many.ended[k]
            assert env.rewards()[0].tolist() == many.rewards()[k].tolist()


def test_rows_are_those_of_the_states_themselves() -> None:
    """A row written over the last one is the row a fresh sheet would get."""
    env = envs.vector("small-world", players=3, count=4, seed=2)
    for _ in range(200):
        env.step(env.sample())
        fresh = Batch(env.observer, 4, 0, False, False)
        fresh.states = [state.clone() for state in env.batch.states]
        for k in range(4):
            fresh.refresh(k)
            assert env.batch.states[k].legal_actions() == [env.code(int(n)) for n in np.flatnonzero(env.mask[k])]
        assert (np.frombuffer(fresh.sheet.cells, np.int16) == env.observation.ravel()).all()
        assert (np.frombuffer(fresh.masks, np.int8) == env.mask.ravel()).all()


def test_arrays_are_views_of_the_engine() -> None:
    env = envs.vector("small-world", count=8, seed=1)
    arrays: list[Any] = [env.observation, env.mask, env.seat, env.points, env.gains, env.ended, env.won]
    before = [array.copy() for array in arrays]
    for array in arrays:
        assert not array.flags.owndata
        assert not array.flags.writeable
    for _ in range(150):
        env.step(env.sample())
    assert arrays[0] is env.observation
    assert arrays[1] is env.mask
    for array, old in zip(arrays[:4], before, strict=False):
        assert (array != old).any()


def test_ended_games_pay_and_are_replaced() -> None:
    env = envs.vector("small-world", players=2, count=16, seed=3)
    ended = 0
    totals = env.points.copy()
    for _ in range(400):
        env.step(env.sample())
        totals += env.gains
        for game in np.flatnonzero(env.ended):
            ended += 1
            assert env.points[game].tolist() == totals[game].tolist()
            assert env.won[game].any()
            best = env.points[game] == env.points[game].max()
            assert (env.won[game].astype(bool) <= best).all()
            assert env.rewards()[game].sum() == 0
            totals[game] = env.batch.states[game].scores()
        assert (env.rewards()[env.ended == 0] == 0).all()
        assert (env.seat >= 0).all()
    assert ended > 20


def test_forced_answers_may_be_skipped() -> None:
    env = envs.vector("small-world", count=4, seed=4, skip_forced=True)
    for _ in range(150):
        assert (env.mask.sum(1) > 1).all()
        env.step(env.sample())


def test_an_illegal_action_is_named_and_nothing_moves() -> None:
    env = envs.vector("small-world", count=3, seed=5)
    before = [state.dump() for state in env.batch.states]
    actions = np.array([int(np.flatnonzero(mask)[0]) for mask in env.mask])
    actions[2] = env.number[env.state.parse("deploy 3 1")]
    with pytest.raises(ValueError, match=r"game 2: action \d+ \(deploy 3 1\) is not legal now"):
        env.step(actions)
    with pytest.raises(ValueError, match="3 actions of 8 bytes"):
        env.step(actions[:2])
    assert [state.dump() for state in env.batch.states] == before


def test_reset_starts_again() -> None:
    env = envs.vector("small-world", count=2, seed=6)
    first = env.observation.copy()
    for _ in range(30):
        env.step(env.sample())
    env.reset(6)
    assert (env.observation == first).all()
    env.reset(7)
    assert (env.observation != first).any()


def test_the_index_finds_every_code_and_no_other() -> None:
    codes = observer_of(catalog.game("small-world", 5)).actions
    index = Index(codes)
    assert [index.number(code) for code in codes] == list(range(len(codes)))
    with pytest.raises(KeyError):
        index.number(codes[-1] + 1)
