"""Who reaches what: masks of hexes within reach, groups of connected buildings, the largest network.

Reach is the OR of one precomputed mask pair per own building; groups grow over the seat's own list of at most
seventeen buildings. Any player's bridge joins its two hexes for every player.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.data import Position, at, own_at, own_end, owner_of
from terrarium.terramystica.factions.boards import RIVER_TOWNS, SHIP_MAX, SKIP_FARTHER, SKIP_RANGE
from terrarium.terramystica.layout import (
    CARD,
    COUNT,
    FACTION,
    LINKS,
    RANGE,
    SHIP,
    SPANS,
    STRONGHOLD,
)
from terrarium.terramystica.map.board import BIT_HIGH, BIT_LOW, Chart
from terrarium.terramystica.tables import SHIP_CARD

PLACES: Final[i64] = 12
"""Where a hex directly next to another can be: over six edges, and over six bridges."""


def has_bit(low: i64, high: i64, h: i64) -> bool:
    """Is hex h in the mask pair?"""
    if h < 39:
        return (low >> h) & 1 != 0
    return (high >> (h - 39)) & 1 != 0


def find_reach(s: Position, seat: i64, with_card: bool) -> None:
    """Set `low, high` to the hexes next to own buildings, directly or over the river."""
    v = s.v
    o = at(seat)
    ship: i64 = v[o + SHIP]
    if with_card and v[o + CARD] == SHIP_CARD and SHIP_MAX[v[o + FACTION]] > 0:
        ship += 1
    chart = s.chart
    ship_low = chart.ship_low
    ship_high = chart.ship_high
    row: i64 = ship * 77
    low: i64 = 0
    high: i64 = 0
    i: i64
    for i in range(own_at(seat), own_end(v, seat)):
        h: i64 = row + v[i]
        low |= ship_low[h]
        high |= ship_high[h]
    spans: i64 = v[SPANS]
    site: i64 = 0
    while spans != 0:
        if spans & 1 != 0:
            a: i64 = chart.site_a[site]
            b: i64 = chart.site_b[site]
            if owner_of(v, a) == seat:
                low |= BIT_LOW[b]
                high |= BIT_HIGH[b]
            if owner_of(v, b) == seat:
                low |= BIT_LOW[a]
                high |= BIT_HIGH[a]
        spans >>= 1
        site += 1
    s.low = low
    s.high = high


def skip_range(v: vec[i64], o: i64) -> i64:
    """How far (in hex distance) tunnelling or carpet flight carries; 0 for those who have neither."""
    f: i64 = v[o + FACTION]
    return SKIP_RANGE[f] + v[o + RANGE] + SKIP_FARTHER[f] * v[o + COUNT + STRONGHOLD]


def find_skips(s: Position, seat: i64) -> None:
    """Set `skip_low, skip_high` to the hexes that only a skip reaches; call after `find_reach`."""
    v = s.v
    o = at(seat)
    far = skip_range(v, o)
    if far == 0:
        s.skip_low = 0
        s.skip_high = 0
        return
    low: i64 = 0
    high: i64 = 0
    row: i64 = far * 77
    distance_low = s.chart.distance_low
    distance_high = s.chart.distance_high
    i: i64
    for i in range(own_at(seat), own_end(v, seat)):
        h: i64 = row + v[i]
        low |= distance_low[h]
        high |= distance_high[h]
    s.skip_low = low & ~s.low
    s.skip_high = high & ~s.high


def touches(chart: Chart, v: vec[i64], f: i64, h: i64, low: i64, high: i64) -> bool:
    """Is hex h joined by an edge, a bridge or a Mermaid river town to a hex of the mask pair?"""
    if chart.ship_low[h] & low != 0 or chart.ship_high[h] & high != 0:
        return True
    spans: i64 = v[SPANS]
    i: i64
    if spans != 0:
        for i in range(6):
            site: i64 = chart.hex_sites[h * 6 + i]
            if site < 0:
                break
            if (spans >> site) & 1 != 0 and has_bit(low, high, chart.across(site, h)):
                return True
    links: i64 = v[LINKS]
    if links != 0 and RIVER_TOWNS[f] != 0:
        for i in range(6):
            river: i64 = chart.land_river[h * 6 + i]
            if river < 0:
                break
            if (links >> river) & 1 != 0 and around_river(chart, river, low, high):
                return True
    return False


def around_river(chart: Chart, river: i64, low: i64, high: i64) -> bool:
    """Does a hex of the mask pair lie at this river hex?"""
    i: i64
    for i in range(6):
        h: i64 = chart.river_land[river * 6 + i]
        if h < 0:
            return False
        if has_bit(low, high, h):
            return True
    return False


def find_group(s: Position, seat: i64, low: i64, high: i64) -> None:
    """Set `low, high` to the own buildings connected with those of the mask pair given."""
    v = s.v
    chart = s.chart
    f: i64 = v[at(seat) + FACTION]
    first = own_at(seat)
    end = own_end(v, seat)
    grew = True
    while grew:
        grew = False
        i: i64
        for i in range(first, end):
            h: i64 = v[i]
            if not has_bit(low, high, h) and touches(chart, v, f, h, low, high):
                low |= BIT_LOW[h]
                high |= BIT_HIGH[h]
                grew = True
    s.low = low
    s.high = high


def network_size(s: Position, seat: i64) -> i64:
    """How many own buildings the largest network joins by edge, bridge, shipping or skip."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    far = skip_range(v, o)
    chart = s.chart
    ship_low = chart.ship_low
    ship_high = chart.ship_high
    row: i64 = v[o + SHIP] * 77
    first = own_at(seat)
    end = own_end(v, seat)
    seen_low: i64 = 0
    seen_high: i64 = 0
    best: i64 = 0
    start: i64
    for start in range(first, end):
        if not has_bit(seen_low, seen_high, v[start]):
            low: i64 = BIT_LOW[v[start]]
            high: i64 = BIT_HIGH[v[start]]
            size: i64 = 1
            grew = True
            while grew:
                grew = False
                i: i64
                for i in range(first, end):
                    h: i64 = v[i]
                    if not has_bit(low, high, h):
                        near = ship_low[row + h] & low != 0 or ship_high[row + h] & high != 0
                        if not near and far > 0:
                            d: i64 = far * 77 + h
                            near = chart.distance_low[d] & low != 0 or chart.distance_high[d] & high != 0
                        if near or touches(chart, v, f, h, low, high):
                            low |= BIT_LOW[h]
                            high |= BIT_HIGH[h]
                            size += 1
                            grew = True
            seen_low |= low
            seen_high |= high
            best = max(best, size)
    return best


def beside(chart: Chart, v: vec[i64], h: i64, place: i64) -> i64:
    """The hex directly next to h at one of twelve places: 0-5 over an edge, 6-11 over a bridge; -1 if none is there."""
    if place < 6:
        return chart.near[h * 6 + place]
    site: i64 = chart.hex_sites[h * 6 + place - 6]
    if site < 0 or (v[SPANS] >> site) & 1 == 0:
        return -1
    return chart.across(site, h)


def has_neighbour(s: Position, seat: i64, h: i64) -> bool:
    """Does an opponent's building stand directly next to hex h, by edge or bridge?"""
    v = s.v
    place: i64
    for place in range(PLACES):
        n = beside(s.chart, v, h, place)
        if n >= 0:
            owner: i64 = owner_of(v, n)
            if owner >= 0 and owner != seat:
                return True
    return False
