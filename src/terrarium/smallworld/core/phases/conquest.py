"""Conquests: troops taken up, and what may be attacked or done. What it does is told in `battle.py`."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability
from terrarium.smallworld.core.board import each_region, one
from terrarium.smallworld.core.codes import (
    ABANDON,
    CONQUER,
    DECLINED,
    NEXT_REGION,
    ON_CONQUEST,
    STOP,
    TAKE,
    TO_ABANDON,
    TO_CONQUER,
    TO_STOP,
    USE,
    action,
    each,
    number_in,
    unit_of,
    verb_of,
)
from terrarium.smallworld.core.data import (
    ARMED,
    COINS,
    FOUGHT,
    HAND,
    HELD,
    HOLDER,
    MARKS,
    MODE,
    OWNER,
    ROLLED,
    TOKENS,
    WADED,
    Data,
)
from terrarium.smallworld.core.events import (
    E_WITHDREW,
)
from terrarium.smallworld.core.faults import (
    ALREADY_USED,
    CONQUESTS_OVER,
    DIE_ALREADY_ROLLED,
    HELP_DENIED,
    MUST_ATTACK,
    NO_COIN_FOR_TOLL,
    NO_SUCH_AID,
    NO_TARGET,
    NO_TOKEN_IN_HAND,
    NOT_ASKED,
    NOT_ENOUGH_TOKENS,
    NOT_YOUR_REGION,
    TOO_FEW_IN_HAND,
    TOO_LATE_TO_ABANDON,
)
from terrarium.smallworld.core.folds import (
    denied,
    fees,
    guard_fault,
    place_fault,
    price,
    reachable,
    stays,
    strength,
    toll,
)
from terrarium.smallworld.core.kit import Crew
from terrarium.smallworld.core.verbs import vacate


def make_ready(d: Data, t: i64) -> None:
    """The tribe takes up its troops: all but what must stay in each region."""
    v = d.v
    v[ARMED] = 0
    v[ROLLED] = 0
    v[FOUGHT] = 0
    v[WADED] = 0
    if v[t * 7 + MODE] == DECLINED:
        v[WADED] = v[t * 7 + HELD] & d.kit.board.river
    take_up(d, t)


def gather(d: Data, t: i64) -> None:
    """Conquests are over: rivers are left by those who do not swim, and spare tokens come to hand."""
    v = d.v
    rivers = v[t * 7 + HELD] & d.kit.board.river & ~v[WADED]
    if rivers and not d.crew(t).swims:
        for r in each_region(rivers):
            n = vacate(d, r)  # first: a thing that is left may move tokens
            v[t * 7 + HAND] += n
            d.say(E_WITHDREW, v[t * 7 + OWNER], t, r, 0, -1, -1)
    v[WADED] = 0
    take_up(d, t)


def take_up(d: Data, t: i64) -> None:
    """Spare tokens come from the tribe's regions into its hand."""
    v = d.v
    crew = d.crew(t)
    held = v[t * 7 + HELD]
    r: i64 = 0
    while held:
        if held & 1:
            spare = v[r * 3 + TOKENS] - (stays(d, t, r, crew, False) if crew.stayers else crew.least)
            if spare > 0:
                v[r * 3 + TOKENS] -= spare
                v[t * 7 + HAND] += spare
        held >>= 1
        r += 1


# --- what may be done -----------------------------------------------------------------------------


def list_conquest(d: Data, t: i64, out: vec[i64]) -> vec[i64]:
    """Every legal step of a tribe's conquests."""
    v = d.v
    crew = d.crew(t)
    targets = reachable(d, t, crew)
    hand = v[t * 7 + HAND]
    if hand > 0 or v[ARMED]:
        # Most crews in most positions: `attack_fault` without its calls, which are what lists spend their time on.
        quick = crew.simple and not v[ARMED] and not v[ROLLED]
        # And where only terrain and natives count, the price without any call at all.
        plain = quick and not crew.pricers and not d.kit.occupied_river
        natives = d.kit.natives
        cost = d.kit.board.cost
        most = hand + 3
        r: i64
        for r in range(d.kit.board.n):
            if (targets >> r) & 1:
                if not quick:
                    if attack_fault(d, t, r, crew) == 0:
                        out = append(out, TO_CONQUER | (r << 6))
                    continue
                at = r * 3
                holder = v[at + HOLDER]
                free = (holder < 0 or holder == natives) and v[at + MARKS] == 0
                if free and plain:
                    if cost[r] + v[at + TOKENS] <= most:
                        out = append(out, TO_CONQUER | (r << 6))
                elif (free or guard_fault(d, t, r) == 0) and price(d, t, r, crew) <= most:
                    out = append(out, TO_CONQUER | (r << 6))
    for unit in crew.aids:
        if use_fault(d, t, unit, crew) == 0:
            out = append(out, action(USE, unit.id, 0, 0))
    if v[ARMED]:
        return out
    if not v[ROLLED] and (not v[FOUGHT] or d.kit.abandon_any_time):
        out = list_abandon(d, t, out)
    out = append(out, TO_STOP)
    if not crew.simple and not v[ROLLED]:
        for unit in crew.doers:
            out = unit.options(d, t, d.top(), out)
    return out


def list_deeds(d: Data, t: i64, out: vec[i64]) -> vec[i64]:
    """What may follow the last attempt: deeds that it does not end, or nothing more."""
    out = append(out, TO_STOP)
    for unit in d.crew(t).late_doers:
        out = unit.options(d, t, d.top(), out)
    return out


def list_abandon(d: Data, t: i64, out: vec[i64]) -> vec[i64]:
    """Every region the tribe may leave."""
    return each(d.v[t * 7 + HELD], TO_ABANDON, NEXT_REGION, out)


def attack_fault(d: Data, t: i64, r: i64, crew: Crew) -> i64:
    """Why a region in reach cannot be attacked now; 0 if it can, be it with the reinforcement die."""
    v = d.v
    fault = guard_fault(d, t, r)
    if fault:
        return fault
    hand = v[t * 7 + HAND]
    if v[ARMED] or v[ROLLED] or not crew.simple:
        return aided_fault(d, t, r, crew)
    if hand < 1:
        return NO_TOKEN_IN_HAND
    return 0 if price(d, t, r, crew) - hand <= 3 else NOT_ENOUGH_TOKENS


def aided_fault(d: Data, t: i64, r: i64, crew: Crew) -> i64:
    """The same where aids are armed, the die was rolled, or pieces help."""
    v = d.v
    free = False
    die = not v[ROLLED]
    strikes = False
    least = crew.least
    if v[ARMED]:
        own_die = False
        for unit in crew.aids:
            if v[ARMED] & unit.arm:
                fault = unit.refuses(d, t, r)
                if fault:
                    return fault
                free = free or unit.from_tray or unit.free
                strikes = strikes or unit.strikes
                if unit.fixed == 0:
                    least = 1
                own_die = own_die or unit.rolls_after
                die = die and unit.joins
        die = die or own_die
        if d.kit.prepaid:
            fault = purse_fault(d, t, r, crew)
            if fault:
                return fault
    if d.kit.denying and v[ARMED] and denied(d, t) & one(r):
        return HELP_DENIED
    if v[t * 7 + HAND] < least and not free:
        return NO_TOKEN_IN_HAND if v[t * 7 + HAND] < 1 else TOO_FEW_IN_HAND
    short = price(d, t, r, crew) - (strength(d, t, r, crew) if crew.helpers else v[t * 7 + HAND])
    if short <= 0 or (short <= 3 and die) or (short <= 6 and strikes):
        return 0
    return NOT_ENOUGH_TOKENS


def purse_fault(d: Data, t: i64, r: i64, crew: Crew) -> i64:
    """Can the owner of a tribe pay tolls and the fees of the armed aids together?"""
    v = d.v
    due = fees(d, t, r, crew)
    if due and v[r * 3 + HOLDER] >= 0:
        due += toll(d, v[r * 3 + HOLDER], t, r, ON_CONQUEST)
    return NO_COIN_FOR_TOLL if due > v[COINS + v[t * 7 + OWNER]] else i64(0)


def use_fault(d: Data, t: i64, unit: Ability, crew: Crew) -> i64:
    """Why one of the tribe's aids cannot be used now; 0 if it can."""
    v = d.v
    if v[ROLLED] and not unit.joins:
        return DIE_ALREADY_ROLLED
    if v[ARMED]:
        if v[ARMED] & unit.arm:
            return ALREADY_USED
        if unit.rolls:
            return MUST_ATTACK
        for other in crew.aids:
            if v[ARMED] & other.arm and not other.joins and not unit.joins:
                return MUST_ATTACK
    fault = unit.aid_fault(d, t)
    if fault:
        return fault
    return 0 if has_target(d, t, unit, crew) else NO_TARGET


def has_target(d: Data, t: i64, unit: Ability, crew: Crew) -> bool:
    """Could an aid that is used now be followed by an attack?"""
    v = d.v
    armed = v[ARMED]
    rolled = v[ROLLED]
    if unit.rolls:
        v[ROLLED] = 4  # the best roll, to see what it could reach
    else:
        v[ARMED] = armed | unit.arm
    targets = reachable(d, t, crew)
    found = False
    r: i64 = 0
    while targets and not found:
        if targets & 1 and attack_fault(d, t, r, crew) == 0:
            found = True
        targets >>= 1
        r += 1
    v[ROLLED] = rolled
    v[ARMED] = armed
    return found


def conquest_fault(d: Data, t: i64, verb: i64, unit_id: i64, r: i64) -> i64:
    """Why a step of a tribe's conquests is refused; 0 if it is legal."""
    v = d.v
    crew = d.crew(t)
    if number_in(d.top()):
        return 0 if verb == STOP else CONQUESTS_OVER
    if verb == CONQUER:
        if not reachable(d, t, crew) & one(r):
            return place_fault(d, t, r)
        return attack_fault(d, t, r, crew)
    if verb == USE:
        for unit in crew.aids:
            if unit.id == unit_id:
                return use_fault(d, t, unit, crew)
    if v[ARMED]:
        return MUST_ATTACK
    if verb == STOP:
        return 0
    if v[ROLLED]:
        return DIE_ALREADY_ROLLED
    if verb == ABANDON:
        if not v[t * 7 + HELD] & one(r):
            return NOT_YOUR_REGION
        return 0 if not v[FOUGHT] or d.kit.abandon_any_time else TOO_LATE_TO_ABANDON
    return NO_SUCH_AID


def doer(d: Data, t: i64, code: i64) -> Ability:
    """Who carries out a deed of the tribe: the unit that it names, or, where that is a thing, the one that takes it."""
    named = d.kit.units[unit_of(code)]
    if named.bit:
        for unit in d.crew(t).doers:
            if unit.takes:
                return unit
    return named


def deed_fault(d: Data, t: i64, f: i64, code: i64, unit_id: i64) -> i64:
    """Why an action that no list offers is no deed of the tribe's units."""
    for unit in d.crew(t).doers:
        if unit.id == unit_id or (verb_of(code) == TAKE and unit.takes and d.kit.units[unit_id].bit):
            if d.v[ARMED]:
                return MUST_ATTACK
            if number_in(f) and not unit.after_die:
                return CONQUESTS_OVER
            return DIE_ALREADY_ROLLED if d.v[ROLLED] else unit.why_not(d, t, f, code)
    return NOT_ASKED
