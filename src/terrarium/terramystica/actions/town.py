"""Taking a town tile."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, pop
from terrarium.terramystica.layout import F_TOWN, TOWN_LEFT
from terrarium.terramystica.map.towns import take_town

NO_TOWN_LEFT: Final[i64] = fault("none_left", "towns.tile", "tile")


class Town(Action):
    """A tile that is left."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return FINE if s.v[TOWN_LEFT + code - codes.TOWN] > 0 else NO_TOWN_LEFT

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        take_town(s, seat, code - codes.TOWN)


TOWN: Final = Town(range(codes.TOWN, codes.STAY), F_TOWN)
