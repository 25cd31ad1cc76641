"""What a position of Terra Mystica is worth to each seat, in victory points at the end.

Goods, income, tracks and positions are turned into points: a worker is worth what it will still buy, income what it
brings in the rounds to come, a cult what its reward tiles and its final places are likely to pay, a group of
buildings its way to a town, the network its likely place.
"""

from math import exp
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.terramystica.actions.passing import card_points
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.income import board_income
from terrarium.terramystica.factions.boards import COINS_PER_VP, HOME_OF, SHIP_MAX
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    BOWL1,
    BOWL2,
    BOWL3,
    CARD,
    COINS,
    COUNT,
    CULT,
    DIG,
    FACTION,
    FAVORS,
    HEIGHT,
    HEX,
    IN_TOWN,
    KEYS,
    OWN,
    OWN_SIZE,
    OWNS,
    PASSED,
    PLAYERS,
    PRIESTS,
    ROUND,
    ROUND_TILE,
    SANCTUARY,
    SHIP,
    STRONGHOLD,
    TRADING,
    USED,
    USED_CARD,
    USED_FAVOR,
    USED_STRONGHOLD,
    VP,
    WORKERS,
)
from terrarium.terramystica.map.board import BIT_HIGH, BIT_LOW
from terrarium.terramystica.map.reach import find_group, find_reach, has_bit, network_size
from terrarium.terramystica.tables import (
    CARD_INCOME,
    CULT_CARD,
    FAV_ACTION,
    FAV_COINS,
    FAV_DWELLING,
    FAV_PASS,
    FAV_PASS_VP,
    FAV_POWER,
    FAV_TOWN,
    FAV_TRADE,
    FAV_WORKER,
    SHIP_CARD,
    SPADE_CARD,
    STRENGTH,
    TEMPLE_TILE,
    TILE_AMOUNT,
    TILE_CULT,
    TILE_PAYS,
    TILE_PER,
)

# Found by games of `greedy` against itself. 0 to 7: a coin, a worker, a priest, power in bowl III, each in round 1 and
# in round 6; the rounds between are on a line.
HALFWAY: Final[i64] = 8  # share of that in bowl II
ASLEEP: Final[i64] = 9  # share of that in bowl I
SPADE: Final[i64] = 10
TOWN: Final[i64] = 11  # a town, for a group on its way to one
LEVEL_SHIP: Final[i64] = 12  # a shipping level, a round
LEVEL_DIG: Final[i64] = 13
ROOM: Final[i64] = 14  # a free home hex in reach
ACTION: Final[i64] = 15  # a stronghold's action, a round
FAVOR_BUILD: Final[i64] = 16  # points a round that the favor tiles for building bring
CARD_USUAL: Final[i64] = 17  # an ordinary bonus card
KEY: Final[i64] = 18
AREA: Final[i64] = 19  # a building of the network, beyond its place
CULT_SHARE: Final[i64] = 20  # factor on final places of the cults
AREA_SHARE: Final[i64] = 21
STEP: Final[i64] = 22  # a cult step as such
PIECE: Final[i64] = 23  # a building as such
EASE_TOWN: Final[i64] = 24  # the tile that makes towns easier, a round
# Goods beyond these amounts lie idle: each is worth only a share.
COINS_USED: Final[i64] = 25
WORKERS_USED: Final[i64] = 26
PRIESTS_USED: Final[i64] = 27
POWER_USED: Final[i64] = 28
SPARE: Final[i64] = 29

USUAL: Final[list[float]] = [
    0.71, 0.51, 1.64, 0.26, 1.89, 0.69, 0.45, 0.32, 0.57, 0.3, 2.69, 10.26, 0.58, 0.83, 0.3,
    2.52, 2.62, 4.28, 1.32, 0.74, 0.5, 0.58, 0.21, 0.55, 0.4, 9.58, 5.62, 1.89, 7.03, 0.27,
]  # fmt: skip

START: Final[list[float]] = [
    0.0, 0.0, -1.0, 3.0, 4.0, 2.0, 3.0, -4.0, -3.0, 1.0, 3.0, 2.0, 1.0, 2.0,
]  # fmt: skip
"""What a faction is expected to end above or below the others, in the order of its names."""


class Worth:
    """The model with its weights."""

    w: vec[float]
    goods: vec[float]
    """[round * 4 + (coin, worker, priest, power)] for a good in hand in this round; rounds 0..7."""
    later: vec[float]
    """The same, summed over the incomes of all rounds after this one."""
    sizes: vec[i64]
    way: float
    """Of the seat whose land was looked at last: how much of a town its best group is, and the others together."""
    ways: float
    free: float
    """Of the same seat: free land in reach, by the spades it takes."""

    def __init__(self, weights: list[float]) -> None:
        self.w = vec[float](weights)
        self.sizes = vec[i64]([0] * 5)
        self.way = 0.0
        self.ways = 0.0
        self.free = 0.0
        self.set_tables()

    def set_tables(self) -> None:
        self.goods = vec[float]()
        r: i64 = 0
        while r <= 7:
            now = 1 if r < 1 else (6 if r > 6 else r)
            share = float(6 - now) / 5.0
            kind: i64 = 0
            while kind < 4:
                first = self.w[2 * kind]
                last = self.w[2 * kind + 1]
                self.goods = append(self.goods, last + (first - last) * share)
                kind += 1
            r += 1
        self.later = vec[float]([0.0] * 32)
        r = 5
        while r >= 0:
            kind = 0
            while kind < 4:
                self.later[r * 4 + kind] = self.later[r * 4 + 4 + kind] + self.goods[r * 4 + 4 + kind]
                kind += 1
            r -= 1

    def survey(self, s: Position) -> None:
        """How large everybody's network is."""
        v = s.v
        seat: i64 = 0
        while seat < v[PLAYERS]:
            self.sizes[seat] = network_size(s, seat) if v[at(seat) + FACTION] >= 0 else 0
            seat += 1

    def own(self, s: Position, seat: i64) -> float:
        """Expected final points of one seat; the others' networks are as they were surveyed last."""
        v = s.v
        if v[at(seat) + FACTION] < 0:
            return 0.0
        if v[HEIGHT] == 0:
            return float(v[at(seat) + VP])
        self.sizes[seat] = network_size(s, seat)
        return self.seat_worth(s, seat)

    def appraise(self, s: Position, points: vec[float]) -> None:
        """Expected final points of every seat."""
        v = s.v
        players = v[PLAYERS]
        self.survey(s)
        seat: i64 = 0
        while seat < players:
            if v[at(seat) + FACTION] < 0:
                points[seat] = 100.0
            elif v[HEIGHT] == 0:
                points[seat] = float(v[at(seat) + VP])
            else:
                points[seat] = self.seat_worth(s, seat)
            seat += 1

    def seat_worth(self, s: Position, seat: i64) -> float:
        v = s.v
        o = at(seat)
        total = float(v[o + VP]) + self.in_hand(v, o) + self.income(v, o)
        total += self.places(v, seat) + self.rewards(v, o) + self.abilities(s, seat) + self.land(s, seat)
        if v[ROUND] == 0:
            total += START[v[o + FACTION]]
        return total

    def in_hand(self, v: vec[i64], o: i64) -> float:
        """Goods, in points."""
        g = v[ROUND] * 4
        goods = self.goods
        power = float(v[o + BOWL3]) + self.w[HALFWAY] * (float(v[o + BOWL2]) + self.w[ASLEEP] * float(v[o + BOWL1]))
        coin = goods[g]
        if COINS_PER_VP[v[o + FACTION]] == 2 and coin < 0.5:
            coin = 0.5
        w = self.w
        total = usable(float(v[o + COINS]), w[COINS_USED], w[SPARE]) * coin
        total += usable(float(v[o + WORKERS]), w[WORKERS_USED], w[SPARE]) * goods[g + 1]
        total += usable(float(v[o + PRIESTS]), w[PRIESTS_USED], w[SPARE]) * goods[g + 2]
        return total + usable(power, w[POWER_USED], w[SPARE]) * goods[g + 3]

    def income(self, v: vec[i64], o: i64) -> float:
        """What the rounds to come bring by themselves."""
        coins, workers, priests, power = board_income(v, o)
        favors = v[o + FAVORS]
        if favors & FAV_WORKER != 0:
            workers += 1
            power += 1
        if favors & FAV_POWER != 0:
            power += 4
        if favors & FAV_COINS != 0:
            coins += 3
        g = v[ROUND] * 4
        later = self.later
        total = float(coins) * later[g] + float(workers) * later[g + 1] + float(priests) * later[g + 2]
        # Much power at once does not all find a use.
        return total + float(power) * later[g + 3] * self.w[HALFWAY]

    def rewards(self, v: vec[i64], o: i64) -> float:
        """What the cult steps of a seat will be paid at the ends of this round and the next."""
        total = 0.0
        r: i64 = v[ROUND] - 1 if v[ROUND] > 0 else 0
        first = r
        while r < 5:
            tile = v[ROUND_TILE + r]
            if tile >= 0 and tile != TEMPLE_TILE:
                per = TILE_PER[tile]
                steps = v[o + CULT + TILE_CULT[tile]]
                # A later reward can still be reached: part steps count too.
                whole = float(steps // per)
                if r > first:
                    whole = 0.5 * whole + 0.5 * float(steps) / float(per)
                total += whole * float(TILE_AMOUNT[tile]) * self.reward(TILE_PAYS[tile], r + 2)
            r += 1
        return total

    def reward(self, pays: i64, round_: i64) -> float:
        if pays == 5:
            return self.w[SPADE]
        return self.goods[round_ * 4 + pays - 1] * (self.w[HALFWAY] if pays == 4 else 1.0)

    def places(self, v: vec[i64], seat: i64) -> float:
        """Likely final places on the cults and in area."""
        players = v[PLAYERS]
        o = at(seat)
        left = float(6 - v[ROUND]) if v[ROUND] > 0 else 6.0
        blur = 0.35 + 0.45 * left
        total = 0.0
        track: i64 = 0
        while track < 4:
            mine = v[o + CULT + track]
            above = 0.0
            other: i64 = 0
            while other < players:
                if other != seat:
                    above += likely_above(float(v[at(other) + CULT + track] - mine) / blur)
                other += 1
            if mine > 0 or left > 1.0:
                total += self.w[CULT_SHARE] * place_points(above, 8.0, 4.0, 2.0)
            total += self.w[STEP] * float(mine)
            track += 1
        above = 0.0
        other = 0
        while other < players:
            if other != seat:
                above += likely_above(float(self.sizes[other] - self.sizes[seat]) / (0.4 + 0.6 * left))
            other += 1
        total += self.w[AREA_SHARE] * place_points(above, 18.0, 12.0, 6.0)
        return total + self.w[AREA] * float(self.sizes[seat]) * (left / 6.0)

    def abilities(self, s: Position, seat: i64) -> float:
        """Tracks, tiles, cards and actions that pay again and again."""
        v = s.v
        w = self.w
        o = at(seat)
        f = v[o + FACTION]
        r = v[ROUND]
        left = float(6 - r) if r > 0 else 6.0
        passed = r > 0 and (v[PASSED] >> seat) & 1 != 0
        now = 0.0 if passed or r == 0 else 1.0
        favors = v[o + FAVORS]
        used = v[o + USED]
        ship = float(v[o + SHIP]) + (0.6 if v[o + CARD] == SHIP_CARD and SHIP_MAX[f] > 0 else 0.0)
        total = w[LEVEL_SHIP] * left * (ship if ship < 2.0 else 2.0 + 0.4 * (ship - 2.0))
        total += w[LEVEL_DIG] * left * float(v[o + DIG]) + w[KEY] * float(v[o + KEYS])
        if favors & FAV_DWELLING != 0:
            total += w[FAVOR_BUILD] * left
        if favors & FAV_TRADE != 0:
            total += w[FAVOR_BUILD] * left
        if favors & FAV_PASS != 0:
            total += float(FAV_PASS_VP[v[o + COUNT + TRADING]]) * now + 2.7 * left
        if favors & FAV_ACTION != 0:
            total += 0.9 * (left + (now if used & USED_FAVOR == 0 else 0.0))
        if favors & FAV_TOWN != 0:
            total += w[EASE_TOWN] * left
        if v[o + COUNT + STRONGHOLD] > 0 and FACTION_HOOKS[f].action != "":
            total += w[ACTION] * (left + (now if used & USED_STRONGHOLD == 0 else 0.0))
        elif v[o + COUNT + STRONGHOLD] > 0:
            total += 0.6 * w[ACTION] * left
        return total + self.card(s, seat, now, left)

    def card(self, s: Position, seat: i64, now: float, left: float) -> float:
        """The bonus card: its income comes with the next round if it was just taken, its points with the next pass."""
        v = s.v
        o = at(seat)
        card = v[o + CARD]
        if card < 0:
            return self.w[CARD_USUAL] * left
        ready = v[o + USED] & USED_CARD == 0
        points = float(card_points(s, seat))
        if now > 0.0:
            if card == SPADE_CARD and ready:
                points += self.w[SPADE]
            elif card == CULT_CARD and ready:
                points += 0.9
            return points + self.w[CARD_USUAL] * left
        if left < 1.0:
            return 0.0
        g = (v[ROUND] + 1) * 4
        goods = self.goods
        c = card * 4
        value = float(CARD_INCOME[c]) * goods[g] + float(CARD_INCOME[c + 1]) * goods[g + 1]
        value += float(CARD_INCOME[c + 2]) * goods[g + 2] + float(CARD_INCOME[c + 3]) * goods[g + 3] * self.w[HALFWAY]
        if card == SPADE_CARD:
            value += self.w[SPADE]
        elif card == CULT_CARD:
            value += 0.9
        return value + points + self.w[CARD_USUAL] * (left - 1.0)

    def land(self, s: Position, seat: i64) -> float:
        """Buildings, groups on their way to a town, and room to grow."""
        v = s.v
        w = self.w
        o = at(seat)
        left = float(6 - v[ROUND]) if v[ROUND] > 0 else 6.0
        total = w[PIECE] * float(v[o + OWNS])
        seen_low: i64 = 0
        seen_high: i64 = 0
        needed = 6.0 if v[o + FAVORS] & FAV_TOWN != 0 else 7.0
        first: i64 = OWN + seat * OWN_SIZE
        end: i64 = first + v[o + OWNS]
        i: i64 = first
        best = 0.0
        rest = 0.0
        while i < end:
            h = v[i]
            if v[HEX + h] & IN_TOWN == 0 and not has_bit(seen_low, seen_high, h):
                find_group(s, seat, BIT_LOW[h], BIT_HIGH[h])
                seen_low |= s.low
                seen_high |= s.high
                way = self.way_to_town(s, first, end, needed)
                if way > best:
                    rest += best
                    best = way
                else:
                    rest += way
            i += 1
        self.way = best
        self.ways = rest
        hope = 0.35 + 0.55 * (left if left < 3.0 else 3.0) / 3.0 if left > 0.0 else 0.45
        total += w[TOWN] * hope * (best * best + 0.5 * rest * rest / (1.0 + rest))
        return total + self.room(s, seat, left)

    def way_to_town(self, s: Position, first: i64, end: i64, needed: float) -> float:
        """How much of a town the group in `low, high` is, from 0 to 1."""
        v = s.v
        strength = 0.0
        count = 0.0
        i: i64 = first
        while i < end:
            h = v[i]
            if has_bit(s.low, s.high, h):
                kind = (v[HEX + h] >> 3) & 7
                strength += float(STRENGTH[kind])
                count += 2.0 if kind == SANCTUARY else 1.0
            i += 1
        count = count / 4.0 if count < 4.0 else 1.0
        strength = strength / needed if strength < needed else 1.0
        return 0.9 * count * strength

    def room(self, s: Position, seat: i64, left: float) -> float:
        """Free land in reach, by the spades it takes."""
        self.free = 0.0
        if left <= 0.0:
            return 0.0
        v = s.v
        home = HOME_OF[v[at(seat) + FACTION]]
        find_reach(s, seat, False)
        low = s.low
        high = s.high
        found = 0.0
        h: i64 = 0
        while h < 77:
            inside = (low >> h) & 1 if h < 39 else (high >> (h - 39)) & 1
            if inside != 0 and v[HEX + h] < 8:
                away = v[HEX + h] - home
                if away < 0:
                    away = -away
                if away > 3:
                    away = 7 - away
                found += 1.0 if away == 0 else (0.6 if away == 1 else (0.3 if away == 2 else 0.15))
            h += 1
        self.free = found
        if found > 5.0:
            found = 5.0 + 0.3 * (found - 5.0)
        return self.w[ROOM] * found * (left if left < 4.0 else 4.0) / 2.0

    def sources(self, s: Position, seat: i64) -> list[tuple[str, float]]:
        """Where a seat's expected points come from."""
        v = s.v
        o = at(seat)
        if v[o + FACTION] < 0:
            return []
        points = vec[float]([0.0] * int(v[PLAYERS]))
        self.appraise(s, points)
        found = [
            ("vp", float(v[o + VP])),
            ("goods", self.in_hand(v, o)),
            ("income", self.income(v, o)),
            ("cults_and_area", self.places(v, seat) + self.rewards(v, o)),
            ("abilities", self.abilities(s, seat)),
            ("land", self.land(s, seat)),
        ]
        return sorted(found, key=lambda line: -line[1])


def usable(amount: float, used: float, spare: float) -> float:
    """An amount of goods, what lies idle counted in part."""
    return amount if amount < used else used + spare * (amount - used)


def likely_above(ahead: float) -> float:
    """How likely a seat that is so far ahead (in doubts) stays ahead."""
    if ahead > 12.0:
        return 1.0
    if ahead < -12.0:
        return 0.0
    return 1.0 / (1.0 + exp(-ahead))


def place_points(above: float, first: float, second: float, third: float) -> float:
    """Points of a place between the places: `above` is how many are expected to stand above."""
    if above < 1.0:
        return first + (second - first) * above
    if above < 2.0:
        return second + (third - second) * (above - 1.0)
    if above < 3.0:
        return third * (3.0 - above)
    return 0.0
