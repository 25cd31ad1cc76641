"""Terra Mystica behind the kernel's contract: the title, its options, a game, a position."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.kernel.contract import (
    CHANCE,
    OVER,
    Choice,
    Event,
    Game,
    NotationError,
    Option,
    Refusal,
    State,
    Title,
    checked_options,
)
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.handmade import map_in, without_map
from terrarium.kernel.rulebook import Sheet
from terrarium.terramystica import codes, layout
from terrarium.terramystica.actions.listing import fill
from terrarium.terramystica.actions.refusals import why
from terrarium.terramystica.bench import play_random
from terrarium.terramystica.codes import expand_text, parse_text, text_of
from terrarium.terramystica.data import Position, at, push, top_of
from terrarium.terramystica.factions import all as factions
from terrarium.terramystica.map.board import BASE, TERRAIN, chart_of
from terrarium.terramystica.map.painted import painted_in
from terrarium.terramystica.names import FACTIONS
from terrarium.terramystica.next_turn import next_turn
from terrarium.terramystica.page.choices import choice_of, price_lines
from terrarium.terramystica.page.sheets import all_sheets
from terrarium.terramystica.page.view import view_position
from terrarium.terramystica.phases.flow import advance, answer
from terrarium.terramystica.storage import dump_position, load_position
from terrarium.terramystica.tables import FAVOR_COUNT, TOWN_COUNT

assert factions.ALL  # each sits at its place as soon as they are imported

RULES: Final = [
    (layout.R_DRAWN, Option("factions", "pick", ["pick", "draw"], "setup.factions")),
    (layout.R_LEECH_STRICT, Option("leech_vp_rule", "capped", ["capped", "strict"], "leech.points")),
    (layout.R_NO_ERRATA, Option("cultist_errata", "on", ["on", "off"], "faction.cultists.declined")),
    (layout.R_CULTIST_EACH, Option("cultist_step", "once", ["once", "each"], "faction.cultists.step")),
    (layout.R_SPADE_TILE_ANY, Option("spade_tile_rounds", "early", ["early", "any"], "setup.spade_tile")),
    (layout.R_STRICT_SPLIT, Option("strict_split", "off", ["off", "on"], "spades.split")),
    (layout.R_SPADE_USED, Option("spade_credit", "gained", ["gained", "used"], "spades.credit")),
    (layout.R_VARIABLE, Option("turn_order", "clockwise", ["clockwise", "passing"], "pass.order")),
    (layout.R_TOWNS, Option("town_tiles", "base", ["base", "expansion"], "towns.expansion")),
    (layout.R_CARD, Option("shipping_card", "off", ["off", "on"], "setup.shipping_card")),
    (layout.R_TEMPLES, Option("temple_tile", "off", ["off", "on"], "setup.temple_tile")),
    (layout.R_IDLE, Option("idle_actions", "off", ["off", "on"], "special.idle")),
    (layout.R_LEAVING, Option("leaving", "off", ["off", "on"], "leaving.leave")),
    (layout.R_SERVER, Option("server_moves", "off", ["off", "on"], "leaving.server_moves")),
]
"""Every option has two values; the second one sets the bit."""
OPTIONS: Final = [option for _, option in RULES]

RULES_VERSION: Final = 1


class TerraMystica(Position):
    """One position of Terra Mystica. Nothing is hidden after the set-up, so every seat sees everything."""

    game: "TerraMysticaGame"

    def __init__(self, game: "TerraMysticaGame", v: vec[i64]) -> None:
        super().__init__(v, game.chart)
        self.game = game

    def current_player(self) -> int:
        v = self.v
        if v[layout.HEIGHT] == 0:
            return OVER
        return int(v[top_of(v) + 1])

    def legal_actions(self) -> list[int]:
        n = fill(self)
        out = self.out
        found: list[int] = []
        i: i64
        for i in range(n):
            found.append(out[i])
        return found

    def chance_outcomes(self) -> list[tuple[int, int]]:
        return [(action, 1) for action in self.legal_actions()] if self.current_player() == CHANCE else []

    def apply(self, action: int) -> None:
        answer(self, action)

    def clone(self) -> "TerraMystica":
        return TerraMystica(self.game, self.v[:])

    def origin(self) -> Game:
        return self.game

    def blind(self, seat: int) -> "TerraMystica":
        return self.clone()

    def lean(self, on: bool) -> "TerraMystica":
        """A clone at the same question that lists what a search needs (or, with False, what a person may do)."""
        copy = self.clone()
        copy.v[layout.LEAN] = 1 if on else 0
        return copy

    def scores(self) -> list[int]:
        v = self.v
        return [int(v[at(seat) + layout.VP]) for seat in range(int(v[layout.PLAYERS]))]

    def winners(self) -> list[int]:
        if self.v[layout.HEIGHT] > 0:
            return []
        scores = self.scores()
        best = max(scores)
        return [seat for seat, score in enumerate(scores) if score == best]

    def why_illegal(self, action: int) -> Refusal | None:
        return why(self, action)

    def choices(self, seat: int) -> list[Choice]:
        if seat < 0 or seat != self.current_player():
            return []
        return [choice_of(self, self.clone(), action) for action in self.legal_actions()]

    def explain(self, action: int) -> list[tuple[str, int]]:
        if self.why_illegal(action) is not None or self.v[top_of(self.v)] <= layout.F_CARD:
            return []
        return price_lines(self.clone(), self, action)

    def view(self, seat: int) -> dict[str, object]:
        return view_position(self, self.current_player())

    def view_beside(self, other: dict[str, object], seat: int) -> dict[str, object]:
        return dict(other)  # nothing is secret

    def turn_ahead(self, seat: int) -> State | None:
        page = next_turn(self.dump(), seat)
        copy = None if page is None else self.game.load(page)
        return copy if copy is not None and copy.current_player() == seat else None

    def dump(self) -> dict[str, object]:
        return dump_position(self.v, self.game.empty().v, self.chart)

    def text(self, action: int) -> str:
        return text_of(self.chart, action)

    def parse(self, text: str) -> int:
        return parse_text(self.chart, text)

    def expand(self, text: str) -> list[int]:
        return expand_text(self.chart, text)

    def watch(self) -> None:
        self.watching = True
        self.noted = []

    def events_wanted(self) -> bool:
        return self.watching

    def play_out(self, seed: int) -> tuple[int, int]:
        return play_random(self, Dealer(seed))

    def events(self, seat: int) -> list[Event]:
        return list(self.noted) if self.watching else []

    def forget_events(self) -> None:
        if self.watching:
            self.noted = []


class TerraMysticaGame(Game):
    """A table for two to five players with its options."""

    def __init__(self, players: int, options: dict[str, str]) -> None:
        self.title = "terra-mystica"
        self.rules_version = RULES_VERSION
        self.players = players
        self.map_name = "base"
        self.options = options
        self.terrain = TERRAIN
        """The terrain of every hex before anybody digs."""
        self.chart = BASE
        own = map_in(options)
        if own:
            page = painted_in(own, options[own])
            self.map_name = page.name
            self.terrain = vec[i64]([i64(t) for t in page.terrain])
            self.chart = chart_of(page.rows)
        self.rules = 0
        for bit, option in RULES:
            if options[option.name] != option.default:
                self.rules |= bit
        state = self.empty()
        push(state.v, layout.A_SETUP, CHANCE, 0, 0)
        advance(state)
        self.first = state.v

    def empty(self) -> TerraMystica:
        """A table before anything is laid out."""
        v: vec[i64] = vec[i64]([i64(0) for _ in range(layout.SIZE)])
        v[layout.PLAYERS] = self.players
        v[layout.TURN] = -1
        v[layout.RULES] = self.rules
        for i in range(6):
            v[layout.ROUND_TILE + i] = -1
        for i in range(5):
            v[layout.ORDER + i] = i if i < self.players else -1
            v[layout.NEXT_ORDER + i] = -1
            v[at(i) + layout.FACTION] = -1
            v[at(i) + layout.CARD] = -1
        if self.rules & layout.R_CARD == 0:
            v[layout.CARD_AT + 9] = -1
        for i in range(12):
            v[layout.FAVOR_LEFT + i] = FAVOR_COUNT[i]
        kinds = 8 if self.rules & layout.R_TOWNS else 5
        for i in range(kinds):
            v[layout.TOWN_LEFT + i] = TOWN_COUNT[i]
        for i in range(77):
            v[layout.HEX + i] = self.terrain[i]
        return TerraMystica(self, v)

    def new(self) -> TerraMystica:
        return TerraMystica(self, self.first[:])

    def load(self, dump: dict[str, object]) -> TerraMystica:
        state = self.empty()
        load_position(state.v, dump, self.chart)
        return state

    def all_actions(self) -> list[int]:
        return list(range(codes.END))


class TerraMysticaTitle(Title):
    """The title as the catalogue lists it."""

    def __init__(self) -> None:
        self.id = "terra-mystica"
        self.players = (2, 5)
        self.races = list(FACTIONS)
        self.powers = []
        self.maps = ["base"]
        self.house_maps = "hexes"
        self.options = OPTIONS

    def game(self, players: int, map_name: str, options: dict[str, str]) -> TerraMysticaGame:
        if not 2 <= players <= 5:
            raise NotationError("players", {"title": self.id, "players": players, "low": 2, "high": 5})
        own = map_in(options)
        if map_name not in ("", own.partition(".")[2] or "base"):
            raise NotationError("unknown_map", {"title": self.id, "map": map_name[:60], "names": "base"})
        chosen = checked_options(self.id, OPTIONS, without_map(options))
        if own:
            chosen[own] = options[own]
        return TerraMysticaGame(players, chosen)

    def dealt(self) -> dict[str, str]:
        return {"factions": "draw"}

    def sheets(self) -> list[Sheet]:
        return all_sheets()


TITLE: Final = TerraMysticaTitle()
