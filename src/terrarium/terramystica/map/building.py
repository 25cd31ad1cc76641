"""Putting up dwellings, upgrading them, bridges: the pieces, the points, and who is owed an offer of power."""

from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at, owner_of
from terrarium.terramystica.economy.goods import gain_vp
from terrarium.terramystica.layout import (
    BRIDGES,
    COUNT,
    DWELLING,
    EVENT,
    EVENTS,
    FAVORS,
    HEX,
    OCCUPIED,
    OWN,
    OWN_SIZE,
    OWNS,
    ROUND,
    ROUND_TILE,
    SPANS,
    TRADING,
)
from terrarium.terramystica.map.board import BIT_ROW, BRIDGE_NAMES, LAND_NAMES, SHIP_HIGH, SHIP_LOW, SITE_A, SITE_B
from terrarium.terramystica.map.towns import check_town
from terrarium.terramystica.names import BUILDINGS
from terrarium.terramystica.tables import BRIDGE_PIECES, FAV_DWELLING, FAV_TRADE, LOWER, TILE_VP


def settle(s: Position, seat: i64, h: i64) -> None:
    """A dwelling stands on hex h; nothing follows from it yet."""
    v = s.v
    o = at(seat)
    v[HEX + h] += 8 * DWELLING + 64 * (seat + 1)
    v[OCCUPIED] |= SHIP_LOW[BIT_ROW + h]
    v[OCCUPIED + 1] |= SHIP_HIGH[BIT_ROW + h]
    v[OWN + seat * OWN_SIZE + v[o + OWNS]] = h
    v[o + OWNS] += 1
    v[o + COUNT + DWELLING] += 1


def build(s: Position, seat: i64, h: i64, cause: i64) -> None:
    """A dwelling built in the action phase: points, towns, and an offer to the neighbours."""
    v = s.v
    settle(s, seat, h)
    if s.watching:
        s.note("build", seat, cause, {"hex": LAND_NAMES[h], "building": BUILDINGS[1]})
    score_building(s, seat, DWELLING)
    if v[at(seat) + FAVORS] & FAV_DWELLING != 0:
        gain_vp(s, seat, 2, causes.OF_FAVOR + 10)
    v[EVENT + v[EVENTS]] = h
    v[EVENTS] += 1
    check_town(s, seat, h)


def upgrade(s: Position, seat: i64, h: i64, kind: i64, cause: i64) -> None:
    """One building takes the place of another, which goes back to its board."""
    v = s.v
    o = at(seat)
    v[HEX + h] += 8 * (kind - LOWER[kind])
    v[o + COUNT + kind] += 1
    v[o + COUNT + LOWER[kind]] -= 1
    if s.watching:
        s.note("upgrade", seat, cause, {"hex": LAND_NAMES[h], "building": BUILDINGS[kind]})
    score_building(s, seat, kind)
    if kind == TRADING and v[o + FAVORS] & FAV_TRADE != 0:
        gain_vp(s, seat, 3, causes.OF_FAVOR + 9)
    v[EVENT + v[EVENTS]] = h
    v[EVENTS] += 1
    check_town(s, seat, h)


def score_building(s: Position, seat: i64, kind: i64) -> None:
    """The scoring tile of the round."""
    v = s.v
    tile: i64 = v[ROUND_TILE + v[ROUND] - 1]
    gain_vp(s, seat, TILE_VP[tile * 7 + kind], causes.OF_TILE + tile)


def span(s: Position, seat: i64, site: i64) -> None:
    """A bridge; it may complete a town."""
    v = s.v
    v[SPANS] |= 1 << site
    v[at(seat) + BRIDGES] |= 1 << site
    if s.watching:
        s.note("bridge", seat, causes.NONE, {"site": BRIDGE_NAMES[site]})
    a: i64 = SITE_A[site]
    b: i64 = SITE_B[site]
    if owner_of(v, a) == seat and owner_of(v, b) == seat:
        # whichever end is in no town yet asks for both
        check_town(s, seat, a)
        check_town(s, seat, b)


def can_span(s: Position, seat: i64, site: i64) -> bool:
    """Is the site free and does an own building stand at one of its ends?"""
    v = s.v
    if (v[SPANS] >> site) & 1 != 0:
        return False
    return owner_of(v, SITE_A[site]) == seat or owner_of(v, SITE_B[site]) == seat


def bridges_of(s: Position, seat: i64) -> i64:
    """How many bridges the seat has built."""
    mask: i64 = s.v[at(seat) + BRIDGES]
    n: i64 = 0
    while mask != 0:
        n += mask & 1
        mask >>= 1
    return n


def any_span(s: Position, seat: i64) -> bool:
    """Has the seat a bridge left and a site for it?"""
    if bridges_of(s, seat) >= BRIDGE_PIECES:
        return False
    site: i64 = 0
    while site < 29:
        if can_span(s, seat, site):
            return True
        site += 1
    return False
