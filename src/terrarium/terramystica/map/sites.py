"""Hexes that a stronghold's action could act on."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.data import Position, at, own_at, own_end
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.layout import FACTION, HEX
from terrarium.terramystica.map.board import BIT_HIGH, BIT_LOW, LAND


def find_storms(s: Position, seat: i64) -> None:
    """Set `low, high` to the free hexes across an edge of an own building that are not home terrain."""
    v = s.v
    around = s.chart.near
    home: i64 = HOME_OF[v[at(seat) + FACTION]]
    low: i64 = 0
    high: i64 = 0
    i: i64
    for i in range(own_at(seat), own_end(v, seat)):
        k: i64
        for k in range(6):
            h: i64 = around[v[i] * 6 + k]
            if h < 0:
                break
            if v[HEX + h] < 8 and v[HEX + h] != home:
                low |= BIT_LOW[h]
                high |= BIT_HIGH[h]
    s.low = low
    s.high = high


def any_storm(s: Position, seat: i64) -> bool:
    """Is there a hex for a sandstorm?"""
    find_storms(s, seat)
    return s.low | s.high != 0


def free_home(v: vec[i64], f: i64, h: i64) -> bool:
    """Is the hex free and home terrain of the faction?"""
    return v[HEX + h] == HOME_OF[f]


def fill_homes(v: vec[i64], f: i64, out: vec[i64], n: i64, block: i64) -> i64:
    """Write the codes of the free hexes of home terrain to `out` from n on, `block` for each hex."""
    home: i64 = HOME_OF[f]
    h: i64
    for h in range(LAND):
        # what `free_home` asks, without looking the terrain up again
        if v[HEX + h] == home:
            out[n] = h * block
            n += 1
    return n


def any_ride(s: Position, seat: i64) -> bool:
    """Is there a free hex of home terrain anywhere?"""
    f: i64 = s.v[at(seat) + FACTION]
    return any(free_home(s.v, f, h) for h in range(LAND))
