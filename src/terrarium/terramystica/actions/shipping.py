"""Advancing: a level of shipping."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.faults import FINE, PRICE, fault, price
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import afford, pay
from terrarium.terramystica.economy.tracks import raise_ship
from terrarium.terramystica.factions.boards import SHIP_MAX
from terrarium.terramystica.layout import F_MAIN, FACTION, SHIP
from terrarium.terramystica.tables import SHIP_COINS, SHIP_PRIESTS

NO_SHIPPING: Final[i64] = fault("no_track", "shipping.none", "what")
SHIPPING_END: Final[i64] = fault("track_end", "shipping.action", "what")
SHIPPING_PRICE: Final[i64] = fault("cannot_pay", "shipping.action", PRICE)


class Shipping(Action):
    """One level more on the shipping track."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        v = s.v
        o = at(seat)
        f: i64 = v[o + FACTION]
        if SHIP_MAX[f] == 0:
            return NO_SHIPPING
        if v[o + SHIP] >= SHIP_MAX[f]:
            return SHIPPING_END
        return FINE if afford(v, o, SHIP_COINS, 0, SHIP_PRIESTS) else SHIPPING_PRICE

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"what": "shipping", **price(SHIP_COINS, 0, SHIP_PRIESTS)}

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        begin(s)
        pay(s, seat, SHIP_COINS, 0, SHIP_PRIESTS, causes.SHIPPING)
        raise_ship(s, seat, causes.SHIPPING)


SHIPPING: Final = Shipping([codes.SHIP], F_MAIN)
