"""Passing: points, the card that goes back, the card that is taken."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action, write_mask
from terrarium.terramystica.actions.begin import clear_action
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, at, pop
from terrarium.terramystica.economy.goods import gain_coins, gain_vp
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    CARD,
    CARD_AT,
    CARD_COINS,
    COUNT,
    DWELLING,
    F_MAIN,
    FACTION,
    FAVORS,
    HEIGHT,
    NEXT_ORDER,
    PASSED,
    PASSERS,
    ROUND,
    SANCTUARY,
    SHIP,
    STRONGHOLD,
    TRADING,
)
from terrarium.terramystica.names import CARDS
from terrarium.terramystica.tables import (
    DWELLING_CARD,
    FAV_PASS,
    FAV_PASS_VP,
    GREAT_CARD,
    ROUNDS,
    SEA_CARD,
    TRADE_CARD,
)

CARD_NEEDED: Final[i64] = fault("card_needed", "pass.card")
NO_CARD_NOW: Final[i64] = fault("no_card_now", "pass.last")
CARD_TAKEN: Final[i64] = fault("card_taken", "pass.card", "card")
NO_CARD: Final = 10


def card_points(s: Position, seat: i64) -> i64:
    """What the card held pays when passing now."""
    v = s.v
    o = at(seat)
    card: i64 = v[o + CARD]
    if card == GREAT_CARD:
        return 4 * (v[o + COUNT + STRONGHOLD] + v[o + COUNT + SANCTUARY])
    if card == TRADE_CARD:
        return 2 * v[o + COUNT + TRADING]
    if card == DWELLING_CARD:
        return v[o + COUNT + DWELLING]
    if card == SEA_CARD:
        return 3 * v[o + SHIP]
    return 0


def pass_turn(s: Position, seat: i64, card: i64) -> None:
    """Score, give the card back, take another (10: none, in the last round)."""
    v = s.v
    o = at(seat)
    if s.watching:
        s.note("pass", seat, causes.NONE, {})
    gain_vp(s, seat, card_points(s, seat), causes.OF_CARD + v[o + CARD])
    if v[o + FAVORS] & FAV_PASS != 0:
        gain_vp(s, seat, FAV_PASS_VP[v[o + COUNT + TRADING]], causes.OF_FAVOR + 11)
    FACTION_HOOKS[v[o + FACTION]].on_pass(s, seat)
    v[CARD_AT + v[o + CARD]] = 0
    v[o + CARD] = -1
    if card < 10:
        take_card(s, seat, card)
    v[NEXT_ORDER + v[PASSERS]] = seat
    v[PASSERS] += 1
    end_turn(s, seat)


def take_card(s: Position, seat: i64, card: i64) -> None:
    """A card with the coins that lie on it."""
    v = s.v
    v[at(seat) + CARD] = card
    v[CARD_AT + card] = seat + 1
    if s.watching:
        s.note("card", seat, causes.NONE, {"card": CARDS[card]})
    gain_coins(s, seat, v[CARD_COINS + card], causes.OF_CARD + card)
    v[CARD_COINS + card] = 0


def end_turn(s: Position, seat: i64) -> None:
    """No more turns this round; whatever the turn had open is closed."""
    v = s.v
    v[PASSED] |= 1 << seat
    while v[HEIGHT] > 1:
        pop(v)
    clear_action(v)


def open_cards(v: vec[i64]) -> i64:
    """What may be taken when passing, one bit each: a free card, in the last round none (bit 10)."""
    if v[ROUND] == ROUNDS:
        return 1 << NO_CARD
    found: i64 = 0
    card: i64
    for card in range(NO_CARD):
        if v[CARD_AT + card] == 0:
            found |= 1 << card
    return found


class Pass(Action):
    """The last action of a round."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        card: i64 = code - codes.PASS
        if (open_cards(s.v) >> card) & 1 != 0:
            return FINE
        if card == NO_CARD:
            return CARD_NEEDED
        return NO_CARD_NOW if s.v[ROUND] == ROUNDS else CARD_TAKEN

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pass_turn(s, seat, code - codes.PASS)

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        return write_mask(out, n, codes.PASS, open_cards(s.v))


PASS: Final = Pass(range(codes.PASS, codes.LEAVE), F_MAIN)
