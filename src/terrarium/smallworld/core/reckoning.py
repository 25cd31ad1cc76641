"""What the words of a unit made of data mean, as far as they need no unit: sums, and sets of regions."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.smallworld.core.board import count, each_region, one
from terrarium.smallworld.core.data import Data
from terrarium.smallworld.core.folds import adjacent, beside, is_non_empty
from terrarium.smallworld.core.opcodes import (
    ADD,
    AIMED,
    ALL,
    AND,
    AROUND,
    BESIDE,
    BRINK,
    CHAIN,
    CONST,
    COUNT,
    CROWDED,
    DIV,
    EMPTY_REGIONS,
    ENEMY,
    ENEMY_ACTIVE,
    ENEMY_DECLINED,
    GRUDGE,
    IMMUNE,
    KIN,
    LAND,
    LINKED,
    MAX,
    MIN,
    MUL,
    NATIVE,
    NON_EMPTY,
    NOT,
    OCCUPIED,
    OR,
    OWN_DECLINED,
    SHELTERED,
    SHORE,
    STATIC,
    SUB,
    WATER,
    WHERE,
    WITH_PLACE,
    WITH_THING,
)


def within(n: i64, least: i64, most: i64) -> i64:
    """A number between two others."""
    if n < least:
        return least
    return n if n < most else most


def static(nodes: vec[i64], at: i64) -> bool:
    """Does a node follow from the map alone, given that its operands, which come before it, were worked out?"""
    word = nodes[at]
    if word < STATIC:
        return True
    if word == AND or word == OR or word == ADD or word == SUB or word == MUL or word == DIV:
        return nodes[nodes[at + 1] * 4] == CONST and nodes[nodes[at + 2] * 4] == CONST
    if word == MIN or word == MAX:
        return nodes[nodes[at + 1] * 4] == CONST and nodes[nodes[at + 2] * 4] == CONST
    if word == NOT or word == AROUND or word == COUNT:
        return nodes[nodes[at + 1] * 4] == CONST
    return False


def of_map(d: Data, word: i64, feature: i64) -> i64:
    """What the map alone says."""
    board = d.kit.board
    if word == WHERE:
        return board.where[feature]
    if word == LAND:
        return board.land
    if word == WATER:
        return board.water
    if word == SHORE:
        return board.shore
    if word == BRINK:
        return board.brink
    return board.all if word == ALL else 0


def worked_out(word: i64, left: i64, right: i64) -> i64:
    """Sums and their like, none of which leaves what a small number can be."""
    if word == ADD:
        return within(left + right, -999, 999)
    if word == SUB:
        return within(left - right, -999, 999)
    if word == MUL:
        return within(within(left, -999, 999) * within(right, -999, 999), -999, 999)
    if word == DIV:
        return left // right if right > 0 else 0
    if word == MIN:
        return left if left < right else right
    return left if left > right else right


def spread_from(d: Data, me: i64, word: i64, inner: i64, more: i64) -> i64:
    """Regions that follow from others."""
    board = d.kit.board
    if word == AROUND:
        return board.around(inner)
    if word == LINKED:
        return adjacent(d, me, inner) if inner else 0
    if word == BESIDE:
        return beside(d, me, inner)
    found: i64 = 0
    if word == KIN:
        for r in each_region(inner):
            found |= board.kin[r]
        return found
    if word == CROWDED:
        for r in each_region(inner):
            if d.tokens(r) >= more:
                found |= one(r)
        return found
    if word == CHAIN:
        held = d.held(me)
        found = inner & held
        while True:
            longer = found | (adjacent(d, me, found) & held)
            if longer == found:
                return found
            found = longer
    for body in board.bodies:
        banks = board.around(body)
        if inner & (body | banks):
            found |= body | banks
    return found


def regions_like(d: Data, me: i64, word: i64, note: i64) -> i64:
    """Regions by who stands there, or by what lies there."""
    kit = d.kit
    if word == NATIVE:
        return d.held(kit.natives)
    if word == AIMED:
        return aimed(d, me)
    if word == NON_EMPTY or (word >= EMPTY_REGIONS and word <= OWN_DECLINED and word != EMPTY_REGIONS):
        return of_tribes(d, me, word)
    found: i64 = 0
    r: i64 = 0
    while r < kit.board.n:
        holder = d.holder(r)
        if word == EMPTY_REGIONS:
            fits = holder < 0
        elif word == IMMUNE:
            fits = d.immune(r)
        elif word == SHELTERED:
            fits = d.sheltered(r)
        elif word == WITH_PLACE:
            fits = d.things(r) & kit.places != 0
        elif word == WITH_THING:
            fits = d.things(r) != 0
        else:  # GRUDGE
            fits = holder >= 0 and holder < kit.n_races and (note >> d.owner(holder)) & 1 != 0
        if fits:
            found |= one(r)
        r += 1
    return found


def is_like(d: Data, me: i64, word: i64, r: i64, note: i64) -> bool:
    """Is one region among those that `regions_like` gives for a word about who stands there?"""
    if word == IMMUNE:
        return d.immune(r)
    if word == SHELTERED:
        return d.sheltered(r)
    holder = d.holder(r)
    if word == EMPTY_REGIONS:
        return holder < 0
    if holder < 0:
        return False
    if word == NON_EMPTY:
        return is_non_empty(d, me, r)
    if word == NATIVE:
        return holder == d.kit.natives
    if word == OCCUPIED:
        return True
    if holder >= d.kit.n_races:
        return False
    if word == GRUDGE:
        return (note >> d.owner(holder)) & 1 != 0
    own = d.owner(holder) == d.owner(me)
    if word == OWN_DECLINED:
        return own and d.declined(holder)
    if own:
        return False
    return word == ENEMY or (d.active(holder) if word == ENEMY_ACTIVE else d.declined(holder))


def aimed(d: Data, me: i64) -> i64:
    """Regions that the aids in use let the tribe reach."""
    found: i64 = 0
    for unit in d.crew(me).reachers:
        if d.armed(unit):
            found |= unit.reach(d, me, False)
    return found


def leading(d: Data, me: i64, mask: i64) -> i64:
    """Those regions around which the tribe holds more than any other race, natives among them."""
    found: i64 = 0
    for r in each_region(mask):
        near = d.kit.board.borders[r]
        mine = count(d.held(me) & near)
        ahead = mine > 0
        t: i64 = 0
        while t <= d.kit.natives and ahead:
            ahead = t == me or count(d.held(t) & near) < mine
            t += 1
        if ahead:
            found |= one(r)
    return found


def of_tribes(d: Data, me: i64, word: i64) -> i64:
    """Regions of races, by whose they are and whether they are active."""
    kit = d.kit
    found: i64 = 0
    t: i64 = 0
    if word == NON_EMPTY:
        r: i64 = 0
        while r < kit.board.n:
            if d.holder(r) >= 0 and is_non_empty(d, me, r):
                found |= one(r)
            r += 1
        return found
    if word == OCCUPIED:
        found = d.held(kit.natives)
    while t < kit.n_races:
        held = d.held(t)
        if held:
            own = d.owner(t) == d.owner(me)
            if word == OCCUPIED:
                found |= held
            elif word == OWN_DECLINED:
                if own and d.declined(t):
                    found |= held
            elif not own and (
                word == ENEMY or (word == ENEMY_ACTIVE and d.active(t)) or (word == ENEMY_DECLINED and d.declined(t))
            ):
                found |= held
        t += 1
    return found


def own_regions(d: Data, me: i64) -> i64:
    """Regions of every race of a tribe's player."""
    found: i64 = 0
    t: i64 = 0
    while t < d.kit.n_races:
        if d.owner(t) >= 0 and d.owner(t) == d.owner(me):
            found |= d.held(t)
        t += 1
    return found


def yields(d: Data, me: i64, mask: i64) -> i64:
    """Coins from the bank that a tribe's regions of a mask bring, with all that its units add to them."""
    total: i64 = 0
    for r in each_region(mask & d.held(me)):
        total += 1
        for unit in d.crew(me).region_earners:
            total += unit.region_income(d, me, r)
    return total


def pieces_of(d: Data, mask: i64) -> i64:
    """How many groups regions form, by printed borders."""
    n: i64 = 0
    while mask:
        mask &= ~d.kit.board.spread(mask & -mask, mask)
        n += 1
    return n


def islands_of(d: Data, mask: i64) -> i64:
    """How many parts of the map have one of these regions."""
    n: i64 = 0
    for island in d.kit.board.islands:
        if island & mask:
            n += 1
    return n
