"""The course of the game: answers, the steps that need none, and questions with only one answer."""

from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.actions.begin import forget
from terrarium.terramystica.actions.bridge import any_site_fault
from terrarium.terramystica.actions.carrying import carry_out
from terrarium.terramystica.actions.connect import CONNECT
from terrarium.terramystica.actions.convert import CONVERT, in_turn, rate_fault
from terrarium.terramystica.actions.dig_on import DIG_ON
from terrarium.terramystica.actions.dwelling import dwelling_fault
from terrarium.terramystica.actions.faults import FINE
from terrarium.terramystica.actions.favor import FAVOR
from terrarium.terramystica.actions.free_spades import FREE_SPADES, drop_spades
from terrarium.terramystica.actions.town import TOWN
from terrarium.terramystica.buffer import buffer_of
from terrarium.terramystica.data import Position, at, pop, top_of
from terrarium.terramystica.economy.goods import priest_room
from terrarium.terramystica.economy.offers import open_offers, takeable
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    A_NEXT,
    A_OFFERS,
    A_ROUND_END,
    A_ROUND_START,
    A_SETTLED,
    A_SETUP,
    EVENTS,
    F_BRIDGE,
    F_BUILD,
    F_FAVOR,
    F_LEECH,
    F_ORDAIN,
    F_POST,
    F_RIDE,
    F_SPADES,
    F_STORM,
    F_SWARM,
    F_TOWN,
    FACTION,
    HEIGHT,
    HOMES,
    LEAN,
    R_IDLE,
    RULES,
    WORKERS,
)
from terrarium.terramystica.phases.rounds import end_round, next_turn, start_round
from terrarium.terramystica.phases.setup import run_setup


def answer(s: Position, action: i64) -> None:
    """Apply a legal action and run on to the next question."""
    carry_out(s, action)
    advance(s)


def advance(s: Position) -> None:
    """Run every step that needs no answer."""
    v = s.v
    while v[HEIGHT] > 0:
        top = top_of(v)
        kind: i64 = v[top]
        seat: i64 = v[top + 1]
        if kind < A_SETUP:
            if not closes(s, kind, seat, top):
                return
        elif kind == A_OFFERS:
            if s.held:
                return
            pop(v)
            # the action is over: a second one in the same turn starts afresh
            forget(v)
            if v[EVENTS] > 0:
                open_offers(s, seat)
        elif kind == A_NEXT:
            next_turn(s)
        elif kind == A_SETTLED:
            taken: i64 = v[top + 2]
            declined: i64 = v[top + 3]
            pop(v)
            FACTION_HOOKS[v[at(seat) + FACTION]].on_settled(s, seat, taken, declined)
        elif kind == A_ROUND_END:
            if s.held:
                return
            pop(v)
            end_round(s)
        elif kind == A_ROUND_START:
            pop(v)
            start_round(s)
        else:
            run_setup(s, v[top + 2], v[top + 3], top)


def closes(s: Position, kind: i64, seat: i64, top: i64) -> bool:
    """A question that can only be answered with "no" is not asked."""
    v = s.v
    if s.held and kind != F_BUILD and kind != F_POST:
        # a log says itself what it drops
        return False
    if answerable(s, kind, seat, top):
        return False
    if kind == F_SPADES:
        drop_spades(s, seat)
        return True
    if kind == F_LEECH and s.watching:
        s.note("no_room", seat, causes.LEECH, {"n": int(v[top + 2]), "from": int(v[top + 3])})
    pop(v)
    return True


def answerable(s: Position, kind: i64, seat: i64, top: i64) -> bool:
    """Is there anything to answer but "no"?"""
    v = s.v
    o = at(seat)
    if kind == F_LEECH:
        return takeable(v, seat, v[top + 2]) > 0 or (in_turn(v) and CONVERT.fill(s, buffer_of(s), 0, seat) > 0)
    if kind == F_BUILD:
        if v[HOMES] > 0:
            # who trades points may still turn them into the coins that are missing
            return dwelling_fault(v, o, 0, 0) == FINE or (v[LEAN] == 0 and rate_fault(v, o, 6) == FINE)
        return v[LEAN] == 0 and DIG_ON.possible(s, seat)
    if kind == F_POST:
        out = buffer_of(s)
        return CONVERT.fill(s, out, CONNECT.fill(s, out, 0, seat), seat) > 0
    if kind == F_SPADES:
        return FREE_SPADES.fill(s, buffer_of(s), 0, seat) > 0
    if kind == F_FAVOR:
        return FAVOR.fill(s, buffer_of(s), 0, seat) > 0
    if kind == F_TOWN:
        return TOWN.fill(s, buffer_of(s), 0, seat) > 0
    if kind == F_ORDAIN:
        free_moves = v[LEAN] == 0 and CONVERT.fill(s, buffer_of(s), 0, seat) > 0
        return priest_room(v, o) > 0 and (v[o + WORKERS] > 0 or free_moves)
    return v[RULES] & R_IDLE == 0 or not without_object(s, kind, seat)


def without_object(s: Position, kind: i64, seat: i64) -> bool:
    """Is there nothing that an action taken all the same could act on?"""
    if kind == F_BRIDGE:
        return any_site_fault(s, seat) != FINE
    if kind == F_STORM or kind == F_RIDE or kind == F_SWARM:
        return not FACTION_HOOKS[s.v[at(seat) + FACTION]].may_act(s, seat)
    return False
