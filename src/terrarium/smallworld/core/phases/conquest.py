"""Conquests: what may be attacked, at what price, and what an attack does."""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.ability import Ability, Attack
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import (
    ABANDON,
    ACTIVE,
    CONQUER,
    F_DIE,
    F_ROLL,
    STOP,
    USE,
    action,
)
from terrarium.smallworld.core.data import (
    ARMED,
    FOUGHT,
    HAND,
    HELD,
    HOLDER,
    MODE,
    OWNER,
    RETREAT,
    ROLLED,
    TOKENS,
    TRAY,
    Data,
)
from terrarium.smallworld.core.events import E_ABANDONED, E_CONQUERED, E_LOST, E_REPELLED, E_ROLLED
from terrarium.smallworld.core.faults import (
    DIE_ALREADY_ROLLED,
    MUST_ATTACK,
    NO_SUCH_AID,
    NO_TARGET,
    NO_TOKEN_IN_HAND,
    NOT_ENOUGH_TOKENS,
    NOT_YOUR_REGION,
    TOO_LATE_TO_ABANDON,
)
from terrarium.smallworld.core.folds import (
    guard_fault,
    is_non_empty,
    losses,
    place_fault,
    price,
    reachable,
    stays,
)
from terrarium.smallworld.core.kit import Crew
from terrarium.smallworld.core.verbs import leave_if_gone, occupy, vacate


def make_ready(d: Data, t: i64) -> None:
    """The tribe takes up its troops: all but what must stay in each region."""
    v = d.v
    v[ARMED] = 0
    v[ROLLED] = 0
    v[FOUGHT] = 0
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
    if v[ARMED]:
        return out
    if not v[ROLLED]:
        for unit in crew.aids:
            if unit.aid_fault(d, t) == 0 and has_target(d, t, unit, crew):
                out = append(out, action(USE, unit.id, 0, 0))
        if not v[FOUGHT] or d.kit.abandon_any_time:
            out = list_abandon(d, t, out)
    return append(out, action(STOP, 0, 0, 0))


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
    armed = v[ARMED]
    if armed:
        unit = d.kit.units[armed - 1]
        fault = unit.refuses(d, t, r)
        if fault or unit.from_tray:
            return fault
    hand = v[t * 7 + HAND]
    if hand < 1:
        return NO_TOKEN_IN_HAND
    short = price(d, t, r, crew) - hand
    if short <= 0:
        return 0
    if short > 3 or v[ROLLED] or armed:
        return NOT_ENOUGH_TOKENS
    return 0


def has_target(d: Data, t: i64, unit: Ability, crew: Crew) -> bool:
    """Could an aid that is used now be followed by an attack?"""
    v = d.v
    if unit.rolls:
        v[ROLLED] = 4  # the best roll, to see what it could reach
    else:
        v[ARMED] = unit.id + 1
    targets = reachable(d, t, crew)
    found = False
    r: i64 = 0
    while targets and not found:
        if targets & 1 and attack_fault(d, t, r, crew) == 0:
            found = True
        targets >>= 1
        r += 1
    v[ROLLED] = 0
    v[ARMED] = 0
    return found


def conquest_fault(d: Data, t: i64, verb: i64, unit_id: i64, r: i64) -> i64:
    """Why a step of a tribe's conquests is refused; 0 if it is legal."""
    v = d.v
    crew = d.crew(t)
    if verb == CONQUER:
        if not reachable(d, t, crew) & one(r):
            return place_fault(d, t, r)
        return attack_fault(d, t, r, crew)
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
    for unit in crew.aids:
        if unit.id == unit_id:
            fault = unit.aid_fault(d, t)
            if fault:
                return fault
            return 0 if has_target(d, t, unit, crew) else NO_TARGET
    return NO_SUCH_AID


# --- what it does ---------------------------------------------------------------------------------


def do_conquest(d: Data, t: i64, verb: i64, unit_id: i64, r: i64) -> None:
    """Carry out a legal step of a tribe's conquests; its frame is on top."""
    v = d.v
    if verb == CONQUER:
        n = price(d, t, r, d.crew(t))
        armed = v[ARMED]
        if n > v[t * 7 + HAND] and not armed:
            d.push(F_DIE, t, 0, r, 0)
        else:
            win(d, t, r, n)
    elif verb == USE:
        if d.kit.units[unit_id].rolls:
            d.push(F_ROLL, t, unit_id, 0, 0)
        else:
            v[ARMED] = unit_id + 1
    elif verb == ABANDON:
        v[t * 7 + HAND] += vacate(d, r)
        d.say(E_ABANDONED, v[t * 7 + OWNER], t, r, 0, -1, -1)
    else:
        end_conquests(d)


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


def reinforce(d: Data, t: i64, r: i64, pips: i64) -> None:
    """The last attempt: with enough pips every token left goes into the region; conquests end either way."""
    v = d.v
    d.pop()
    d.say(E_ROLLED, v[t * 7 + OWNER], t, -1, pips, -1, -1)
    hand = v[t * 7 + HAND]
    enough = hand + pips >= price(d, t, r, d.crew(t))
    end_conquests(d)
    if enough:
        win(d, t, r, hand)
        v[FOUGHT] = 0
    else:
        d.say(E_REPELLED, v[t * 7 + OWNER], t, r, hand, -1, -1)
        tell(d, Attack(t, r, v[r * 3 + HOLDER], is_non_empty(d, t, r)))


def win(d: Data, t: i64, r: i64, n: i64) -> None:
    """The region falls to tribe `t`, which puts `n` tokens from its hand there (or one from the tray)."""
    v = d.v
    victim = v[r * 3 + HOLDER]
    attack = Attack(t, r, victim, is_non_empty(d, t, r))
    attack.won = True
    armed = v[ARMED]
    aid: Ability | None = d.kit.units[armed - 1] if armed else None
    if victim >= 0:
        evict(d, victim, r, aid is not None and aid.spares_nobody)
    if aid is not None and aid.from_tray:
        n = 1
        v[t * 7 + TRAY] -= 1
    else:
        v[t * 7 + HAND] -= n
    occupy(d, t, r, n)
    v[FOUGHT] = 1
    d.say(E_CONQUERED, v[t * 7 + OWNER], t, r, n, victim, armed - 1)
    tell(d, attack)
    v[ARMED] = 0
    v[ROLLED] = 0
    if victim >= 0:
        leave_if_gone(d, victim)


def evict(d: Data, victim: i64, r: i64, spare_nobody: bool) -> None:
    """The holder of a region loses it: one token to the tray, the rest wait to be redeployed; natives and most
    declined races lose all."""
    v = d.v
    tokens = v[r * 3 + TOKENS]
    lost = tokens
    if victim != d.kit.natives and (v[victim * 7 + MODE] == ACTIVE or d.crew(victim).retreats):
        lost = 1 if spare_nobody else losses(d, victim, r)
    vacate(d, r)
    v[victim * 7 + TRAY] += lost
    v[victim * 7 + RETREAT] += tokens - lost
    d.say(E_LOST, v[victim * 7 + OWNER], victim, r, lost, -1, -1)


def tell(d: Data, attack: Attack) -> None:
    """Attacker's and defender's abilities hear of an attack."""
    for unit in d.crew(attack.by).hearers:
        unit.on_attack(d, attack.by, attack)
    if attack.victim >= 0 and attack.victim != d.kit.natives:
        for unit in d.crew(attack.victim).hearers:
            unit.on_attack(d, attack.victim, attack)
