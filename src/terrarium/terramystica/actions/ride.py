"""The ride: a dwelling on any free hex of home terrain."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import BUILDING, Action, hex_of
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, at, pop
from terrarium.terramystica.layout import F_RIDE, FACTION, HEX
from terrarium.terramystica.map.building import build
from terrarium.terramystica.map.sites import fill_homes, free_home

RIDE_OCCUPIED: Final[i64] = fault("occupied", "faction.*.ride", "hex")
ONLY_FOREST: Final[i64] = fault("only_forest", "faction.*.ride", "hex")


class Ride(Action):
    """Which hex."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        h = hex_of(code)
        if free_home(s.v, s.v[at(seat) + FACTION], h):
            return FINE
        return RIDE_OCCUPIED if s.v[HEX + h] >= 8 else ONLY_FOREST

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        build(s, seat, hex_of(code), causes.OF_FACTION + s.v[at(seat) + FACTION])

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        return fill_homes(s.v, s.v[at(seat) + FACTION], out, n, codes.BLOCK)


RIDE: Final = Ride(BUILDING, F_RIDE)
