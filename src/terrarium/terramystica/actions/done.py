"""Saying no: no dwelling, no more spades, nobody ordained, nothing more in this turn."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.faults import FINE, OTHER_QUESTION
from terrarium.terramystica.actions.free_spades import drop_spades
from terrarium.terramystica.data import Position, pop, top_of
from terrarium.terramystica.economy.prices import loose
from terrarium.terramystica.layout import (
    A_NEXT,
    F_BRIDGE,
    F_BUILD,
    F_CULT,
    F_FAVOR,
    F_MAIN,
    F_ORDAIN,
    F_POST,
    F_RIDE,
    F_SPADES,
    F_STORM,
    F_SWARM,
    F_TOWN,
    R_IDLE,
)


def may_refuse(kind: i64) -> bool:
    """What nobody has to take."""
    return kind == F_SPADES or kind == F_BUILD or kind == F_ORDAIN or kind == F_POST


def may_leave_idle(kind: i64) -> bool:
    """What an action brings and, with an option, may be turned down."""
    return kind == F_STORM or kind == F_RIDE or kind == F_SWARM or kind == F_BRIDGE


class Done(Action):
    """No to the open question."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        """Tiles, cult steps and a whole turn are given up only where all is allowed that the public server allows."""
        top = top_of(s.v)
        kind: i64 = s.v[top]
        if may_refuse(kind):
            return FINE
        if may_leave_idle(kind):
            return FINE if s.option(R_IDLE) else OTHER_QUESTION
        if kind == F_MAIN and s.v[top - 4] != A_NEXT:
            # half of a double turn: that of the server would go on
            return OTHER_QUESTION
        return FINE if loose(s.v) else OTHER_QUESTION

    def worth(self, s: Position, seat: i64, code: i64) -> bool:
        return may_refuse(s.v[top_of(s.v)])

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        kind: i64 = s.v[top_of(s.v)]
        if kind == F_SPADES:
            drop_spades(s, seat)
        elif kind == F_MAIN:
            begin(s)
        else:
            pop(s.v)


DONE: Final = Done(
    [codes.DONE],
    F_MAIN,
    F_SPADES,
    F_BUILD,
    F_ORDAIN,
    F_POST,
    F_STORM,
    F_RIDE,
    F_SWARM,
    F_BRIDGE,
    F_CULT,
    F_FAVOR,
    F_TOWN,
)
