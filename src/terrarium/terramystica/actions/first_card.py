"""The first bonus card, in the set-up."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.actions.passing import take_card
from terrarium.terramystica.data import Position, pop
from terrarium.terramystica.layout import (
    CARD_AT,
    F_CARD,
)

FIRST_CARD_TAKEN: Final[i64] = fault("card_taken", "setup.first_cards", "card")


class FirstCard(Action):
    """The first bonus card."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return FINE if s.v[CARD_AT + code - codes.CARD] == 0 else FIRST_CARD_TAKEN

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        take_card(s, seat, code - codes.CARD)


FIRST_CARD: Final = FirstCard(range(codes.CARD, codes.SHIP), F_CARD)
