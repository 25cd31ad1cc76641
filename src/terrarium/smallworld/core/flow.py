"""From frame to frame: who must answer, what is legal, and what an answer does."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE, OVER
from terrarium.smallworld.core.codes import (
    CHANCE_VERBS,
    DECLINE,
    DIE,
    F_ASK,
    F_ASK_TURN,
    F_BADGE,
    F_CHOICE,
    F_CONQUEST,
    F_DEPLOY,
    F_DIE,
    F_EXPAND,
    F_FIND,
    F_FIRST,
    F_GATHER,
    F_HIDE,
    F_LOT,
    F_MOMENT,
    F_MUSTER,
    F_NEXT,
    F_OVER,
    F_PICK,
    F_RACE,
    F_READY,
    F_REGROUP,
    F_RETREAT,
    F_ROLL,
    F_SCORE,
    F_START,
    F_TURN,
    F_VICTIMS,
    FIRST_PLAYER,
    PICK,
    STOP,
    TO_DECLINE,
    TO_EXPAND,
    action,
    kind_of,
    number_in,
    number_of,
    region_in,
    region_of,
    tribe_in,
    unit_in,
    unit_of,
    verb_of,
)
from terrarium.smallworld.core.codes import CONQUER as V_CONQUER
from terrarium.smallworld.core.codes import DEPLOY as V_DEPLOY
from terrarium.smallworld.core.data import COMBOS, DEPTH, OWNER, ROW_SIZE, SEAT, STACK, Data
from terrarium.smallworld.core.faults import GAME_OVER, NOT_ASKED, NOT_THIS_OUTCOME
from terrarium.smallworld.core.phases.battle import do_conquest, reinforce, roll
from terrarium.smallworld.core.phases.conquest import (
    conquest_fault,
    deed_fault,
    doer,
    gather,
    list_conquest,
    list_deeds,
    make_ready,
)
from terrarium.smallworld.core.phases.deploy import ask_or_finish, deploy, deploy_fault, list_deploy
from terrarium.smallworld.core.phases.market import (
    draw_badge,
    draw_race,
    fill_gap,
    list_badges,
    list_picks,
    list_races,
    muster,
    pick,
    pick_fault,
)
from terrarium.smallworld.core.phases.moments import tell_next
from terrarium.smallworld.core.phases.things import find, hide, list_finds, list_hides
from terrarium.smallworld.core.phases.turn import (
    begin_turn,
    decline_turn,
    expand,
    help_victims,
    next_turn,
    regroup,
    set_first,
    settle,
    start,
)

DIE_WEIGHTS: Final[vec[i64]] = vec[i64]([3, 1, 1, 1])
"""The reinforcement die: three blank faces, then 1, 2 and 3 pips."""


def advance(d: Data) -> None:
    """Carry out frames that ask nobody, until a seat or chance must answer."""
    v = d.v
    kit = d.kit
    wild = kit.wild
    several = kit.rows > 1
    while True:
        f = v[STACK + v[DEPTH] - 1]
        kind = f >> 32
        if (v[COMBOS] < ROW_SIZE or several) and kind != F_RACE and kind != F_BADGE and fill_gap(d):
            continue
        if kind == F_CONQUEST or kind == F_DEPLOY:
            if wild >= 0 and tribe_in(f) == wild:
                kit.units[wild].carry_on(d, wild, f)
            elif kind == F_CONQUEST:
                if f & 255 == 0 or len(list_deeds(d, tribe_in(f), vec[i64]())) > 1:
                    return
                d.pop()
            elif ask_or_finish(d):
                return
        elif kind >= F_SCORE:
            if not run_ending(d, f, kind, f & 255):
                return
        elif kind == F_CHOICE or kind == F_PICK or kind == F_ASK or kind == F_ASK_TURN:
            return
        elif kind == F_RETREAT:
            if ask_or_finish(d):
                return
        elif not run(d, f, kind):
            return


def run(d: Data, f: i64, kind: i64) -> bool:
    """Carry out one automatic frame before scoring; False if the frame is a question after all."""
    seat = f & 255
    if kind == F_MOMENT:
        tell_next(d)
    elif kind == F_TURN:
        begin_turn(d, seat)
    elif kind == F_START:
        start(d, seat)
    elif kind == F_READY:
        d.pop()
        make_ready(d, tribe_in(f))
    elif kind == F_GATHER:
        d.pop()
        gather(d, tribe_in(f))
    elif kind == F_EXPAND:
        expand(d, seat)
    else:
        return False
    return True


def run_ending(d: Data, f: i64, kind: i64, seat: i64) -> bool:
    """The same for the frames that end a turn, and those numbered after them."""
    if kind == F_VICTIMS:
        help_victims(d, seat)
    elif kind == F_SCORE:
        settle(d, seat)
    elif kind == F_REGROUP:
        regroup(d, seat)
    elif kind == F_NEXT:
        next_turn(d, seat)
    elif kind == F_MUSTER:
        d.pop()
        muster(d, seat, tribe_in(f))
    else:
        return False
    return True


def asked(d: Data) -> i64:
    """The seat that must answer, or CHANCE, or OVER."""
    f = d.top()
    kind = kind_of(f)
    if kind == F_CONQUEST or kind == F_DEPLOY or kind == F_RETREAT or kind == F_ASK:
        return d.v[tribe_in(f) * 7 + OWNER]
    if kind == F_PICK or kind == F_CHOICE:
        return number_in(f)
    if kind == F_ASK_TURN:
        return d.v[SEAT]
    if kind == F_OVER:
        return OVER
    return CHANCE


def legal(d: Data) -> vec[i64]:
    """Every legal answer, sorted."""
    out = vec[i64](capacity=32)
    f = d.v[STACK + d.v[DEPTH] - 1]
    kind = f >> 32
    if kind == F_CONQUEST:
        return list_deeds(d, tribe_in(f), out) if f & 255 else list_conquest(d, (f >> 24) & 255, out)
    if kind == F_DEPLOY or kind == F_RETREAT:
        return list_deploy(d, f, out)
    if kind == F_BADGE:
        return list_badges(d, out)
    if kind == F_RACE:
        return list_races(d, out)
    if kind == F_ASK or kind == F_ASK_TURN or kind == F_LOT:
        return d.kit.units[unit_in(f)].options(d, tribe_in(f), f, out)
    if kind == F_PICK:
        return list_picks(d, number_in(f), out)
    if kind == F_CHOICE:
        return append(append(out, TO_EXPAND), TO_DECLINE)
    if kind == F_DIE or kind == F_ROLL:
        return list_numbers(DIE, 4, out)
    if kind == F_FIRST:
        return list_numbers(FIRST_PLAYER, d.kit.players if d.kit.random_first else 1, out)
    if kind == F_FIND:
        return list_finds(d, out)
    if kind == F_HIDE:
        return list_hides(d, number_in(f), out)
    return out


def list_numbers(verb: i64, n: i64, out: vec[i64]) -> vec[i64]:
    code = action(verb, 0, 0, 0)
    end = code + n
    while code < end:
        out = append(out, code)
        code += 1
    return out


def weight(d: Data, code: i64) -> i64:
    """How likely an outcome of chance is, against the others."""
    if verb_of(code) == DIE:
        return DIE_WEIGHTS[number_of(code)]
    f = d.top()
    return d.kit.units[unit_in(f)].odds(d, tribe_in(f), f, code) if kind_of(f) == F_LOT else 1


def fault_of(d: Data, code: i64) -> i64:
    """Why a well-formed action is not legal now; 0 if it is."""
    f = d.top()
    kind = kind_of(f)
    verb = verb_of(code)
    if kind == F_OVER:
        return GAME_OVER
    if kind == F_CONQUEST and V_CONQUER <= verb <= STOP:
        return conquest_fault(d, tribe_in(f), verb, unit_of(code), region_of(code))
    if (kind == F_DEPLOY or kind == F_RETREAT) and verb == V_DEPLOY:
        return deploy_fault(d, f, region_of(code), number_of(code))
    if kind == F_PICK and verb == PICK:
        return pick_fault(d, number_in(f), number_of(code))
    for offered in legal(d):
        if offered == code:
            return 0
    if (kind == F_ASK or kind == F_ASK_TURN) and verb > V_DEPLOY and unit_of(code) == unit_in(f):
        return d.kit.units[unit_in(f)].why_not(d, tribe_in(f), f, code)
    if kind == F_CONQUEST and verb > V_DEPLOY:
        return deed_fault(d, tribe_in(f), f, code, unit_of(code))
    if asked(d) == CHANCE and verb < CHANCE_VERBS:
        return NOT_THIS_OUTCOME
    return NOT_ASKED


def carry_out(d: Data, code: i64) -> None:
    """Apply a legal answer and everything that follows from it."""
    f = d.v[STACK + d.v[DEPTH] - 1]
    kind = f >> 32
    verb = code >> 20
    if kind == F_CONQUEST:
        if verb <= STOP:
            do_conquest(d, (f >> 24) & 255, verb, (code >> 12) & 255, (code >> 6) & 63)
        else:
            doer(d, tribe_in(f), code).choose(d, tribe_in(f), f, code)
    elif kind == F_DEPLOY or kind == F_RETREAT:
        deploy(d, f, (code >> 6) & 63, code & 63)
    elif kind == F_BADGE:
        draw_badge(d, unit_of(code))
    elif kind == F_RACE:
        draw_race(d, unit_of(code))
    elif kind == F_ASK or kind == F_ASK_TURN or kind == F_LOT:
        d.kit.units[unit_in(f)].choose(d, tribe_in(f), f, code)
    elif kind == F_PICK:
        pick(d, number_in(f), number_of(code))
    elif kind == F_CHOICE:
        if verb == DECLINE:
            decline_turn(d, number_in(f))
        else:
            expand(d, number_in(f))
    elif kind == F_DIE:
        reinforce(d, tribe_in(f), f, number_of(code))
    elif kind == F_ROLL:
        roll(d, tribe_in(f), unit_in(f), number_of(code))
    elif kind == F_FIRST:
        set_first(d, number_of(code))
    elif kind == F_FIND:
        find(d, tribe_in(f), region_in(f), unit_of(code))
    elif kind == F_HIDE:
        hide(d, number_in(f), region_of(code))
    advance(d)
