"""The space of the stronghold."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.actions.space import Space
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.factions.boards import HAS_ACTION
from terrarium.terramystica.factions.faction import FACTION_HOOKS, Faction
from terrarium.terramystica.layout import (
    F_MAIN,
    FACTION,
    R_IDLE,
    USED_STRONGHOLD,
)

NO_STRONGHOLD_ACTION: Final[i64] = fault("no_stronghold_action", "special.stronghold")
NO_STRONGHOLD: Final[i64] = fault("no_stronghold", "special.stronghold")
NO_OBJECT: Final[i64] = fault("no_object", "special.idle")


class StrongholdSpace(Space):
    """What the faction's stronghold lets it do."""

    used: i64 = USED_STRONGHOLD
    name = "stronghold"

    def board(self, s: Position, seat: i64) -> Faction:
        return FACTION_HOOKS[s.v[at(seat) + FACTION]]

    def missing(self, s: Position, seat: i64) -> i64:
        if HAS_ACTION[s.v[at(seat) + FACTION]] == 0:
            return NO_STRONGHOLD_ACTION
        return FINE if s.has_stronghold(seat) else NO_STRONGHOLD

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        found = super().fault(s, seat, code)
        if found != FINE or s.option(R_IDLE):
            return found
        return FINE if self.board(s, seat).may_act(s, seat) else NO_OBJECT

    def worth(self, s: Position, seat: i64, code: i64) -> bool:
        """Not for nothing, whatever the option says."""
        return not s.option(R_IDLE) or self.board(s, seat).may_act(s, seat)

    def cause(self, v: vec[i64], o: i64) -> i64:
        return causes.OF_FACTION + v[o + FACTION]

    def act(self, s: Position, seat: i64) -> None:
        self.board(s, seat).act(s, seat)


STRONGHOLD_SPACE: Final = StrongholdSpace([codes.ACT_STRONGHOLD], F_MAIN)
