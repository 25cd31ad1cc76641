"""A log as a game of our own: every offer is answered when it is made, every question in its order.

The answers are looked for in later rows. Commands of a row are matched to the questions our rules ask; where more than
one order is possible, the one is taken that leads where the replay with open offers (`snellman_play.py`) has come to.
"""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import at, top_of
from terrarium.terramystica.economy.prices import loose
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.map.spades import direction, turned_now
from terrarium.terramystica.names import FACTIONS, STRONGHOLD_ACTIONS
from terrarium.terramystica.snellman import ACTIONS, ANYBODY, NO_CARD, WAIVED, Command, Line, Log
from terrarium.terramystica.snellman_offers import LogTable
from terrarium.terramystica.snellman_play import RATES, LogPlayer
from terrarium.terramystica.snellman_turns import river_of, send_steps, terrain_towards, turn_of
from terrarium.terramystica.tables import CULTISTS, GIANTS

CLOSABLE: Final = (layout.F_SPADES, layout.F_BUILD, layout.F_ORDAIN, layout.F_POST)
SILENT: Final = ("leech", "decline", "waive", "back", "done", "step")
"""Commands that may have nothing to answer here: it was answered, dropped or decided before."""
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


class OrderedPlayer(LogTable):
    """A log being played in order; `actions` is the game."""

    def __init__(self, log: Log, options: dict[str, str]) -> None:
        super().__init__(log, options)
        self.actions: list[int] = []
        self.at_line = 0
        self.ahead: list[int] = [-1] * 5  # the last line from which an answer of a seat was taken
        self.row = 0
        self.tries = 0
        self.trail: list[Command] = []  # commands used, so that a try can be taken back
        self.problem: NotationError | None = None
        self.leaving: list[int] = []  # seats that leave as soon as it is their turn

    # --- one row -----------------------------------------------------------------------------------------------------

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
        if not waiting and self.kind() != layout.F_STAY:
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
            if theirs[o + layout.FACTION] == CULTISTS and target.steps > 0:
                continue
            for i in range(layout.NETWORK):
                if mine[o + i] != theirs[o + i]:
                    return False
        return all([mine[layout.HEX + h] == theirs[layout.HEX + h] for h in range(77)])

    def close(self) -> None:
        """Say no to whatever a finished row left open."""
        while self.kind() in CLOSABLE and not self.cult_spades():
            self.give(codes.DONE)

    def cult_spades(self) -> bool:
        v = self.state.v
        return self.kind() == layout.F_SPADES and v[top_of(v) + 3] == 1

    # --- choices -----------------------------------------------------------------------------------------------------

    def choices(self, seat: int, waiting: list[Command], target: LogPlayer) -> list[Command | None]:
        """Commands that the open question may be answered with, the written order first; None is a "no"."""
        if self.kind() == layout.F_STAY:
            return [None]
        waiting = drops_last(waiting)
        first = waiting[0]
        if first.verb in SILENT and not self.answers(seat, first) and not (first.verb == "step" and self.takes(first)):
            return [first]
        if self.kind() == 0 or self.owner() != seat:
            # a last word about something that has closed itself
            if first.verb == "dig" and first.n == 0:
                return [first]
            if first.verb == "leave":
                return [first]
            raise NotationError("log_turn", {"row": self.row, "text": first.text})
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

    # --- carrying one out --------------------------------------------------------------------------------------------

    def give(self, action: int) -> None:
        self.actions.append(action)
        self.state.apply(action)
        self.answer_ahead()

    def use(self, command: Command) -> None:
        command.used = True
        self.trail.append(command)

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
        self.use(command)
        if verb == "leave":
            self.drop(seat, command)
        elif verb == "waive":
            if self.answers(seat, command):
                self.give_up(command)
        elif verb in ("leech", "decline", "back", "done"):
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
            self.build(seat, command)
        elif verb == "dig":
            self.dig(seat, command, waiting)
        elif verb == "transform":
            self.turn(seat, command, waiting)
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
            name = STRONGHOLD_ACTIONS.get(FACTIONS[v[at(seat) + layout.FACTION]], "")
            return codes.ACT_STRONGHOLD if ACTIONS[command.b] == name else codes.ACT_BRIDGE
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

    # --- spades ------------------------------------------------------------------------------------------------------

    def build(self, seat: int, command: Command) -> None:
        """A dwelling; a hex that is not home yet is turned first."""
        v = self.state.v
        home = int(HOME_OF[v[at(seat) + layout.FACTION]])
        bare = int(v[layout.HEX + command.a]) & 7
        if self.kind() in (layout.F_SPADES, layout.F_STORM) and bare != home:
            self.turn(seat, command, [])
            if self.kind() == layout.F_SPADES:
                self.give(codes.DONE)
        elif self.kind() == layout.F_SPADES:
            self.give(codes.DONE)
        self.must(command.a * codes.BLOCK, self.row, command.text)

    def turn(self, seat: int, command: Command, waiting: list[Command]) -> None:
        """A hex turned with free spades, or one that a `dig` has turned already."""
        v = self.state.v
        h = command.a
        home = int(HOME_OF[v[at(seat) + layout.FACTION]])
        faction = int(v[at(seat) + layout.FACTION])
        if self.kind() == layout.F_STORM:
            self.must(h * codes.BLOCK + codes.TRANSFORM + home, self.row, command.text)
            return
        if turned_now(v, h):
            return
        last = command
        for other in waiting:
            # turned in two goes: one of ours
            if other.verb == "transform" and other.a == h and not other.used:
                last = other
        if last is not command:
            return
        spades = int(v[top_of(v) + 2]) if self.kind() == layout.F_SPADES else 0
        start = int(v[layout.HEX + h]) & 7
        goal = command.b if command.verb == "transform" else home
        if goal < 0:
            goal = terrain_towards(start, home, spades, faction)
        _, long = turn_of(start, goal, home, spades, faction)
        self.must(self.place(h, goal, long), self.row, command.text)

    def place(self, h: int, goal: int, long: bool) -> int:
        return codes.LONG + h * 7 + goal if long else h * codes.BLOCK + codes.TRANSFORM + goal

    def dig(self, seat: int, command: Command, waiting: list[Command]) -> None:
        """Bought spades: the hex they are for is named later in the row.

        Where something else stands between two `dig`, the hex is turned as far as the first goes, then further.
        """
        v = self.state.v
        if command.n == 0:
            self.close_action(seat)
            return
        rest = [c for c in waiting if not c.used]
        aims = [c for c in rest if c.verb in ("transform", "build")]
        if not aims:
            raise NotationError("log_spades_left", {"row": self.row, "text": command.text, "n": command.n})
        aim = aims[0]
        before = rest[: rest.index(aim)]
        total = command.n + sum([c.n for c in before if c.verb == "dig"])
        now = command.n
        while before and before[0].verb == "dig":
            now += before[0].n
            self.use(before.pop(0))
        more = any([c.verb == "dig" and c.n > 0 for c in before])
        faction = int(v[at(seat) + layout.FACTION])
        if faction == GIANTS and more:
            return
        home = int(HOME_OF[faction])
        h = aim.a
        start = int(v[layout.HEX + h]) & 7
        free = int(v[top_of(v) + 2]) if self.kind() == layout.F_SPADES else 0
        dropped = [c for c in rest if c.verb == "waive" and WAIVED[c.a] == "spade"]
        free = max(free - sum([c.n for c in dropped]), 0)
        goal = aim.b if aim.verb == "transform" else home
        if goal < 0:
            goal = terrain_towards(start, home, free + total, faction)
        if free > 0 and dropped:
            # the free spades that are used, then the bought ones on the same hex
            _, long = turn_of(start, goal, home, free + total, faction)
            start = (start + int(direction(start, goal)) * (-1 if long else 1) * free) % 7
            self.must(self.place(h, start, False), self.row, command.text)
            if self.kind() == layout.F_SPADES:
                self.give(codes.DONE)
            for drop in dropped:
                self.use(drop)
        on = v[layout.ROUGH] == h + 1
        if on:
            way = int(v[layout.TURNING])
            long = False
            goal = (start + way * now) % 7 if more else goal
        else:
            _, long = turn_of(start, goal, home, free + total, faction)
            if more:
                way = int(direction(start, goal)) * (-1 if long else 1)
                goal = (start + way * (free + now)) % 7
                long = free + now > 3
        if aim.verb == "transform" and not more:
            self.use(aim)
        self.must(self.place(h, goal, long), self.row, command.text)

    def close_action(self, seat: int) -> None:
        """`dig 0`: what comes is another action of this turn, if there is one."""
        state, length, used, ahead = self.state.clone(), len(self.actions), len(self.trail), list(self.ahead)
        if self.kind() in (layout.F_BUILD, layout.F_POST):
            self.close()
        if self.kind() != layout.F_MAIN or self.owner() != seat:
            self.take_back(state, length, used, ahead)

    def take_back(self, state: TerraMystica, length: int, used: int, ahead: list[int]) -> None:
        """Undo a try."""
        self.state = state.clone()
        del self.actions[length:]
        for command in self.trail[used:]:
            command.used = False
        del self.trail[used:]
        self.ahead = list(ahead)

    # --- answers -----------------------------------------------------------------------------------------------------

    def drop(self, seat: int, command: Command) -> None:
        """A player leaves, here with the next turn."""
        self.close()
        self.leaving.append(seat)
        self.answer_ahead()

    def answer_ahead(self) -> None:
        """Find the answers to offers and Cultists' steps in this row or a later one."""
        while self.kind() > 0:
            kind = self.kind()
            v = self.state.v
            top = int(top_of(v))
            if kind == layout.F_MAIN and self.owner() in self.leaving:
                action = codes.LEAVE
                self.leaving.remove(self.owner())
            elif kind == layout.F_LEECH:
                action = self.find_answer(int(v[top + 1]), int(v[top + 2]), int(v[top + 3]))
            elif kind == layout.F_CULT and v[top + 3] == 1:
                action = codes.CULT + self.find_step(self.owner())
            else:
                return
            self.actions.append(action)
            self.state.apply(action)

    def find_answer(self, seat: int, amount: int, source: int) -> int:
        """The seat's first unused answer to this source, up to its next own action; none means no.

        Power burnt before the answer is burnt before it here too, where the rules of this game let it be.
        """
        faction = self.log.factions[seat]
        early: list[Command] = []
        for i in range(self.at_line, len(self.log.lines)):
            line = self.log.lines[i]
            if line.faction != faction:
                continue
            for command in line.commands:
                if command.used:
                    continue
                if command.verb in ("leech", "decline"):
                    if command.verb == "decline" and command.n == 0:
                        return codes.DECLINE
                    right = command.a in (ANYBODY, self.log.factions[source]) and command.n == amount
                    if right:
                        self.use(command)
                        self.ahead[seat] = max(self.ahead[seat], i)
                        # what the Cultists get out of it comes early too
                        if self.log.factions[source] == CULTISTS:
                            self.ahead[source] = max(self.ahead[source], i)
                        return self.take_after(seat, early, command)
                elif command.verb in ("burn", "convert"):
                    early.append(command)
                elif command.verb not in ("step", "waive", "done"):
                    return codes.DECLINE
        return codes.DECLINE

    def take_after(self, seat: int, early: list[Command], command: Command) -> int:
        """The answer, and what is burnt and converted before it if that may be."""
        if loose(self.state.v):
            for free in early:
                self.use(free)
                kinds = [0] if free.verb == "burn" else conversions_of(free)
                for kind in kinds:
                    for _ in range(free.n if free.verb == "burn" else free.m):
                        if self.legal(codes.CONVERT + kind):
                            self.actions.append(codes.CONVERT + kind)
                            self.state.apply(codes.CONVERT + kind)
        return codes.DECLINE if command.verb == "decline" else codes.TAKE

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
                    owed += 1 if ACTIONS[command.b] in ("bon2", "fav6") else 0
                elif command.verb == "step" and not command.used:
                    if owed > 0:
                        owed -= command.n
                        continue
                    self.use(command)
                    self.ahead[seat] = max(self.ahead[seat], i)
                    return command.a
        return 0


def conversions_of(command: Command) -> list[int]:
    """Our conversions that one of the server's stands for."""
    return [7] if (command.b, command.a) == (3, 4) else RATES.get((command.b, command.a), (0, []))[1]


def drops_last(waiting: list[Command]) -> list[Command]:
    """Spades are dropped here after the others are used."""
    drops = [c for c in waiting if c.verb == "waive" and WAIVED[c.a] == "spade"]
    return [c for c in waiting if c not in drops] + drops
