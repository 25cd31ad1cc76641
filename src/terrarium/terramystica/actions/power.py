"""Power actions: six spaces for everybody, each once a round."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action, write_mask
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.bridge import any_site_fault
from terrarium.terramystica.actions.faults import FINE, NO_PRIEST, fault
from terrarium.terramystica.data import Position, at, push
from terrarium.terramystica.economy.goods import (
    gain_coins,
    gain_priests,
    gain_workers,
    power_at_hand,
    priest_room,
    spend_power,
)
from terrarium.terramystica.layout import ACTS, F_BRIDGE, F_MAIN, LEAN, R_IDLE
from terrarium.terramystica.map.spades import free_spades
from terrarium.terramystica.names import POWER_ACTIONS
from terrarium.terramystica.tables import ACT_POWER

SPACE_USED: Final[i64] = fault("used_this_round", "magic.actions", "action")
NOT_ENOUGH_POWER: Final[i64] = fault("not_enough_power", "magic.actions", "n have")
MAY_BE_IDLE: Final = 2
"""The first two, a bridge and a priest, may find nothing to act on."""


def open_spaces(v: vec[i64], o: i64) -> i64:
    """The spaces that are free and that there is power enough for, one bit each."""
    power = power_at_hand(v, o)
    found: i64 = 0
    i: i64
    for i in range(6):
        if power >= ACT_POWER[i]:
            found |= 1 << i
    return found & ~v[ACTS]


def idle_fault(s: Position, seat: i64, i: i64) -> i64:
    """Would the action find something to act on?"""
    if i == 0:
        return any_site_fault(s, seat)
    return NO_PRIEST if i == 1 and priest_room(s.v, at(seat)) == 0 else FINE


class Power(Action):
    """A bridge, a priest, workers, coins, one spade, two spades."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        i: i64 = code - codes.ACT
        if (open_spaces(s.v, at(seat)) >> i) & 1 == 0:
            return SPACE_USED if (s.v[ACTS] >> i) & 1 != 0 else NOT_ENOUGH_POWER
        return FINE if s.option(R_IDLE) else idle_fault(s, seat, i)

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"n": int(ACT_POWER[code - codes.ACT]), "have": int(power_at_hand(s.v, at(seat)))}

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        """A search does not look at an action for nothing, whatever the option says."""
        found = open_spaces(s.v, at(seat))
        if s.v[LEAN] != 0 or not s.option(R_IDLE):
            i: i64
            for i in range(MAY_BE_IDLE):
                if (found >> i) & 1 != 0 and idle_fault(s, seat, i) != FINE:
                    found &= ~(1 << i)
        return write_mask(out, n, codes.ACT, found)

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        i: i64 = code - codes.ACT
        cause: i64 = causes.OF_ACT + i
        begin(s)
        s.v[ACTS] |= 1 << i
        if s.watching:
            s.note("action", seat, cause, {"action": POWER_ACTIONS[i]})
        spend_power(s, seat, ACT_POWER[i], cause)
        if i == 0:
            push(s.v, F_BRIDGE, seat, 0, 0)
        elif i == 1:
            gain_priests(s, seat, 1, cause)
        elif i == 2:
            gain_workers(s, seat, 2, cause)
        elif i == 3:
            gain_coins(s, seat, 7, cause)
        else:
            free_spades(s, seat, i - 3)


POWER: Final = Power(range(codes.ACT, codes.ACT_CARD), F_MAIN)
