"""What a network is told of a position of the Small World family, seat by seat.

Nothing is told by name: a race and its power are what they hold, what they bring, how hard they are to take and which
questions of the rules they answer.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import State
from terrarium.search.learned import Digest
from terrarium.search.smallworld.worth import LEARNT, SCORED, Worth
from terrarium.smallworld.core.board import count, one
from terrarium.smallworld.core.codes import DECLINED
from terrarium.smallworld.core.data import (
    ACTIVES,
    COINS,
    FIRST,
    HAND,
    HELD,
    MARKS,
    MODE,
    OWNER,
    POWER,
    RETREAT,
    ROUND,
    SEAT,
    TOKENS,
    TRAY,
    Data,
)
from terrarium.smallworld.core.kit import Crew, Kit

TITLES: Final[list[str]] = ["small-world", "underground", "warcraft"]
OWN: Final[i64] = 46
TABLE: Final[i64] = 3 + 4 + 4 + 9


class FamilyDigest(Digest):
    """Coins, land, tokens, safety and abilities of each seat; rounds, turn and the row of combos of the table."""

    kit: Kit
    worth: Worth
    """Not the mind's own: its numbers are those that the network learnt from, whatever the appraisal has become."""
    title: i64

    def __init__(self, kit: Kit, worth: Worth | None = None) -> None:
        super().__init__(kit.players, OWN, TABLE)
        self.kit = kit
        self.worth = Worth(kit, LEARNT) if worth is None else worth
        self.title = TITLES.index(kit.title) if kit.title in TITLES else 0

    def survey(self, s: State) -> None:
        assert isinstance(s, Data)
        self.worth.survey(s)

    def points(self, s: State, seat: i64) -> float:
        assert isinstance(s, Data)
        return float(s.v[COINS + seat])

    def write_own(self, s: State, seat: i64, at: i64) -> None:
        assert isinstance(s, Data)
        v = s.v
        p = self.parts
        worth = self.worth
        kit = self.kit
        stage = worth.stage_of(s) if v[SEAT] == seat else SCORED
        turns = worth.turns_left(s, seat, stage)
        future = worth.future(s, seat, stage, turns)
        p[at] = float(v[COINS + seat]) * 0.02
        p[at + 1] = future * 0.02
        p[at + 2] = float(turns) * 0.2
        p[at + 3] = float(stage)
        p[at + 4] = (float(v[COINS + seat]) + future) * 0.02
        declined = 0.0
        risked = 0.0
        land: i64 = 0
        stays: i64 = 0
        t: i64 = 0
        while t < kit.n_races:
            if v[t * 7 + OWNER] == seat and v[t * 7 + MODE] == DECLINED:
                declined += worth.held_income(s, t, False)
                risked += worth.held_income(s, t, True)
                land |= v[t * 7 + HELD]
                if s.crew(t).outside_limit:
                    stays += 1
            t += 1
        p[at + 5] = declined * 0.2
        p[at + 6] = risked * 0.2
        p[at + 7] = float(stays)
        p[at + 8] = float(count(land)) * 0.2
        self.write_safety(s, seat, land, at + 9)
        t = v[ACTIVES + seat]
        if t < 0:
            return
        held = v[t * 7 + HELD]
        tokens: i64 = v[t * 7 + HAND] + v[t * 7 + RETREAT]
        r: i64 = 0
        while r < kit.board.n:
            if held & one(r):
                tokens += v[r * 3 + TOKENS]
            r += 1
        p[at + 13] = 1.0
        p[at + 14] = float(count(held)) * 0.2
        p[at + 15] = float(tokens) * 0.1
        p[at + 16] = float(v[t * 7 + HAND]) * 0.1
        p[at + 17] = float(v[t * 7 + TRAY]) * 0.1
        p[at + 18] = worth.held_income(s, t, False) * 0.1
        p[at + 19] = worth.held_income(s, t, True) * 0.1
        extra = 0.0
        crew = s.crew(t)
        for unit in crew.turn_earners:
            extra += float(unit.turn_income(s, t))
        p[at + 20] = extra * 0.3
        p[at + 21] = worth.owned[seat] * 0.3
        units = worth.units
        power = v[t * 7 + POWER]
        p[at + 22] = units.strength[t] * 0.3
        p[at + 23] = units.rate[t]
        p[at + 24] = units.steady[t] * 0.5
        p[at + 25] = units.once[t] * 0.2
        if power >= 0:
            p[at + 22] += units.strength[power] * 0.3
            p[at + 23] += units.rate[power]
            p[at + 24] += units.steady[power] * 0.5
            p[at + 25] += units.once[power] * 0.2
        self.write_safety(s, seat, held, at + 26)
        self.write_reach(s, seat, t, at + 30)
        write_crew(crew, p, at + 33)

    def write_safety(self, s: Data, seat: i64, held: i64, at: i64) -> None:
        """Regions that others can attack now, those that are cheap, tokens on them, and how many are likely to stay."""
        v = s.v
        kit = self.kit
        worth = self.worth
        reach: i64 = 0
        other: i64 = 0
        while other < kit.seats:
            if other != seat:
                reach |= worth.exposed[other]
            other += 1
        cheap: i64 = 0
        guards: i64 = 0
        kept = 0.0
        r: i64 = 0
        while r < kit.board.n:
            if held & one(r):
                kept += worth.kept[r]
                price = 2 + v[r * 3 + TOKENS] + ((kit.board.mountain >> r) & 1) + kit.defence(v[r * 3 + MARKS])
                if reach & one(r):
                    guards += v[r * 3 + TOKENS]
                    if price <= 3:
                        cheap += 1
            r += 1
        p = self.parts
        p[at] = float(count(held & reach)) * 0.2
        p[at + 1] = float(cheap) * 0.2
        p[at + 2] = float(guards) * 0.1
        p[at + 3] = kept * 0.2

    def write_reach(self, s: Data, seat: i64, t: i64, at: i64) -> None:
        """Land within reach: how many regions, the cheapest three together, and how many are cheap."""
        v = s.v
        kit = self.kit
        reach = self.worth.exposed[seat] & kit.board.land & ~v[t * 7 + HELD]
        cheap: i64 = 0
        first = 16.0
        r: i64 = 0
        while r < kit.board.n:
            if reach & one(r) and not v[r * 3 + MARKS] & kit.immune_marks:
                price = 2 + v[r * 3 + TOKENS] + ((kit.board.mountain >> r) & 1) + kit.defence(v[r * 3 + MARKS])
                if price <= 3:
                    cheap += 1
                if float(price) < first:
                    first = float(price)
            r += 1
        p = self.parts
        p[at] = float(count(reach)) * 0.1
        p[at + 1] = float(cheap) * 0.2
        p[at + 2] = first * 0.2

    def write_table(self, s: State, seat: i64, at: i64) -> None:
        assert isinstance(s, Data)
        v = s.v
        kit = self.kit
        rows = self.target
        rows[at + self.title] = 1.0
        at += 3
        rows[at + kit.players - 2] = 1.0
        at += 4
        rows[at] = float(kit.rounds) * 0.1
        rows[at + 1] = float(kit.rounds - v[ROUND]) * 0.1
        # How many others act before this seat does, and whether it is the last of the round.
        mine = (seat - v[FIRST] + kit.players) % kit.players
        now = (v[SEAT] - v[FIRST] + kit.players) % kit.players
        rows[at + 2] = float((mine - now + kit.players) % kit.players) * 0.3
        rows[at + 3] = float(mine) * 0.3
        at += 4
        self.write_row(s, seat, at)

    def write_row(self, d: Data, seat: i64, at: i64) -> None:
        """The combos one may pick: the free one, the best by coins, the best by all."""
        v = d.v
        kit = self.kit
        units = self.worth.units
        rows = self.target
        row = kit.row_of[seat]
        combos = v[d.combos_at(row)]
        first = d.row_at(row)
        best = -1e30
        place: i64 = 0
        while place < combos:
            race = v[first + place * 3]
            power = v[first + place * 3 + 1]
            tokens = float(kit.units[race].tokens + kit.units[power].tokens)
            strength = units.strength[race] + units.strength[power]
            rate = units.rate[race] + units.rate[power]
            steady = units.steady[race] + units.steady[power]
            once = units.once[race] + units.once[power]
            coins = float(v[first + place * 3 + 2] - place)
            value = tokens + 0.8 * strength + 5.0 * rate + 3.0 * steady + once + coins
            if place == 0:
                rows[at] = tokens * 0.1
                rows[at + 1] = value * 0.1
                rows[at + 2] = coins * 0.2
            if value > best:
                best = value
                rows[at + 3] = tokens * 0.1
                rows[at + 4] = strength * 0.3
                rows[at + 5] = rate
                rows[at + 6] = steady * 0.5
                rows[at + 7] = coins * 0.2
                rows[at + 8] = value * 0.1
            place += 1


def write_crew(crew: Crew, p: vec[float], at: i64) -> None:
    """Which questions of the rules the abilities answer."""
    p[at] = 1.0 if crew.reachers else 0.0
    p[at + 1] = 1.0 if crew.linkers else 0.0
    p[at + 2] = 1.0 if crew.pricers else 0.0
    p[at + 3] = 1.0 if crew.ignorers else 0.0
    p[at + 4] = 1.0 if crew.forbidders else 0.0
    p[at + 5] = 1.0 if crew.savers else 0.0
    p[at + 6] = 1.0 if crew.hearers else 0.0
    p[at + 7] = 1.0 if crew.stayers else 0.0
    p[at + 8] = 1.0 if crew.region_earners else 0.0
    p[at + 9] = 1.0 if crew.turn_earners else 0.0
    p[at + 10] = 1.0 if crew.aids else 0.0
    p[at + 11] = 1.0 if crew.doers else 0.0
    p[at + 12] = 1.0 if crew.outside_limit else 0.0
