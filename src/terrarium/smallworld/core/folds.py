"""The only places that ask abilities, each with its fixed way to combine the answers."""

from mypy_extensions import i64

from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import ACTIVE, DECLINED
from terrarium.smallworld.core.data import ARMED, HELD, HOLDER, MARKS, MODE, OWNER, ROLLED, TOKENS, Data
from terrarium.smallworld.core.faults import (
    NOT_ADJACENT,
    NOT_BORDER,
    OWN_REGION,
    REGION_IMMUNE,
    WATER_CLOSED,
)
from terrarium.smallworld.core.kit import Crew


def adjacent(d: Data, t: i64, mask: i64) -> i64:
    """Mask of regions adjacent to one of `mask` in the eyes of a tribe: by border or by a link."""
    found = d.kit.board.around(mask)
    for unit in d.crew(t).linkers:
        found |= unit.links(d, t, mask)
    return found


def reachable(d: Data, t: i64, crew: Crew) -> i64:
    """Mask of regions a tribe could attack as far as place matters: not its own, water only for those who swim."""
    board = d.kit.board
    held = d.v[t * 7 + HELD]
    entering = held == 0
    if entering:
        found = board.entry
    else:
        found = board.around(held)
        for unit in crew.linkers:
            found |= unit.links(d, t, held)
    for unit in crew.reachers:
        found |= unit.reach(d, t, entering)
    if not crew.swims:
        found &= ~board.water
    return found & ~held


def place_fault(d: Data, t: i64, r: i64) -> i64:
    """Why a region outside `reachable` is there, in the order a player would ask."""
    held = d.v[t * 7 + HELD]
    if held & one(r):
        return OWN_REGION
    if d.kit.board.water & one(r) and not d.crew(t).swims:
        return WATER_CLOSED
    return NOT_BORDER if held == 0 else NOT_ADJACENT


def guard_fault(d: Data, t: i64, r: i64) -> i64:
    """Why the holder of a region in reach cannot be attacked by tribe `t`; 0 if it can."""
    v = d.v
    kit = d.kit
    holder = v[r * 3 + HOLDER]
    if holder < 0 or holder == kit.natives:
        return 0
    same_owner = v[holder * 7 + OWNER] == v[t * 7 + OWNER]
    if v[r * 3 + MARKS] & kit.immune_marks and (kit.immunity_binds_owner or not same_owner):
        return REGION_IMMUNE
    if not kit.declined_water_open and v[holder * 7 + MODE] == DECLINED and kit.board.water & one(r):
        return WATER_CLOSED
    for unit in d.crew(holder).forbidders:
        fault = unit.forbids(d, holder, t, r)
        if fault:
            return fault
    return 0


def price(d: Data, t: i64, r: i64, crew: Crew) -> i64:
    """Tokens a tribe must put into a region to conquer it, with the aid that is armed and the die that was rolled."""
    v = d.v
    armed = v[ARMED]
    if armed:
        unit = d.kit.units[armed - 1]
        if unit.fixed >= 0:
            return unit.fixed
    kit = d.kit
    total: i64 = 2 + ((kit.board.mountain >> r) & 1)
    marks = v[r * 3 + MARKS]
    if marks:
        total += kit.defence(marks)
    tokens = v[r * 3 + TOKENS]
    if tokens and (kit.own_declined_defends or v[v[r * 3 + HOLDER] * 7 + OWNER] != v[t * 7 + OWNER]):
        total += tokens
    for unit in crew.pricers:
        total += unit.price(d, t, r)
    if v[ROLLED]:
        total -= v[ROLLED] - 1
    return total if total > 1 else 1


def explain_price(d: Data, t: i64, r: i64) -> list[tuple[str, int]]:
    """The price as lines that sum to it: the same questions asked slowly, for people."""
    v = d.v
    kit = d.kit
    crew = d.crew(t)
    armed = v[ARMED]
    if armed and kit.units[armed - 1].fixed >= 0:
        return [(kit.units[armed - 1].name, int(kit.units[armed - 1].fixed))]
    lines: list[tuple[str, int]] = [("region", 2)]
    if (kit.board.mountain >> r) & 1:
        lines.append(("mountain", 1))
    for mark in kit.marks:
        n = ((v[r * 3 + MARKS] & mark.mask) >> mark.shift) * mark.defence
        if n:
            lines.append((mark.name, int(n)))
    tokens = v[r * 3 + TOKENS]
    holder = v[r * 3 + HOLDER]
    if tokens and (kit.own_declined_defends or v[holder * 7 + OWNER] != v[t * 7 + OWNER]):
        lines.append(("lost_tribe" if holder == kit.natives else kit.units[holder].name, int(tokens)))
    for unit in crew.pricers:
        n = unit.price(d, t, r)
        if n:
            lines.append((unit.name, int(n)))
    if v[ROLLED]:
        lines.append(("die", int(1 - v[ROLLED])))
    total = 0
    for _, n_line in lines:
        total += n_line
    if total < 1:
        lines.append(("minimum", 1 - total))
    return lines


def losses(d: Data, t: i64, r: i64) -> i64:
    """Tokens the holder of a region loses for good when it falls: one, unless an ability saves it."""
    n: i64 = 1
    for unit in d.crew(t).savers:
        fewer = unit.losses(d, t, r, n)
        if fewer < n:
            n = fewer
    return n


def stays(d: Data, t: i64, r: i64, crew: Crew, declining: bool) -> i64:
    """Tokens that stay in a region when troops are taken up, or when the race declines."""
    n: i64 = 1
    for unit in crew.stayers:
        more = unit.stays(d, t, r, declining)
        if more > n:
            n = more
    return n


def is_non_empty(d: Data, t: i64, r: i64) -> bool:
    """Does the region hold a Lost Tribe or any race token, in the eyes of tribe `t`?"""
    v = d.v
    if v[r * 3 + TOKENS] == 0:
        return False
    return d.kit.own_declined_non_empty or v[v[r * 3 + HOLDER] * 7 + OWNER] != v[t * 7 + OWNER]


def is_active(d: Data, t: i64) -> bool:
    """Is this the active race of a player?"""
    return t < d.kit.n_races and d.v[t * 7 + MODE] == ACTIVE
