"""Burning and converting, as often as one likes in one's own turn."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import Action, write_mask
from terrarium.terramystica.actions.faults import FINE, NO_PRIEST, fault
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.economy.goods import convert, power_room, priest_room
from terrarium.terramystica.economy.prices import loose
from terrarium.terramystica.factions.boards import COINS_PER_VP, TRADES_POINTS, only_one
from terrarium.terramystica.layout import (
    BOWL2,
    BOWL3,
    COINS,
    F_CULT,
    F_LEECH,
    F_MAIN,
    F_POST,
    F_SPADES,
    FACTION,
    LEAN,
    PRIESTS,
    VP,
    WORKERS,
)
from terrarium.terramystica.tables import POWER_FOR

NOT_YOUR_TURN: Final[i64] = fault("not_your_turn", "convert.when")
BURN_TWO: Final[i64] = fault("burn_two", "magic.burn")
TOO_LITTLE_POWER: Final[i64] = fault("not_enough_power", "convert.rates", "n have")
TOO_FEW_PRIESTS: Final[i64] = fault("too_few_priests", "convert.rates", "n")
TOO_FEW_WORKERS: Final[i64] = fault("too_few_workers", "convert.rates", "n")
NO_TRADE: Final[i64] = fault("only_faction", "faction.*.trade", "faction")
TOO_FEW_POINTS: Final[i64] = fault("too_few_points", "faction.*.trade", "n")
TOO_FEW_COINS: Final[i64] = fault("too_few_coins", "faction.*.trade", "n=coins")
TURN: Final = tuple(range(F_MAIN, F_LEECH + 1))
"""The questions among which there may be free moves."""


def in_turn(v: vec[i64]) -> bool:
    """Is the open question one of the own turn? Offers, cult spades and the Cultists' steps come in others' turns."""
    top = top_of(v)
    kind: i64 = v[top]
    if kind == F_LEECH:
        return loose(v)
    return (kind != F_SPADES and kind != F_CULT) or v[top + 3] != 1


def open_rates(v: vec[i64], o: i64) -> i64:
    """The conversions that can be made once, from bowl III alone, one bit each."""
    f: i64 = v[o + FACTION]
    power: i64 = v[o + BOWL3]
    found: i64 = 0
    if v[o + BOWL2] >= 2:
        found |= 1
    if power >= POWER_FOR[1] and priest_room(v, o) > 0:
        found |= 2
    if power >= POWER_FOR[2]:
        found |= 4
    if power >= POWER_FOR[3]:
        found |= 8
    if v[o + PRIESTS] >= 1:
        found |= 16
    if v[o + WORKERS] >= 1:
        found |= 32
    if TRADES_POINTS[f] != 0 and v[o + VP] >= 1:
        found |= 64
    if (TRADES_POINTS[f] != 0 or loose(v)) and v[o + COINS] >= COINS_PER_VP[f]:
        found |= 128
    return found


def rate_fault(v: vec[i64], o: i64, which: i64) -> i64:
    """Can this conversion be made once? If not, what is missing."""
    if (open_rates(v, o) >> which) & 1 != 0:
        return FINE
    if which == 0:
        return BURN_TWO
    if which <= 3:
        return NO_PRIEST if v[o + BOWL3] >= POWER_FOR[which] else TOO_LITTLE_POWER
    if which == 4:
        return TOO_FEW_PRIESTS
    if which == 5:
        return TOO_FEW_WORKERS
    if TRADES_POINTS[v[o + FACTION]] == 0 and (which == 6 or not loose(v)):
        return NO_TRADE
    return TOO_FEW_POINTS if which == 6 else TOO_FEW_COINS


class Convert(Action):
    """One conversion, once."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return rate_fault(s.v, at(seat), code - codes.CONVERT) if in_turn(s.v) else NOT_YOUR_TURN

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        o = at(seat)
        which: i64 = code - codes.CONVERT
        return {
            "n": int(POWER_FOR[which]) if which <= 3 else 1,
            "have": int(s.v[o + BOWL3]),
            "coins": int(COINS_PER_VP[s.v[o + FACTION]]),
            "faction": only_one(TRADES_POINTS),
        }

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        convert(s, seat, code - codes.CONVERT, 1)

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        v = s.v
        if v[LEAN] != 0:
            return self.fill_lean(s, out, n, seat)
        return write_mask(out, n, codes.CONVERT, open_rates(v, at(seat))) if in_turn(v) else n

    def fill_lean(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        """What a search looks at: power for a coin where power would be lost, points for a coin."""
        v = s.v
        o = at(seat)
        kind: i64 = v[top_of(v)]
        if kind != F_MAIN and kind != F_POST:
            return n
        full = power_room(v, o) <= 4
        if not full and TRADES_POINTS[v[o + FACTION]] == 0:
            return n
        return write_mask(out, n, codes.CONVERT, open_rates(v, o) & (72 if full else 64))


CONVERT: Final = Convert(range(codes.CONVERT, codes.END), *TURN)
