"""Redeployment: a few ways to share out all spare tokens. A search weighs them as wholes, habit takes the first.

Amounts are asked region by region. Of each way the whole distribution is made from where the tokens were taken up;
those that agree with what was put down so far are still open, and the amounts they give next are what may be tried.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.search.smallworld.worth import MOST_PRICE, Worth
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import F_DEPLOY, kind_of, number_in, tribe_in
from terrarium.smallworld.core.data import HELD, MARKS, OWNER, TOKENS, Data
from terrarium.smallworld.core.folds import stays
from terrarium.smallworld.core.phases.deploy import deploy_region, purse

HABIT: Final[i64] = 0  # one by one where the next token saves most
BORDER: Final[i64] = 1  # the cheapest of the regions that enemies can reach, again and again
EVEN: Final[i64] = 2  # the cheapest of all regions, again and again
PRIZES: Final[i64] = 3  # as habit has it, but what pays more counts far more
WALL: Final[i64] = 4  # all in the region that has most to lose
WAYS: Final[i64] = 5
LIKED: Final[vec[float]] = vec[float]([1.0, 0.7, 0.7, 0.6, 0.5])
"""How much each way is liked before anything was tried: what they differ in is little beside what a search is pushed
by, and nearly even weights let it tell."""
HIDDEN: Final = 0.35
"""How much a region counts for an enemy that cannot attack it now."""


class Garrison:
    """The regions a race may strengthen, and the tokens it has for them."""

    worth: Worth
    regions: vec[i64]
    given: vec[i64]
    """Tokens that this redeployment has put into each region; -1 where it has not been asked about yet."""
    prices: vec[i64]
    values: vec[float]
    reach: vec[float]
    amounts: vec[i64]
    """The distribution made last."""
    tokens: i64

    def __init__(self, worth: Worth) -> None:
        self.worth = worth
        self.tokens = 0

    def read(self, d: Data, whole: bool) -> None:
        """Look at the question: from where the tokens were taken up, or as if it began here."""
        v = d.v
        kit = d.kit
        board = kit.board
        f = d.top()
        t = tribe_in(f)
        crew = d.crew(t)
        held = v[t * 7 + HELD]
        start = number_in(f)
        self.worth.survey(d)
        self.regions = vec[i64]()
        self.given = vec[i64]()
        self.prices = vec[i64]()
        self.values = vec[float]()
        self.reach = vec[float]()
        self.tokens = v[t * 7 + purse(f)]
        r: i64 = 0
        while r < board.n:
            there = v[r * 3 + TOKENS]
            if held & one(r) and (there > 0 or crew.least == 1) and (whole or board.rank[r] >= start):
                put: i64 = -1
                if board.rank[r] < start:
                    put = there - (stays(d, t, r, crew, False) if crew.stayers else crew.least)
                    put = put if put > 0 else 0
                    self.tokens += put
                    there -= put
                value = 1.0
                for unit in crew.region_earners:
                    value += float(unit.region_income(d, t, r))
                if v[r * 3 + MARKS] & kit.immune_marks:
                    value = 0.0
                self.regions = append(self.regions, r)
                self.given = append(self.given, put)
                self.prices = append(
                    self.prices, 2 + ((board.mountain >> r) & 1) + there + kit.defence(v[r * 3 + MARKS])
                )
                self.values = append(self.values, value)
                self.reach = append(self.reach, reach_factor(self.worth, d, r, t))
            r += 1

    def share(self, way: i64) -> None:
        """Share all tokens out in one of the ways."""
        n: i64 = len(self.regions)
        self.amounts = vec[i64]([0] * int(n))
        gains = vec[float](capacity=n)
        k: i64 = 0
        while k < n:
            gains = append(gains, self.gain(way, k))
            k += 1
        left = self.tokens
        while left > 0:
            best: i64 = 0
            k = 1
            while k < n:
                if gains[k] > gains[best] + 1e-12:
                    best = k
                k += 1
            if way == WALL:
                self.amounts[best] = left
                return
            self.amounts[best] += 1
            gains[best] = self.gain(way, best)
            left -= 1

    def gain(self, way: i64, k: i64) -> float:
        """What the next token in a region is worth, as a way sees it."""
        price = self.prices[k] + self.amounts[k]
        value = self.values[k]
        reach = self.reach[k]
        if way == HABIT:
            return saved(self.worth, price) * (value * reach)
        if way == PRIZES:
            return saved(self.worth, price) * value * value * value * reach
        if way == WALL:
            return self.worth.falls[price if price < MOST_PRICE else MOST_PRICE - 1] * value * reach
        if value == 0.0:
            return -1000.0
        # The cheapest first, of equals what pays more.
        low = 0.01 * value - float(price)
        hidden = HIDDEN * float(self.worth.kit.seats - 1)
        return low if way == EVEN or reach > hidden + 0.1 else low - 100.0

    def agrees(self) -> bool:
        """Does the distribution made last agree with what was put down so far?"""
        k: i64 = 0
        while k < len(self.given):
            if self.given[k] >= 0 and self.amounts[k] != self.given[k]:
                return False
            k += 1
        return True

    def plan(self, d: Data) -> i64:
        """Make the distribution to go on with: that of the first way that is still open, which is told; habit's of
        what is left where none is."""
        # Tokens driven off come to regions that are garrisoned already: nobody can tell which came now.
        if kind_of(d.top()) == F_DEPLOY:
            self.read(d, True)
            way: i64 = 0
            while way < WAYS:
                self.share(way)
                if self.agrees():
                    return way
                way += 1
        self.read(d, False)
        self.share(HABIT)
        return HABIT

    def of(self, r: i64) -> i64:
        """What the distribution made last gives a region."""
        k: i64 = 0
        while self.regions[k] != r:
            k += 1
        return self.amounts[k]

    def likings(self, d: Data, ways: i64) -> vec[float]:
        """How much each amount for the region asked about is liked, by that of the first `ways` still open which
        likes it most."""
        r = deploy_region(d, d.top())
        found = vec[float]([0.0] * int(d.v[tribe_in(d.top()) * 7 + purse(d.top())] + 1))
        way = self.plan(d)
        found[self.of(r)] = LIKED[way]
        way += 1
        while way < ways:
            self.share(way)
            if self.agrees() and found[self.of(r)] == 0.0:
                found[self.of(r)] = LIKED[way]
            way += 1
        return found


def saved(worth: Worth, price: i64) -> float:
    """How much less likely a region falls with one token more."""
    if price + 1 >= MOST_PRICE:
        return 0.0
    return worth.falls[price] - worth.falls[price + 1]


def reach_factor(worth: Worth, d: Data, r: i64, t: i64) -> float:
    """How exposed a region is: the number of enemies that can attack it now, and a little for the others."""
    total = 0.0
    owner = d.v[t * 7 + OWNER]
    seat: i64 = 0
    while seat < d.kit.seats:
        if seat != owner:
            total += 1.0 if (worth.exposed[seat] >> r) & 1 else HIDDEN
        seat += 1
    return total
