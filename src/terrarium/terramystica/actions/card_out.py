"""A bonus card left out of the game, in the set-up."""

from typing import Final

from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE
from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, pop
from terrarium.terramystica.layout import (
    CARD_AT,
    F_OUT,
)
from terrarium.terramystica.names import CARDS

CARD_OUT: Final[i64] = fault("not_in_game", "setup.cards", "tile=card")


class CardOut(Action):
    """A bonus card that stays in the box."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return FINE if s.v[CARD_AT + code - codes.OUT_CARD] == 0 else CARD_OUT

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        s.v[CARD_AT + code - codes.OUT_CARD] = -1
        if s.watching:
            s.note("card_out", CHANCE, causes.NONE, {"card": CARDS[code - codes.OUT_CARD]})


CARD_LEFT_OUT: Final = CardOut(range(codes.OUT_CARD, codes.PICK), F_OUT)
