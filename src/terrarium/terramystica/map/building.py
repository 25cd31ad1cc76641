"""Putting up dwellings and upgrading them: the pieces, the points, and who is owed an offer of power."""

from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at, own_end
from terrarium.terramystica.economy.goods import gain_vp
from terrarium.terramystica.layout import (
    COUNT,
    DWELLING,
    EVENT,
    EVENTS,
    FAVORS,
    HEX,
    OCCUPIED,
    OWNS,
    ROUND,
    ROUND_TILE,
    TRADING,
)
from terrarium.terramystica.map.board import BIT_HIGH, BIT_LOW
from terrarium.terramystica.map.towns import check_town
from terrarium.terramystica.names import BUILDINGS
from terrarium.terramystica.tables import FAV_DWELLING, FAV_TRADE, LOWER, TILE_VP


def settle(s: Position, seat: i64, h: i64) -> None:
    """A dwelling stands on hex h; nothing follows from it yet."""
    v = s.v
    o = at(seat)
    v[HEX + h] += 8 * DWELLING + 64 * (seat + 1)
    v[OCCUPIED] |= BIT_LOW[h]
    v[OCCUPIED + 1] |= BIT_HIGH[h]
    v[own_end(v, seat)] = h
    v[o + OWNS] += 1
    v[o + COUNT + DWELLING] += 1


def build(s: Position, seat: i64, h: i64, cause: i64) -> None:
    """A dwelling built in the action phase: points, towns, and an offer to the neighbours."""
    v = s.v
    settle(s, seat, h)
    if s.watching:
        s.note("build", seat, cause, {"hex": s.chart.land_names[h], "building": BUILDINGS[1]})
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
        s.note("upgrade", seat, cause, {"hex": s.chart.land_names[h], "building": BUILDINGS[kind]})
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
