"""The sandstorm: a hex across an edge of an own building becomes home terrain, without spades."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import TERRAIN, Action, goal_of, hex_of
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, at, pop
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.layout import F_STORM, FACTION, HEX
from terrarium.terramystica.map.board import LAND
from terrarium.terramystica.map.reach import has_bit
from terrarium.terramystica.map.sites import find_storms
from terrarium.terramystica.map.spades import turn_hex

ONLY_DESERT: Final[i64] = fault("only_desert", "faction.*.sandstorm")
STORM_OCCUPIED: Final[i64] = fault("occupied", "faction.*.sandstorm", "hex")
STORM_AT_HOME: Final[i64] = fault("same_terrain", "faction.*.sandstorm", "hex terrain")
NO_SHARED_EDGE: Final[i64] = fault("no_shared_edge", "faction.*.sandstorm", "hex")


class Storm(Action):
    """Which hex."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        v = s.v
        home: i64 = HOME_OF[v[at(seat) + FACTION]]
        h = hex_of(code)
        if goal_of(code) != home:
            return ONLY_DESERT
        find_storms(s, seat)
        if has_bit(s.low, s.high, h):
            return FINE
        if v[HEX + h] >= 8:
            return STORM_OCCUPIED
        return STORM_AT_HOME if v[HEX + h] == home else NO_SHARED_EDGE

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        f: i64 = s.v[at(seat) + FACTION]
        pop(s.v)
        turn_hex(s, seat, hex_of(code), HOME_OF[f], 1, 0, causes.OF_FACTION + f)

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        part: i64 = codes.TRANSFORM + HOME_OF[s.v[at(seat) + FACTION]]
        find_storms(s, seat)
        h: i64
        for h in range(LAND):
            if has_bit(s.low, s.high, h):
                out[n] = h * codes.BLOCK + part
                n += 1
        return n


STORM: Final = Storm(TERRAIN, F_STORM)
