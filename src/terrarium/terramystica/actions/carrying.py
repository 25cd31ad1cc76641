"""Carrying out one answer: the action that its code is, at the open question."""

from mypy_extensions import i64

from terrarium.terramystica.actions.all import action_of
from terrarium.terramystica.data import Position, top_of


def carry_out(s: Position, code: i64) -> None:
    """Apply one legal answer."""
    top = top_of(s.v)
    action_of(s.v[top], code).carry_out(s, s.v[top + 1], code)
