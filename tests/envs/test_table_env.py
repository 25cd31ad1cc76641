"""The PettingZoo environment: its own tests on every title, the mask, the rewards, and nothing hidden in it."""

import warnings

import pytest

np = pytest.importorskip("numpy", reason="the extra `envs` is not installed")
pytest.importorskip("pettingzoo", reason="the extra `envs` is not installed")

from pettingzoo.test import api_test, parallel_seed_test, seed_test
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from terrarium import catalog, envs
from terrarium.envs.table_env import TableEnv
from terrarium.kernel.dealer import Dealer

ENDS = [(title.id, players) for title in catalog.titles().values() for players in sorted({*title.players})]
each_table = pytest.mark.parametrize(("title", "players"), ENDS)


def random_number(env: TableEnv, dealer: Dealer) -> int:
    return dealer.pick(np.flatnonzero(env.last()[0]["action_mask"]).tolist())


def play(env: TableEnv, seed: int) -> dict[str, float]:
    """A random game to its end; what every agent was paid in all."""
    env.reset(seed=seed)
    dealer = Dealer(seed)
    paid = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        _, reward, over, _, _ = env.last()
        paid[agent] += reward
        env.step(None if over else random_number(env, dealer))
    return paid


@each_table
def test_pettingzoo_finds_nothing_wrong(title: str, players: int) -> None:
    with warnings.catch_warnings():
        # It would rather see a plain array than one beside a mask.
        warnings.filterwarnings("ignore", message="Observation")
        api_test(envs.aec(title, players), num_cycles=250)


@each_table
def test_same_seed_same_game(title: str, players: int) -> None:
    seed_test(lambda: envs.aec(title, players), num_cycles=60)
    parallel_seed_test(lambda: turn_based_aec_to_parallel(envs.aec(title, players, illegal="replace")), num_cycles=25)


def test_another_seed_another_game() -> None:
    rows = []
    for seed in range(4):
        env = envs.aec("small-world")
        env.reset(seed=seed)
        rows.append(env.last()[0]["observation"].tobytes())
    assert len(set(rows)) == 4


@each_table
def test_the_mask_tells_the_legal_actions_of_the_seat_that_is_asked(title: str, players: int) -> None:
    env = envs.aec(title, players)
    env.reset(seed=3)
    dealer = Dealer(3)
    for _ in range(80):
        seen, _, over, _, info = env.last()
        if over:
            break
        legal = [env.table.code(number) for number in np.flatnonzero(seen["action_mask"])]
        assert legal == env.game_state.legal_actions()
        assert env.agent_selection == f"seat_{env.game_state.current_player()}"
        assert info["action_mask"].tolist() == seen["action_mask"].tolist()
        for other in set(env.agents) - {env.agent_selection}:
            assert not env.observe(other)["action_mask"].any()
            assert not env.infos[other]["action_mask"].any()
        assert (env.observe(env.agent_selection)["observation"] == seen["observation"]).all()
        env.step(random_number(env, dealer))


@each_table
def test_numbers_and_spellings_agree(title: str, players: int) -> None:
    env = envs.aec(title, players)
    env.reset(seed=1)
    for number in range(0, env.action_space("seat_0").n, 7):
        assert env.number(env.text(number)) == number


def test_an_illegal_action_is_refused_by_name_and_changes_nothing() -> None:
    env = envs.aec("small-world")
    env.reset(seed=5)
    before = env.game_state.dump()
    with pytest.raises(ValueError, match=r"action \d+ \(conquer 3\) is not legal now"):
        env.step(env.number("conquer 3"))
    with pytest.raises(ValueError, match="there is no action 100000"):
        env.step(100_000)
    with pytest.raises(ValueError, match="an action number is wanted"):
        env.step(None)
    assert env.game_state.dump() == before


def test_an_illegal_action_may_be_replaced() -> None:
    env = envs.aec("small-world", illegal="replace")
    env.reset(seed=5)
    before = env.game_state.dump()
    env.step(env.number("conquer 3"))
    assert env.game_state.dump() != before


@pytest.mark.parametrize("players", [2, 4])
def test_rewards(players: int) -> None:
    seed = 11
    points = envs.aec("small-world", players, reward="points")
    paid = {
        kind: play(envs.aec("small-world", players, reward=kind), seed) for kind in ("win", "rank", "margin", "score")
    }
    gained = play(points, seed)
    scores, winners = points.game_state.scores(), points.game_state.winners()
    start = catalog.game("small-world", players).new().scores()[0]
    for seat, agent in enumerate(points.possible_agents):
        others = scores[:seat] + scores[seat + 1 :]
        assert paid["score"][agent] == scores[seat]
        assert paid["margin"][agent] == scores[seat] - max(others)
        assert gained[agent] == scores[seat] - start
        assert (paid["win"][agent] > 0) == (seat in winners)
        assert (paid["rank"][agent] == 1) == (winners == [seat])
    assert sum(paid["win"].values()) == pytest.approx(0, abs=1e-5)
    assert sum(paid["rank"].values()) == pytest.approx(0, abs=1e-5)


@pytest.mark.parametrize(("variant", "players"), [("coop", 1), ("coop", 2), ("team", 4), ("team", 5)])
def test_sides_are_paid_together(variant: str, players: int) -> None:
    paid = {}
    for kind in ("win", "rank", "margin", "score"):
        env = envs.aec("warcraft", players, reward=kind, options={"variant": variant})
        paid[kind] = list(play(env, 11).values())
    ended = env.game_state
    assert ended is not None
    sides = catalog.game("warcraft", players, options={"variant": variant}).sides()
    won = [seat in ended.winners() for seat in range(players)]
    assert paid["score"] == ended.scores()
    for kind in ("win", "rank", "margin"):
        by_side = {side: {paid[kind][seat] for seat in range(players) if sides[seat] == side} for side in sides}
        assert all(len(values) == 1 for values in by_side.values())
        if variant == "team":
            assert [value > 0 for value in paid["win"]] == won
    if variant == "coop":
        assert paid["win"] == paid["rank"] == [1.0 if all(won) else -1.0] * players
        assert paid["margin"] == ended.standing()


def test_wishes_that_cannot_be_met() -> None:
    with pytest.raises(ValueError, match="no reward 'gold'"):
        envs.aec("small-world", reward="gold")
    with pytest.raises(ValueError, match="choose one of refuse, replace"):
        envs.aec("small-world", illegal="cry")
    with pytest.raises(ValueError, match="unknown_title"):
        envs.aec("chess")


def test_renders() -> None:
    env = envs.aec("small-world", render_mode="ansi")
    env.reset(seed=1)
    assert "pick 0" in str(env.render())
    env.render_mode = "svg"
    assert str(env.render()).startswith("<svg")


def test_a_missing_package_is_named_with_its_extra() -> None:
    with pytest.raises(ImportError, match=r"no_such_package is not installed: pip install 'terrarium-games\[envs\]'"):
        envs.need("no_such_package", "envs")
