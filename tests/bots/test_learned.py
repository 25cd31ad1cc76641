"""Minds that believe a network: every title and table, repeatable, and nothing lost where no network can be run."""

import math
import sys
from pathlib import Path

import pytest
from librt.vecs import vec

from terrarium import bots, catalog
from terrarium.bots import nets
from terrarium.bots.minds import learned_mind_of, searchable
from terrarium.bots.nets import network
from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.search.smallworld.digest import FamilyDigest
from terrarium.search.smallworld.learned import LearnedFamilyMind
from terrarium.search.smallworld.worth import LEARNT, WEIGHTS
from terrarium.search.terramystica.learned import LearnedTerraMind
from terrarium.search.tree import Tree
from terrarium.smallworld.core.game import Position

TITLES = sorted(catalog.titles())
FAMILIES = ["smallworld", "terramystica"]

pytest.importorskip("onnxruntime")


def positions(title: str, players: int, seed: int, every: int = 40) -> list[State]:
    """Positions of a random game in which somebody has a choice."""
    state = searchable(catalog.game(title, players).new())
    dealer = Dealer(seed)
    found: list[State] = []
    steps = 0
    while (player := state.current_player()) != OVER:
        if player == CHANCE:
            state.apply(dealer.choose(state))
            continue
        if steps % every == every - 1 and len(state.legal_actions()) > 2:
            found.append(state.clone())
        state.apply(dealer.pick(state.legal_actions()))
        steps += 1
    return found


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("title", TITLES)
def test_every_table_is_appraised(title: str, players: int) -> None:
    for state in positions(title, players, 7)[:6]:
        mind = learned_mind_of(state)
        assert mind is not None
        if isinstance(mind, LearnedTerraMind):
            mind.greed = 0.0  # what it strives for counts points too; here the chance is looked at
        points, chances = vec[float]([0.0] * players), vec[float]([0.0] * players)
        mind.outlook(state, mind.doubt(state), points, chances)
        assert math.isclose(sum(chances), 1.0, abs_tol=1e-9)
        assert all(0.0 <= chance <= 1.0 for chance in chances)
        # No seat loses what it has, and none is expected to gain more than a whole game brings.
        scores = state.scores()
        assert all(scores[seat] - 60 <= points[seat] <= scores[seat] + 250 for seat in range(players))


@pytest.mark.parametrize("title", ["small-world", "underground", "warcraft"])
def test_the_network_is_told_what_it_was_told_when_it_learnt(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers of the hand-made appraisal go into the rows; those of the network's own time, not of today."""

    def rows() -> list[list[float]]:
        found = []
        for state in positions(title, 3, 5):
            mind = learned_mind_of(state)
            assert isinstance(mind, LearnedFamilyMind)
            assert isinstance(state, Position)
            for digest in (mind.digest, FamilyDigest(state.kit)):
                digest.write(state)
                found.append([float(x) for x in digest.rows])
        return found

    # Compiled modules look into this dictionary too.
    monkeypatch.setitem(WEIGHTS, title, LEARNT)
    then = rows()
    assert then
    monkeypatch.setitem(WEIGHTS, title, [1.3 * number for number in LEARNT])
    assert rows() == then


@pytest.mark.parametrize("title", TITLES)
def test_the_same_seed_and_simulations_give_the_same_move(title: str) -> None:
    for state in positions(title, 2, 11, 23)[:2]:
        answers = []
        for _ in range(2):
            bot = bots.make("master", title, seed=3, simulations=60)
            answers.append(bot.choose(state, state.current_player(), 1.0))
        assert answers[0] == answers[1]
        assert answers[0][0] in state.legal_actions()


@pytest.mark.parametrize("title", TITLES)
def test_a_tree_looks_at_answers_only_when_it_comes_back(title: str) -> None:
    state = positions(title, 2, 5, 17)[0]
    mind = learned_mind_of(state)
    assert mind is not None
    tree = Tree(mind, state, 5, mind.explore)
    tree.run(80)
    assert not tree.root.waits
    assert sum(tree.root.visits) == tree.root.total == 80
    legal = state.legal_actions()
    assert all(int(action) in legal for action in tree.root.actions)
    waiting = [kid for kid in tree.known.values() if kid.waits]
    assert bool(waiting) == mind.slow_fan
    assert all(kid.total == 0 for kid in waiting)


def test_own_plans_are_seen_further_than_those_of_others() -> None:
    """Terra Mystica: at the thinker's own questions several answers are tried, at the others' the likeliest
    alone until they are visited often."""
    seats = set()
    for state in positions("terra-mystica", 4, 9, 13)[:8]:
        mind = learned_mind_of(state)
        assert mind is not None
        tree = Tree(mind, state, 5, mind.explore)
        tree.run(60)
        looked = [kid for kid in [tree.root, *tree.known.values()] if kid.player >= 0 and not kid.waits]
        assert max(len(kid.actions) for kid in looked if kid.player == tree.root.player) > 1
        others = [kid for kid in looked if kid.player != tree.root.player]
        assert all(kid.first == 1 for kid in others)
        # What is visited often is looked at more closely, so that a reply can be feared.
        assert all(
            (kid.wide > 1) == (float(kid.total) > mind.wider) for kid in others if kid.more or len(kid.actions) > 1
        )
        # What it saw of others' answers is not enough for their own question.
        after = state.clone()
        after.apply(int(tree.root.actions[int(tree.best())]))
        if after.current_player() >= 0:
            own = after.current_player() == state.current_player()
            assert tree.follow(after) == own
            seats.add(own)
    assert seats == {True, False}


def test_without_a_runtime_the_hand_made_mind_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "onnxruntime", None)
    network.cache_clear()
    try:
        state = positions("small-world", 2, 3, 30)[0]
        assert learned_mind_of(state) is None
        action, _ = bots.make("master", "small-world", seed=3, simulations=40).choose(
            state, state.current_player(), 1.0
        )
        assert action in state.legal_actions()
    finally:
        network.cache_clear()


@pytest.mark.parametrize(("variant", "players"), [("team", 4), ("coop", 2), ("coop", 1)])
def test_partners_are_not_what_it_learnt(variant: str, players: int) -> None:
    """Where seats play for one side the network has nothing to say, and the hand-made mind plays."""
    assert learned_mind_of(catalog.game("warcraft", players, options={"variant": variant}).new()) is None
    assert learned_mind_of(catalog.game("warcraft", 4).new()) is not None


@pytest.mark.parametrize("family", FAMILIES)
def test_the_files_are_small(family: str) -> None:
    path = Path(nets.__file__).with_name(f"{family}.onnx")
    assert path.stat().st_size < 3_000_000
    assert network(family) is not None


def test_what_others_are_measured_by_is_offered_at_no_table() -> None:
    assert "handmade" in bots.known("small-world")
    assert "handmade" not in bots.levels("small-world")
