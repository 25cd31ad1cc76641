"""Bridges: where one may be built, and what it joins."""

from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at, owner_of
from terrarium.terramystica.layout import (
    BRIDGES,
    SPANS,
)
from terrarium.terramystica.map.towns import check_town


def span(s: Position, seat: i64, site: i64) -> None:
    """A bridge; it may complete a town."""
    v = s.v
    v[SPANS] |= 1 << site
    v[at(seat) + BRIDGES] |= 1 << site
    if s.watching:
        s.note("bridge", seat, causes.NONE, {"site": s.chart.bridge_names[site]})
    a: i64 = s.chart.site_a[site]
    b: i64 = s.chart.site_b[site]
    if owner_of(v, a) == seat and owner_of(v, b) == seat:
        # whichever end is in no town yet asks for both
        check_town(s, seat, a)
        check_town(s, seat, b)


def bridges_of(s: Position, seat: i64) -> i64:
    """How many bridges the seat has built."""
    mask: i64 = s.v[at(seat) + BRIDGES]
    n: i64 = 0
    while mask != 0:
        n += mask & 1
        mask >>= 1
    return n


def joining_bridges(s: Position, seat: i64) -> i64:
    """How many of the seat's bridges have its own buildings at both ends."""
    v = s.v
    site_a = s.chart.site_a
    site_b = s.chart.site_b
    mask: i64 = v[at(seat) + BRIDGES]
    site: i64 = 0
    n: i64 = 0
    while mask != 0:
        if mask & 1 != 0 and owner_of(v, site_a[site]) == seat and owner_of(v, site_b[site]) == seat:
            n += 1
        mask >>= 1
        site += 1
    return n
