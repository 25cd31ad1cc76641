"""Carrying out one answer: the action that its code is, at the open question."""

from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.all import action_of
from terrarium.terramystica.actions.convert import CONVERT
from terrarium.terramystica.actions.done import DONE
from terrarium.terramystica.data import Position, top_of


def carry_out(s: Position, code: i64) -> None:
    """Apply one legal answer; the commonest are the same action at every question."""
    top = top_of(s.v)
    seat: i64 = s.v[top + 1]
    if code >= codes.CONVERT:
        CONVERT.carry_out(s, seat, code)
    elif code == codes.DONE:
        DONE.carry_out(s, seat, code)
    else:
        action_of(s.v[top], code).carry_out(s, seat, code)
