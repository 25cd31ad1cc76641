"""The scoring tile of a round, in the set-up."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE
from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, pop, top_of
from terrarium.terramystica.layout import (
    F_TILE,
    R_SPADE_TILE_ANY,
    R_TEMPLES,
    ROUND_TILE,
)
from terrarium.terramystica.names import ROUND_TILES
from terrarium.terramystica.tables import SPADE_TILE, TEMPLE_TILE

NO_TEMPLES: Final[i64] = fault("not_in_game", "setup.temple_tile", "tile")
TILE_USED: Final[i64] = fault("tile_used", "setup.tiles", "tile")
SPADE_TILE_LATE: Final[i64] = fault("spade_tile_late", "setup.spade_tile")
LATE: Final = 4
"""From this round on (counted from 0) the scoring tile for spades is not used."""


def tile_placed(v: vec[i64], tile: i64) -> bool:
    """Does a round already have this tile?"""
    return any(v[ROUND_TILE + i] == tile for i in range(6))


class Tile(Action):
    """The scoring tile of a round."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        tile: i64 = code - codes.TILE
        if tile == TEMPLE_TILE and not s.option(R_TEMPLES):
            return NO_TEMPLES
        if tile_placed(s.v, tile):
            return TILE_USED
        late = tile == SPADE_TILE and s.v[top_of(s.v) + 2] >= LATE
        return SPADE_TILE_LATE if late and not s.option(R_SPADE_TILE_ANY) else FINE

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        place: i64 = s.v[top_of(s.v) + 2]
        pop(s.v)
        s.v[ROUND_TILE + place] = code - codes.TILE
        if s.watching:
            told: dict[str, object] = {"round": int(place) + 1, "tile": ROUND_TILES[code - codes.TILE]}
            s.note("round_tile", CHANCE, causes.NONE, told)


TILE: Final = Tile(range(codes.TILE, codes.OUT_CARD), F_TILE)
