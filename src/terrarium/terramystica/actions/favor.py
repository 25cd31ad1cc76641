"""Taking a favor tile."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, at, pop, push, top_of
from terrarium.terramystica.economy.cults import rise
from terrarium.terramystica.layout import F_FAVOR, FAVOR_LEFT, FAVORS
from terrarium.terramystica.map.towns import check_all_towns
from terrarium.terramystica.names import FAVORS as NAMES
from terrarium.terramystica.tables import FAV_TOWN, FAVOR_STEPS

NO_FAVOR_LEFT: Final[i64] = fault("none_left", "upgrade.favor_kinds", "tile")
SAME_TILE: Final[i64] = fault("same_tile", "upgrade.favor_kinds", "tile")


class Favor(Action):
    """A tile that is left, of a kind the seat does not own."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        tile: i64 = code - codes.FAVOR
        if s.v[FAVOR_LEFT + tile] == 0:
            return NO_FAVOR_LEFT
        return SAME_TILE if (s.v[at(seat) + FAVORS] >> tile) & 1 != 0 else FINE

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        """The next of the Chaos Magicians' two comes before any town it founds."""
        v = s.v
        tile: i64 = code - codes.FAVOR
        more: i64 = v[top_of(v) + 2] - 1
        pop(v)
        v[FAVOR_LEFT + tile] -= 1
        v[at(seat) + FAVORS] |= 1 << tile
        if s.watching:
            s.note("favor", seat, causes.OF_FAVOR + tile, {"tile": NAMES[tile]})
        rise(s, seat, tile & 3, FAVOR_STEPS[tile], causes.OF_FAVOR + tile)
        if 1 << tile == FAV_TOWN:
            check_all_towns(s, seat)
        if more > 0:
            push(v, F_FAVOR, seat, more, 0)


FAVOR: Final = Favor(range(codes.FAVOR, codes.TOWN), F_FAVOR)
