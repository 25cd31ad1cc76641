"""What a step of a tribe's conquests does: attacks, dice, losses, and who hears of it."""

from mypy_extensions import i64

from terrarium.smallworld.core.ability import Attack
from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import (
    ABANDON,
    ACTIVE,
    CONQUER,
    F_ASK,
    F_CONQUEST,
    F_DIE,
    F_FIND,
    F_ROLL,
    THINGS_AT,
    USE,
    number_in,
    region_in,
    unit_in,
)
from terrarium.smallworld.core.data import (
    ACTIVES,
    ARMED,
    FOUGHT,
    HAND,
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
    E_DRIVEN_OFF,
    E_LOST,
    E_LOST_ALL,
    E_RAZED,
    E_REPELLED,
    E_ROLLED,
)
from terrarium.smallworld.core.folds import (
    denied,
    is_non_empty,
    price,
    spared,
    strength,
)
from terrarium.smallworld.core.kit import Crew
from terrarium.smallworld.core.phases.tolls import charge
from terrarium.smallworld.core.verbs import empty_out, gain, leave_if_gone, occupy, pay, tell_things, vacate


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
        n = vacate(d, r)  # first: a thing that is left may move tokens
        v[t * 7 + HAND] += n
        v[WADED] &= ~one(r)
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


def keep_roll(d: Data, pips: i64) -> None:
    """The pips lower the price of the next attack."""
    d.v[ROLLED] = pips + 1


def disarm(d: Data) -> None:
    """An attack was made and came to nothing: its aids and its die are spent, conquests go on."""
    d.v[ARMED] = 0
    d.v[ROLLED] = 0
    d.v[FOUGHT] = 1


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
    keep_roll(d, pips)


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
        attempted(d, t, crew)
        win(d, t, r, hand)
    else:
        attempted(d, t, crew)
        d.say(E_REPELLED, v[t * 7 + OWNER], t, r, hand, -1, -1)
        repel(d, t, r)
    v[ARMED] = 0
    v[ROLLED] = 0
    v[FOUGHT] = 0


def attempted(d: Data, t: i64, crew: Crew) -> None:
    """The last attempt ends conquests; their frame stays for the deeds that may still follow, if there are any."""
    if crew.late_doers:
        d.retop(F_CONQUEST, t, 0, 0, 1)
    else:
        d.pop()


def repel(d: Data, t: i64, r: i64) -> None:
    """An attack came to nothing; everybody hears."""
    attack = attack_on(d, t, r)
    tell(d, attack, d.kit.empty if attack.victim < 0 else d.crew(attack.victim))


def attack_on(d: Data, t: i64, r: i64) -> Attack:
    """An attack by tribe `t` that is about to be decided."""
    v = d.v
    attack = Attack(t, r, v[r * 3 + HOLDER], is_non_empty(d, t, r))
    attack.marks = v[r * 3 + MARKS]
    attack.defenders = v[r * 3 + TOKENS]
    if attack.marks & d.kit.figure_marks:
        attack.defenders += d.kit.figures(attack.marks)
    return attack


def win(d: Data, t: i64, r: i64, n: i64) -> None:
    """The region falls to tribe `t`, which puts `n` tokens from its hand there (and one from the tray)."""
    v = d.v
    attack = attack_on(d, t, r)
    victim = attack.victim
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
        saver: i64 = -1
        if spare_all and not spare_nobody:
            lost = 0
            saver = cause
        elif not spare_nobody:
            lost, saver = spared(d, victim, r, 1)
        evict(d, attack, lost, saver, spare_all and not spare_nobody, defenders)
    v[t * 7 + TRAY] -= recruits
    v[t * 7 + HAND] -= n
    occupy(d, t, r, n + recruits)
    v[FOUGHT] = 1
    d.say(E_CONQUERED, v[t * 7 + OWNER], t, r, n + recruits, told_of(d, attack), cause)
    fall(d, attack, defenders)
    v[ARMED] = 0
    v[ROLLED] = 0


def raze(d: Data, t: i64, r: i64, n: i64, cause: i64) -> None:
    """A region falls to tribe `t` without troops coming in: its holder loses up to `n` tokens and the region."""
    v = d.v
    attack = attack_on(d, t, r)
    victim = attack.victim
    attack.fell = True
    defenders = d.kit.empty if victim < 0 else d.crew(victim)
    d.say(E_RAZED, v[t * 7 + OWNER], t, r, v[r * 3 + TOKENS], told_of(d, attack), cause)
    if victim >= 0:
        lost, saver = spared(d, victim, r, n)
        evict(d, attack, lost, saver, False, defenders)
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


def evict(d: Data, attack: Attack, lost: i64, saver: i64, all_retreat: bool, crew: Crew) -> None:
    """The holder of a region loses it: `lost` tokens go to the tray (`saver` is the unit because of which they are so
    few, or -1), the rest wait to be redeployed; natives and most declined races lose all, and the tokens of a wild race
    wait in its hand. A piece that falls before tokens takes the place of one. What is owed is paid."""
    v = d.v
    victim = attack.victim
    r = attack.region
    if crew.tollers:
        pay_after(d, attack, crew)
    tokens = v[r * 3 + TOKENS]
    if lost > 0 and attack.marks & d.kit.first_marks:
        attack.figure_fell = True
        attack.killed = 1
        lost -= 1
    retreats = crew.retreats and not (d.kit.own_stack_lost and v[victim * 7 + OWNER] == v[attack.by * 7 + OWNER])
    all_fall = victim == d.kit.natives or not (v[victim * 7 + MODE] == ACTIVE or retreats or all_retreat)
    if all_fall or lost > tokens:
        lost = tokens
    empty_out(d, r)
    attack.killed += lost
    if victim == d.kit.wild:
        v[victim * 7 + HAND] += tokens
        d.say(E_DRIVEN_OFF, -1, victim, r, tokens, -1, -1)
        return
    v[victim * 7 + TRAY] += lost
    v[victim * 7 + RETREAT] += tokens - lost
    kind = E_LOST_ALL if all_fall else E_LOST
    d.say(kind, v[victim * 7 + OWNER], told_of(d, attack), r, lost, -1, -1 if all_fall else saver)


def told_of(d: Data, attack: Attack) -> i64:
    """Who lost a region, as the log names the tribe: natives that chance made guards of something hidden are others."""
    guards = attack.victim == d.kit.natives and d.kit.hides > 0 and attack.marks & d.kit.hidden_marks != 0
    return attack.victim + 1 if guards else attack.victim


def pay_after(d: Data, attack: Attack, crew: Crew) -> None:
    """Pay what is owed for a region that falls, as far as it was not paid before the attack."""
    v = d.v
    for unit in crew.tollers:
        if not unit.prepaid:
            n = unit.toll(d, attack.victim, attack.by, attack.region)
            pay(d, v[attack.by * 7 + OWNER], n, unit.id)
            gain(d, v[attack.victim * 7 + OWNER], n, unit.id)


def tell(d: Data, attack: Attack, defenders: Crew) -> None:
    """Attacker's and defender's abilities hear of an attack, and whoever hears all. The defenders are those who stood
    there before anything changed hands."""
    for unit in d.crew(attack.by).hearers:
        unit.on_attack(d, attack.by, attack)
    for unit in defenders.hearers:
        unit.on_attack(d, attack.victim, attack)
    if d.kit.watchful:
        seat: i64
        for seat in range(d.kit.players):
            active = d.v[ACTIVES + seat]
            if active >= 0:
                for unit in d.crew(active).watchers:
                    unit.on_attack(d, active, attack)
