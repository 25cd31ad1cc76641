"""Conquests: what may be attacked, at what price, and what an attack does."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import (
    ABANDON,
    ACTIVE,
    CONQUER,
    DECLINED,
    F_DIE,
    F_FIND,
    F_ROLL,
    STOP,
    THINGS_AT,
    USE,
    action,
    number_in,
    region_in,
    unit_in,
)
from terrarium.smallworld.core.data import (
    ACTIVES,
    ARMED,
    FOUGHT,
    HAND,
    HELD,
    HOLDER,
    MARKS,
    MODE,
    OWNER,
    RETREAT,
    ROLLED,
    TOKENS,
    TRAY,
    WADED,
    Data,
)
from terrarium.smallworld.core.events import (
    E_ABANDONED,
    E_CONQUERED,
    E_LOST,
    E_RAZED,
    E_REPELLED,
    E_ROLLED,
    E_WITHDREW,
)
from terrarium.smallworld.core.faults import (
    ALREADY_USED,
    DIE_ALREADY_ROLLED,
    HELP_DENIED,
    MUST_ATTACK,
    NO_SUCH_AID,
    NO_TARGET,
    NO_TOKEN_IN_HAND,
    NOT_ASKED,
    NOT_ENOUGH_TOKENS,
    NOT_YOUR_REGION,
    TOO_LATE_TO_ABANDON,
)
from terrarium.smallworld.core.folds import (
    denied,
    guard_fault,
    is_non_empty,
    losses,
    place_fault,
    price,
    reachable,
    stays,
    strength,
    toll,
)
from terrarium.smallworld.core.kit import Crew
from terrarium.smallworld.core.verbs import empty_out, gain, leave_if_gone, occupy, pay, tell_things, vacate


def make_ready(d: Data, t: i64) -> None:
    """The tribe takes up its troops: all but what must stay in each region."""
    v = d.v
    v[ARMED] = 0
    v[ROLLED] = 0
    v[FOUGHT] = 0
    v[WADED] = v[t * 7 + HELD] & d.kit.board.river if v[t * 7 + MODE] == DECLINED else i64(0)
    take_up(d, t)


def gather(d: Data, t: i64) -> None:
    """Conquests are over: rivers are left by those who do not swim, and spare tokens come to hand."""
    v = d.v
    rivers = v[t * 7 + HELD] & d.kit.board.river & ~v[WADED]
    if rivers and not d.crew(t).swims:
        r: i64 = 0
        while rivers:
            if rivers & 1:
                v[t * 7 + HAND] += vacate(d, r)
                d.say(E_WITHDREW, v[t * 7 + OWNER], t, r, 0, -1, -1)
            rivers >>= 1
            r += 1
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
            spare = v[r * 3 + TOKENS] - (stays(d, t, r, crew, False) if crew.stayers else 1)
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
        mask = targets
        code = action(CONQUER, 0, 0, 0)
        step = action(0, 0, 1, 0)
        r: i64 = 0
        while mask:
            if mask & 1 and attack_fault(d, t, r, crew) == 0:
                out = append(out, code)
            mask >>= 1
            r += 1
            code += step
    for unit in crew.aids:
        if use_fault(d, t, unit, crew) == 0:
            out = append(out, action(USE, unit.id, 0, 0))
    if v[ARMED]:
        return out
    if not v[ROLLED] and (not v[FOUGHT] or d.kit.abandon_any_time):
        out = list_abandon(d, t, out)
    out = append(out, action(STOP, 0, 0, 0))
    if not crew.simple and not v[ROLLED]:
        for unit in crew.doers:
            out = unit.options(d, t, d.top(), out)
    return out


def list_abandon(d: Data, t: i64, out: vec[i64]) -> vec[i64]:
    """Every region the tribe may leave."""
    held = d.v[t * 7 + HELD]
    code = action(ABANDON, 0, 0, 0)
    step = action(0, 0, 1, 0)
    while held:
        if held & 1:
            out = append(out, code)
        held >>= 1
        code += step
    return out


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
    if v[ARMED]:
        own_die = False
        for unit in crew.aids:
            if v[ARMED] & unit.arm:
                fault = unit.refuses(d, t, r)
                if fault:
                    return fault
                free = free or unit.from_tray
                own_die = own_die or unit.rolls_after
                die = die and unit.joins
        die = die or own_die
    if d.kit.denying and (v[ARMED] or v[ROLLED]) and denied(d, t) & one(r):
        return HELP_DENIED
    if v[t * 7 + HAND] < 1 and not free:
        return NO_TOKEN_IN_HAND
    short = price(d, t, r, crew) - strength(d, t, r, crew)
    if short <= 0 or (short <= 3 and die):
        return 0
    return NOT_ENOUGH_TOKENS


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


def deed_fault(d: Data, t: i64, f: i64, code: i64, unit_id: i64) -> i64:
    """Why an action that no list offers is no deed of the tribe's units."""
    for unit in d.crew(t).doers:
        if unit.id == unit_id:
            if d.v[ARMED]:
                return MUST_ATTACK
            return DIE_ALREADY_ROLLED if d.v[ROLLED] else unit.why_not(d, t, f, code)
    return NOT_ASKED


# --- what it does ---------------------------------------------------------------------------------


def do_conquest(d: Data, t: i64, verb: i64, unit_id: i64, r: i64) -> None:
    """Carry out a legal step of a tribe's conquests; its frame is on top."""
    v = d.v
    if verb == CONQUER:
        attempt(d, t, r)
    elif verb == USE:
        if d.kit.units[unit_id].rolls:
            d.push(F_ROLL, t, unit_id, 0, 0)
        else:
            v[ARMED] |= d.kit.units[unit_id].arm
    elif verb == ABANDON:
        v[t * 7 + HAND] += vacate(d, r)
        d.say(E_ABANDONED, v[t * 7 + OWNER], t, r, 0, -1, -1)
    else:
        end_conquests(d)


def attempt(d: Data, t: i64, r: i64) -> None:
    """Attack a region: it falls at once, or the die decides."""
    v = d.v
    crew = d.crew(t)
    n = price(d, t, r, crew)
    if v[ARMED]:
        for unit in crew.aids:
            if v[ARMED] & unit.arm and unit.rolls_after:
                d.push(F_DIE, t, unit.id, r, 1)
                return
    if crew.simple:
        if n > v[t * 7 + HAND]:
            d.push(F_DIE, t, 0, r, 0)
        else:
            win(d, t, r, n)
    elif n > strength(d, t, r, crew):
        d.push(F_DIE, t, 0, r, 0)
    else:
        win(d, t, r, from_hand(d, t, r, crew, n))


def from_hand(d: Data, t: i64, r: i64, crew: Crew, n: i64) -> i64:
    """How many tokens a conquest at price `n` takes from the hand: helpers go first, but one token must."""
    if not crew.helpers or denied(d, t) & one(r):
        return n
    for unit in crew.helpers:
        helping = unit.helpers(d, t)
        if helping > n - 1:
            helping = n - 1
        if helping > 0:
            d.set_used(unit.id, d.used(unit.id) + helping)
            n -= helping
    return n


def end_conquests(d: Data) -> None:
    """No more attacks by this tribe in this turn."""
    d.pop()
    d.v[ARMED] = 0
    d.v[ROLLED] = 0
    d.v[FOUGHT] = 0


def roll(d: Data, t: i64, unit_id: i64, pips: i64) -> None:
    """The die rolled before an attack lowers its price."""
    d.pop()
    d.say(E_ROLLED, d.v[t * 7 + OWNER], t, -1, pips, -1, unit_id)
    d.v[ROLLED] = pips + 1


def reinforce(d: Data, t: i64, f: i64, pips: i64) -> None:
    """The die is rolled for a region. In the last attempt enough pips put every token left there, and conquests end
    either way; the die of an aid lowers the price, and conquests end only if it is too low."""
    v = d.v
    r = region_in(f)
    crew = d.crew(t)
    by_aid = number_in(f) == 1
    d.pop()
    d.say(E_ROLLED, v[t * 7 + OWNER], t, -1, pips, -1, unit_in(f) if by_aid else i64(-1))
    hand = v[t * 7 + HAND]
    need = price(d, t, r, crew) - pips
    if need <= strength(d, t, r, crew):
        if by_aid:
            win(d, t, r, from_hand(d, t, r, crew, need if need > 1 else 1))
            return
        d.pop()
        win(d, t, r, hand)
    else:
        d.pop()
        d.say(E_REPELLED, v[t * 7 + OWNER], t, r, hand, -1, -1)
        holder = v[r * 3 + HOLDER]
        tell(d, Attack(t, r, holder, is_non_empty(d, t, r)), d.kit.empty if holder < 0 else d.crew(holder))
    v[ARMED] = 0
    v[ROLLED] = 0
    v[FOUGHT] = 0


def win(d: Data, t: i64, r: i64, n: i64) -> None:
    """The region falls to tribe `t`, which puts `n` tokens from its hand there (and one from the tray)."""
    v = d.v
    victim = v[r * 3 + HOLDER]
    attack = Attack(t, r, victim, is_non_empty(d, t, r))
    attack.won = True
    attack.fell = True
    cause: i64 = -1
    spare_nobody = False
    spare_all = False
    recruits: i64 = 0
    if v[ARMED]:
        for unit in d.crew(t).aids:
            if v[ARMED] & unit.arm:
                cause = unit.id
                spare_nobody = spare_nobody or unit.spares_nobody
                spare_all = spare_all or unit.spares_all
                if unit.from_tray and v[t * 7 + TRAY] > 0:
                    recruits = 1
    defenders = d.kit.empty if victim < 0 else d.crew(victim)
    if victim >= 0:
        lost: i64 = 1
        if not spare_nobody:
            lost = 0 if spare_all else losses(d, victim, r, 1)
        evict(d, t, victim, r, lost, spare_all and not spare_nobody, defenders)
    v[t * 7 + TRAY] -= recruits
    v[t * 7 + HAND] -= n
    occupy(d, t, r, n + recruits)
    v[FOUGHT] = 1
    d.say(E_CONQUERED, v[t * 7 + OWNER], t, r, n + recruits, victim, cause)
    fall(d, attack, defenders)
    v[ARMED] = 0
    v[ROLLED] = 0


def raze(d: Data, t: i64, r: i64, n: i64, cause: i64) -> None:
    """A region falls to tribe `t` without troops coming in: its holder loses up to `n` tokens and the region."""
    v = d.v
    victim = v[r * 3 + HOLDER]
    attack = Attack(t, r, victim, is_non_empty(d, t, r))
    attack.fell = True
    defenders = d.kit.empty if victim < 0 else d.crew(victim)
    d.say(E_RAZED, v[t * 7 + OWNER], t, r, v[r * 3 + TOKENS], victim, cause)
    if victim >= 0:
        evict(d, t, victim, r, losses(d, victim, r, n), False, defenders)
    fall(d, attack, defenders)


def fall(d: Data, attack: Attack, defenders: Crew) -> None:
    """A region has fallen: everybody hears, what lies there changes hands, a hidden thing is revealed."""
    v = d.v
    r = attack.region
    tell(d, attack, defenders)
    if attack.victim >= 0:
        if v[r * 3 + MARKS] >> THINGS_AT:
            tell_things(d, attack.victim, r)
        leave_if_gone(d, attack.victim)
    if v[r * 3 + MARKS] and v[r * 3 + MARKS] & d.kit.hidden_marks:
        d.push(F_FIND, attack.by, 0, r, 0)


def evict(d: Data, t: i64, victim: i64, r: i64, lost: i64, all_retreat: bool, crew: Crew) -> None:
    """The holder of a region loses it to tribe `t`: `lost` tokens go to the tray, the rest wait to be redeployed;
    natives and most declined races lose all. What is owed for it is paid."""
    v = d.v
    if crew.tollers:
        n = toll(d, victim, t, r)
        pay(d, v[t * 7 + OWNER], n)
        gain(d, v[victim * 7 + OWNER], n, crew.tollers[0].id)
    tokens = v[r * 3 + TOKENS]
    if victim == d.kit.natives or not (v[victim * 7 + MODE] == ACTIVE or crew.retreats or all_retreat) or lost > tokens:
        lost = tokens
    empty_out(d, r)
    v[victim * 7 + TRAY] += lost
    v[victim * 7 + RETREAT] += tokens - lost
    d.say(E_LOST, v[victim * 7 + OWNER], victim, r, lost, -1, -1)


def tell(d: Data, attack: Attack, defenders: Crew) -> None:
    """Attacker's and defender's abilities hear of an attack, and whoever hears all. The defenders are those who stood
    there before anything changed hands."""
    for unit in d.crew(attack.by).hearers:
        unit.on_attack(d, attack.by, attack)
    for unit in defenders.hearers:
        unit.on_attack(d, attack.victim, attack)
    if d.kit.watchful:
        seat: i64 = 0
        while seat < d.kit.players:
            active = d.v[ACTIVES + seat]
            if active >= 0:
                for unit in d.crew(active).watchers:
                    unit.on_attack(d, active, attack)
            seat += 1
