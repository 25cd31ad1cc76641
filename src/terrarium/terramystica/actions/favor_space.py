"""The space of a favor tile."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.actions.space import Space
from terrarium.terramystica.data import Position, at, push
from terrarium.terramystica.layout import (
    F_CULT,
    F_MAIN,
    FAVORS,
    USED_FAVOR,
)
from terrarium.terramystica.tables import FAV_ACTION

NO_TILE: Final[i64] = fault("no_tile", "special.favor", "tile=action")


class FavorSpace(Space):
    """A cult step of the favor tile."""

    used: i64 = USED_FAVOR
    name = "fav6"

    def missing(self, s: Position, seat: i64) -> i64:
        return FINE if s.v[at(seat) + FAVORS] & FAV_ACTION != 0 else NO_TILE

    def cause(self, v: vec[i64], o: i64) -> i64:
        return causes.OF_FAVOR + 5

    def act(self, s: Position, seat: i64) -> None:
        push(s.v, F_CULT, seat, 1, 2)


FAVOR_SPACE: Final = FavorSpace([codes.ACT_FAVOR], F_MAIN)
