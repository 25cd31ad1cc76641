"""The shipping track: one level more, and its points."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import gain_vp
from terrarium.terramystica.factions.boards import SHIP_MAX, SHIP_START
from terrarium.terramystica.layout import FACTION, SHIP


def raise_ship(s: Position, seat: i64, cause: i64) -> None:
    """One level of shipping with its points; nothing at the end of the track or without one."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    if v[o + SHIP] >= SHIP_MAX[f]:
        return
    v[o + SHIP] += 1
    if s.watching:
        s.note("shipping", seat, cause, {"level": int(v[o + SHIP])})
    gain_vp(s, seat, v[o + SHIP] + 1 - SHIP_START[f], cause)
