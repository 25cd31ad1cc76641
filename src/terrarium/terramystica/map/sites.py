"""Hexes that a stronghold's action could act on."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position, at
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.layout import FACTION, HEX, OWN, OWN_SIZE, OWNS
from terrarium.terramystica.map.board import LAND, NEAR


def any_storm(s: Position, seat: i64) -> bool:
    """Is there a free hex across an edge of an own building that is not home terrain?"""
    v = s.v
    home: i64 = HOME_OF[v[at(seat) + FACTION]]
    i: i64 = OWN + seat * OWN_SIZE
    end: i64 = i + v[at(seat) + OWNS]
    while i < end:
        k: i64 = 0
        while k < 6:
            h: i64 = NEAR[v[i] * 6 + k]
            if h < 0:
                break
            if v[HEX + h] < 8 and v[HEX + h] != home:
                return True
            k += 1
        i += 1
    return False


def any_ride(s: Position, seat: i64) -> bool:
    """Is there a free hex of home terrain anywhere?"""
    v = s.v
    home: i64 = HOME_OF[v[at(seat) + FACTION]]
    h: i64 = 0
    while h < LAND:
        if v[HEX + h] == home:
            return True
        h += 1
    return False
