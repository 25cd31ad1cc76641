"""What spaces of one's own have in common: each is used once a round."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.layout import (
    USED,
)

USED_THIS_ROUND: Final[i64] = fault("used_this_round", "special.once", "action")


class Space(Action):
    """A space of one's own."""

    used: i64 = 0
    """Its bit among those used this round."""
    name: str = ""

    def missing(self, s: Position, seat: i64) -> i64:
        """Why the seat has no such space; FINE if it has one."""
        return FINE

    def cause(self, v: vec[i64], o: i64) -> i64:
        """What is thanked for it."""
        return causes.NONE

    def act(self, s: Position, seat: i64) -> None:
        """What it does."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        found = self.missing(s, seat)
        if found != FINE:
            return found
        return FINE if s.v[at(seat) + USED] & self.used == 0 else USED_THIS_ROUND

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        o = at(seat)
        begin(s)
        s.v[o + USED] |= self.used
        if s.watching:
            s.note("action", seat, self.cause(s.v, o), {"action": self.name})
        self.act(s, seat)
