"""Leaving the game: the card is free at once."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.actions.passing import end_turn
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.layout import (
    CARD,
    CARD_AT,
    F_MAIN,
    GONE,
    R_LEAVING,
)

NO_LEAVING: Final[i64] = fault("not_in_game", "leaving.leave", "tile")


def leave(s: Position, seat: i64) -> None:
    """Drop out: the card is free at once, no more turns and offers; incomes and final scoring go on."""
    v = s.v
    o = at(seat)
    if s.watching:
        s.note("leave", seat, causes.LEAVING, {})
    v[CARD_AT + v[o + CARD]] = 0
    v[o + CARD] = -1
    v[GONE] |= 1 << seat
    end_turn(s, seat)


class Leave(Action):
    """Leaving the game, where an option allows it."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return FINE if s.option(R_LEAVING) else NO_LEAVING

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"tile": "leave"}

    def worth(self, s: Position, seat: i64, code: i64) -> bool:
        return False

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        leave(s, seat)


LEAVE: Final = Leave([codes.LEAVE], F_MAIN)
