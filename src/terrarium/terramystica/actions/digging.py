"""Advancing: a level of the spade rate."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.faults import FINE, PRICE, fault, price
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import afford, gain_vp, pay
from terrarium.terramystica.factions.boards import DIG_COINS, DIG_MAX
from terrarium.terramystica.layout import DIG, F_MAIN, FACTION
from terrarium.terramystica.tables import DIG_PRIESTS, DIG_VP, DIG_WORKERS

NO_DIGGING: Final[i64] = fault("no_track", "digging.none", "what")
DIGGING_END: Final[i64] = fault("track_end", "digging.action", "what")
DIGGING_PRICE: Final[i64] = fault("cannot_pay", "digging.action", PRICE)


class Digging(Action):
    """One level more of the spade rate."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        v = s.v
        o = at(seat)
        f: i64 = v[o + FACTION]
        if DIG_MAX[f] == 0:
            return NO_DIGGING
        if v[o + DIG] >= DIG_MAX[f]:
            return DIGGING_END
        return FINE if afford(v, o, DIG_COINS[f], DIG_WORKERS, DIG_PRIESTS) else DIGGING_PRICE

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"what": "digging", **price(DIG_COINS[s.v[at(seat) + FACTION]], DIG_WORKERS, DIG_PRIESTS)}

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        v = s.v
        o = at(seat)
        begin(s)
        pay(s, seat, DIG_COINS[v[o + FACTION]], DIG_WORKERS, DIG_PRIESTS, causes.DIGGING)
        v[o + DIG] += 1
        if s.watching:
            s.note("digging", seat, causes.DIGGING, {"level": int(v[o + DIG])})
        gain_vp(s, seat, DIG_VP, causes.DIGGING)


DIGGING: Final = Digging([codes.DIG], F_MAIN)
