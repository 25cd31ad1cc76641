"""Playing a log of the public server on our rules.

There, offers of power stay open while others play on. `LogPlayer` replays a log either with open offers, exactly in
written order (to compare every row), or ordered: each offer is answered when it is made, with the answer that stands
later in the log (to make a record of our own). Commands of a row are matched to the questions our rules ask; a
command that no question takes is refused with its row.
"""

from typing import Final

from mypy_extensions import i64

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import causes, codes, layout
from terrarium.terramystica.board import LAND_RIVER, RIVER_LAND
from terrarium.terramystica.buffer import OUT
from terrarium.terramystica.cults import rise
from terrarium.terramystica.data import at, pop, top_of
from terrarium.terramystica.flow import advance, end_round
from terrarium.terramystica.game import TITLE, TerraMystica
from terrarium.terramystica.goods import gain_power
from terrarium.terramystica.listing import fill
from terrarium.terramystica.names import FACTIONS
from terrarium.terramystica.offers import offered, take_offer, takeable
from terrarium.terramystica.snellman import Command, Line, Log
from terrarium.terramystica.spades import direction, turned_now
from terrarium.terramystica.tables import CULTISTS, HOME_OF
from terrarium.terramystica.towns import can_connect

CLOSABLE: Final = (layout.F_SPADES, layout.F_BUILD, layout.F_ORDAIN, layout.F_POST)
NEW_ACTION: Final = ("action", "upgrade", "send", "advance", "pass", "dig", "build", "transform")


class Building:
    """One new building whose neighbours have open offers."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.waiting = 0
        self.taken = 0
        self.declined = 0


class Offer:
    """An open offer of power."""

    def __init__(self, seat: int, amount: int, building: Building) -> None:
        self.seat = seat
        self.amount = amount
        self.building = building


class LogPlayer:
    """A log being played; `state` is where it stands and `actions` how it came there (ordered play only)."""

    def __init__(self, log: Log, ordered: bool) -> None:
        self.log = log
        self.ordered = ordered
        self.actions: list[int] = []
        self.offers: list[Offer] = []
        self.steps = 0  # cult steps the Cultists have earned and not yet taken
        self.at_line = 0
        self.ahead: list[int] = [-1] * 5  # ordered: the last line from which a seat's answer was taken
        if not 2 <= len(log.factions) <= 5:
            raise NotationError("log_players", {"n": len(log.factions)})
        self.game = TITLE.game(len(log.factions), "", log.options)
        self.state: TerraMystica = self.game.new()
        self.state.watch()
        self.state.held = not ordered
        self.seat_of: dict[int, int] = {}

    # --- set-up ------------------------------------------------------------------------------------------------------

    def set_up(self) -> None:
        """Tiles, cards left out, factions."""
        log = self.log
        if len(log.tiles) != 6:
            raise NotationError("log_tiles", {"n": len(log.tiles)})
        for tile in reversed(log.tiles):
            self.must(codes.TILE + tile, 0, "score")
        for card in log.out:
            self.must(codes.OUT_CARD + card, 0, "delete")
        for seat, faction in enumerate(log.factions):
            self.must(codes.PICK + faction, 0, f"setup {FACTIONS[faction]}")
            self.seat_of[faction] = seat

    # --- questions ---------------------------------------------------------------------------------------------------

    def kind(self) -> int:
        """The open question, 0 when the game is over."""
        v = self.state.v
        return int(v[top_of(v)]) if v[layout.HEIGHT] > 0 else 0

    def owner(self) -> int:
        v = self.state.v
        return int(v[top_of(v) + 1])

    def legal(self, action: int) -> bool:
        n = fill(self.state)
        i: i64 = 0
        while i < n:
            if OUT[i] == action:
                return True
            i += 1
        return False

    def give(self, action: int) -> None:
        """Answer, and let everything follow that needs no answer from the log."""
        if self.ordered:
            self.actions.append(action)
        self.state.apply(action)
        self.drive()

    def must(self, action: int, row: int, text: str) -> None:
        """Answer, or refuse the row."""
        if not self.legal(action):
            why = self.state.why_illegal(action)
            reason = why.code if why is not None else ""
            raise NotationError(
                "log_refused", {"row": row, "text": text, "action": codes.text_of(action), "reason": reason}
            )
        self.give(action)

    def drive(self) -> None:
        """Open offers, or (ordered) answer them from later rows; end the round when nothing is open."""
        if self.ordered:
            self.answer_ahead()
            return
        state = self.state
        v = state.v
        while v[layout.HEIGHT] > 0:
            kind = self.kind()
            if kind == layout.A_OFFERS:
                self.open_offers(self.owner())
            elif kind == layout.A_ROUND_END and not self.offers and self.steps == 0:
                pop(v)
                end_round(state)
            else:
                return
            advance(state)

    def open_offers(self, seat: int) -> None:
        """Put the offers of this action's buildings on the list instead of the stack."""
        v = self.state.v
        pop(v)
        players = int(v[layout.PLAYERS])
        for i in range(int(v[layout.EVENTS])):
            h = v[layout.EVENT + i]
            building = Building(seat)
            for k in range(1, players):
                other = (seat + k) % players
                amount = int(offered(v, other, h))
                if amount > 0 and (v[layout.GONE] >> other) & 1 == 0:
                    self.offers.append(Offer(other, amount, building))
                    building.waiting += 1
        v[layout.EVENTS] = 0

    # --- answers to offers -------------------------------------------------------------------------------------------

    def answer_open(self, seat: int, command: Command, row: int) -> None:
        """`leech`/`decline` with open offers."""
        if command.a < 0:
            for offer in [o for o in self.offers if o.seat == seat]:
                self.settle(offer, False)
            return
        source = self.seat_of.get(command.a, -1)
        mine = [o for o in self.offers if o.seat == seat and o.building.seat == source]
        exact = [o for o in mine if o.amount == command.n]
        if not mine:
            raise NotationError("log_no_offer", {"row": row, "text": command.text})
        self.settle((exact or mine)[0], command.verb == "leech")

    def settle(self, offer: Offer, take: bool) -> None:
        """One answer; the Cultists get their step with the first taker, their power after the last decline."""
        state = self.state
        building = offer.building
        self.offers.remove(offer)
        building.waiting -= 1
        full = takeable(state.v, offer.seat, offer.amount) <= 0
        if take and not full:
            take_offer(state, offer.seat, offer.amount, building.seat)
            building.taken += 1
        elif not full:
            building.declined += 1
        if state.v[at(building.seat) + layout.FACTION] == CULTISTS:
            if take and not full and building.taken == 1:
                self.steps += 1
            if building.waiting == 0 and building.taken == 0 and building.declined > 0 and self.errata():
                gain_power(state, building.seat, 1, causes.OF_FACTION + CULTISTS)

    def errata(self) -> bool:
        return self.state.v[layout.RULES] & layout.R_NO_ERRATA == 0

    def answer_ahead(self) -> None:
        """Ordered play: find the answers to offers and Cultists' steps in this row or a later one."""
        while True:
            kind = self.kind()
            if kind == layout.F_LEECH:
                v = self.state.v
                top = top_of(v)
                action = self.find_answer(int(v[top + 1]), int(v[top + 2]), int(v[top + 3]))
            elif kind == layout.F_CULT and self.state.v[top_of(self.state.v) + 3] == 1:
                action = codes.CULT + self.find_step(self.owner())
            else:
                return
            self.actions.append(action)
            self.state.apply(action)

    def find_answer(self, seat: int, amount: int, source: int) -> int:
        """The seat's first unused answer to this source, up to its next own action; none means no."""
        faction = self.log.factions[seat]
        for i in range(self.at_line, len(self.log.lines)):
            line = self.log.lines[i]
            if line.faction != faction:
                continue
            for command in line.commands:
                if command.used:
                    continue
                if command.verb in ("leech", "decline"):
                    if command.verb == "decline" and command.a < 0:
                        return codes.DECLINE
                    if command.a == self.log.factions[source] and command.n == amount:
                        command.used = True
                        self.ahead[seat] = max(self.ahead[seat], i)
                        return codes.TAKE if command.verb == "leech" else codes.DECLINE
                elif i > self.at_line and command.verb not in ("burn", "convert", "step"):
                    return codes.DECLINE
        return codes.DECLINE

    def find_step(self, seat: int) -> int:
        """The Cultists' next step that no action of theirs explains."""
        faction = self.log.factions[seat]
        for i in range(self.at_line, len(self.log.lines)):
            line = self.log.lines[i]
            if line.faction != faction:
                continue
            owed = 0
            for command in line.commands:
                if command.verb == "action":
                    owed += 1 if command.text.lower().split()[1] in ("bon2", "fav6") else 0
                elif command.verb == "step" and not command.used:
                    if owed > 0:
                        owed -= 1
                        continue
                    command.used = True
                    self.ahead[seat] = max(self.ahead[seat], i)
                    return command.a
        return 0

    # --- rows --------------------------------------------------------------------------------------------------------

    def close(self) -> None:
        """Say no to whatever a finished row left open."""
        while self.kind() in CLOSABLE and not self.cult_spades():
            self.give(codes.DONE)

    def cult_spades(self) -> bool:
        v = self.state.v
        return self.kind() == layout.F_SPADES and v[top_of(v) + 3] == 1

    def play_line(self, line: Line) -> None:
        """All commands of one row, in written order unless a question wants another one first."""
        if line.faction not in self.seat_of:
            raise NotationError("log_faction", {"row": line.number, "text": line.text})
        seat = self.seat_of[line.faction]
        if self.kind() > 0 and (self.owner() != seat or self.starts_anew(line)):
            self.close()
        while True:
            waiting = [c for c in line.commands if not c.used]
            if not waiting:
                return
            self.play_next(seat, waiting, line.number)

    def starts_anew(self, line: Line) -> bool:
        """Does a row of the seat that has just played begin another action?"""
        if self.kind() not in (layout.F_BUILD, layout.F_POST):
            return False
        return any(c.verb in NEW_ACTION for c in line.commands)

    def play_next(self, seat: int, waiting: list[Command], row: int) -> None:
        """One command of the row, or a "no" to a question that none of them answers."""
        first = waiting[0]
        if first.verb in ("leech", "decline"):
            first.used = True
            if not self.ordered:
                self.answer_open(seat, first, row)
                self.drive()
            return
        if first.verb == "leave":
            first.used = True
            self.drop(seat, row, first.text)
            return
        mine = self.kind() > 0 and self.owner() == seat
        if first.verb == "step" and not (mine and self.kind() == layout.F_CULT) and self.steps > 0:
            first.used = True
            self.steps -= 1
            rise(self.state, seat, first.a, 1, causes.OF_FACTION + CULTISTS)
            self.drive()
            return
        if not mine:
            raise NotationError("log_turn", {"row": row, "text": first.text})
        for command in waiting:
            if self.takes(command, waiting):
                self.play(seat, command, waiting, row)
                return
        if self.kind() in CLOSABLE:
            if self.cult_spades() and first.verb == "transform":
                self.must(codes.TRANSFORM + first.a * codes.BLOCK + first.b, row, first.text)
            self.give(codes.DONE)
            return
        raise NotationError("log_question", {"row": row, "text": first.text})

    def takes(self, command: Command, waiting: list[Command]) -> bool:
        """Does the open question take this command?"""
        kind = self.kind()
        verb = command.verb
        if verb in ("burn", "convert"):
            return command is waiting[0] or (kind == layout.F_ORDAIN and command.a == 1 and command.b == 2)
        if kind == layout.F_MAIN:
            return verb not in ("favor", "town", "step", "stay", "drop")
        if kind == layout.F_SPADES:
            return verb in ("dig", "transform", "drop") or (verb == "build" and not self.built_now(command))
        if kind == layout.F_BUILD:
            return (verb == "build" and self.built_now(command)) or (verb in ("transform", "dig") and self.rough() >= 0)
        if kind == layout.F_STORM:
            return verb in ("transform", "build")
        if kind == layout.F_POST:
            return verb == "connect"
        wanted = {
            layout.F_RIDE: "build",
            layout.F_PLACE: "build",
            layout.F_SWARM: "upgrade",
            layout.F_BRIDGE: "bridge",
            layout.F_CULT: "step",
            layout.F_FAVOR: "favor",
            layout.F_TOWN: "town",
            layout.F_STAY: "stay",
            layout.F_CARD: "pass",
        }
        return wanted.get(kind, "") == verb

    def rough(self) -> int:
        """The hex that this action has turned and not brought home; -1 if there is none."""
        v = self.state.v
        return int(v[layout.ROUGH]) - 1 if v[layout.HOMES] == 0 else -1

    def built_now(self, command: Command) -> bool:
        """Is the hex of a `build` one that this action has just turned?"""
        return turned_now(self.state.v, command.a)

    def play(self, seat: int, command: Command, waiting: list[Command], row: int) -> None:
        """Turn one command into answers."""
        v = self.state.v
        kind = self.kind()
        verb = command.verb
        home = int(HOME_OF[v[at(seat) + layout.FACTION]])
        block = command.a * codes.BLOCK
        command.used = True
        if verb == "drop":
            for other in waiting:
                other.used = other.used or other.verb == "drop"
        if verb == "burn":
            for _ in range(command.n):
                self.must(codes.CONVERT, row, command.text)
        elif verb == "convert":
            self.convert(command, row)
        elif verb == "build":
            bare = int(v[layout.HEX + command.a]) & 7
            if kind in (layout.F_MAIN, layout.F_SPADES, layout.F_STORM) and bare != home:
                self.must(block + codes.TRANSFORM + home, row, command.text)
                command.used = False
                if self.kind() == layout.F_SPADES:
                    self.give(codes.DONE)
            else:
                self.must(block, row, command.text)
        elif verb == "dig":
            self.dig(command, waiting, home, row)
        elif verb == "transform":
            self.must(block + codes.TRANSFORM + self.goal(command, home, 0), row, command.text)
        elif verb == "upgrade":
            self.must(block + codes.UPGRADE + command.b - 2, row, command.text)
        elif verb == "send":
            self.must(codes.SEND + 3 * command.a + self.send_steps(command) - 1, row, command.text)
        elif verb == "connect":
            self.must(codes.CONNECT + self.river(seat, command), row, command.text)
        else:
            self.must(self.plain_code(kind, command), row, command.text)

    def plain_code(self, kind: int, command: Command) -> int:
        """Commands that are one code as they stand."""
        verb = command.verb
        if verb == "action":
            if command.b < 6:
                return codes.ACT + command.b
            if command.b < 8:
                return codes.ACT_CARD
            if command.b == 8:
                return codes.ACT_FAVOR
            return codes.ACT_BRIDGE if command.b == 11 else codes.ACT_STRONGHOLD
        if verb == "advance":
            return codes.SHIP + command.a
        if verb == "pass":
            return (codes.CARD if kind == layout.F_CARD else codes.PASS) + command.a
        base = {
            "bridge": codes.BRIDGE,
            "favor": codes.FAVOR,
            "town": codes.TOWN,
            "stay": codes.STAY,
            "step": codes.CULT,
        }
        return codes.DONE if verb == "drop" else base[verb] + command.a

    def goal(self, command: Command, home: int, bought: int) -> int:
        """The terrain of a `transform`; without one, towards home as far as the spades at hand go."""
        if command.b >= 0:
            return command.b
        v = self.state.v
        spades = int(v[top_of(v) + 2]) + bought
        start = int(v[layout.HEX + command.a])
        up = (home - start) % 7
        steps = min(spades, up if up <= 3 else 7 - up)
        return (start + steps) % 7 if up <= 3 else (start - steps) % 7

    def dig(self, command: Command, waiting: list[Command], home: int, row: int) -> None:
        """Bought spades: the hex they are for is named later in the row.

        Where something else stands between two `dig`, the hex is turned as far as the first goes, then further.
        """
        v = self.state.v
        spades = command.n
        rest = [c for c in waiting if not c.used]
        while rest and rest[0].verb == "dig":
            rest[0].used = True
            spades += rest.pop(0).n
        more = [c for c in rest if c.verb == "dig"]
        aims = [c for c in waiting if c.verb in ("transform", "build") and not c.used]
        if not aims:
            raise NotationError("log_command", {"row": row, "text": command.text})
        aim = aims[0]
        goal = self.goal(aim, home, spades) if aim.verb == "transform" else home
        start = int(v[layout.HEX + aim.a])
        code = aim.a * codes.BLOCK + codes.TRANSFORM + goal
        if more or not self.legal(code):
            free = int(v[top_of(v) + 2]) if self.kind() == layout.F_SPADES else 0
            way = int(direction(start, goal)) if self.rough() < 0 else int(v[layout.TURNING])
            goal = (start + way * (spades + free)) % 7
            self.must(aim.a * codes.BLOCK + codes.TRANSFORM + goal, row, command.text)
        else:
            self.must(code, row, command.text)
        if aim.verb == "transform" and (aim.b < 0 or aim.b == goal):
            aim.used = True

    def convert(self, command: Command, row: int) -> None:
        """A conversion, step by step; the Darklings' workers become priests."""
        path = {
            (0, 1): [1],
            (0, 2): [2],
            (0, 3): [3],
            (1, 2): [4],
            (2, 3): [5],
            (4, 3): [6],
            (3, 4): [7],
            (1, 3): [4, 5],
        }
        if command.b == 2 and command.a == 1:
            self.must(codes.ORDAIN + command.n - 1, row, command.text)
            return
        kinds = path.get((command.b, command.a))
        if kinds is None:
            raise NotationError("log_command", {"row": row, "text": command.text})
        for _ in range(command.m):
            for kind in kinds:
                self.must(codes.CONVERT + kind, row, command.text)

    def send_steps(self, command: Command) -> int:
        """Without a number: the best space that is free."""
        if command.n:
            return command.n
        spot = layout.SPOTS + 4 * command.a
        v = self.state.v
        if v[spot] == 0:
            return 3
        return 2 if v[spot + 1] == 0 or v[spot + 2] == 0 or v[spot + 3] == 0 else 1

    def river(self, seat: int, command: Command) -> int:
        """The river hex of a `connect`; between two hexes: the one that founds a town."""
        if command.b == -2:
            return command.a
        for i in range(6):
            river = int(LAND_RIVER[command.a * 6 + i])
            around = [int(RIVER_LAND[river * 6 + k]) for k in range(6)] if river >= 0 else []
            if command.b in around and can_connect(self.state, seat, river):
                return river
        return 0

    def drop(self, seat: int, row: int, text: str) -> None:
        """A player leaves; what was offered to that seat is gone."""
        self.close()
        for offer in [o for o in self.offers if o.seat == seat]:
            self.settle(offer, False)
        if self.kind() != layout.F_MAIN or self.owner() != seat:
            raise NotationError("log_turn", {"row": row, "text": text})
        self.must(codes.LEAVE, row, text)

    def finish(self) -> None:
        """Close the last row; a round whose offers are all answered may end."""
        self.close()
        for offer in list(self.offers):
            self.settle(offer, False)
        self.steps = 0
        self.drive()


def play_log(log: Log, ordered: bool) -> LogPlayer:
    """Play a whole log; NotationError at the first row that is refused."""
    player = LogPlayer(log, ordered)
    player.set_up()
    for i, line in enumerate(log.lines):
        player.at_line = i
        player.play_line(line)
    player.finish()
    return player
