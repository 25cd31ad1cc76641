"""Observations of Terra Mystica, seen from one seat. Nothing is hidden there; seats are counted from the observer."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.batch.observer import Observer
from terrarium.batch.sheet import Sheet
from terrarium.kernel.contract import OVER, Game, State
from terrarium.terramystica import codes, layout
from terrarium.terramystica.actions.listing import fill
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.game import TerraMysticaGame
from terrarium.terramystica.map.board import LAND
from terrarium.terramystica.names import (
    BUILDINGS,
    CARDS,
    CULTS,
    FACTIONS,
    FAVORS,
    POWER_ACTIONS,
    ROUND_TILES,
    TERRAINS,
    TOWNS,
)

QUESTIONS: Final = [
    "none", "tile", "out", "faction", "place", "card", "main", "spades", "build", "storm", "ride", "swarm", "bridge",
    "ordain", "cult", "favor", "town", "stay", "post", "leech",
]  # fmt: skip
"""Kinds of question in the order of their numbers."""
GOODS: Final = [
    (layout.VP, "points"), (layout.COINS, "coins"), (layout.WORKERS, "workers"), (layout.PRIESTS, "priests"),
    (layout.BOWL1, "power in bowl 1"), (layout.BOWL2, "bowl 2"), (layout.BOWL3, "bowl 3"), (layout.CULT, "fire"),
    (layout.CULT + 1, "water"), (layout.CULT + 2, "earth"), (layout.CULT + 3, "air"), (layout.KEYS, "keys"),
    (layout.SHIP, "shipping"), (layout.DIG, "digging"), (layout.COUNT + 1, "dwellings"),
    (layout.COUNT + 2, "trading houses"), (layout.COUNT + 3, "temples"), (layout.COUNT + 4, "stronghold"),
    (layout.COUNT + 5, "sanctuary"), (layout.SENT, "priests on the cult board"), (layout.RANGE, "longer flights"),
    (layout.NETWORK, "largest network once the game is over"),
]  # fmt: skip
MOST: Final = 500


@final
class TerraMysticaObserver(Observer):
    """The columns of a game, and how they are filled."""

    players: i64
    table_at: i64
    turn_at: i64
    asked_at: i64
    passed_at: i64
    question_at: i64
    numbers_at: i64
    spaces_at: i64
    tiles_at: i64
    order_at: i64
    cards_at: i64
    card_width: i64
    favors_at: i64
    towns_at: i64
    spots_at: i64
    seats_at: i64
    seat_width: i64
    hexes_at: i64
    hex_width: i64
    goods: vec[i64]

    def __init__(self, game: TerraMysticaGame) -> None:
        super().__init__(game)
        self.players = game.players
        drawn = game.options["factions"] == "draw"
        last = codes.CARD if drawn else codes.PICK
        self.actions = [code for code in game.all_actions() if not codes.TILE <= code < last]
        self.goods = vec[i64]([place for place, _ in GOODS])
        self.lay_out_table()
        self.lay_out_seats()
        self.lay_out_hexes()

    def lay_out_table(self) -> None:
        players = int(self.players)
        self.table_at = self.field("round", 1, 0, 7, "0 in the set-up, 7 when the game is over")
        self.turn_at = self.field("turn", players, 0, 1, "whose turn it is in the action phase")
        self.asked_at = self.field("asked", players, 0, 1, "who must answer; nobody when the game is over")
        self.passed_at = self.field("passed", players, 0, 1, "who has passed in this round")
        self.question_at = self.field("question", len(QUESTIONS), 0, 1, "what is asked: " + ", ".join(QUESTIONS))
        self.numbers_at = self.field(
            "numbers", 2, -MOST, MOST, "the two numbers of the question (steps, spades, offer)"
        )
        self.spaces_at = self.field(
            "spaces", len(POWER_ACTIONS), 0, 1, "power actions used: " + ", ".join(POWER_ACTIONS)
        )
        self.tiles_at = self.size
        for k in range(6):
            self.field(f"tile {k}", len(ROUND_TILES), 0, 1, "the scoring tile of a round: " + ", ".join(ROUND_TILES))
        self.order_at = self.field(
            "order", players * players, 0, 1, "for each place in turn order, the seat that has it"
        )
        self.card_width = players + 2
        self.cards_at = self.size
        for k in range(len(CARDS)):
            self.field(
                f"card {k}", int(self.card_width), 0, 40, "a bonus card: free, coins on it, the seat that holds it"
            )
        self.favors_at = self.field("favors", len(FAVORS), 0, 4, "favor tiles left: " + ", ".join(FAVORS))
        self.towns_at = self.field("towns", len(TOWNS), 0, 4, "town tiles left: " + ", ".join(TOWNS))
        self.spots_at = self.field(
            "spots", len(CULTS) * 4 * players, 0, 1, "for each priest space of " + ", ".join(CULTS) + ": whose priest"
        )

    def lay_out_seats(self) -> None:
        self.seat_width = len(GOODS) + len(FACTIONS) + len(FAVORS) + len(TOWNS) + 3
        self.seats_at = self.size
        goods = ", ".join([name for _, name in GOODS])
        for seat in range(int(self.players)):
            meaning = f"{goods}; then faction ({len(FACTIONS)}), favor tiles ({len(FAVORS)}), town tiles ({len(TOWNS)})"
            meaning += ", spaces of card, favor tile and stronghold used"
            self.field(f"seat {seat}", int(self.seat_width), -1, MOST, meaning)

    def lay_out_hexes(self) -> None:
        players = int(self.players)
        self.hex_width = len(TERRAINS) + len(BUILDINGS) - 1 + players + 2
        self.hexes_at = self.size
        meaning = ", ".join(TERRAINS) + "; " + ", ".join(BUILDINGS[1:])
        for h in range(LAND):
            meant = f"{meaning}; whose building ({players}); part of a town; may be named in the answer"
            self.field(f"hex {h}", int(self.hex_width), 0, 1, meant)

    # --- the contract without boxes ---------------------------------------------------------------

    def asked(self, state: State) -> i64:
        assert isinstance(state, Position)
        v = state.v
        return OVER if v[layout.HEIGHT] == 0 else v[top_of(v) + 1]

    def legal(self, state: State) -> vec[i64]:
        assert isinstance(state, Position)
        n = fill(state)
        return state.out[:n]

    def points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, Position)
        return state.v[at(seat) + layout.VP]

    # --- one row ----------------------------------------------------------------------------------

    def observe(self, state: State, seat: i64, legal: vec[i64], sheet: Sheet) -> None:
        assert isinstance(state, Position)
        v = state.v
        self.write_question(v, self.asked(state), seat, sheet)
        self.write_tiles(v, seat, sheet)
        self.write_hexes(v, seat, sheet)
        k: i64 = 0
        while k < self.players:
            self.write_seat(v, at((seat + k) % self.players), self.seats_at + k * self.seat_width, sheet)
            k += 1
        for code in legal:
            self.write_target(code, sheet)

    def place_of(self, other: i64, seat: i64) -> i64:
        """A seat counted from the observer."""
        place = other - seat
        return place if place >= 0 else place + self.players

    def write_question(self, v: vec[i64], asked: i64, seat: i64, sheet: Sheet) -> None:
        sheet.put(self.table_at, v[layout.ROUND])
        if v[layout.TURN] >= 0:
            sheet.mark(self.turn_at + self.place_of(v[layout.TURN], seat))
        if asked >= 0:
            sheet.mark(self.asked_at + self.place_of(asked, seat))
        if v[layout.HEIGHT]:
            top = top_of(v)
            sheet.mark(self.question_at + v[top])
            sheet.put(self.numbers_at, v[top + 2])
            sheet.put(self.numbers_at + 1, v[top + 3])
        write_bits(v[layout.ACTS], self.spaces_at, sheet)
        k: i64 = 0
        while k < self.players:
            if (v[layout.PASSED] >> k) & 1:
                sheet.mark(self.passed_at + self.place_of(k, seat))
            if v[layout.ORDER + k] >= 0:
                sheet.mark(self.order_at + k * self.players + self.place_of(v[layout.ORDER + k], seat))
            k += 1

    def write_tiles(self, v: vec[i64], seat: i64, sheet: Sheet) -> None:
        k: i64 = 0
        while k < 6:
            if v[layout.ROUND_TILE + k] >= 0:
                sheet.mark(self.tiles_at + k * len(ROUND_TILES) + v[layout.ROUND_TILE + k])
            k += 1
        k = 0
        while k < len(CARDS):
            base = self.cards_at + k * self.card_width
            held = v[layout.CARD_AT + k]
            if held == 0:
                sheet.mark(base)
            elif held > 0:
                sheet.mark(base + 2 + self.place_of(held - 1, seat))
            sheet.put(base + 1, v[layout.CARD_COINS + k])
            k += 1
        k = 0
        while k < len(FAVORS):
            sheet.put(self.favors_at + k, v[layout.FAVOR_LEFT + k])
            k += 1
        k = 0
        while k < len(TOWNS):
            sheet.put(self.towns_at + k, v[layout.TOWN_LEFT + k])
            k += 1
        k = 0
        while k < 16:
            if v[layout.SPOTS + k]:
                sheet.mark(self.spots_at + k * self.players + self.place_of(v[layout.SPOTS + k] - 1, seat))
            k += 1

    def write_seat(self, v: vec[i64], own: i64, base: i64, sheet: Sheet) -> None:
        k: i64 = 0
        for place in self.goods:
            sheet.put(base + k, v[own + place])
            k += 1
        base += k
        if v[own + layout.FACTION] >= 0:
            sheet.mark(base + v[own + layout.FACTION])
        base += len(FACTIONS)
        write_bits(v[own + layout.FAVORS], base, sheet)
        base += len(FAVORS)
        k = 0
        while k < len(TOWNS):
            sheet.put(base + k, (v[own + layout.TOWNS] >> (3 * k)) & 7)
            k += 1
        write_bits(v[own + layout.USED], base + k, sheet)

    def write_hexes(self, v: vec[i64], seat: i64, sheet: Sheet) -> None:
        base = self.hexes_at
        h: i64 = 0
        while h < LAND:
            x = v[layout.HEX + h]
            sheet.mark(base + (x & 7))
            if x >= 8:
                sheet.mark(base + 6 + ((x >> 3) & 7))
                sheet.mark(base + 12 + self.place_of(((x >> 6) & 7) - 1, seat))
                if x & layout.IN_TOWN:
                    sheet.mark(base + 12 + self.players)
            base += self.hex_width
            h += 1

    def write_target(self, code: i64, sheet: Sheet) -> None:
        h: i64 = -1
        if code < codes.LONG:
            h = code // codes.BLOCK
        elif code < codes.TILE:
            h = (code - codes.LONG) // 7
        if h >= 0:
            sheet.mark(self.hexes_at + h * self.hex_width + 13 + self.players)


def write_bits(mask: i64, at_column: i64, sheet: Sheet) -> None:
    while mask:
        if mask & 1:
            sheet.mark(at_column)
        mask >>= 1
        at_column += 1


def observer_for(game: Game) -> Observer:
    """The observer of a game."""
    assert isinstance(game, TerraMysticaGame)
    return TerraMysticaObserver(game)
