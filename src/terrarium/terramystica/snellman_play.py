"""Playing a log of the public server on our rules.

Commands of a row are matched to the questions our rules ask; a command that no question takes is refused with its row.
"""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import causes, codes, layout
from terrarium.terramystica.data import at, top_of
from terrarium.terramystica.economy.cults import rise
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.map.board import LAND_RIVER, RIVER_LAND
from terrarium.terramystica.map.spades import direction, turned_now
from terrarium.terramystica.map.towns import can_connect
from terrarium.terramystica.snellman import Command, Line
from terrarium.terramystica.snellman_offers import LogTable
from terrarium.terramystica.tables import CULTISTS

CLOSABLE: Final = (layout.F_SPADES, layout.F_BUILD, layout.F_ORDAIN, layout.F_POST)
NEW_ACTION: Final = ("action", "upgrade", "send", "advance", "pass", "dig", "build", "transform")


class LogPlayer(LogTable):
    """A log being played, row by row."""

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
