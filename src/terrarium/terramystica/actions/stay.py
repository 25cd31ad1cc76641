"""The track that stays behind when keys are short; on the public server one may go back, so that it does."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE, OTHER_QUESTION, fault
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.economy.cults import go_back
from terrarium.terramystica.economy.prices import loose
from terrarium.terramystica.layout import CULT, F_STAY, F_TOWN
from terrarium.terramystica.map.towns import choose_stay

NOT_RISING: Final[i64] = fault("not_rising", "cults.short_keys")
LOWEST: Final = 7
"""Nobody goes back below this step."""


class Stay(Action):
    """A track that could have reached 10; before a town tile, one that goes back a step."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        v = s.v
        top = top_of(v)
        if v[top] == F_TOWN:
            if not loose(v):
                return OTHER_QUESTION
            now: i64 = v[at(seat) + CULT + code - codes.STAY]
            return FINE if LOWEST < now < 10 else NOT_RISING
        return FINE if (v[top + 2] >> (code - codes.STAY)) & 1 != 0 else NOT_RISING

    def worth(self, s: Position, seat: i64, code: i64) -> bool:
        return s.v[top_of(s.v)] == F_STAY

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        if s.v[top_of(s.v)] == F_TOWN:
            go_back(s, seat, code - codes.STAY, 1)
            return
        choose_stay(s, seat, code - codes.STAY, s.v[top_of(s.v) + 3])


STAY: Final = Stay(range(codes.STAY, codes.ORDAIN), F_TOWN, F_STAY)
