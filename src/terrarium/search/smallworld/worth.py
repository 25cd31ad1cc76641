"""What a position of the Small World family is worth to each seat: coins now and those of the turns to come.

The turns to come follow a small model of a race's life. A race with n tokens on a regions takes about
(n - a) / price more each turn, loses some to others in between, and one day declines: then its regions pay on, fewer
each round, and a fresh race starts. The best moment to decline is the one that makes the sum largest.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.search.smallworld.units import Units
from terrarium.smallworld.core.board import count, one
from terrarium.smallworld.core.codes import (
    ACTIVE,
    DECLINED,
    F_CHOICE,
    F_CONQUEST,
    F_EXPAND,
    F_FIRST,
    F_PICK,
    F_READY,
    F_SCORE,
    F_START,
    F_TURN,
    OUT,
    kind_of,
    number_in,
    tribe_in,
)
from terrarium.smallworld.core.data import (
    ACTIVES,
    COINS,
    DEPTH,
    FIRST,
    HAND,
    HELD,
    HOLDER,
    MARKS,
    MODE,
    OWNER,
    POWER,
    RETREAT,
    ROUND,
    SEAT,
    STACK,
    TOKENS,
    Data,
)
from terrarium.smallworld.core.kit import Kit

# Numbers of the model, found by games of `greedy` against itself.
W_TOKENS: Final[i64] = 0  # tokens of an ordinary fresh combo
W_RATE: Final[i64] = 1  # extra coins per region of an ordinary combo
W_STEADY: Final[i64] = 2  # extra coins a turn of an ordinary combo
W_ACTIVE_LASTS: Final[i64] = 3  # share of an active race's regions that last a round
W_DECLINED_LASTS: Final[i64] = 4  # share of a declined race's regions that last a round
W_TOKEN_LOSS: Final[i64] = 5  # tokens lost with a region
W_PRICE: Final[i64] = 6  # factor on the mean price of regions
W_CROWDED: Final[i64] = 7  # how much dearer each region already held makes the next
W_FOCUS: Final[i64] = 8  # how much better than chance a tribe finds the regions that pay it more
W_STRENGTH: Final[i64] = 9  # factor on what abilities are worth in tokens
W_LOST_1: Final[i64] = 10  # chance that an exposed region of price 3 falls
W_LOST_STEP: Final[i64] = 11  # factor on that chance for each token more
W_HIDDEN: Final[i64] = 12  # factor on that chance for a region no enemy can reach now
W_DOUBT: Final[i64] = 13  # points of doubt at the end of the game
W_DOUBT_ROUND: Final[i64] = 14  # and more for each round left
W_BARGAIN: Final[i64] = 15  # coins found on an ordinary fresh combo, its price subtracted
W_USUAL: Final[i64] = 16  # what the abilities of an ordinary combo are worth in tokens

USUAL: Final[list[float]] = [
    9.4, 0.25, 0.5, 0.82, 0.80, 0.8, 0.95, 0.03, 1.3, 0.8, 0.32, 0.72, 0.35, 1.5, 1.3, 0.7, 1.2,
]  # fmt: skip

WEIGHTS: Final[dict[str, list[float]]] = {
    "underground": [
        9.015, 0.253, 0.482, 0.746, 0.702, 1.0, 1.11, 0.03, 1.141, 0.8, 0.24, 0.725, 0.35, 1.5, 1.3, 0.592, 1.2,
    ],
    "warcraft": [
        9.634, 0.312, 0.605, 0.767, 0.703, 1.0, 1.012, 0.03, 1.166, 0.8, 0.24, 0.553, 0.35, 1.5, 1.3, 0.727, 1.2,
    ],
}  # fmt: skip
"""Titles that play so differently that they have numbers of their own, fitted by `tools/fit_worth.py`."""

LEARNT: Final[list[float]] = [
    9.4, 0.25, 0.5, 0.82, 0.80, 0.8, 0.95, 0.03, 1.3, 0.8, 0.32, 0.72, 0.35, 1.5, 1.3, 0.7, 1.2,
]  # fmt: skip
"""The numbers that the shipped network's rows were made with, in every title. They change with that network alone: told
of other numbers than it learnt from, it would misread what it is told."""


def weights_of(title: str) -> list[float]:
    """The numbers of the model for a title."""
    return WEIGHTS.get(title, USUAL)


MOST_ROUNDS: Final[i64] = 12
MOST_PRICE: Final[i64] = 16

# How far a seat's turn has come.
SCORED: Final[i64] = 0  # it is not its turn, or its coins are counted
PLACING: Final[i64] = 1  # conquests are over
FIGHTING: Final[i64] = 2  # tokens are in hand
BEFORE: Final[i64] = 3  # tokens still stand in regions


class Worth:
    """The model for one kit."""

    kit: Kit
    units: Units
    w: vec[float]
    fresh: vec[float]
    """Coins of a fresh race over so many turns, its later decline included."""
    echo: vec[float]
    """Sum of the shares of a declined race's regions that are left after 1, 2, … rounds."""
    falls: vec[float]
    """Chance that an exposed region of a price falls before its owner's next turn."""
    inverse: vec[float]
    kept: vec[float]
    owned: vec[float]
    exposed: vec[i64]

    def __init__(self, kit: Kit, weights: list[float]) -> None:
        self.kit = kit
        self.units = Units(kit)
        self.w = vec[float](weights)
        self.owned = vec[float]([0.0] * 8)
        self.kept = vec[float]([0.0] * 64)
        self.exposed = vec[i64]([0] * 8)
        self.set_tables()

    def set_tables(self) -> None:
        """The tables that follow from the weights."""
        w = self.w
        self.echo = vec[float]([0.0])
        share = 1.0
        m: i64 = 1
        while m <= MOST_ROUNDS:
            share *= w[W_DECLINED_LASTS]
            self.echo = append(self.echo, self.echo[m - 1] + share)
            m += 1
        self.falls = vec[float]()
        self.inverse = vec[float]()
        price: i64 = 0
        chance = w[W_LOST_1] / (w[W_LOST_STEP] ** 3)
        while price < MOST_PRICE:
            self.falls = append(self.falls, chance if chance < 0.9 else 0.9)
            self.inverse = append(self.inverse, 1.0 / float(price) if price > 1 else 1.0)
            chance *= w[W_LOST_STEP]
            price += 1
        self.fresh = vec[float]([0.0])
        m = 1
        while m <= MOST_ROUNDS:
            bargain = w[W_BARGAIN]
            value = bargain + self.life(
                m,
                BEFORE,
                False,
                0.0,
                0.0,
                w[W_TOKENS],
                0.0,
                w[W_USUAL],
                3.0,
                w[W_RATE],
                w[W_STEADY],
                0.0,
                0.0,
                False,
                1.0,
            )
            self.fresh = append(self.fresh, value)
            m += 1

    def life(
        self, turns: i64, stage: i64, may_decline: bool, regions: float, bonus: float, tokens: float, hand: float,
        strength: float, price: float, rate: float, steady: float, extra: float, declined: float, declined_stays: bool,
        lasts: float,
    ) -> float:  # fmt: skip
        """Coins of `turns` more scorings of a seat with an active race, with the best moment to decline.

        `bonus` are coins the regions held bring beyond one each, `extra` those of this turn alone, `lasts` the share
        of its regions that is expected to last until its next turn (where that is not this turn's).
        """
        w = self.w
        run = 0.0
        a = regions
        b = bonus
        d = declined
        n = tokens
        left = turns
        if stage == PLACING or stage == FIGHTING:
            if stage == FIGHTING and hand > 0.0:
                grown = hand * (1.0 + strength / n) / (price * (1.0 + w[W_CROWDED] * a))
                if grown > n - a:
                    grown = n - a
                a += grown
                b += grown * rate
            run = a + b + steady + extra + d
            left -= 1
        if stage != BEFORE:
            n -= a * (1.0 - lasts) * w[W_TOKEN_LOSS]
            a *= lasts
            b *= lasts
            d *= w[W_DECLINED_LASTS] if stage != SCORED else 1.0
        best = -1e9
        may = may_decline or stage != BEFORE
        # A race under attack now is likely to stay so.
        share = 0.5 * (w[W_ACTIVE_LASTS] + lasts) if regions > 0.0 else w[W_ACTIVE_LASTS]
        while left > 0:
            if may:
                value = run + a + a * self.echo[left - 1] + self.fresh[left - 1]
                if declined_stays:
                    value += d + d * self.echo[left - 1]
                if value > best:
                    best = value
            may = True
            if n > a:
                # Abilities help to take regions; every region still needs a token that holds it.
                grown = (n - a + strength) / (price * (1.0 + w[W_CROWDED] * a))
                if grown > n - a:
                    grown = n - a
                a += grown
                b += grown * rate
            run += a + b + steady + d
            n -= a * (1.0 - share) * w[W_TOKEN_LOSS]
            a *= share
            b *= share
            d *= w[W_DECLINED_LASTS]
            left -= 1
        return best if best > run else run

    # --- the position -----------------------------------------------------------------------------

    def stage_of(self, d: Data) -> i64:
        """How far the turn of the player whose turn it is has come."""
        v = d.v
        at: i64 = v[DEPTH] - 1
        stage: i64 = SCORED
        while at >= 0:
            f = v[STACK + at]
            kind = kind_of(f)
            if kind == F_CONQUEST and number_in(f) == 0:
                return FIGHTING if v[tribe_in(f) * 7 + MODE] == ACTIVE else BEFORE
            if (
                kind == F_CHOICE
                or kind == F_PICK
                or kind == F_EXPAND
                or kind == F_READY
                or kind == F_START
                or kind == F_TURN
            ):
                return BEFORE
            if kind == F_SCORE:
                return PLACING
            at -= 1
        return stage

    def turns_left(self, d: Data, seat: i64, stage: i64) -> i64:
        """Scorings of a seat that are still to come."""
        v = d.v
        kit = d.kit
        later = kit.rounds - v[ROUND]
        if v[ROUND] == 0:
            return kit.rounds
        mine = (seat - v[FIRST] + kit.players) % kit.players
        now = (v[SEAT] - v[FIRST] + kit.players) % kit.players
        f = v[STACK + v[DEPTH] - 1]
        acting = number_in(f) if kind_of(f) == F_TURN else v[SEAT]
        if acting == kit.players:
            return later  # the race that nobody plays has its turn: everybody has had theirs
        if kind_of(f) == F_TURN:
            now = (number_in(f) - v[FIRST] + kit.players) % kit.players
        if kind_of(f) == F_FIRST:
            return kit.rounds
        if mine > now or (mine == now and stage != SCORED):
            return later + 1
        return later

    def survey(self, d: Data) -> None:
        """For each region the chance that it stays; for each seat what land it could take costs."""
        v = d.v
        kit = self.kit
        board = kit.board
        players = kit.seats
        seat: i64 = 0
        while seat < players:
            t = v[ACTIVES + seat]
            reach = board.entry
            if t >= 0 and v[t * 7 + HELD]:
                reach = board.around(v[t * 7 + HELD])
                if d.crew(t).reachers:
                    reach |= board.all
                for unit in d.crew(t).linkers:
                    reach |= unit.links(d, t, v[t * 7 + HELD])
            elif t >= 0 and d.crew(t).reachers:
                reach = board.all
            self.exposed[seat] = reach
            self.owned[seat] = 0.0
            seat += 1
        open_land = 0.0
        r: i64 = 0
        while r < board.n:
            price: i64 = 2 + ((board.mountain >> r) & 1) + v[r * 3 + TOKENS]
            marks = v[r * 3 + MARKS]
            immune = False
            if marks:
                price += kit.defence(marks)
                immune = (marks & kit.immune_marks) != 0
            if price >= MOST_PRICE:
                price = MOST_PRICE - 1
            t = v[r * 3 + HOLDER]
            ease = self.inverse[price]
            if not (board.land >> r) & 1:
                # Nobody lives there for long: water, rivers and chasms are no land to count on.
                ease = 0.0
            elif immune:
                ease = 0.05
            open_land += ease
            if t >= 0 and t != kit.natives:
                owner = v[t * 7 + OWNER]
                self.owned[owner] += ease
                self.kept[r] = 1.0 if immune else 1.0 - self.danger(d, r, t, owner, price)
            r += 1
        n = float(count(board.land))
        seat = 0
        while seat < players:
            share = (open_land - self.owned[seat]) / n
            self.owned[seat] = self.w[W_PRICE] / share if share > 0.1 else 10.0
            seat += 1

    def danger(self, d: Data, r: i64, t: i64, owner: i64, price: i64) -> float:
        """Chance that a region falls before its owner's next turn."""
        v = d.v
        kit = self.kit
        risk = self.falls[price]
        keep = 1.0
        seat: i64 = 0
        guards = d.crew(t).forbidders
        while seat < kit.seats:
            if seat != owner:
                by = v[ACTIVES + seat]
                one_risk = risk / (1.0 + 0.6 * float(kit.seats - 2))
                if not (self.exposed[seat] >> r) & 1:
                    one_risk *= self.w[W_HIDDEN]
                for unit in guards:
                    if by >= 0 and unit.forbids(d, t, by, r):
                        one_risk = 0.0
                keep *= 1.0 - one_risk
            seat += 1
        return 1.0 - keep

    def appraise(self, d: Data, points: vec[float]) -> None:
        """The expected final coins of every seat."""
        self.survey(d)
        stage = self.stage_of(d)
        seat: i64 = 0
        while seat < self.kit.players:
            now = stage if seat == d.v[SEAT] else SCORED
            points[seat] = float(d.v[COINS + seat]) + self.future(d, seat, now, self.turns_left(d, seat, now))
            seat += 1

    def rival(self, d: Data) -> float:
        """The expected final coins of the race that nobody plays: most of its regions last, and it takes some more.
        Asked after `survey`."""
        v = d.v
        kit = self.kit
        wild = kit.wild
        turns = kit.rounds - v[ROUND]
        acting = number_in(d.top()) if kind_of(d.top()) == F_TURN else v[SEAT]
        if acting != kit.players or self.stage_of(d) != SCORED:
            turns += 1
        lasting = 0.0
        r: i64 = 0
        while r < kit.board.n:
            if v[wild * 7 + HELD] & one(r):
                lasting += self.kept[r]
            r += 1
        grown = lasting + float(v[wild * 7 + HAND]) / self.owned[kit.players]
        return float(v[COINS + kit.players]) + float(turns) * grown

    def future(self, d: Data, seat: i64, stage: i64, turns: i64) -> float:
        """Coins a seat will still gain."""
        if turns <= 0:
            return 0.0
        v = d.v
        declined = 0.0
        stays = 0.0
        t: i64 = 0
        n_races = self.kit.n_races
        while t < n_races:
            if v[t * 7 + OWNER] == seat and v[t * 7 + MODE] == DECLINED:
                income = self.held_income(d, t, stage == SCORED)
                declined += income
                if d.crew(t).outside_limit:
                    stays += income
            t += 1
        t = v[ACTIVES + seat]
        if t < 0:
            return self.without_race(declined, stage, turns)
        return self.with_race(d, seat, t, stage, turns, declined, stays)

    def without_race(self, declined: float, stage: i64, turns: i64) -> float:
        """A seat that has gone into decline or not begun: its declined regions pay, and a fresh race comes."""
        if stage == PLACING:
            return declined + declined * self.echo[turns - 1] + self.fresh[turns - 1]
        if stage == BEFORE:
            return declined + declined * self.echo[turns - 1] + self.fresh[turns]
        return declined + declined * self.echo[turns - 1] + self.fresh[turns]

    def with_race(self, d: Data, seat: i64, t: i64, stage: i64, turns: i64, declined: float, stays: float) -> float:
        v = d.v
        held = v[t * 7 + HELD]
        regions = float(count(held))
        tokens = float(v[t * 7 + HAND] + v[t * 7 + RETREAT])
        lasting = 0.0
        mask = held
        r: i64 = 0
        while mask:
            if mask & 1:
                tokens += float(v[r * 3 + TOKENS])
                lasting += self.kept[r]
            mask >>= 1
            r += 1
        lasts = lasting / regions if regions > 0.0 else 1.0
        power = v[t * 7 + POWER]
        units = self.units
        strength = units.strength[t]
        rate = units.rate[t]
        steady = units.steady[t]
        once = units.once[t]
        if power >= 0:
            strength += units.strength[power]
            rate += units.rate[power]
            steady += units.steady[power]
            once += units.once[power]
        # Whoever is paid for every region anyway finds no better ones by looking for them.
        if rate < 1.0:
            rate *= 1.0 + (self.w[W_FOCUS] - 1.0) * (1.0 - rate)
        bonus = self.held_income(d, t, False) - regions
        extra = 0.0
        if stage != SCORED:
            for unit in d.crew(t).turn_earners:
                extra += float(unit.turn_income(d, t)) - units.steady[unit.id]
        strength *= self.w[W_STRENGTH]
        value = self.life(
            turns, stage, stage == BEFORE, regions, bonus, tokens, float(v[t * 7 + HAND]), strength,
            self.owned[seat], rate, steady, extra, declined, stays > 0.0, lasts,
        )  # fmt: skip
        if stage == BEFORE and extra > 0.0:
            value += extra
        # What only decline brings weighs when a race is chosen; later it would only delay the decline that brings it.
        return value + once if turns > 2 and not held else value

    def held_income(self, d: Data, t: i64, at_risk: bool) -> float:
        """Coins the regions of a tribe bring at a scoring; with `at_risk` only as far as they are expected to last."""
        v = d.v
        held = v[t * 7 + HELD]
        earners = d.crew(t).region_earners
        total = 0.0
        r: i64 = 0
        while held:
            if held & 1:
                coins = 1.0
                for unit in earners:
                    coins += float(unit.region_income(d, t, r))
                total += coins * self.kept[r] if at_risk else coins
            held >>= 1
            r += 1
        return total

    def sources(self, d: Data, seat: i64) -> list[tuple[str, float]]:
        """Where a seat's expected coins come from: those it has, this turn's regions and units, and what is to come."""
        v = d.v
        points = vec[float]([0.0] * int(self.kit.players))
        self.appraise(d, points)
        found: list[tuple[str, float]] = [("coins", float(v[COINS + seat]))]
        stage = self.stage_of(d) if seat == v[SEAT] else SCORED
        counted = float(v[COINS + seat])
        if self.turns_left(d, seat, stage) > 0:
            t: i64 = 0
            while t < self.kit.n_races:
                if v[t * 7 + OWNER] == seat and v[t * 7 + MODE] != OUT and v[t * 7 + HELD]:
                    income = self.held_income(d, t, stage == SCORED)
                    found.append((self.kit.units[t].name, income))
                    counted += income
                t += 1
        found.append(("later", points[seat] - counted))
        return sorted(found, key=lambda line: -line[1])
