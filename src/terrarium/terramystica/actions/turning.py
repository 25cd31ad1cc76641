"""Turning a hex: which are open to a seat now, which terrain so many spades lead to, and how it is done."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.actions.action import goal_of, hex_of
from terrarium.terramystica.actions.faults import FINE, PRICE, fault, price
from terrarium.terramystica.codes import LONG
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import (
    afford,
    prepare,
    skip_priests,
    skip_workers,
    spade_priests,
    spade_workers,
)
from terrarium.terramystica.economy.prices import most_spades
from terrarium.terramystica.factions.boards import FACTION_COUNT, HOME_OF
from terrarium.terramystica.layout import (
    FACTION,
    HEX,
    HOMES,
    OCCUPIED,
    R_SPADE_USED,
    R_STRICT_SPLIT,
    ROUGH,
    RULES,
    SKIPPED,
)
from terrarium.terramystica.map.reach import find_reach, find_skips, has_bit
from terrarium.terramystica.map.spades import (
    buy_spades,
    credit_spades,
    direction,
    home_only,
    past_home,
    pay_skip,
    spades_for,
    steps_between,
    turn_hex,
    turned_now,
)

OCCUPIED_HEX: Final[i64] = fault("occupied", "spades.free_hex", "hex")
ONE_SKIP: Final[i64] = fault("one_skip", "skip.once", "hex")
OUT_OF_REACH: Final[i64] = fault("out_of_reach", "reach.adjacent", "hex")
TURNED_ALREADY: Final[i64] = fault("turned_already", "spades.one_way", "hex")
SAME_TERRAIN: Final[i64] = fault("same_terrain", "spades.distance", "hex terrain")
HOME_ONLY: Final[i64] = fault("giants_home", "faction.*.spades")
PAST_HOME: Final[i64] = fault("past_home", "spades.one_way", "hex")
FINISH_FIRST: Final[i64] = fault("finish_first", "spades.split", "hex=rough")
ONE_ROUGH: Final[i64] = fault("one_rough", "spades.split")
CULT_SPADES: Final[i64] = fault("too_few_spades", "round.cult_spades", "n have")
TOP_UP: Final[i64] = fault("too_few_spades", "spades.top_up", "n have")
SPADES_PRICE: Final[i64] = fault("cannot_pay", "spades.price", PRICE)
MOST: Final = 6
"""No way round the circle is longer."""


# --- which hexes -----------------------------------------------------------------------------------------------------


def survey(s: Position, seat: i64, free: i64, cult_phase: bool, most: i64) -> i64:
    """Set the hexes within reach and those a skip leads to; how many spades (up to `most`) each could get.

    `near_spades` and `far_spades` read the answer. Free spades of an action may be topped up with bought ones on its
    first hex, and a skip is paid once an action. In the cult phase there are only the free ones, no card, no skip.
    """
    v = s.v
    o = at(seat)
    find_reach(s, seat, not cult_phase)
    near: i64 = free
    far: i64 = -1
    if cult_phase:
        s.skip_low = 0
        s.skip_high = 0
        return near * 64 + far + 1
    find_skips(s, seat)
    fresh = v[HOMES] == 0 and v[ROUGH] == 0
    if fresh:
        near = free + most_spades(v, o, most - free, 0, 0)
    if s.skip_low | s.skip_high != 0 and v[SKIPPED] == 0:
        workers = skip_workers(v, o)
        priests = skip_priests(v, o)
        if afford(v, o, 0, workers, priests):
            far = free + (most_spades(v, o, most - free, workers, priests) if fresh else 0)
    return near * 64 + far + 1


def near_spades(found: i64) -> i64:
    """Of what a survey found: spades for a hex within reach."""
    return found >> 6


def far_spades(found: i64) -> i64:
    """Of what a survey found: spades for a hex that a skip leads to; -1 if it cannot be paid."""
    return (found & 63) - 1


def ground_fault(s: Position, h: i64) -> i64:
    """Is the hex free, and within reach or a skip away (asked after `survey`)?"""
    v = s.v
    if has_bit(v[OCCUPIED], v[OCCUPIED + 1], h):
        return OCCUPIED_HEX
    if has_bit(s.low, s.high, h):
        return FINE
    if has_bit(s.skip_low, s.skip_high, h):
        return FINE if v[SKIPPED] == 0 or v[SKIPPED] == h + 1 else ONE_SKIP
    return OUT_OF_REACH


def spades_at(s: Position, h: i64, found: i64) -> i64:
    """How many spades there could be for a hex, by what a survey found."""
    return far_spades(found) if has_bit(s.skip_low, s.skip_high, h) else near_spades(found)


# --- which terrain ---------------------------------------------------------------------------------------------------


def way_fault(f: i64, start: i64, goal: i64, long: bool) -> i64:
    """May a faction turn this terrain into that, the shorter or the longer way round the circle?"""
    if start == goal:
        return SAME_TERRAIN
    if home_only(f) and (goal != HOME_OF[f] or long):
        return HOME_ONLY
    return PAST_HOME if past_home(start, goal, HOME_OF[f], long) else FINE


def spades_needed(f: i64, start: i64, goal: i64, long: bool) -> i64:
    """Spades for one terrain into another, the shorter or the longer way round."""
    distance: i64 = steps_between(start, goal)
    return spades_for(f, 7 - distance if long else distance)


WAYS: Final[vec[i64]] = vec[i64]([i64(0) for _ in range(FACTION_COUNT * 2 * 7 * 7)])
"""[((faction * 2 + long) * 7 + terrain) * 7 + spades]: the terrains that `way_fault` lets so many spades lead to."""


def lay_out_ways() -> None:
    """Enter the answers of `way_fault` in the table, once the boards of the factions are known."""
    for row in range(FACTION_COUNT * 2 * 7 * 7):
        spades = row % 7
        start = row // 7 % 7
        long = row // 49 % 2 == 1
        f = row // 98
        for goal in range(7):
            if way_fault(f, start, goal, long) == FINE and spades_needed(f, start, goal, long) <= spades:
                WAYS[row] |= 1 << goal


def way_row(f: i64, long: bool) -> i64:
    """Where the ways of a faction begin in the table."""
    return f * 98 + 49 if long else f * 98


def split_fault(v: vec[i64], goal: i64, home: i64) -> i64:
    """With a hex of this action not home yet: may another be turned? Only to home, by the strict reading not at all."""
    if v[ROUGH] == 0:
        return FINE
    if v[RULES] & R_STRICT_SPLIT != 0:
        return FINISH_FIRST
    return FINE if goal == home else ONE_ROUGH


def open_ways(v: vec[i64], f: i64, h: i64, have: i64, long: bool, cult_phase: bool) -> i64:
    """The terrains that so many spades may turn a hex into now, as a mask."""
    if have < 1 or (v[HOMES] + v[ROUGH] != 0 and turned_now(v, h)):
        return 0
    found: i64 = WAYS[way_row(f, long) + v[HEX + h] * 7 + min(have, MOST)]
    if cult_phase or v[ROUGH] == 0:
        return found
    goal: i64
    for goal in range(7):
        if split_fault(v, goal, HOME_OF[f]) != FINE:
            found &= ~(1 << goal)
    return found


def turn_fault(s: Position, seat: i64, code: i64, free: i64, cult_phase: bool) -> i64:
    """Turning a hex with `free` spades and bought ones."""
    v = s.v
    surveyed = survey(s, seat, free, cult_phase, MOST)
    f: i64 = v[at(seat) + FACTION]
    h = hex_of(code)
    goal = goal_of(code)
    long = code >= LONG
    found = ground_fault(s, h)
    if found != FINE:
        return found
    have = spades_at(s, h, surveyed)
    if (open_ways(v, f, h, have, long, cult_phase) >> goal) & 1 != 0:
        return FINE
    # which of the reasons for a way that is not open comes first
    if turned_now(v, h):
        return TURNED_ALREADY
    found = way_fault(f, v[HEX + h], goal, long)
    if found == FINE and not cult_phase:
        found = split_fault(v, goal, HOME_OF[f])
    if found != FINE:
        return found
    if spades_needed(f, v[HEX + h], goal, long) > free:
        if cult_phase:
            return CULT_SPADES
        if v[HOMES] > 0 or v[ROUGH] > 0:
            return TOP_UP
    return SPADES_PRICE


def turn_facts(s: Position, seat: i64, code: i64, free: i64) -> dict[str, object]:
    """What a refusal about a hex to be turned may say."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    h = hex_of(code)
    need = spades_needed(f, v[HEX + h] & 7, goal_of(code), code >= LONG)
    bought: i64 = max(need - free, 0)
    workers: i64 = bought * spade_workers(v, o)
    priests: i64 = bought * spade_priests(v, o)
    if has_bit(s.skip_low, s.skip_high, h) and v[SKIPPED] == 0:
        workers += skip_workers(v, o)
        priests += skip_priests(v, o)
    return {
        "rough": s.chart.land_names[max(v[ROUGH] - 1, 0)],
        "n": int(need),
        "have": int(free),
        **price(0, workers, priests),
    }


# --- doing it --------------------------------------------------------------------------------------------------------


def needs_skip(s: Position, seat: i64, h: i64) -> bool:
    """Is the hex out of reach but for tunnelling or carpet flight?"""
    find_reach(s, seat, True)
    return not has_bit(s.low, s.high, h)


def transform(s: Position, seat: i64, code: i64, free: i64, cult_phase: bool) -> i64:
    """Turn a hex with free spades and as many bought ones as are missing; how many free ones were used."""
    v = s.v
    o = at(seat)
    h = hex_of(code)
    goal = goal_of(code)
    long = code >= LONG
    start: i64 = v[HEX + h]
    way: i64 = direction(start, goal)
    distance: i64 = steps_between(start, goal)
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
    turn_hex(s, seat, h, goal, way, distance, causes.NONE)
    return used
