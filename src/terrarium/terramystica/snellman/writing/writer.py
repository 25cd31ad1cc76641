"""Writing one of our games in the public server's command language, so that another engine can re-score it.

A row is written once its turn is over, because some words must stand before others there: what is dropped before what
is dug, one `transform` for a hex however often it was turned, the track that stays before the town tile. Conversions
that our payment makes by itself are written out, because the other side asks for them. `phrase.py` puts the
words of a turn in order.
"""

from typing import Final

from terrarium.kernel.contract import Event
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import at, top_of
from terrarium.terramystica.economy.cults import top_taken
from terrarium.terramystica.factions.boards import FAVOR_TILES, HOME_OF
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.game import TerraMystica, TerraMysticaGame
from terrarium.terramystica.map.board import BASE
from terrarium.terramystica.names import CULTS, FACTIONS, SHORT
from terrarium.terramystica.snellman.commands import COLOURS
from terrarium.terramystica.snellman.writing.header import header
from terrarium.terramystica.snellman.writing.phrase import Turn
from terrarium.terramystica.snellman.writing.plain import plain
from terrarium.terramystica.snellman.writing.reorder import reordered
from terrarium.terramystica.snellman.writing.words import Word, conversions, drop
from terrarium.terramystica.tables import FAVOR_STEPS, TOWN_STEPS

UNSAID: Final = "# terrarium: the public server has no words for the next row"
GIVEN_UP: Final = {
    layout.F_STORM: "FREE_TF",
    layout.F_RIDE: "FREE_D",
    layout.F_SWARM: "FREE_TP",
    layout.F_BRIDGE: "BRIDGE",
    layout.F_CULT: "CULT",
}
"""What options let a player give up; tiles not taken are counted at the end of the row."""
ASKED: Final = {
    "action ACT1": layout.F_BRIDGE,
    "action ACTE": layout.F_BRIDGE,
    "action ACTN": layout.F_STORM,
    "action ACTW": layout.F_RIDE,
    "action ACTS": layout.F_SWARM,
}


class Writer:
    """A log being written, one action at a time.

    `ahead` is the game as it stands; `state` follows it turn by turn and tells what happened.
    """

    def __init__(self, game: TerraMysticaGame, keep: bool = False) -> None:
        self.game = game
        self.ahead: TerraMystica = game.new()
        self.state: TerraMystica = game.new()
        self.state.watch()
        self.lines: list[str] = []
        self.unsaid: list[int] = []  # lines that only we can read
        self.turn = Turn()
        self.speaker = -1
        self.block: list[int] = []
        self.acted = False
        self.late = False  # the block is what a turn still says after others have answered
        self.cult = False  # the block is about spades of the cult phase
        # what the position was when so many lines had been written (for tests)
        self.keep = keep
        self.kept: list[tuple[int, TerraMystica]] = []
        # a town tile whose cult steps are not settled yet, and the cults before it
        self.town: Word | None = None
        self.before: list[int] = []

    def add(self, action: int) -> None:
        """Take in one action; the turn before it is written as soon as it is over."""
        v = self.ahead.v
        top = top_of(v)
        kind = int(v[top])
        seat = int(v[top + 1])
        if kind <= layout.F_FACTION:
            self.ahead.apply(action)
            self.state.apply(action)
            self.state.forget_events()
            return
        cult = kind == layout.F_SPADES and v[top + 3] == 1
        if seat != self.speaker or (kind == layout.F_MAIN and self.acted) or cult != self.cult:
            self.finish()
        self.cult = cult
        self.speaker = seat
        if not self.block:
            self.late = kind == layout.F_POST
        self.block.append(action)
        self.acted = self.acted or kind != layout.F_MAIN or action < codes.CONNECT
        alone = kind in (layout.F_PLACE, layout.F_CARD) or (kind == layout.F_LEECH and action < codes.CONVERT)
        alone = alone or (kind == layout.F_CULT and v[top + 3] == 1)
        self.ahead.apply(action)
        if alone:
            self.finish()

    def finish(self) -> None:
        """Write the turn so far: its row, then what it has brought about for others."""
        if not self.block:
            return
        seat = self.speaker
        faction = self.faction(seat)
        words: list[Word] = []
        after: list[tuple[int, str]] = []
        left = False
        for action in reordered(self.state, self.block, self.ahead):
            left = action == codes.LEAVE
            words += self.write(seat, action, after)
        if self.cult:
            self.turn.forget()
        if words and words[-1].kind == "answer" and len(words) > 1:
            # answers go first in a row, so what was converted before one needs a row of its own
            self.say(faction, self.turn.phrase(seat, words[:-1])[0], True)
            words = words[-1:]
        text, unsaid = self.turn.phrase(seat, words)
        if text and self.late:
            self.say_before(faction, text)
        elif text:
            self.say(faction, text, unsaid)
        if left:
            self.lines.append(f"drop-faction {faction}")
        for other, said in after:
            self.turn.heard(other)
            self.lines.append(f"{self.faction(other)}: {said}")
        self.block = []
        self.acted = False
        if self.keep:
            self.kept.append((len(self.lines), self.ahead.clone()))

    def say(self, faction: str, text: str, unsaid: bool) -> None:
        """One row; a remark before it if the server does not understand it."""
        if unsaid:
            self.lines.append(UNSAID)
            self.unsaid.append(len(self.lines))
        self.lines.append(f"{faction}: {text}")

    def say_before(self, faction: str, text: str) -> None:
        """Free moves at the very end of a double turn: for the server the turn is over when others answer."""
        last = max([i for i, line in enumerate(self.lines) if line.startswith(f"{faction}: ")])
        self.lines[last] += f". {text}"
        self.kept = [(lines, then) for lines, then in self.kept if lines <= last]

    def faction(self, seat: int) -> str:
        return FACTIONS[self.state.v[at(seat) + layout.FACTION]]

    def apply(self, action: int) -> list[Event]:
        self.state.apply(action)
        events = self.state.events(0)
        self.state.forget_events()
        return events

    def write(self, seat: int, action: int, after: list[tuple[int, str]]) -> list[Word]:
        """The words of one action; what others must say because of it goes to `after`."""
        v = self.state.v
        top = top_of(v)
        kind = int(v[top])
        detail = [int(v[top + 2]), int(v[top + 3])]
        hexes = [int(v[layout.HEX + h]) & 7 for h in range(77)] if action < codes.TILE else []
        if kind == layout.F_MAIN and action < codes.CONNECT:
            self.turn.begin(seat)
        self.look_before(seat, kind, detail, action)
        card = int(v[at(seat) + layout.CARD])
        events = self.apply(action)
        words = conversions(seat, events) if kind > layout.F_CARD else []
        if action < codes.TILE:
            words += self.write_hex(seat, kind, action, events, hexes)
        elif kind == layout.F_LEECH and action < codes.CONVERT:
            verb = "leech" if action == codes.TAKE else "decline"
            words.append(Word("answer", f"{verb} {detail[0]} from {self.faction(detail[1])}"))
        elif action == codes.DONE:
            if kind in GIVEN_UP:
                count = str(detail[0]) if kind == layout.F_CULT and detail[0] > 1 else ""
                words.append(Word("plain", f"-{count}{GIVEN_UP[kind]}"))
            elif kind == layout.F_MAIN:
                words.append(Word("dig", n=0))
        elif codes.STAY <= action < codes.ORDAIN:
            if kind == layout.F_TOWN:
                words.append(Word("plain", f"-{CULTS[action - codes.STAY].upper()}"))
        elif action < codes.CONVERT and action != codes.LEAVE:
            words.append(plain(FACTION_HOOKS[v[at(seat) + layout.FACTION]], detail[0], action, card))
            asked = ASKED.get(words[-1].text, 0)
            if asked > 0 and (v[layout.HEIGHT] == 0 or v[top_of(v)] != asked):
                # nothing to act on: the question has closed itself
                words.append(Word("plain", f"-{GIVEN_UP[asked]}"))
        if codes.TOWN <= action < codes.STAY:
            self.town = words[-1]
        self.look_after(seat, kind, events, words, after)
        return words

    def look_before(self, seat: int, kind: int, detail: list[int], action: int) -> None:
        """What the server will remember of a step that fails for want of a key."""
        v = self.state.v
        o = at(seat)
        track, steps = -1, 0
        if codes.SEND <= action < codes.ACT and kind == layout.F_MAIN:
            track, steps = (action - codes.SEND) // 3, (action - codes.SEND) % 3 + 1
        elif codes.CULT <= action < codes.FAVOR:
            track, steps = action - codes.CULT, detail[0]
        elif codes.FAVOR <= action < codes.TOWN:
            track, steps = (action - codes.FAVOR) % 4, int(FAVOR_STEPS[action - codes.FAVOR])
        elif codes.TOWN <= action < codes.STAY:
            self.before = [int(v[o + layout.CULT + i]) for i in range(4)]
        if track >= 0 and v[o + layout.KEYS] == 0 and not top_taken(v, track):
            now = int(v[o + layout.CULT + track])
            if now < 10 and now + steps >= 10:
                self.turn.block_track(seat, track)

    def look_after(
        self, seat: int, kind: int, events: list[Event], words: list[Word], after: list[tuple[int, str]]
    ) -> None:
        """Tiles owed, spades lost, offers that nobody could take."""
        v = self.state.v
        for event in events:
            if event.code == "spades_lost":
                n = int(str(event.args["n"]))
                if event.seat == seat and not any([e.code == "round_end" for e in events]):
                    words.append(Word("drop", n=n))
                else:
                    after.append((event.seat, drop(n)))
            elif event.code == "no_room":
                builder = int(str(event.args["from"]))
                after.append((event.seat, f"decline {event.args['n']} from {self.faction(builder)}"))
            elif event.code in ("town", "connect") and event.seat == seat:
                self.turn.towns += 1
        if self.town is not None and not (v[layout.HEIGHT] > 0 and v[top_of(v)] == layout.F_STAY):
            self.settle_town(seat, self.town)
            self.town = None

    def settle_town(self, seat: int, word: Word) -> None:
        """How the server is told which tracks stay at 9: by going back before the tile, or up by hand after it."""
        v = self.state.v
        o = at(seat)
        tile = word.n
        steps = int(TOWN_STEPS[tile])
        found = [int(v[o + layout.CULT + i]) for i in range(4)]
        climbed = sum([1 for i in range(4) if found[i] == 10 and self.before[i] < 10])
        keys = int(v[o + layout.KEYS]) + climbed
        lifts = self.turn.lifts(seat, keys)
        for track in range(4):
            now = self.before[track]
            due = now + steps + ((lifts >> track) & 1)
            others = found[track] < 10 and top_taken(v, track)
            natural = min(due, 9 if others else 10)
            if found[track] < natural and now < 10:
                back = due - found[track]
                word.before.append(f"-{back if back > 1 else ''}{CULTS[track].upper()}")
                word.unsaid = word.unsaid or now - back < 7
            elif found[track] > natural:
                word.later.append(f"+{CULTS[track].upper()}")
            elif due >= 10 and found[track] == 9 and not others:
                self.turn.block_track(seat, track)

    def write_hex(self, seat: int, kind: int, action: int, events: list[Event], hexes: list[int]) -> list[Word]:
        """Dwellings, terrain, upgrades."""
        long = action >= codes.LONG
        h, part = divmod(action - codes.LONG, 7) if long else divmod(action, codes.BLOCK)
        name = BASE.land_names[h]
        faction = int(self.state.v[at(seat) + layout.FACTION])
        if not long and part == 0:
            return [Word("build", f"build {name}", h)]
        if not long and part >= codes.UPGRADE:
            word = Word("plain", f"upgrade {name} to {SHORT[part - 6].upper()}")
            self.turn.favors += int(FAVOR_TILES[faction * 6 + part - 6])
            if part - 6 == layout.STRONGHOLD and FACTION_HOOKS[faction].ordains > 0:
                word.kind = "temple"
            elif part - 6 == layout.STRONGHOLD and FACTION_HOOKS[faction].stronghold_spades > 0:
                word.kind = "hole"
            return [word]
        terrain = part if long else part - 1
        bought = sum([int(str(e.args["n"])) for e in events if e.code == "spades" and e.cause == "spade"])
        words = [Word("dig", n=bought)] if bought else []
        turned = Word("plain" if self.cult else "turn", f"transform {name} to {COLOURS[terrain]}", h)
        turned.n = 1 if terrain == HOME_OF[faction] else 0
        return [*words, turned]

    def unsaid_rows(self) -> list[int]:
        """Rows of the log that the public server does not understand."""
        head = len(header(self.ahead))
        return [head + line + 1 for line in self.unsaid]

    def text(self) -> str:
        """The log so far."""
        self.finish()
        return "\n".join([*header(self.ahead), *self.lines]) + "\n"


def write_log(game: TerraMysticaGame, actions: list[int]) -> str:
    """The log of a game, finished or not."""
    writer = Writer(game)
    for action in actions:
        writer.add(action)
    return writer.text()
