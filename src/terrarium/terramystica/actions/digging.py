"""Carrying out a transformation: the skip, the spades to buy, the terrain."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import (
    afford,
    convert_for,
    pay,
    skip_priests,
    skip_workers,
    spade_priests,
    spade_workers,
)
from terrarium.terramystica.factions.boards import COST_COINS, COST_WORKERS
from terrarium.terramystica.layout import (
    COINS,
    DWELLING,
    FACTION,
    HEX,
    HOME,
    HOMES,
    MISSED,
    PRIESTS,
    R_SPADE_USED,
    ROUGH,
    RULES,
    SKIPPED,
    TURNED,
    TURNING,
    WORKERS,
)
from terrarium.terramystica.map.reach import find_reach, has_bit
from terrarium.terramystica.map.spades import (
    buy_spades,
    credit_spades,
    direction,
    pay_skip,
    spades_for,
    steps_between,
    turn_hex,
)


def clear_action(v: vec[i64]) -> None:
    """Forget what the last action has turned and missed."""
    v[HOMES] = 0
    v[HOME] = 0
    v[HOME + 1] = 0
    v[HOME + 2] = 0
    v[SKIPPED] = 0
    v[ROUGH] = 0
    v[TURNING] = 0
    v[TURNED] = 0
    v[MISSED] = 0


def needs_skip(s: Position, seat: i64, h: i64) -> bool:
    """Is the hex out of reach but for tunnelling or carpet flight?"""
    find_reach(s, seat, True)
    return not has_bit(s.low, s.high, h)


def prepare(s: Position, seat: i64, coins: i64, workers: i64, priests: i64) -> None:
    """Convert for a price that is paid in several parts, so that no part takes what another needs."""
    v = s.v
    o = at(seat)
    if v[o + COINS] < coins or v[o + WORKERS] < workers or v[o + PRIESTS] < priests:
        convert_for(s, seat, coins, workers, priests)


def transform(s: Position, seat: i64, h: i64, terrain: i64, long: bool, free: i64, cult_phase: bool) -> i64:
    """Turn a hex with free spades and as many bought ones as are missing; how many free ones were used."""
    v = s.v
    o = at(seat)
    start: i64 = v[HEX + h]
    way: i64 = direction(start, terrain)
    distance: i64 = steps_between(start, terrain)
    if long:
        way = -way
        distance = 7 - distance
    spades: i64 = spades_for(v[o + FACTION], distance)
    used: i64 = min(free, spades)
    bought: i64 = spades - used
    skip = not cult_phase and needs_skip(s, seat, h)
    workers: i64 = bought * spade_workers(v, o)
    priests: i64 = bought * spade_priests(v, o)
    if skip:
        prepare(s, seat, 0, workers + skip_workers(v, o), priests + skip_priests(v, o))
        pay_skip(s, seat, h)
    if bought > 0:
        buy_spades(s, seat, bought)
    if used > 0 and v[RULES] & R_SPADE_USED != 0:
        credit_spades(s, seat, used, not cult_phase)
    turn_hex(s, seat, h, terrain, way, distance, causes.NONE)
    return used


def dig_on(s: Position, seat: i64, h: i64, terrain: i64) -> None:
    """More bought spades on the hex of this action, the same way round."""
    v = s.v
    way: i64 = v[TURNING]
    steps: i64 = (terrain - v[HEX + h]) * way
    if steps < 0:
        steps += 7
    buy_spades(s, seat, steps)
    turn_hex(s, seat, h, terrain, way, steps, causes.NONE)


def pay_dwelling(s: Position, seat: i64, h: i64, skip: bool) -> None:
    """The price of a dwelling, with the skip that leads to it."""
    v = s.v
    o = at(seat)
    c: i64 = v[o + FACTION] * 6 + DWELLING
    if skip:
        prepare(s, seat, COST_COINS[c], COST_WORKERS[c] + skip_workers(v, o), skip_priests(v, o))
        pay_skip(s, seat, h)
    pay(s, seat, COST_COINS[c], COST_WORKERS[c], 0, causes.DWELLING_COST)


def can_dig_on(v: vec[i64], o: i64) -> bool:
    """Is there an unfinished hex and the price of one more spade?"""
    if v[ROUGH] == 0 or v[HOMES] > 0 or v[TURNED] >= 6:
        return False
    return afford(v, o, 0, spade_workers(v, o), spade_priests(v, o))
