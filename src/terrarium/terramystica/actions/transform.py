"""Turning a hex as an action, with spades that are bought."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import TERRAIN, Action
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.turning import transform, turn_facts, turn_fault
from terrarium.terramystica.data import Position, push
from terrarium.terramystica.layout import F_BUILD, F_MAIN


class Transform(Action):
    """One hex, then perhaps a dwelling on it or more spades."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return turn_fault(s, seat, code, 0, False)

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return turn_facts(s, seat, code, 0)

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        begin(s)
        push(s.v, F_BUILD, seat, 0, 0)
        transform(s, seat, code, 0, False)


TRANSFORM: Final = Transform([*TERRAIN, *range(codes.LONG, codes.TILE)], F_MAIN)
