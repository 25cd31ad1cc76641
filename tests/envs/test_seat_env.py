"""The Gymnasium environment and its opponents."""

import copy
import subprocess
import sys
import warnings
from math import inf
from typing import Any

import pytest

np = pytest.importorskip("numpy", reason="the extra `envs` is not installed")
gymnasium = pytest.importorskip("gymnasium", reason="the extra `envs` is not installed")

from gymnasium.utils.env_checker import check_env

from terrarium import catalog, envs
from terrarium.envs.match import win_share
from terrarium.envs.opponents import Grabber, RandomOpponent, Seated, opponent_names, opponent_of
from terrarium.envs.seat_env import SeatEnv
from terrarium.kernel.contract import State
from terrarium.kernel.dealer import Dealer
from tests.support.play import positions


@pytest.mark.parametrize("name", [f"terrarium/{title}-2p-v0" for title in catalog.titles()])
def test_gymnasium_finds_nothing_wrong_with_what_it_makes_by_name(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(gymnasium.make(name).unwrapped)


def test_every_title_and_number_of_players_has_a_name() -> None:
    found = {name for name in gymnasium.registry if name.startswith("terrarium/")}
    wanted = {
        f"terrarium/{id}-{players}p-v0"
        for id, title in catalog.titles().items()
        for players in range(title.players[0], title.players[1] + 1)
    }
    assert found == wanted
    made = gymnasium.make("terrarium/warcraft-5p-v0", opponents=["grabber"], reward="rank").unwrapped
    assert isinstance(made, SeatEnv)
    assert (made.table.game.title, made.table.game.players, made.table.reward) == ("warcraft", 5, "rank")


@pytest.mark.parametrize(
    "first", ["gymnasium, terrarium", "gymnasium, terrarium.envs", "terrarium.envs, gymnasium", "gymnasium"]
)
def test_names_are_known_without_glue(first: str) -> None:
    name = "terrarium.envs:terrarium/small-world-2p-v0" if first == "gymnasium" else "terrarium/small-world-2p-v0"
    program = f"import {first}\nprint(gymnasium.make({name!r}).reset(seed=1)[1]['seat'])"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stdout == "0\n", done.stderr


def test_masks_under_the_name_that_learners_ask_for() -> None:
    env = envs.single("small-world")
    seen, _ = env.reset(seed=4)
    over = False
    while not over:
        mask = env.action_masks()
        assert mask.dtype == np.bool_
        assert mask.tolist() == seen["action_mask"].astype(bool).tolist()
        assert mask.any()
        seen, _, over, _, info = env.step(int(np.flatnonzero(mask)[-1]))
        assert not info["replaced"]
    assert not env.action_masks().any()


def test_an_illegal_action_is_replaced_and_said_or_refused() -> None:
    env = envs.single("small-world")
    env.reset(seed=4)
    illegal = int(np.flatnonzero(~env.action_masks())[0])
    assert env.step(illegal)[4]["replaced"] is True
    legal = int(np.flatnonzero(env.action_masks())[0])
    assert env.step(legal)[4]["replaced"] is False
    strict = envs.single("small-world", illegal="refuse")
    strict.reset(seed=4)
    with pytest.raises(ValueError, match="is not legal now"):
        strict.step(illegal)


def finish(env: SeatEnv, seed: int) -> tuple[float, dict[str, Any]]:
    seen, info = env.reset(seed=seed)
    dealer, over, paid = Dealer(seed), False, 0.0
    while not over:
        assert env.table.state.current_player() == env.seat == info["seat"]
        seen, reward, over, _, info = env.step(dealer.pick(np.flatnonzero(seen["action_mask"]).tolist()))
        paid += reward
    return paid, info


@pytest.mark.parametrize("players", [2, 4])
def test_opponents_play_the_other_seats_and_see_blind_states_only(players: int) -> None:
    asked: list[int] = []
    env = envs.single("small-world", players, opponents=[lambda state, seat: spy(state, seat)], seat=1, reward="score")

    def spy(state: State, seat: int) -> int:
        assert state.current_player() == seat != 1
        assert state is not env.table.state
        assert state.dump() == env.table.state.blind(seat).dump()
        asked.append(seat)
        return state.legal_actions()[0]

    paid, info = finish(env, 3)
    assert set(asked) == set(range(players)) - {1}
    assert paid == info["points"][1] == env.table.state.scores()[1]


def test_seats_are_drawn_for_every_game() -> None:
    env = envs.single("small-world", 3, seat=None)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(20)} == {0, 1, 2}


def test_same_seed_same_game() -> None:
    env = envs.single("small-world", 2, opponents=["grabber"], reward="margin")
    assert finish(env, 5)[0] == finish(env, 5)[0]


def test_wishes_that_cannot_be_met() -> None:
    with pytest.raises(ValueError, match="no opponent 'kasparov'; choose one of random, grabber, "):
        envs.single("small-world", opponents=["kasparov"]).reset(seed=1)
    with pytest.raises(ValueError, match="3 opponents are wanted"):
        envs.single("small-world", 4, opponents=["random", "random"])
    with pytest.raises(ValueError, match="no seat 2 at a table of 2"):
        envs.single("small-world", seat=2)


def test_the_grabber_beats_random_play() -> None:
    dealer = Dealer(1)

    def choose(observation: Any, mask: Any) -> Any:
        return np.array([dealer.pick(np.flatnonzero(row).tolist()) for row in mask])

    assert win_share("small-world", choose, Grabber(1), 30, seed=1) < 0.2
    assert 0.2 < win_share("small-world", choose, RandomOpponent(1), 60, seed=1) < 0.8


def test_a_callable_is_an_opponent_itself() -> None:
    grabber = Grabber()
    assert opponent_of(grabber, "small-world") is grabber


def test_a_bot_may_be_given_a_number_of_simulations() -> None:
    opponent = opponent_of("strong@3", "small-world", seed=4)
    assert isinstance(opponent, Seated)
    assert (opponent.bot.simulations, opponent.bot.seed) == (3, 4)
    assert copy.deepcopy(opponent).bot.simulations == 3
    envs.single("small-world", opponents=["strong@3"]).reset(seed=1)
    for wrong in ("strong@many", "strong@0", "kasparov@60"):
        with pytest.raises(ValueError, match=wrong):
            envs.single("small-world", opponents=[wrong])


def test_a_bot_by_name_plays_the_same_game_again() -> None:
    """Whatever the clock says, if its level is a number of simulations."""
    opponent = opponent_of("strong", "small-world", budget_s=0.0)
    assert isinstance(opponent, Seated)
    assert opponent.budget_s == inf
    timed = opponent_of("master", "small-world", budget_s=0.2)
    assert isinstance(timed, Seated)
    assert timed.budget_s == 0.2


@pytest.mark.parametrize("title", list(catalog.titles()))
def test_bots_of_the_register_are_opponents_by_name(title: str) -> None:
    for name in ("random", "greedy"):
        assert name in opponent_names(title)
        opponent = opponent_of(name, title, seed=3, budget_s=0.01)
        for state in positions(catalog.game(title, 2), seed=8, every=30):
            seat = state.current_player()
            if seat >= 0:
                assert opponent(state.blind(seat), seat) in state.legal_actions()
