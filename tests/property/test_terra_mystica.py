"""Terra Mystica over random play: what always holds, whatever is played."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from terrarium import catalog
from terrarium.kernel.contract import CHANCE, OVER, State
from terrarium.kernel.dealer import Dealer
from terrarium.terramystica import codes, layout
from terrarium.terramystica.board import ATLAS
from terrarium.terramystica.data import at
from terrarium.terramystica.game import TerraMystica, TerraMysticaGame
from terrarium.terramystica.snellman_rows import Ledger

EXPANSION = {"town_tiles": "expansion", "shipping_card": "on", "temple_tile": "on", "turn_order": "passing"}
READINGS = {"leech_vp_rule": "strict", "strict_split": "on", "spade_credit": "used", "cultist_errata": "off"}


def table(seed: int) -> TerraMysticaGame:
    options: dict[str, str] = {}
    if seed % 2:
        options |= EXPANSION
    if seed % 3 == 0:
        options |= READINGS
    if seed % 5 == 0:
        options["leaving"] = "on"
    game = catalog.game("terra-mystica", 2 + seed % 4, options=options)
    assert isinstance(game, TerraMysticaGame)
    return game


def eager(state: TerraMystica, dealer: Dealer) -> int:
    """A player who builds where possible, so that strongholds, towns and late tiles are reached."""
    legal = state.legal_actions()
    if state.current_player() == CHANCE:
        return dealer.pick(legal)
    worth = [a for a in legal if a < codes.LONG and a % codes.BLOCK in (0, 8, 9, 10, 11)]
    if worth and dealer.below(3):
        return dealer.pick(worth)
    worth = [a for a in legal if not codes.PASS <= a < codes.CONNECT and a < codes.CONVERT and a != codes.DONE]
    if worth and dealer.below(8):
        return dealer.pick(worth)
    return dealer.pick(legal)


def check(state: TerraMystica) -> None:
    """Pieces, tokens and places."""
    v = state.v
    game = state.game
    assert v[layout.HEIGHT] < layout.DEPTH
    tens = [0, 0, 0, 0]
    for seat in range(game.players):
        o = at(seat)
        bowls = [v[o + layout.BOWL1 + i] for i in range(3)]
        assert min(bowls) >= 0
        assert sum(bowls) <= 12
        goods = [v[o + k] for k in (layout.VP, layout.COINS, layout.WORKERS, layout.PRIESTS, layout.KEYS)]
        assert min(goods) >= 0
        assert v[o + layout.PRIESTS] + v[o + layout.SENT] <= 7
        assert bin(v[o + layout.BRIDGES]).count("1") <= 3
        for kind, most in ((1, 8), (2, 4), (3, 3), (4, 1), (5, 1)):
            assert 0 <= v[o + layout.COUNT + kind] <= most
        for track in range(4):
            assert 0 <= v[o + layout.CULT + track] <= 10
            tens[track] += v[o + layout.CULT + track] == 10
        own = [v[layout.OWN + seat * layout.OWN_SIZE + i] for i in range(v[o + layout.OWNS])]
        assert len(set(own)) == len(own)
        assert all((v[layout.HEX + h] >> 6) & 7 == seat + 1 for h in own)
    assert max(tens) <= 1
    assert min(v[layout.FAVOR_LEFT + i] for i in range(12)) >= 0
    assert min(v[layout.TOWN_LEFT + i] for i in range(8)) >= 0


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
        for event in state.events(0):
            if event.seat >= 0:
                ledgers[event.seat].take(event)
        state.forget_events()
        for seat in range(game.players):
            o = at(seat)
            if state.v[o + layout.FACTION] < 0:
                continue
            held = [state.v[o + k] for k in (layout.VP, layout.COINS, layout.WORKERS, layout.PRIESTS, layout.KEYS)]
            assert held == list(ledgers[seat].goods.values())
            assert [state.v[o + layout.BOWL1 + i] for i in range(3)] == ledgers[seat].bowls
            assert [state.v[o + layout.CULT + i] for i in range(4)] == ledgers[seat].cults


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_listing_reasons_and_identities_agree(seed: int, lean: bool) -> None:
    game = table(seed)
    state: TerraMystica = game.new().lean(lean)
    dealer = Dealer(seed)
    while state.current_player() != OVER:
        legal = state.legal_actions()
        if dealer.below(12) == 0:
            assert legal == [a for a in game.all_actions() if state.why_illegal(a) is None]
            again = game.load(json.loads(json.dumps(state.dump())))
            assert list(again.v) == list(state.v)
            assert list(state.clone().v) == list(state.v)
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
    v = state.v
    for h in range(77):
        for n in ATLAS.around[h]:
            if n < 100 and v[layout.HEX + h] >= 8 and (v[layout.HEX + h] ^ v[layout.HEX + n]) & 448 == 0:
                assert (v[layout.HEX + h] ^ v[layout.HEX + n]) & layout.IN_TOWN == 0


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
