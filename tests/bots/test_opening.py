"""Factions are chosen by the set-up, and not always the same ones."""

from collections import Counter

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from terrarium import bots, catalog
from terrarium.bots import searching
from terrarium.bots.minds import learned_mind_of
from terrarium.bots.searching import SearchBot
from terrarium.kernel.contract import CHANCE
from terrarium.kernel.dealer import Dealer
from terrarium.search.terramystica.opening import FAIR, TILES, faction_worth, likely_factions
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.names import FACTIONS

SETUPS = 200


def set_up(seed: int) -> TerraMystica:
    """A table of four before the first faction is picked."""
    state, dealer = catalog.game("terra-mystica", 4).new(), Dealer(seed)
    while state.current_player() == CHANCE:
        state.apply(dealer.choose(state))
    assert isinstance(state, TerraMystica)
    return state


def picks(seed: int, level: str = "greedy") -> list[str]:
    state = set_up(seed)
    found = []
    for _ in range(4):
        seat = state.current_player()
        bot = bots.make(level, "terra-mystica", seed=seed * 31 + seat)
        bot.tells = False
        action, _ = bot.choose(state.blind(seat), seat, 1.0)
        found.append(state.text(action).split(" ")[1])
        state.apply(action)
    return found


@pytest.fixture
def undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that draw their faction without looking at what it would bring: that does not change what they draw."""
    monkeypatch.setattr(SearchBot, "search", lambda *_: None)
    monkeypatch.setattr(searching, "SURE", 0)


@pytest.mark.usefixtures("undecided")
@pytest.mark.parametrize("learned", [False, True])
@pytest.mark.parametrize("level", ["novice", "casual", "greedy", "skilled", "strong", "handmade", "master"])
def test_every_faction_is_picked_by_somebody(level: str, learned: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays, with the network and without."""
    state = set_up(0)
    if not learned:
        monkeypatch.setattr(searching, "learned_mind_of", lambda _: None)
    elif level not in ("strong", "master") or learned_mind_of(state) is None:
        pytest.skip("nobody to believe a network")
    found = Counter(faction for seed in range(SETUPS) for faction in picks(seed, level))
    assert set(found) == set(FACTIONS)
    assert found["darklings"] > 5 * found["giants"], "but not all as often"


def test_a_faction_is_worth_more_with_its_tiles() -> None:
    assert len(FAIR) == len(TILES) == len(FACTIONS)
    worths = [{round(faction_worth(set_up(seed), faction), 2) for seed in range(8)} for faction in range(14)]
    assert all(len(values) > 1 for values in worths)


def test_likelihoods_sum_to_a_whole() -> None:
    state = set_up(1)
    weights = likely_factions(state, vec[i64](state.legal_actions()))
    assert abs(sum(weights) - 1) < 1e-9
    assert min(weights) > 0


def test_the_same_seed_has_the_same_taste() -> None:
    assert picks(3) == picks(3)
    assert any(picks(3)[0] != picks(seed)[0] for seed in range(4, 12))
