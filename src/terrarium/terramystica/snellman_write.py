"""Writing one of our games in the public server's command language, so that another engine can re-score it.

Conversions that our payment makes by itself are written out, because the other side asks for them.
"""

from typing import Final

from terrarium.kernel.contract import Event
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import at, top_of
from terrarium.terramystica.game import OPTIONS, TerraMystica, TerraMysticaGame
from terrarium.terramystica.map.board import BRIDGE_NAMES, LAND_NAMES, RIVER_NAMES
from terrarium.terramystica.map.spades import direction, steps_between
from terrarium.terramystica.names import (
    CARDS,
    CULTS,
    FACTIONS,
    FAVORS,
    ROUND_TILES,
    SHORT,
    STRONGHOLD_ACTIONS,
    TOWNS,
)
from terrarium.terramystica.snellman import COLOURS, PLAIN, SWITCHES

UNIT: Final = {"power": "pw", "workers": "w", "priests": "p", "coins": "c", "vp": "vp"}


class Writer:
    """A log being written, one action at a time."""

    def __init__(self, game: TerraMysticaGame) -> None:
        self.game = game
        self.state: TerraMystica = game.new()
        self.state.watch()
        self.lines: list[str] = []
        self.said: list[str] = []
        self.speaker = -1
        # a hex being dug: where it is, what it was, the steps so far
        self.dug = -1
        self.dug_from = 0
        self.dug_way = 0
        self.dug_steps = 0

    # --- set-up ------------------------------------------------------------------------------------------------------

    def header(self) -> list[str]:
        """Options, tiles, cards left out, factions."""
        v = self.state.v
        options = self.game.options
        lines = [f"option {name}" for name in PLAIN]
        written = {"factions", "leaving"}
        for name, (key, value) in SWITCHES.items():
            written.add(key)
            if options[key] == value:
                lines.append(f"option {name}")
        for option in OPTIONS:
            if option.name not in written and options[option.name] != option.default:
                lines.append(f"# terrarium {option.name}={options[option.name]}")
        tiles = [int(v[layout.ROUND_TILE + i]) for i in range(6)]
        if -1 not in tiles:
            lines.append("score " + ",".join([ROUND_TILES[t].upper() for t in tiles]))
        lines += [f"delete {CARDS[i].upper()}" for i in range(10) if v[layout.CARD_AT + i] < 0 and self.in_box(i)]
        for seat in range(self.game.players):
            if v[at(seat) + layout.FACTION] >= 0:
                lines.append(f"setup {FACTIONS[v[at(seat) + layout.FACTION]]}")
        return lines

    def in_box(self, card: int) -> bool:
        return card < 9 or self.game.options["shipping_card"] == "on"

    # --- lines -------------------------------------------------------------------------------------------------------

    def say(self, seat: int, text: str) -> None:
        """Add a command to the seat's line."""
        if seat != self.speaker:
            self.flush()
        self.speaker = seat
        self.said.append(text)

    def flush(self) -> None:
        """End the line."""
        self.lay_terrain()
        if self.said:
            self.lines.append(f"{self.faction(self.speaker)}: {'. '.join(self.said)}")
        self.said = []

    def faction(self, seat: int) -> str:
        return FACTIONS[self.state.v[at(seat) + layout.FACTION]]

    def lay_terrain(self) -> None:
        """Write the `transform` of the hex dug so far."""
        if self.dug < 0:
            return
        if self.dug_steps > 0:
            goal = (self.dug_from + self.dug_way * self.dug_steps) % 7
            self.said.append(f"transform {LAND_NAMES[self.dug]} to {COLOURS[goal]}")
        self.dug = -1

    def add(self, action: int) -> None:
        """Write and apply one action."""
        state = self.state
        v = state.v
        seat = int(v[top_of(v) + 1])
        kind = int(v[top_of(v)])
        detail = [int(v[top_of(v) + 2]), int(v[top_of(v) + 3])]
        if seat != self.speaker or kind == layout.F_MAIN:
            self.flush()
        hexes = [int(v[layout.HEX + h]) for h in range(77)] if action < codes.TILE else []
        state.apply(action)
        events = state.events(0)
        state.forget_events()
        if kind > layout.F_FACTION:
            if kind > layout.F_CARD:
                self.write_conversions(seat, events, action)
            self.write(seat, kind, detail, action, events, hexes)
            self.write_full_bowls(events)

    def write_conversions(self, seat: int, events: list[Event], action: int) -> None:
        """What had to be burnt and converted first."""
        paid: tuple[str, int] | None = None
        for event in events:
            if event.code == "round_end":
                return
            if event.seat != seat:
                continue
            n = event.args.get("n")
            if not isinstance(n, int):
                continue
            if event.code == "burn":
                self.say(seat, f"burn {n}")
            elif event.cause == "conversion":
                what = str(event.args.get("what", "power"))
                if event.code in ("pay", "power_spend"):
                    paid = (UNIT[what], n)
                elif paid is not None:
                    self.say(seat, f"convert {paid[1]}{paid[0]} to {n}{UNIT[what]}")
                    paid = None

    def write_full_bowls(self, events: list[Event]) -> None:
        """The server asks even those whose bowls are full."""
        for event in events:
            if event.code == "no_room":
                builder = int(str(event.args["from"]))
                self.say(event.seat, f"decline {event.args['n']} from {self.faction(builder)}")
                self.flush()

    def write(
        self, seat: int, kind: int, detail: list[int], action: int, events: list[Event], hexes: list[int]
    ) -> None:
        """The command itself."""
        if action < codes.TILE:
            self.write_hex(seat, kind, detail, action, events, hexes)
            return
        if kind == layout.F_LEECH:
            verb = "leech" if action == codes.TAKE else "decline"
            self.say(seat, f"{verb} {detail[0]} from {self.faction(detail[1])}")
            self.flush()
        elif action == codes.DONE:
            if kind == layout.F_SPADES:
                self.lay_terrain()
                for _ in range(detail[0]):
                    self.say(seat, "-SPADE")
        elif action == codes.LEAVE:
            self.flush()
            self.lines.append(f"drop-faction {self.faction(seat)}")
        elif codes.STAY <= action < codes.ORDAIN:
            self.said.insert(len(self.said) - 1, f"-{CULTS[action - codes.STAY].upper()}")
        elif action < codes.CONVERT:
            self.lay_terrain()
            self.say(seat, self.plain(seat, kind, detail, action))
            if (
                kind == layout.F_CARD
                or codes.PASS <= action < codes.LEAVE
                or (kind == layout.F_CULT and detail[1] == 1)
            ):
                self.flush()

    def plain(self, seat: int, kind: int, detail: list[int], action: int) -> str:
        """Commands that one code spells."""
        for first, last, template, names in TEMPLATES:
            if first <= action < last:
                return template.replace("*", names[action - first])
        if action == codes.SHIP:
            return "advance ship"
        if action == codes.DIG:
            return "advance dig"
        if codes.SEND <= action < codes.ACT:
            track, steps = divmod(action - codes.SEND, 3)
            return f"send p to {CULTS[track].upper()} for {steps + 1}"
        if action == codes.ACT_CARD:
            return f"action {CARDS[self.state.v[at(seat) + layout.CARD]].upper()}"
        if action == codes.ACT_STRONGHOLD:
            return f"action {STRONGHOLD_ACTIONS[self.faction(seat)].upper()}"
        if codes.CULT <= action < codes.FAVOR:
            count = str(detail[0]) if detail[0] > 1 else ""
            return f"+{count}{CULTS[action - codes.CULT].upper()}"
        if codes.ORDAIN <= action < codes.TAKE:
            n = action - codes.ORDAIN + 1
            return f"convert {n}w to {n}p"
        return "pass"

    def write_hex(
        self, seat: int, kind: int, detail: list[int], action: int, events: list[Event], hexes: list[int]
    ) -> None:
        """Dwellings, terrain, upgrades."""
        long = action >= codes.LONG
        h, part = divmod(action - codes.LONG, 7) if long else divmod(action, codes.BLOCK)
        terrain = part if long else part - 1
        name = LAND_NAMES[h]
        if not long and part == 0:
            self.lay_terrain()
            self.say(seat, f"build {name}")
            if kind == layout.F_PLACE:
                self.flush()
            return
        if not long and part >= codes.UPGRADE:
            self.say(seat, f"upgrade {name} to {SHORT[part - 6].upper()}")
            return
        if kind == layout.F_STORM:
            self.say(seat, f"transform {name} to {COLOURS[terrain]}")
            return
        start = hexes[h] & 7
        way = int(direction(start, terrain))
        steps = int(steps_between(start, terrain))
        if long:
            way, steps = -way, 7 - steps
        on = self.dug == h
        if on:
            way = self.dug_way
            steps = (terrain - start) * way % 7
        if (not on or self.dug_steps + steps > 3) and self.dug >= 0:
            self.lay_terrain()
        bought = sum([int(str(e.args["n"])) for e in events if e.code == "spades" and e.cause == "cost"])
        if bought:
            self.say(seat, f"dig {bought}")
        else:
            self.say_nothing(seat)
        if self.dug < 0:
            self.dug = h
            self.dug_from = start
            self.dug_way = way
            self.dug_steps = 0
        self.dug_steps += steps
        if self.dug_steps > 3:
            # the long way round goes step by step
            for step in range(1, self.dug_steps + 1):
                self.said.append(f"transform {name} to {COLOURS[(self.dug_from + way * step) % 7]}")
            self.dug_from = terrain
            self.dug_steps = 0

    def say_nothing(self, seat: int) -> None:
        """A line begins even if its first words come later."""
        if seat != self.speaker:
            self.flush()
        self.speaker = seat

    def text(self) -> str:
        """The log so far."""
        self.flush()
        return "\n".join([*self.header(), *self.lines]) + "\n"


TEMPLATES: Final = [
    (codes.CARD, codes.SHIP, "pass *", [x.upper() for x in CARDS]),
    (codes.ACT, codes.ACT_CARD, "action *", [f"ACT{i}" for i in range(1, 7)]),
    (codes.ACT_FAVOR, codes.ACT_STRONGHOLD, "action *", ["FAV6"]),
    (codes.ACT_BRIDGE, codes.BRIDGE, "action *", ["ACTE"]),
    (codes.BRIDGE, codes.CULT, "bridge *", BRIDGE_NAMES),
    (codes.FAVOR, codes.TOWN, "+*", [x.upper() for x in FAVORS]),
    (codes.TOWN, codes.STAY, "+*", [x.upper() for x in TOWNS]),
    (codes.PASS, codes.PASS + 10, "pass *", [x.upper() for x in CARDS]),
    (codes.CONNECT, codes.CONVERT, "connect *", RIVER_NAMES),
]


def write_log(game: TerraMysticaGame, actions: list[int]) -> str:
    """The log of a game, finished or not."""
    writer = Writer(game)
    for action in actions:
        writer.add(action)
    return writer.text()
