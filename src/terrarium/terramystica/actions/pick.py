"""A faction, in the set-up: its home terrain is nobody else's, and its board is laid out."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, at, pop, top_of
from terrarium.terramystica.factions.boards import HOME_OF, SHIP_START
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    BOWL1,
    BOWL2,
    COINS,
    CULT,
    F_FACTION,
    FACTION,
    PLAYERS,
    PRIESTS,
    SHIP,
    VP,
    WORKERS,
)
from terrarium.terramystica.names import FACTIONS
from terrarium.terramystica.tables import START_VP

COLOUR_TAKEN: Final[i64] = fault("colour_taken", "setup.colours", "faction terrain")


def colour_taken(v: vec[i64], colour: i64) -> bool:
    """Is a faction of this home terrain in the game?"""
    seat: i64
    for seat in range(v[PLAYERS]):
        f: i64 = v[at(seat) + FACTION]
        if f >= 0 and HOME_OF[f] == colour:
            return True
    return False


class Pick(Action):
    """A faction, picked or drawn."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return COLOUR_TAKEN if colour_taken(s.v, HOME_OF[code - codes.PICK]) else FINE

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        place: i64 = s.v[top_of(s.v) + 2]
        pop(s.v)
        seat_faction(s, place, code - codes.PICK)


def seat_faction(s: Position, seat: i64, f: i64) -> None:
    """Lay out the faction board."""
    v = s.v
    o = at(seat)
    board = FACTION_HOOKS[f]
    v[o + FACTION] = f
    v[o + VP] = START_VP
    v[o + COINS] = board.coins
    v[o + WORKERS] = board.workers
    v[o + PRIESTS] = board.priests
    v[o + BOWL1] = board.bowls[0]
    v[o + BOWL2] = board.bowls[1]
    v[o + SHIP] = SHIP_START[f]
    for track in range(4):
        v[o + CULT + track] = board.cults[track]
    if s.watching:
        s.note("faction", seat, causes.NONE, {"faction": FACTIONS[f]})


PICK: Final = Pick(range(codes.PICK, codes.CARD), F_FACTION)
