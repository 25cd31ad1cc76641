"""Who reaches what: masks of hexes within reach, groups of connected buildings, the largest network.

Reach is the OR of one precomputed mask pair per own building; groups grow over the seat's own list of at most
seventeen buildings. Any player's bridge joins its two hexes for every player.
"""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.data import Position, at, owner_of
from terrarium.terramystica.factions.boards import RIVER_TOWNS, SHIP_MAX, SKIP_FARTHER, SKIP_RANGE
from terrarium.terramystica.layout import (
    CARD,
    COUNT,
    FACTION,
    LINKS,
    OWN,
    OWN_SIZE,
    OWNS,
    RANGE,
    SHIP,
    SPANS,
    STRONGHOLD,
)
from terrarium.terramystica.map.board import (
    BIT_ROW,
    DISTANCE_HIGH,
    DISTANCE_LOW,
    HEX_SITES,
    LAND_RIVER,
    NEAR,
    RIVER_LAND,
    SHIP_HIGH,
    SHIP_LOW,
    SITE_A,
    SITE_B,
)
from terrarium.terramystica.tables import SHIP_CARD


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
    row: i64 = ship * 77
    low: i64 = 0
    high: i64 = 0
    i: i64 = OWN + seat * OWN_SIZE
    end: i64 = i + v[o + OWNS]
    while i < end:
        h: i64 = row + v[i]
        low |= SHIP_LOW[h]
        high |= SHIP_HIGH[h]
        i += 1
    spans: i64 = v[SPANS]
    site: i64 = 0
    while spans != 0:
        if spans & 1 != 0:
            a: i64 = SITE_A[site]
            b: i64 = SITE_B[site]
            if owner_of(v, a) == seat:
                low |= SHIP_LOW[BIT_ROW + b]
                high |= SHIP_HIGH[BIT_ROW + b]
            if owner_of(v, b) == seat:
                low |= SHIP_LOW[BIT_ROW + a]
                high |= SHIP_HIGH[BIT_ROW + a]
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
    i: i64 = OWN + seat * OWN_SIZE
    end: i64 = i + v[o + OWNS]
    while i < end:
        h: i64 = row + v[i]
        low |= DISTANCE_LOW[h]
        high |= DISTANCE_HIGH[h]
        i += 1
    s.skip_low = low & ~s.low
    s.skip_high = high & ~s.high


def touches(v: vec[i64], f: i64, h: i64, low: i64, high: i64) -> bool:
    """Is hex h joined by an edge, a bridge or a Mermaid river town to a hex of the mask pair?"""
    if SHIP_LOW[h] & low != 0 or SHIP_HIGH[h] & high != 0:
        return True
    spans: i64 = v[SPANS]
    i: i64 = 0
    if spans != 0:
        while i < 4:
            site: i64 = HEX_SITES[h * 4 + i]
            if site < 0:
                break
            if (spans >> site) & 1 != 0:
                end: i64 = SITE_A[site]
                if end == h:
                    end = SITE_B[site]
                if has_bit(low, high, end):
                    return True
            i += 1
    links: i64 = v[LINKS]
    if links != 0 and RIVER_TOWNS[f] != 0:
        i = 0
        while i < 6:
            river: i64 = LAND_RIVER[h * 6 + i]
            if river < 0:
                break
            if (links >> river) & 1 != 0 and around_river(river, low, high):
                return True
            i += 1
    return False


def around_river(river: i64, low: i64, high: i64) -> bool:
    """Does a hex of the mask pair lie at this river hex?"""
    i: i64 = 0
    while i < 6:
        h: i64 = RIVER_LAND[river * 6 + i]
        if h < 0:
            return False
        if has_bit(low, high, h):
            return True
        i += 1
    return False


def find_group(s: Position, seat: i64, low: i64, high: i64) -> None:
    """Set `low, high` to the own buildings connected with those of the mask pair given."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    first: i64 = OWN + seat * OWN_SIZE
    end: i64 = first + v[o + OWNS]
    grew = True
    while grew:
        grew = False
        i: i64 = first
        while i < end:
            h: i64 = v[i]
            if not has_bit(low, high, h) and touches(v, f, h, low, high):
                low |= SHIP_LOW[BIT_ROW + h]
                high |= SHIP_HIGH[BIT_ROW + h]
                grew = True
            i += 1
    s.low = low
    s.high = high


def network_size(s: Position, seat: i64) -> i64:
    """How many own buildings the largest network joins by edge, bridge, shipping or skip."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    far = skip_range(v, o)
    row: i64 = v[o + SHIP] * 77
    first: i64 = OWN + seat * OWN_SIZE
    end: i64 = first + v[o + OWNS]
    seen_low: i64 = 0
    seen_high: i64 = 0
    best: i64 = 0
    start: i64 = first
    while start < end:
        if not has_bit(seen_low, seen_high, v[start]):
            low: i64 = SHIP_LOW[BIT_ROW + v[start]]
            high: i64 = SHIP_HIGH[BIT_ROW + v[start]]
            size: i64 = 1
            grew = True
            while grew:
                grew = False
                i: i64 = first
                while i < end:
                    h: i64 = v[i]
                    if not has_bit(low, high, h):
                        near = SHIP_LOW[row + h] & low != 0 or SHIP_HIGH[row + h] & high != 0
                        if not near and far > 0:
                            d: i64 = far * 77 + h
                            near = DISTANCE_LOW[d] & low != 0 or DISTANCE_HIGH[d] & high != 0
                        if near or touches(v, f, h, low, high):
                            low |= SHIP_LOW[BIT_ROW + h]
                            high |= SHIP_HIGH[BIT_ROW + h]
                            size += 1
                            grew = True
                    i += 1
            seen_low |= low
            seen_high |= high
            best = max(best, size)
        start += 1
    return best


def beside(v: vec[i64], h: i64, place: i64) -> i64:
    """The hex directly next to h at one of ten places: 0-5 over an edge, 6-9 over a bridge; -1 if none is there."""
    if place < 6:
        return NEAR[h * 6 + place]
    site: i64 = HEX_SITES[h * 4 + place - 6]
    if site < 0 or (v[SPANS] >> site) & 1 == 0:
        return -1
    return SITE_B[site] if SITE_A[site] == h else SITE_A[site]


def has_neighbour(v: vec[i64], seat: i64, h: i64) -> bool:
    """Does an opponent's building stand directly next to hex h, by edge or bridge?"""
    place: i64 = 0
    while place < 10:
        n = beside(v, h, place)
        if n >= 0:
            owner: i64 = owner_of(v, n)
            if owner >= 0 and owner != seat:
                return True
        place += 1
    return False
