"""Answers of the set-up: a tile, a card left out, a faction, a first dwelling, a first card."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import CHANCE
from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import BUILDING, Action, hex_of
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.actions.passing import take_card
from terrarium.terramystica.data import Position, at, pop, top_of
from terrarium.terramystica.factions.boards import HOME_OF, SHIP_START
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    BOWL1,
    BOWL2,
    CARD_AT,
    COINS,
    CULT,
    F_CARD,
    F_FACTION,
    F_OUT,
    F_PLACE,
    F_TILE,
    FACTION,
    HEX,
    PLAYERS,
    PRIESTS,
    R_SPADE_TILE_ANY,
    R_TEMPLES,
    ROUND_TILE,
    SHIP,
    VP,
    WORKERS,
)
from terrarium.terramystica.map.building import settle
from terrarium.terramystica.map.sites import fill_homes, free_home
from terrarium.terramystica.names import CARDS, FACTIONS, ROUND_TILES, TERRAINS
from terrarium.terramystica.tables import SPADE_TILE, START_VP, TEMPLE_TILE

NO_TEMPLES: Final[i64] = fault("not_in_game", "setup.temple_tile", "tile")
TILE_USED: Final[i64] = fault("tile_used", "setup.tiles", "tile")
SPADE_TILE_LATE: Final[i64] = fault("spade_tile_late", "setup.spade_tile")
CARD_OUT: Final[i64] = fault("not_in_game", "setup.cards", "tile=card")
COLOUR_TAKEN: Final[i64] = fault("colour_taken", "setup.colours", "faction terrain")
PLACE_OCCUPIED: Final[i64] = fault("occupied", "setup.dwellings", "hex")
PLACE_NOT_HOME: Final[i64] = fault("not_home", "setup.dwellings", "hex terrain")
FIRST_CARD_TAKEN: Final[i64] = fault("card_taken", "setup.first_cards", "card")
LATE: Final = 4
"""From this round on (counted from 0) the scoring tile for spades is not used."""


def tile_placed(v: vec[i64], tile: i64) -> bool:
    """Does a round already have this tile?"""
    return any(v[ROUND_TILE + i] == tile for i in range(6))


def colour_taken(v: vec[i64], colour: i64) -> bool:
    """Is a faction of this home terrain in the game?"""
    seat: i64
    for seat in range(v[PLAYERS]):
        f: i64 = v[at(seat) + FACTION]
        if f >= 0 and HOME_OF[f] == colour:
            return True
    return False


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


class CardOut(Action):
    """A bonus card that stays in the box."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return FINE if s.v[CARD_AT + code - codes.OUT_CARD] == 0 else CARD_OUT

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        s.v[CARD_AT + code - codes.OUT_CARD] = -1
        if s.watching:
            s.note("card_out", CHANCE, causes.NONE, {"card": CARDS[code - codes.OUT_CARD]})


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


class Place(Action):
    """A first dwelling on home terrain."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        h = hex_of(code)
        if free_home(s.v, s.v[at(seat) + FACTION], h):
            return FINE
        return PLACE_OCCUPIED if s.v[HEX + h] >= 8 else PLACE_NOT_HOME

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"terrain": TERRAINS[s.v[HEX + hex_of(code)] & 7]}

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        settle(s, seat, hex_of(code))
        if s.watching:
            s.note("place", seat, causes.NONE, {"hex": s.chart.land_names[hex_of(code)]})

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        return fill_homes(s.v, s.v[at(seat) + FACTION], out, n, codes.BLOCK)


class FirstCard(Action):
    """The first bonus card."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return FINE if s.v[CARD_AT + code - codes.CARD] == 0 else FIRST_CARD_TAKEN

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        take_card(s, seat, code - codes.CARD)


TILE: Final = Tile(range(codes.TILE, codes.OUT_CARD), F_TILE)
CARD_LEFT_OUT: Final = CardOut(range(codes.OUT_CARD, codes.PICK), F_OUT)
PICK: Final = Pick(range(codes.PICK, codes.CARD), F_FACTION)
PLACE: Final = Place(BUILDING, F_PLACE)
FIRST_CARD: Final = FirstCard(range(codes.CARD, codes.SHIP), F_CARD)
