"""The space of the bonus card."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.actions.space import Space
from terrarium.terramystica.data import Position, at, push
from terrarium.terramystica.layout import (
    CARD,
    F_CULT,
    F_MAIN,
    USED_CARD,
)
from terrarium.terramystica.map.spades import free_spades
from terrarium.terramystica.names import CARDS
from terrarium.terramystica.tables import CULT_CARD, SPADE_CARD

NO_ACTION: Final[i64] = fault("no_action", "special.card", "card")


class CardSpace(Space):
    """A spade or a cult step of the bonus card."""

    used: i64 = USED_CARD
    name = "card"

    def missing(self, s: Position, seat: i64) -> i64:
        card: i64 = s.v[at(seat) + CARD]
        return FINE if card == SPADE_CARD or card == CULT_CARD else NO_ACTION

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"card": CARDS[s.v[at(seat) + CARD]]}

    def cause(self, v: vec[i64], o: i64) -> i64:
        return causes.OF_CARD + v[o + CARD]

    def act(self, s: Position, seat: i64) -> None:
        if s.v[at(seat) + CARD] == SPADE_CARD:
            free_spades(s, seat, 1)
        else:
            push(s.v, F_CULT, seat, 1, 0)


CARD_SPACE: Final = CardSpace([codes.ACT_CARD], F_MAIN)
