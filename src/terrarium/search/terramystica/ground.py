"""What the map still holds for a seat of Terra Mystica: groups on their way to towns, land in reach, neighbours."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.data import Position, at, owner_of
from terrarium.terramystica.factions.boards import HOME_OF, SHIP_MAX
from terrarium.terramystica.layout import (
    DWELLING,
    FACTION,
    FAVORS,
    HEX,
    IN_TOWN,
    OWN,
    OWN_SIZE,
    OWNS,
    SANCTUARY,
    SHIP,
)
from terrarium.terramystica.map.board import BIT_HIGH, BIT_LOW
from terrarium.terramystica.map.reach import (
    PLACES,
    beside,
    find_group,
    find_reach,
    find_skips,
    has_bit,
    network_size,
    touches,
)
from terrarium.terramystica.tables import FAV_TOWN, STRENGTH

GROUPS: Final[i64] = 3
"""Groups told of one by one, those nearest to a town."""
COLUMNS: Final[i64] = 2 * GROUPS + 3 + 4 + 2 + 3
"""Numbers that `Ground` writes for a seat."""


class Ground:
    """Looks at the map for one seat at a time. Groups are those that are no towns yet."""

    low: vec[i64]
    high: vec[i64]
    strength: vec[float]
    """Of each group, as part of what a town needs."""
    count: vec[float]
    """Its buildings, as part of the four a town needs."""
    groups: i64
    town_low: i64
    town_high: i64

    def __init__(self) -> None:
        self.low = vec[i64]([0] * int(OWN_SIZE))
        self.high = vec[i64]([0] * int(OWN_SIZE))
        self.strength = vec[float]([0.0] * int(OWN_SIZE))
        self.count = vec[float]([0.0] * int(OWN_SIZE))
        self.groups = 0
        self.town_low = 0
        self.town_high = 0

    def write(self, s: Position, seat: i64, size: i64, p: vec[float], to: i64) -> None:
        """Write the seat's columns into `p` from `to`; `size` is its largest network now."""
        v = s.v
        o = at(seat)
        needed = 6.0 if v[o + FAVORS] & FAV_TOWN != 0 else 7.0
        self.gather(s, seat, needed)
        self.write_groups(p, to)
        to += 2 * GROUPS
        self.write_land(s, seat, needed, p, to)
        to += 9
        self.write_neighbours(s, seat, p, to)
        # How far one more level of shipping would join the network.
        if v[o + SHIP] < SHIP_MAX[v[o + FACTION]]:
            v[o + SHIP] += 1
            p[to + 2] = float(network_size(s, seat) - size) * 0.3
            v[o + SHIP] -= 1

    def gather(self, s: Position, seat: i64, needed: float) -> None:
        """Find the groups."""
        v = s.v
        first: i64 = OWN + seat * OWN_SIZE
        end: i64 = first + v[at(seat) + OWNS]
        self.groups = 0
        self.town_low = 0
        self.town_high = 0
        seen_low: i64 = 0
        seen_high: i64 = 0
        i: i64 = first
        while i < end:
            h = v[i]
            if v[HEX + h] & IN_TOWN != 0:
                self.town_low |= BIT_LOW[h]
                self.town_high |= BIT_HIGH[h]
            elif not has_bit(seen_low, seen_high, h):
                find_group(s, seat, BIT_LOW[h], BIT_HIGH[h])
                seen_low |= s.low
                seen_high |= s.high
                strength = 0.0
                count = 0.0
                j: i64 = first
                while j < end:
                    if has_bit(s.low, s.high, v[j]):
                        kind = (v[HEX + v[j]] >> 3) & 7
                        strength += float(STRENGTH[kind])
                        count += 2.0 if kind == SANCTUARY else 1.0
                    j += 1
                n = self.groups
                self.low[n] = s.low
                self.high[n] = s.high
                self.strength[n] = strength / needed
                self.count[n] = count * 0.25
                self.groups = n + 1
            i += 1

    def write_groups(self, p: vec[float], to: i64) -> None:
        """Strength and buildings of the groups nearest to a town."""
        taken: i64 = 0
        place: i64 = 0
        while place < GROUPS and place < self.groups:
            best: i64 = -1
            top = -1.0
            k: i64 = 0
            while k < self.groups:
                way = part(self.strength[k]) * part(self.count[k])
                if (taken >> k) & 1 == 0 and way > top:
                    top = way
                    best = k
                k += 1
            taken |= i64(1) << best
            p[to + 2 * place] = self.strength[best]
            p[to + 2 * place + 1] = self.count[best]
            place += 1

    def write_land(self, s: Position, seat: i64, needed: float, p: vec[float], to: i64) -> None:
        """How near to a town a dwelling on free land would bring, by its spades (0, 1, more); how much free land is in
        reach, by its spades (0 to 3); how much more with one more level of shipping or a skip (0 or 1 spade)."""
        v = s.v
        o = at(seat)
        f = v[o + FACTION]
        home = HOME_OF[f]
        find_reach(s, seat, False)
        low = s.low
        high = s.high
        if v[o + SHIP] < SHIP_MAX[f]:
            v[o + SHIP] += 1
            find_reach(s, seat, False)
            v[o + SHIP] -= 1
            far_low = s.low & ~low
            far_high = s.high & ~high
        else:
            find_skips(s, seat)
            far_low = s.skip_low
            far_high = s.skip_high
        h: i64 = 0
        while h < 77:
            if v[HEX + h] < 8:
                near = has_bit(low, high, h)
                if near or has_bit(far_low, far_high, h):
                    away = v[HEX + h] - home
                    if away < 0:
                        away = -away
                    if away > 3:
                        away = 7 - away
                    if near:
                        p[to + 3 + away] += 0.2
                        way = self.joined(s, f, h, needed)
                        kind = away if away < 2 else i64(2)
                        if way > p[to + kind]:
                            p[to + kind] = way
                    elif away < 2:
                        p[to + 7 + away] += 0.2
            h += 1

    def joined(self, s: Position, f: i64, h: i64, needed: float) -> float:
        """How much of a town the groups would be that a dwelling on this hex joins; beside a town it founds none."""
        v = s.v
        chart = s.chart
        if touches(chart, v, f, h, self.town_low, self.town_high):
            return 0.0
        strength = 1.0 / needed
        count = 0.25
        k: i64 = 0
        while k < self.groups:
            if touches(chart, v, f, h, self.low[k], self.high[k]):
                strength += self.strength[k]
                count += self.count[k]
            k += 1
        return part(strength) * part(count)

    def write_neighbours(self, s: Position, seat: i64, p: vec[float], to: i64) -> None:
        """Strength of the buildings beside which others stand, and dwellings among them: power offered, cheap trade."""
        v = s.v
        i: i64 = OWN + seat * OWN_SIZE
        end: i64 = i + v[at(seat) + OWNS]
        while i < end:
            h = v[i]
            place: i64 = 0
            while place < PLACES:
                n = beside(s.chart, v, h, place)
                owner: i64 = owner_of(v, n) if n >= 0 else -1
                if owner >= 0 and owner != seat:
                    kind = (v[HEX + h] >> 3) & 7
                    p[to] += float(STRENGTH[kind]) * 0.1
                    if kind == DWELLING:
                        p[to + 1] += 0.3
                    break
                place += 1
            i += 1


def part(share: float) -> float:
    """A share of what is needed; more than enough is enough."""
    return share if share < 1.0 else 1.0
