"""Spaces of one's own, each once a round: of the bonus card, of a favor tile, of the stronghold."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, at, push
from terrarium.terramystica.factions.boards import HAS_ACTION
from terrarium.terramystica.factions.faction import FACTION_HOOKS, Faction
from terrarium.terramystica.layout import (
    CARD,
    F_CULT,
    F_MAIN,
    FACTION,
    FAVORS,
    R_IDLE,
    USED,
    USED_CARD,
    USED_FAVOR,
    USED_STRONGHOLD,
)
from terrarium.terramystica.map.spades import free_spades
from terrarium.terramystica.names import CARDS
from terrarium.terramystica.tables import CULT_CARD, FAV_ACTION, SPADE_CARD

NO_ACTION: Final[i64] = fault("no_action", "special.card", "card")
NO_TILE: Final[i64] = fault("no_tile", "special.favor", "tile=action")
NO_STRONGHOLD_ACTION: Final[i64] = fault("no_stronghold_action", "special.stronghold")
NO_STRONGHOLD: Final[i64] = fault("no_stronghold", "special.stronghold")
USED_THIS_ROUND: Final[i64] = fault("used_this_round", "special.once", "action")
NO_OBJECT: Final[i64] = fault("no_object", "special.idle")


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


CARD_SPACE: Final = CardSpace([codes.ACT_CARD], F_MAIN)
FAVOR_SPACE: Final = FavorSpace([codes.ACT_FAVOR], F_MAIN)
STRONGHOLD_SPACE: Final = StrongholdSpace([codes.ACT_STRONGHOLD], F_MAIN)
