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
    COUNT,
    F_CULT,
    F_MAIN,
    FACTION,
    FAVORS,
    LEAN,
    R_IDLE,
    STRONGHOLD,
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


class CardSpace(Action):
    """A spade or a cult step of the bonus card."""

    kinds: tuple[int, ...] = (F_MAIN,)
    first: i64 = codes.ACT_CARD
    end: i64 = codes.ACT_FAVOR

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        o = at(seat)
        card: i64 = s.v[o + CARD]
        if card != SPADE_CARD and card != CULT_CARD:
            return NO_ACTION
        return FINE if s.v[o + USED] & USED_CARD == 0 else USED_THIS_ROUND

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"action": "card", "card": CARDS[s.v[at(seat) + CARD]]}

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        v = s.v
        o = at(seat)
        begin(s)
        v[o + USED] |= USED_CARD
        if s.watching:
            s.note("action", seat, causes.OF_CARD + v[o + CARD], {"action": "card"})
        if v[o + CARD] == SPADE_CARD:
            free_spades(s, seat, 1)
        else:
            push(v, F_CULT, seat, 1, 0)


class FavorSpace(Action):
    """A cult step of the favor tile."""

    kinds: tuple[int, ...] = (F_MAIN,)
    first: i64 = codes.ACT_FAVOR
    end: i64 = codes.ACT_STRONGHOLD

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        o = at(seat)
        if s.v[o + FAVORS] & FAV_ACTION == 0:
            return NO_TILE
        return FINE if s.v[o + USED] & USED_FAVOR == 0 else USED_THIS_ROUND

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"action": "fav6"}

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        begin(s)
        s.v[at(seat) + USED] |= USED_FAVOR
        if s.watching:
            s.note("action", seat, causes.OF_FAVOR + 5, {"action": "fav6"})
        push(s.v, F_CULT, seat, 1, 2)


class StrongholdSpace(Action):
    """What the faction's stronghold lets it do."""

    kinds: tuple[int, ...] = (F_MAIN,)
    first: i64 = codes.ACT_STRONGHOLD
    end: i64 = codes.ACT_BRIDGE

    def board(self, s: Position, seat: i64) -> Faction:
        return FACTION_HOOKS[s.v[at(seat) + FACTION]]

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        o = at(seat)
        if HAS_ACTION[s.v[o + FACTION]] == 0:
            return NO_STRONGHOLD_ACTION
        if s.v[o + COUNT + STRONGHOLD] == 0:
            return NO_STRONGHOLD
        if s.v[o + USED] & USED_STRONGHOLD != 0:
            return USED_THIS_ROUND
        return FINE if s.option(R_IDLE) or self.board(s, seat).may_act(s, seat) else NO_OBJECT

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"action": "stronghold"}

    def worth(self, s: Position, seat: i64, code: i64) -> bool:
        """Not for nothing, whatever the option says."""
        return not s.option(R_IDLE) or self.board(s, seat).may_act(s, seat)

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        code: i64 = codes.ACT_STRONGHOLD
        if self.fault(s, seat, code) != FINE or (s.v[LEAN] != 0 and not self.worth(s, seat, code)):
            return n
        out[n] = code
        return n + 1

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        o = at(seat)
        begin(s)
        s.v[o + USED] |= USED_STRONGHOLD
        if s.watching:
            s.note("action", seat, causes.OF_FACTION + s.v[o + FACTION], {"action": "stronghold"})
        self.board(s, seat).act(s, seat)


CARD_SPACE: Final = CardSpace()
FAVOR_SPACE: Final = FavorSpace()
STRONGHOLD_SPACE: Final = StrongholdSpace()
