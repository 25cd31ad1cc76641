"""Terra Mystica over random play: what always holds, whatever is played."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terrarium.kernel.contract import OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.terramystica import layout
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.snellman.replay.ledger import Ledger
from tests.support.mystic_checks import Tally, check, check_ledgers, check_list, check_towns, eager, table


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 10**6))
def test_invariants_hold_and_tokens_are_conserved_but_for_burning(seed: int) -> None:
    game = table(seed)
    state = game.new()
    state.watch()
    dealer = Dealer(seed)
    ledgers = [Ledger() for _ in range(game.players)]
    while state.current_player() != OVER:
        state.apply(eager(state, dealer))
        check(state)
        check_ledgers(state, ledgers)


def test_games_at_random_eager_and_greedy_over_all_player_counts() -> None:
    """The same as `tools/play_mystica.py` does for 10 000 games."""
    tally = Tally()
    for seed in range(24):
        tally.play(seed)
    assert set(tally.players) == {2, 3, 4, 5}
    assert set(tally.games) == {"random", "eager", "greedy"}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_listing_reasons_and_identities_agree(seed: int, lean: bool) -> None:
    game = table(seed)
    state: TerraMystica = game.new().lean(lean)
    dealer = Dealer(seed)
    while state.current_player() != OVER:
        if dealer.below(12) == 0:
            check_list(state)
        state.apply(eager(state, dealer))
    assert legal_is_empty(state)


def legal_is_empty(state: State) -> bool:
    return state.legal_actions() == [] and bool(state.winners())


@pytest.mark.parametrize("seed", range(8))
def test_towns_never_overlap_and_every_building_of_a_group_shares_its_fate(seed: int) -> None:
    game = table(2 * seed + 1)
    state = game.new()
    dealer = Dealer(seed)
    while state.current_player() != OVER:
        state.apply(eager(state, dealer))
    check_towns(state)


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6))
def test_a_bot_finds_an_answer_to_every_question_a_person_is_asked(seed: int) -> None:
    """The lean clone stands at the same question, and what it lists is legal there."""
    game = table(seed)
    state = game.new()
    dealer = Dealer(seed)
    while state.current_player() != OVER:
        lean = state.lean(True)
        assert lean.current_player() == state.current_player()
        assert lean.legal_actions()
        assert set(lean.legal_actions()) <= set(state.legal_actions())
        state.apply(eager(state, dealer))


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**6))
def test_lean_actions_are_legal_for_people_too(seed: int) -> None:
    """Whatever a search may play, the table accepts."""
    game = table(seed)
    state = game.new().lean(True)
    dealer = Dealer(seed)
    while state.current_player() != OVER:
        full = state.clone()
        full.v[layout.LEAN] = 0
        assert set(state.legal_actions()) <= set(full.legal_actions())
        state.apply(eager(state, dealer))
