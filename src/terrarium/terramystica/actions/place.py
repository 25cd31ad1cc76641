"""A first dwelling, in the set-up."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import BUILDING, Action, hex_of
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, at, pop
from terrarium.terramystica.layout import (
    F_PLACE,
    FACTION,
    HEX,
)
from terrarium.terramystica.map.building import settle
from terrarium.terramystica.map.sites import fill_homes, free_home
from terrarium.terramystica.names import TERRAINS

PLACE_OCCUPIED: Final[i64] = fault("occupied", "setup.dwellings", "hex")
PLACE_NOT_HOME: Final[i64] = fault("not_home", "setup.dwellings", "hex terrain")


class Place(Action):
    """A first dwelling on home terrain."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        h = hex_of(code)
        if free_home(s.v, s.v[at(seat) + FACTION], h):
            return FINE
        return PLACE_OCCUPIED if s.v[HEX + h] >= 8 else PLACE_NOT_HOME

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"terrain": TERRAINS[s.v[HEX + hex_of(code)] & 7]}

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        settle(s, seat, hex_of(code))
        if s.watching:
            s.note("place", seat, causes.NONE, {"hex": s.chart.land_names[hex_of(code)]})

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        return fill_homes(s.v, s.v[at(seat) + FACTION], out, n, codes.BLOCK)


PLACE: Final = Place(BUILDING, F_PLACE)
