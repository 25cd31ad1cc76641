"""Where the bridge of an action is built."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, own_at, own_end, owner_of, pop
from terrarium.terramystica.layout import F_BRIDGE, SPANS
from terrarium.terramystica.map.bridges import bridges_of, span
from terrarium.terramystica.tables import BRIDGE_PIECES

SITE_TAKEN: Final[i64] = fault("site_taken", "bridges.site", "site")
NO_END: Final[i64] = fault("no_end", "bridges.own_end", "site")
NO_BRIDGE: Final[i64] = fault("no_bridge", "bridges.supply")
NO_SITE: Final[i64] = fault("no_site", "bridges.own_end")


def site_fault(s: Position, seat: i64, site: i64) -> i64:
    """Is the site free, and does an own building stand at one of its ends?"""
    v = s.v
    if (v[SPANS] >> site) & 1 != 0:
        return SITE_TAKEN
    if site >= s.chart.sites:
        return NO_END
    a: i64 = s.chart.site_a[site]
    b: i64 = s.chart.site_b[site]
    return FINE if owner_of(v, a) == seat or owner_of(v, b) == seat else NO_END


def any_site_fault(s: Position, seat: i64) -> i64:
    """Has the seat a bridge left and a site for it?"""
    if bridges_of(s, seat) >= BRIDGE_PIECES:
        return NO_BRIDGE
    v = s.v
    hex_sites = s.chart.hex_sites
    i: i64
    for i in range(own_at(seat), own_end(v, seat)):
        # sites without an own end need not be asked
        k: i64 = v[i] * 6
        last: i64 = k + 6
        while k < last and hex_sites[k] >= 0:
            if site_fault(s, seat, hex_sites[k]) == FINE:
                return FINE
            k += 1
    return NO_SITE


class Site(Action):
    """Where the bridge of an action is built."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return site_fault(s, seat, code - codes.BRIDGE)

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        span(s, seat, code - codes.BRIDGE)


SITE: Final = Site(range(codes.BRIDGE, codes.CULT), F_BRIDGE)
