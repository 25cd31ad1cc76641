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
    F_ASK,
    F_DIE,
    F_FIND,
    F_ROLL,
    ON_CONQUEST,
    STOP,
    TAKE,
    USE,
    action,
    number_in,
    region_in,
    unit_in,
    verb_of,
)
from terrarium.smallworld.core.data import (
    ACTIVES,
    ARMED,
    COINS,
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
    NO_COIN_FOR_TOLL,
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
    fees,
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
from terrarium.smallworld.core.phases.tolls import charge
from terrarium.smallworld.core.verbs import empty_out, gain, leave_if_gone, occupy, pay, scatter, tell_things, vacate


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
        mask = targets
        r: i64 = 0
        while mask:
            if mask & 1 and attack_fault(d, t, r, crew) == 0:
                out = append(out, action(CONQUER, 0, r, 0))
            mask >>= 1
            r += 1
    for unit in crew.aids:
        if use_fault(d, t, unit, crew) == 0:
            out = append(out, action(USE, unit.id, 0, 0))
    if v[ARMED]:
        return out
    if not v[ROLLED] and (not v[FOUGHT] or d.kit.abandon_any_time):
        out = list_abandon(d, t, out)
    out = append(out, action(STOP, 0, 0, 0))
    if not v[ROLLED]:
        for unit in crew.doers:
            out = unit.options(d, t, d.top(), out)
    return out


def list_abandon(d: Data, t: i64, out: vec[i64]) -> vec[i64]:
    """Every region the tribe may leave."""
    held = d.v[t * 7 + HELD]
    r: i64 = 0
    while held:
        if held & 1:
            out = append(out, action(ABANDON, 0, r, 0))
        held >>= 1
        r += 1
    return out


def attack_fault(d: Data, t: i64, r: i64, crew: Crew) -> i64:
    """Why a region in reach cannot be attacked now; 0 if it can, be it with the reinforcement die."""
    v = d.v
    fault = guard_fault(d, t, r)
    if fault:
        return fault
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
    if d.kit.deniers and (v[ARMED] or v[ROLLED]) and denied(d, t) & one(r):
        return HELP_DENIED
    if v[t * 7 + HAND] < least and not free:
        return NO_TOKEN_IN_HAND
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
        if unit.id == unit_id or (verb_of(code) == TAKE and unit.takes and d.kit.units[unit_id].bit):
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
        if v[r * 3 + MARKS]:
            scatter(d, r)
        d.say(E_ABANDONED, v[t * 7 + OWNER], t, r, 0, -1, -1)
    else:
        end_conquests(d)


def attempt(d: Data, t: i64, r: i64) -> None:
    """Attack a region: it falls at once, or the die decides."""
    v = d.v
    crew = d.crew(t)
    if d.kit.prepaid:
        charge(d, t, r, crew)
    n = price(d, t, r, crew)
    if v[ARMED]:
        for unit in crew.aids:
            if v[ARMED] & unit.arm and unit.rolls_after:
                d.push(F_DIE, t, unit.id, r, 1)
                return
            if v[ARMED] & unit.arm and unit.strikes and n > 0:
                d.push(F_ASK, t, unit.id, r, 0)
                return
    if n > (strength(d, t, r, crew) if crew.helpers else v[t * 7 + HAND]):
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
        repel(d, t, r)
    v[ARMED] = 0
    v[ROLLED] = 0
    v[FOUGHT] = 0


def repel(d: Data, t: i64, r: i64) -> None:
    """An attack came to nothing; everybody hears."""
    attack = attack_on(d, t, r)
    tell(d, attack, hearers_of(d, attack.victim))


def attack_on(d: Data, t: i64, r: i64) -> Attack:
    """An attack by tribe `t` that is about to be decided."""
    v = d.v
    attack = Attack(t, r, v[r * 3 + HOLDER], is_non_empty(d, t, r))
    attack.marks = v[r * 3 + MARKS]
    attack.defenders = v[r * 3 + TOKENS] + d.kit.figures(attack.marks)
    return attack


def win(d: Data, t: i64, r: i64, n: i64) -> None:
    """The region falls to tribe `t`, which puts `n` tokens from its hand there (and one from the tray)."""
    v = d.v
    attack = attack_on(d, t, r)
    victim = attack.victim
    attack.won = True
    attack.fell = True
    crew = d.crew(t)
    cause: i64 = -1
    spare_nobody = False
    spare_all = False
    recruits: i64 = 0
    if v[ARMED]:
        for unit in crew.aids:
            if v[ARMED] & unit.arm:
                cause = unit.id
                spare_nobody = spare_nobody or unit.spares_nobody
                spare_all = spare_all or unit.spares_all
                if unit.from_tray and v[t * 7 + TRAY] > 0:
                    recruits = 1
    hearers = hearers_of(d, victim)
    if victim >= 0:
        lost: i64 = 1
        if not spare_nobody:
            lost = 0 if spare_all else losses(d, victim, r, 1)
        evict(d, attack, lost, spare_all and not spare_nobody)
    v[t * 7 + TRAY] -= recruits
    v[t * 7 + HAND] -= n
    occupy(d, t, r, n + recruits)
    v[FOUGHT] = 1
    d.say(E_CONQUERED, v[t * 7 + OWNER], t, r, n + recruits, victim, cause)
    fall(d, attack, hearers)
    v[ARMED] = 0
    v[ROLLED] = 0


def raze(d: Data, t: i64, r: i64, n: i64, cause: i64) -> None:
    """A region falls to tribe `t` without troops coming in: its holder loses up to `n` tokens and the region."""
    v = d.v
    attack = attack_on(d, t, r)
    victim = attack.victim
    attack.fell = True
    hearers = hearers_of(d, victim)
    d.say(E_RAZED, v[t * 7 + OWNER], t, r, v[r * 3 + TOKENS], victim, cause)
    if victim >= 0:
        evict(d, attack, losses(d, victim, r, n), False)
    fall(d, attack, hearers)


def fall(d: Data, attack: Attack, hearers: list[Ability]) -> None:
    """A region has fallen: everybody hears, what lies there changes hands, a hidden thing is revealed."""
    v = d.v
    r = attack.region
    tell(d, attack, hearers)
    if attack.victim >= 0:
        if v[r * 3 + MARKS]:
            tell_things(d, attack.victim, r)
        leave_if_gone(d, attack.victim)
    if v[r * 3 + MARKS] & d.kit.hidden_marks:
        d.push(F_FIND, attack.by, 0, r, 0)


def evict(d: Data, attack: Attack, lost: i64, all_retreat: bool) -> None:
    """The holder of a region loses it: `lost` tokens go to the tray, the rest wait to be redeployed; natives and most
    declined races lose all. A piece that falls before tokens takes the place of one. What is owed is paid."""
    v = d.v
    victim = attack.victim
    r = attack.region
    crew = d.crew(victim)
    if crew.tollers:
        pay_after(d, attack, crew)
    tokens = v[r * 3 + TOKENS]
    if lost > 0 and attack.marks & d.kit.first_marks:
        attack.figure_fell = True
        attack.killed = 1
        lost -= 1
    if victim == d.kit.natives or not (v[victim * 7 + MODE] == ACTIVE or crew.retreats or all_retreat) or lost > tokens:
        lost = tokens
    empty_out(d, r)
    attack.killed += lost
    v[victim * 7 + TRAY] += lost
    v[victim * 7 + RETREAT] += tokens - lost
    d.say(E_LOST, v[victim * 7 + OWNER], victim, r, lost, -1, -1)


def pay_after(d: Data, attack: Attack, crew: Crew) -> None:
    """Pay what is owed for a region that falls, as far as it was not paid before the attack."""
    v = d.v
    for unit in crew.tollers:
        if not unit.prepaid:
            n = unit.toll(d, attack.victim, attack.by, attack.region)
            pay(d, v[attack.by * 7 + OWNER], n)
            gain(d, v[attack.victim * 7 + OWNER], n, unit.id)


def hearers_of(d: Data, victim: i64) -> list[Ability]:
    """Who hears an attack on the defender's side: asked before anything changes hands."""
    return d.crew(victim).hearers if victim >= 0 else d.kit.empty.hearers


def tell(d: Data, attack: Attack, hearers: list[Ability]) -> None:
    """Attacker's and defender's abilities hear of an attack, and whoever hears all."""
    for unit in d.crew(attack.by).hearers:
        unit.on_attack(d, attack.by, attack)
    for unit in hearers:
        unit.on_attack(d, attack.victim, attack)
    if d.kit.watchful:
        seat: i64 = 0
        while seat < d.kit.players:
            active = d.v[ACTIVES + seat]
            if active >= 0:
                for unit in d.crew(active).watchers:
                    unit.on_attack(d, active, attack)
            seat += 1
