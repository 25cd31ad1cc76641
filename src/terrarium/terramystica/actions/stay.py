"""The track that stays behind when keys are short."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, top_of
from terrarium.terramystica.layout import F_STAY
from terrarium.terramystica.map.towns import choose_stay

NOT_RISING: Final[i64] = fault("not_rising", "cults.short_keys")


class Stay(Action):
    """A track that could have reached 10."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return FINE if (s.v[top_of(s.v) + 2] >> (code - codes.STAY)) & 1 != 0 else NOT_RISING

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        choose_stay(s, seat, code - codes.STAY, s.v[top_of(s.v) + 3])


STAY: Final = Stay(range(codes.STAY, codes.ORDAIN), F_STAY)
