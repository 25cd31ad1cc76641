"""A log as a game of our own: every offer is answered when it is made, every question in its order.

The answers are looked for in later rows. Commands of a row are matched to the questions our rules ask; where more than
one order is possible, the one is taken that leads where the replay with open offers (`replay/`) has come to.
"""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import at, top_of
from terrarium.terramystica.economy.prices import loose
from terrarium.terramystica.snellman.commands import ACTIONS, NO_CARD, WAIVED, Command
from terrarium.terramystica.snellman.log import Line
from terrarium.terramystica.snellman.meaning import conversions_of, river_of, send_steps
from terrarium.terramystica.snellman.ordered.answers import CLOSABLE, OrderedTable
from terrarium.terramystica.snellman.ordered.spades import build, dig, turn
from terrarium.terramystica.snellman.replay.player import LogPlayer

SILENT: Final = ("leech", "decline", "waive", "back", "done", "step")
"""Commands that may have nothing to answer here: it was answered, dropped or decided before."""
IDLE: Final = "idle"
"""`dig 0` as a whole turn."""
TRIES: Final = 3000
"""Positions looked at for one row before it is given up."""
WANTED: Final = {
    layout.F_RIDE: "build",
    layout.F_PLACE: "build",
    layout.F_SWARM: "upgrade",
    layout.F_BRIDGE: "bridge",
    layout.F_CULT: "step",
    layout.F_FAVOR: "favor",
    layout.F_TOWN: "town",
    layout.F_CARD: "pass",
    layout.F_POST: "connect",
}
GIVEN_UP: Final = {
    "free_tf": layout.F_STORM,
    "free_tp": layout.F_SWARM,
    "free_d": layout.F_RIDE,
    "bridge": layout.F_BRIDGE,
    "cult": layout.F_CULT,
    "gain_favor": layout.F_FAVOR,
    "gain_tw": layout.F_TOWN,
    "convert_w_to_p": layout.F_ORDAIN,
}


class OrderedPlayer(OrderedTable):
    """A log being played in order; where several orders are possible, they are tried."""

    def play_line(self, number: int, line: Line, target: LogPlayer) -> None:
        """One row; refused if no order of answers leads where the replay is."""
        self.at_line = number
        self.row = line.number
        self.tries = 0
        self.problem = None
        seat = self.seat_of[line.faction]
        if self.kind() == 0:
            return
        if self.kind() > 0 and self.owner() != seat:
            self.close()
        if not self.search(seat, line, target):
            raise NotationError("log_order", {"row": line.number, "text": line.text[:80]})

    def search(self, seat: int, line: Line, target: LogPlayer) -> bool:
        """Play what is left of the row, trying other orders where the first fails."""
        waiting = [c for c in line.commands if not c.used]
        over = self.kind() == 0 and target.kind() == 0  # what the row still says is said after the end
        if over or (not waiting and self.kind() != layout.F_STAY):
            return self.agrees(target)
        self.tries += 1
        if self.tries > TRIES:
            return False
        state, length, used = self.state.clone(), len(self.actions), len(self.trail)
        ahead, leaving = list(self.ahead), list(self.leaving)
        for choice in self.choices(seat, waiting, target):
            try:
                self.take(seat, choice, waiting, target)
                if self.search(seat, line, target):
                    return True
            except NotationError as problem:
                self.problem = self.problem or problem
            self.take_back(state, length, used, ahead)
            self.leaving = list(leaving)
        return False

    def agrees(self, target: LogPlayer) -> bool:
        """Has every seat that nothing is open for what the replay gives it?"""
        mine, theirs = self.state.v, target.state.v
        if mine[layout.ROUND] != theirs[layout.ROUND] or target.kind() == layout.A_ROUND_END:
            return True
        waits = [offer.seat for offer in target.offers] + [offer.building.seat for offer in target.offers]
        for seat in range(int(mine[layout.PLAYERS])):
            o = int(at(seat))
            if self.ahead[seat] > self.at_line or seat in waits or seat in self.leaving:
                continue
            if target.steps > 0 and target.board(seat).wants_answers():
                continue
            for i in range(layout.NETWORK):
                if mine[o + i] != theirs[o + i]:
                    return False
        return all([mine[layout.HEX + h] == theirs[layout.HEX + h] for h in range(77)])

    def choices(self, seat: int, waiting: list[Command], target: LogPlayer) -> list[Command | None]:
        """Commands that the open question may be answered with, the written order first; None is a "no"."""
        if self.kind() == layout.F_STAY:
            return [None]
        waiting = drops_last(waiting)
        first = waiting[0]
        if first.verb == "back" and self.kind() == layout.F_TOWN and loose(self.state.v):
            return [first]
        if first.verb in SILENT and not self.answers(seat, first) and not (first.verb == "step" and self.takes(first)):
            return [first]
        if self.kind() == 0 or self.owner() != seat:
            # a last word about something that has closed itself
            if first.verb == "dig" and first.n == 0:
                return [first]
            if first.verb == "leave":
                return [first]
            raise NotationError("log_turn", {"row": self.row, "text": first.text})
        if first.verb == "dig" and first.n == 0 and self.legal(codes.DONE) and self.kind() == layout.F_MAIN:
            # a turn without anything; or a word that keeps two actions apart
            return [Command(IDLE, first.text), first]
        found: list[Command | None] = []
        seen: list[tuple[str, int, int]] = []
        for command in waiting:
            key = (command.verb, command.a, command.b)
            if (self.takes(command) or self.answers(seat, command)) and key not in seen:
                found.append(command)
                seen.append(key)
        if self.kind() in CLOSABLE:
            # rather no than a later command before the first
            found.insert(len(found) if found and found[0] is first else 0, None)
        return found

    def answers(self, seat: int, command: Command) -> bool:
        """Is a "-" the answer to the open question?"""
        if command.verb != "waive" or self.kind() == 0 or self.owner() != seat:
            return False
        kind = self.kind()
        name = WAIVED[command.a]
        if name == "spade":
            return kind == layout.F_SPADES
        return GIVEN_UP[name] == kind and self.legal(codes.DONE)

    def takes(self, command: Command) -> bool:
        """Does the open question take this command?"""
        kind = self.kind()
        verb = command.verb
        if verb in ("burn", "convert"):
            if verb == "convert" and command.b == 2 and command.a == 1:
                return kind == layout.F_ORDAIN
            return kind > layout.F_CARD
        if kind == layout.F_MAIN:
            return verb not in ("favor", "town") and verb not in SILENT
        if kind == layout.F_SPADES:
            return verb in ("dig", "transform", "build")
        if kind == layout.F_BUILD:
            return verb in ("transform", "dig", "build")
        if kind == layout.F_STORM:
            return verb in ("transform", "build")
        return WANTED.get(kind, "") == verb

    def take(self, seat: int, command: Command | None, waiting: list[Command], target: LogPlayer) -> None:
        """Turn one choice into answers."""
        v = self.state.v
        if command is None:
            if self.kind() == layout.F_STAY:
                self.stay(seat, target)
            else:
                self.give(codes.DONE)
            return
        verb = command.verb
        self.use(waiting[0] if verb == IDLE else command)
        if verb == IDLE:
            self.must(codes.DONE, self.row, command.text)
        elif verb == "leave":
            self.drop(seat, command)
        elif verb == "waive":
            if self.answers(seat, command):
                self.give_up(command)
        elif verb == "back":
            self.go_back(command)
        elif verb in ("leech", "decline", "done"):
            return
        elif verb == "step":
            if self.kind() == layout.F_CULT and self.owner() == seat:
                self.must(codes.CULT + command.a, self.row, command.text)
        elif verb == "burn":
            for _ in range(command.n):
                self.must(codes.CONVERT, self.row, command.text)
        elif verb == "convert":
            self.convert(seat, command)
        elif verb == "build":
            build(self, seat, command)
        elif verb == "dig":
            dig(self, seat, command, waiting)
        elif verb == "transform":
            turn(self, seat, command, waiting)
        elif verb == "upgrade":
            self.must(command.a * codes.BLOCK + codes.UPGRADE + command.b - 2, self.row, command.text)
        elif verb == "send":
            self.must(codes.SEND + 3 * command.a + send_steps(v, command) - 1, self.row, command.text)
        elif verb == "connect":
            self.must(codes.CONNECT + river_of(self.state, seat, command), self.row, command.text)
        elif verb in ("favor", "town"):
            self.must((codes.FAVOR if verb == "favor" else codes.TOWN) + command.a, self.row, command.text)
            if command.n > 1:
                waiting.append(self.again(command))
        else:
            self.must(self.plain_code(seat, command), self.row, command.text)

    def go_back(self, command: Command) -> None:
        """A step given up before a town tile; elsewhere the question which track stays will ask for it."""
        if self.kind() == layout.F_TOWN and loose(self.state.v):
            for _ in range(command.n):
                self.must(codes.STAY + command.a, self.row, command.text)

    def again(self, command: Command) -> Command:
        """`+2TW3` stands for two: the second waits for its question."""
        for _ in range(command.n - 1):
            while self.kind() == layout.F_STAY:
                raise NotationError("log_keys", {"row": self.row, "text": command.text})
            self.must(codes.TOWN + command.a, self.row, command.text)
        return command

    def plain_code(self, seat: int, command: Command) -> int:
        """Commands that are one code as they stand."""
        verb = command.verb
        v = self.state.v
        if verb == "action":
            if command.b < 6:
                return codes.ACT + command.b
            if command.b < 8:
                return codes.ACT_CARD
            if command.b == 8:
                return codes.ACT_FAVOR
            own = self.board(seat).action
            return codes.ACT_STRONGHOLD if ACTIONS[command.b] == own else codes.ACT_BRIDGE
        if verb == "advance":
            return codes.SHIP + command.a
        if verb == "pass":
            if self.kind() == layout.F_CARD:
                return codes.CARD + command.a
            return codes.PASS + (NO_CARD if v[layout.ROUND] == 6 else command.a)
        return codes.BRIDGE + command.a

    def give_up(self, command: Command) -> None:
        """A "-"; of spades when all are dropped that are left."""
        v = self.state.v
        if WAIVED[command.a] != "spade" or command.n >= v[top_of(v) + 2]:
            self.give(codes.DONE)

    def stay(self, seat: int, target: LogPlayer) -> None:
        """The track that does not reach 10 in the replay stays."""
        v = self.state.v
        able = int(v[top_of(v) + 2])
        for track in range(4):
            if (able >> track) & 1 != 0 and target.state.v[at(seat) + layout.CULT + track] < 10:
                self.give(codes.STAY + track)
                return
        raise NotationError("log_order", {"row": self.row, "text": ""})

    def convert(self, seat: int, command: Command) -> None:
        if command.b == 2 and command.a == 1:
            self.must(codes.ORDAIN + command.n - 1, self.row, command.text)
            return
        for kind in conversions_of(command):
            for _ in range(command.m):
                self.must(codes.CONVERT + kind, self.row, command.text)

    def drop(self, seat: int, command: Command) -> None:
        """A player leaves, here with the next turn."""
        self.close()
        self.leaving.append(seat)
        self.answer_ahead()


def drops_last(waiting: list[Command]) -> list[Command]:
    """Spades are dropped here after the others are used."""
    drops = [c for c in waiting if c.verb == "waive" and WAIVED[c.a] == "spade"]
    return [c for c in waiting if c not in drops] + drops
