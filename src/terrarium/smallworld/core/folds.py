"""The only places that ask abilities, each with its fixed way to combine the answers."""

from mypy_extensions import i64

from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import DECLINED, ON_CONQUEST, THINGS_AT
from terrarium.smallworld.core.data import (
    ARMED,
    COINS,
    HAND,
    HELD,
    HOLDER,
    KEEPS,
    MARKS,
    MODE,
    OWNER,
    ROLLED,
    TOKENS,
    TRAY,
    Data,
)
from terrarium.smallworld.core.faults import (
    CHASM_CLOSED,
    DECLINED_WATER_CLOSED,
    HELP_DENIED,
    NO_COIN_FOR_TOLL,
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


def beside(d: Data, t: i64, mask: i64) -> i64:
    """The same outside of conquests: only links that last count."""
    found = d.kit.board.around(mask)
    for unit in d.crew(t).linkers:
        if unit.lasting:
            found |= unit.links(d, t, mask)
    return found


def reachable(d: Data, t: i64, crew: Crew) -> i64:
    """Mask of regions a tribe could attack as far as place matters: not its own, water only for those who swim."""
    board = d.kit.board
    held = d.v[t * 7 + HELD]
    entering = held == 0
    plain = board.entry if entering else board.around(held)
    found = plain
    if not entering:
        for unit in crew.linkers:
            found |= unit.links(d, t, held)
    for unit in crew.reachers:
        found |= unit.reach(d, t, entering)
    if found != plain and d.kit.denying:
        found &= plain | ~denied(d, t)
    if not crew.simple:
        for unit in crew.limiters:
            found &= unit.limits(d, t, entering)
    found &= ~(board.shut_to_swimmers if crew.swims else board.shut)
    return found & ~held


def denied(d: Data, t: i64) -> i64:
    """Mask of regions against which nothing helps tribe `t` but its tokens."""
    v = d.v
    found: i64 = 0
    for race in d.kit.deniers:
        held = v[race.id * 7 + HELD]
        if held and v[race.id * 7 + OWNER] != v[t * 7 + OWNER] and d.crew(race.id).denies:
            found |= held
    return found


def place_fault(d: Data, t: i64, r: i64) -> i64:
    """Why a region outside `reachable` is there, in the order a player would ask."""
    held = d.v[t * 7 + HELD]
    board = d.kit.board
    crew = d.crew(t)
    if held & one(r):
        return OWN_REGION
    if board.chasm & one(r):
        return CHASM_CLOSED
    if board.water & one(r) and not crew.swims:
        return WATER_CLOSED
    for unit in crew.limiters:
        if not unit.limits(d, t, held == 0) & one(r):
            return unit.limit_fault
    if denied(d, t) & one(r) and (crew.reachers or crew.linkers):
        return HELP_DENIED
    return NOT_BORDER if held == 0 else NOT_ADJACENT


def forbidder(d: Data, t: i64, r: i64, fault: i64) -> i64:
    """The unit of a region's holder that keeps tribe `t` off for this reason, or -1."""
    holder = d.holder(r)
    if holder < 0 or holder == d.kit.natives:
        return -1
    for unit in d.crew(holder).forbidders:
        if unit.forbids(d, holder, t, r) == fault:
            return unit.id
    return -1


def guard_fault(d: Data, t: i64, r: i64) -> i64:
    """Why the holder of a region in reach cannot be attacked by tribe `t`; 0 if it can."""
    v = d.v
    kit = d.kit
    holder = v[r * 3 + HOLDER]
    marks = v[r * 3 + MARKS]
    if holder < 0 or holder == kit.natives:
        if marks == 0 or not marks & kit.immune_marks or masters(d, t, marks):
            return 0
        return REGION_IMMUNE
    same_owner = v[holder * 7 + OWNER] == v[t * 7 + OWNER]
    if marks & kit.immune_marks and (kit.immunity_binds_owner or not same_owner):
        return REGION_IMMUNE
    if not kit.declined_water_open and v[holder * 7 + MODE] == DECLINED and kit.board.water & one(r):
        return DECLINED_WATER_CLOSED
    crew = d.crew(holder)
    if not crew.guarded:
        return 0
    for unit in crew.forbidders:
        fault = unit.forbids(d, holder, t, r)
        if fault:
            return fault
    if crew.tollers and toll(d, holder, t, r, ON_CONQUEST) > v[COINS + v[t * 7 + OWNER]]:
        return NO_COIN_FOR_TOLL
    return 0


def masters(d: Data, t: i64, marks: i64) -> bool:
    """Does the owner of tribe `t` keep the master of every immune piece in a region that nobody holds?"""
    v = d.v
    kit = d.kit
    if marks & kit.sealed_marks:
        return False
    for mark in kit.marks:
        if mark.immune and marks & mark.mask:
            keeper = keeper_of(d, kit.unit(mark.master).bit) if mark.master else i64(-1)
            if keeper < 0 or v[keeper * 7 + OWNER] != v[t * 7 + OWNER]:
                return False
    return True


def keeper_of(d: Data, thing: i64) -> i64:
    """The tribe in whose region a thing (given by its bit) lies, or -1."""
    t: i64
    for t in range(d.kit.n_races):
        if d.v[KEEPS + t] & thing:
            return t
    return -1


def toll(d: Data, holder: i64, t: i64, r: i64, act: i64) -> i64:
    """Coins that tribe `t` owes the holder of a region for an act there, before or after it."""
    total: i64 = 0
    for unit in d.crew(holder).tollers:
        if unit.tolls & act:
            total += unit.toll(d, holder, t, r)
    return total


def fees(d: Data, t: i64, r: i64, crew: Crew) -> i64:
    """Coins that the armed aids cost when they are used against a region."""
    total: i64 = 0
    for unit in crew.aids:
        if d.v[ARMED] & unit.arm:
            total += unit.fee(d, t, r)
    return total


def as_adjacent(d: Data, t: i64, r: i64, crew: Crew) -> bool:
    """Does a tribe attack a region as adjacent: by border, by a link, or because a unit lets it?"""
    held = d.v[t * 7 + HELD]
    if d.kit.board.touches(r, held):
        return True
    found: i64 = 0
    for unit in crew.linkers:
        found |= unit.links(d, t, held)
    for unit in crew.reachers:
        if not unit.enters:
            found |= unit.reach(d, t, held == 0)
    return found & one(r) != 0


def price(d: Data, t: i64, r: i64, crew: Crew) -> i64:
    """Strength a tribe must bring into a region to conquer it, with the aids that are armed and the die rolled."""
    v = d.v
    kit = d.kit
    if v[ARMED]:
        for unit in crew.aids:
            if v[ARMED] & unit.arm and unit.fixed >= 0:
                if unit.all_in:
                    return unit.fixed if unit.fixed > crew.least else crew.least
                return unit.fixed + surcharges(d, t, r, crew, unit.from_tray)
    total = kit.board.cost[r]
    marks = v[r * 3 + MARKS]
    if marks:
        total += kit.defence(marks)
    tokens = v[r * 3 + TOKENS]
    if tokens and (kit.own_declined_defends or v[v[r * 3 + HOLDER] * 7 + OWNER] != v[t * 7 + OWNER]):
        total += tokens
        if kit.occupied_river:
            total = river_price(d, r, total)
    if kit.denying and tokens and denied(d, t) & one(r):
        total += surcharges(d, t, r, crew, False)
    else:
        if not crew.simple and (tokens or marks) and crew.ignorers and ignored(d, t, crew) & one(r):
            total = kit.board.cost[r] + (kit.defence(marks) if kit.armour_always_counts else kit.wall(marks))
        for unit in crew.pricers:
            total += unit.price(d, t, r)
        if v[ROLLED]:
            total -= v[ROLLED] - 1
    return total if total > crew.least else crew.least


def river_price(d: Data, r: i64, total: i64) -> i64:
    """The price of an occupied region where the options ask for another one in rivers."""
    if not (d.kit.board.river >> r) & 1:
        return total
    return total + 1 if d.kit.occupied_river > 0 else i64(1)


def surcharges(d: Data, t: i64, r: i64, crew: Crew, from_tray: bool) -> i64:
    """What abilities add to a price that they cannot lower; a token too if it should come from an empty tray."""
    total: i64 = 1 if from_tray and d.v[t * 7 + TRAY] < 1 else 0
    for unit in crew.pricers:
        n = unit.price(d, t, r)
        if n > 0:
            total += n
    return total


def ignored(d: Data, t: i64, crew: Crew) -> i64:
    """Mask of regions a tribe attacks as if they were empty."""
    found: i64 = 0
    for unit in crew.ignorers:
        found |= unit.as_if_empty(d, t)
    return found


def strength(d: Data, t: i64, r: i64, crew: Crew) -> i64:
    """What a tribe can bring into a region: tokens in hand, and pieces that attack beside them."""
    total = d.v[t * 7 + HAND]
    if crew.helpers and not denied(d, t) & one(r):
        for unit in crew.helpers:
            total += unit.helpers(d, t)
    return total


def explain_price(d: Data, t: i64, r: i64) -> list[tuple[str, int]]:
    """The price as lines that sum to it: the same questions asked slowly, for people."""
    v = d.v
    crew = d.crew(t)
    no_help = denied(d, t) & one(r) != 0
    lines: list[tuple[str, int]] = []
    fixed = False
    all_in = False
    free = False
    for unit in crew.aids:
        if v[ARMED] & unit.arm and unit.fixed >= 0 and not fixed:
            fixed = True
            from_hand = 1 if unit.from_tray and v[t * 7 + TRAY] < 1 else 0
            lines.append((unit.name, int(unit.fixed) + from_hand))
            all_in = unit.all_in
            free = unit.fixed == 0
    if not fixed:
        lines = explain_region(d, t, r, crew, no_help)
    for unit in crew.pricers:
        n = unit.price(d, t, r)
        if (n > 0 and not all_in) or (n < 0 and not fixed and not no_help):
            lines.append((unit.name, int(n)))
    if v[ROLLED] and not fixed and not no_help:
        lines.append(("die", int(1 - v[ROLLED])))
    total = 0
    for _, n_line in lines:
        total += n_line
    if total < crew.least and not free:
        lines.append(("minimum", int(crew.least) - total))
    return lines


def explain_region(d: Data, t: i64, r: i64, crew: Crew, no_help: bool) -> list[tuple[str, int]]:
    """What a region and its defenders ask for, as lines."""
    v = d.v
    kit = d.kit
    river = (kit.board.river >> r) & 1
    lines: list[tuple[str, int]] = [("river" if river else "region", 1 if river else 2)]
    if (kit.board.mountain >> r) & 1:
        lines.append(("mountain", 1))
    marks = v[r * 3 + MARKS]
    tokens = v[r * 3 + TOKENS]
    holder = v[r * 3 + HOLDER]
    for thing in kit.walls:
        if (marks >> THINGS_AT) & thing.bit:
            lines.append((thing.name, int(thing.defence)))
    as_empty = not no_help and (tokens > 0 or marks != 0) and ignored(d, t, crew) & one(r) != 0
    if not as_empty or kit.armour_always_counts:
        for mark in kit.marks:
            n = ((marks & mark.mask) >> mark.shift) * mark.defence
            if n:
                lines.append((mark.name, int(n)))
    if as_empty or not tokens:
        return lines
    if kit.own_declined_defends or v[holder * 7 + OWNER] != v[t * 7 + OWNER]:
        if river and kit.occupied_river < 0:
            return [("river", 1)]
        if holder == kit.natives:
            monsters = kit.native_word == "lost_tribe" and marks & kit.hidden_marks != 0
            lines.append(("monster" if monsters else kit.native_word, int(tokens)))
        else:
            lines.append((kit.units[holder].name, int(tokens)))
        if river and kit.occupied_river > 0:
            lines.append(("river", 1))
    return lines


def spared(d: Data, t: i64, r: i64, n: i64) -> tuple[i64, i64]:
    """How many of `n` tokens a tribe really loses for good when a region of its falls, or (-1) without that; and the
    unit because of which it loses fewer, or -1."""
    saver: i64 = -1
    for unit in d.crew(t).savers:
        fewer = unit.losses(d, t, r, n)
        if fewer < n:
            n = fewer
            saver = unit.id
    return n, saver


def stays(d: Data, t: i64, r: i64, crew: Crew, declining: bool) -> i64:
    """Tokens that stay in a region when troops are taken up, or when the race declines."""
    n: i64 = crew.least
    for unit in crew.stayers:
        more = unit.stays(d, t, r, declining)
        if more > n:
            n = more
    return n


def is_non_empty(d: Data, t: i64, r: i64) -> bool:
    """Does the region hold a Lost Tribe or any race token, in the eyes of tribe `t`?"""
    v = d.v
    if v[r * 3 + TOKENS] == 0 and not v[r * 3 + MARKS] & d.kit.figure_marks:
        return False
    return d.kit.own_declined_non_empty or v[v[r * 3 + HOLDER] * 7 + OWNER] != v[t * 7 + OWNER]
