"""Founding a town over a river hex, for those whose board allows it."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.convert import NOT_YOUR_TURN, TURN, in_turn
from terrarium.terramystica.actions.faults import FINE, OTHER_QUESTION, fault
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.factions.boards import RIVER_TOWNS, only_one
from terrarium.terramystica.layout import F_MAIN, F_POST, FACTION, LINKS
from terrarium.terramystica.map.board import RIVERS
from terrarium.terramystica.map.towns import connect, group_verdict, join_over, rivers_between, tiles_left

NO_RIVER_TOWNS: Final[i64] = fault("only_faction", "faction.*.river_town", "faction")
ALREADY_LINKED: Final[i64] = fault("already_linked", "faction.*.river_town")
NO_TOWN: Final[i64] = fault("no_town", "faction.*.river_town")
NO_TOWN_TILE: Final[i64] = fault("no_town_tile", "towns.supply")


def river_fault(s: Position, seat: i64, river: i64) -> i64:
    """Would joining the own buildings around this river hex found a town now?"""
    v = s.v
    if RIVER_TOWNS[v[at(seat) + FACTION]] == 0:
        return NO_RIVER_TOWNS
    if (v[LINKS] >> river) & 1 != 0:
        return ALREADY_LINKED
    if join_over(s, seat, river) < 2 or group_verdict(s, seat) != 1:
        return NO_TOWN
    return FINE if tiles_left(v) > 0 else NO_TOWN_TILE


class Connect(Action):
    """Before or after the action of a turn."""

    listed: tuple[int, ...] = (F_MAIN, F_POST)

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        v = s.v
        kind: i64 = v[top_of(v)]
        if not in_turn(v):
            return NOT_YOUR_TURN
        if kind != F_MAIN and kind != F_POST:
            return OTHER_QUESTION if RIVER_TOWNS[v[at(seat) + FACTION]] != 0 else NO_RIVER_TOWNS
        return river_fault(s, seat, code - codes.CONNECT)

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"faction": only_one(RIVER_TOWNS)}

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        connect(s, seat, code - codes.CONNECT)

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        """Only asked at a main decision and after an action."""
        if RIVER_TOWNS[s.v[at(seat) + FACTION]] == 0:
            return n
        between = rivers_between(s, seat)
        river: i64
        for river in range(RIVERS):
            if (between >> river) & 1 != 0 and river_fault(s, seat, river) == FINE:
                out[n] = codes.CONNECT + river
                n += 1
        return n


CONNECT: Final = Connect(range(codes.CONNECT, codes.CONVERT), *TURN)
