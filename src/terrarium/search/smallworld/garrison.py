"""Redeployment: spare tokens go one by one where the next one saves most."""

from mypy_extensions import i64

from terrarium.search.smallworld.worth import MOST_PRICE, Worth
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import F_DEPLOY, kind_of, number_in, tribe_in
from terrarium.smallworld.core.data import HAND, HELD, MARKS, OWNER, RETREAT, TOKENS, Data
from terrarium.smallworld.core.phases.deploy import deploy_region


def allot(worth: Worth, d: Data) -> i64:
    """How many tokens the region that is asked about gets when all spare tokens are shared out well."""
    v = d.v
    kit = d.kit
    board = kit.board
    f = d.top()
    t = tribe_in(f)
    left = v[t * 7 + (HAND if kind_of(f) == F_DEPLOY else RETREAT)]
    asked = deploy_region(d, f)
    start = number_in(f)
    worth.survey(d)
    earners = d.crew(t).region_earners
    # what the next token would save, and the price so far, of each region that is still to be asked about
    gains: list[float] = []
    prices: list[int] = []
    regions: list[int] = []
    values: list[float] = []
    held = v[t * 7 + HELD]
    r: i64 = 0
    while r < board.n:
        if held & one(r) and board.rank[r] >= start:
            value = 1.0
            for unit in earners:
                value += float(unit.region_income(d, t, r))
            price: i64 = 2 + ((board.mountain >> r) & 1) + v[r * 3 + TOKENS] + kit.defence(v[r * 3 + MARKS])
            if v[r * 3 + MARKS] & kit.immune_marks:
                value = 0.0
            regions.append(int(r))
            prices.append(int(price))
            values.append(value * reach_factor(worth, d, r, t))
            gains.append(saved(worth, price) * values[len(values) - 1])
        r += 1
    given: i64 = 0
    while left > 0:
        best = 0
        for k in range(1, len(gains)):
            if gains[k] > gains[best] + 1e-12:
                best = k
        if regions[best] == asked:
            given += 1
        prices[best] += 1
        gains[best] = saved(worth, prices[best]) * values[best]
        left -= 1
    return given


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
            total += 1.0 if (worth.exposed[seat] >> r) & 1 else 0.35
        seat += 1
    return total
