"""Playing a log of the public server on our rules, command by command, exactly as the server would."""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import causes, codes, layout
from terrarium.terramystica.actions.leave import leave
from terrarium.terramystica.data import at, pop
from terrarium.terramystica.snellman.commands import ACTIONS, NO_CARD, Command
from terrarium.terramystica.snellman.log import Line
from terrarium.terramystica.snellman.meaning import send_steps
from terrarium.terramystica.snellman.replay.free_moves import convert_early, convert_goods, join
from terrarium.terramystica.snellman.replay.spades import build, dig, turn_hex
from terrarium.terramystica.snellman.replay.tiles import go_back, step, take_tiles, waive
from terrarium.terramystica.snellman.replay.turns import TurnTable

OPENED: Final = {
    "act1": {"bridge": 1},
    "acte": {"bridge": 1},
    "act5": {"dig": 1, "transform": 1, "build": 1},
    "act6": {"dig": 1, "transform": 2, "build": 1},
    "bon1": {"dig": 1, "transform": 1, "build": 1},
    "actg": {"dig": 1, "transform": 1, "build": 1},
    "actn": {"dig": 1, "transform": 1, "build": 1},
    "actw": {"build": 1},
    "acts": {"upgrade": 1},
}
"""What the server takes as part of an action."""


class LogPlayer(TurnTable):
    """A log being played, row by row."""

    def play_line(self, line: Line) -> None:
        """All commands of one row, in the order the server takes them."""
        self.row = line.number
        if line.faction not in self.seat_of:
            raise NotationError("log_faction", {"row": line.number, "text": line.text})
        seat = self.seat_of[line.faction]
        for i, command in enumerate(line.commands):
            if self.kind() == 0:
                self.quirks.append(NotationError("log_after", {"row": line.number, "text": line.text[:80]}))
                return
            if self.speaker != line.faction and self.left == 0:
                self.close()
            self.speaker = line.faction
            self.play(seat, command, line.commands[i + 1 :])

    def finish(self) -> None:
        """Close the last row; a round whose offers are all answered may end."""
        if self.left == 0:
            self.close()

    def play(self, seat: int, command: Command, rest: list[Command]) -> None:
        """One command."""
        verb = command.verb
        if verb in ("leech", "decline"):
            self.answer(seat, command, self.row)
            self.drive()
        elif verb == "leave":
            self.drop(seat, command)
        elif verb == "step":
            step(self, seat, command)
        elif verb == "waive":
            waive(self, seat, command)
        elif verb == "done":
            if self.actor == seat and self.left > 0 and not self.goes_on:
                raise NotationError("log_question", {"row": self.row, "text": command.text})
            self.allowed = {}
        elif verb == "back":
            go_back(self, seat, command)
        elif verb == "transform":
            turn_hex(self, seat, command, command.a, command.b)
        elif verb in ("favor", "town"):
            take_tiles(self, seat, command)
        elif self.kind() <= layout.F_CARD and self.kind() > 0:
            self.set_out(seat, command)
        elif verb in ("burn", "convert") and self.owner() != seat and self.own:
            convert_early(self, seat, command)
        else:
            self.active(seat, command)
            self.act(seat, command, rest)

    def act(self, seat: int, command: Command, rest: list[Command]) -> None:
        """What only the seat to move may do."""
        verb = command.verb
        if verb == "burn":
            for _ in range(command.n):
                self.must(codes.CONVERT, self.row, command.text)
        elif verb == "convert":
            convert_goods(self, seat, command, rest)
        elif verb == "connect":
            join(self, seat, command)
        elif verb == "build":
            build(self, seat, command)
        elif verb == "dig":
            dig(self, seat, command)
        elif verb == "bridge":
            self.bring(layout.F_BRIDGE, seat, command)
            self.exact(seat, codes.BRIDGE + command.a, command)
        elif verb == "upgrade":
            self.upgrade(seat, command)
        elif verb == "action":
            self.use_space(seat, command)
        elif verb == "send":
            steps = send_steps(self.state.v, command)
            self.full(seat, command, codes.SEND + 3 * command.a + steps - 1)
        elif verb == "advance":
            self.full(seat, command, codes.SHIP + command.a)
        else:
            self.pass_on(seat, command)

    def set_out(self, seat: int, command: Command) -> None:
        """First dwellings and first cards."""
        if self.owner() != seat:
            raise NotationError("log_turn", {"row": self.row, "text": command.text})
        if command.verb == "build" and self.kind() == layout.F_PLACE:
            self.must(command.a * codes.BLOCK, self.row, command.text)
        elif command.verb == "pass" and command.a < NO_CARD and self.kind() == layout.F_CARD:
            self.must(codes.CARD + command.a, self.row, command.text)
        else:
            raise NotationError("log_question", {"row": self.row, "text": command.text})

    def upgrade(self, seat: int, command: Command) -> None:
        action = command.a * codes.BLOCK + codes.UPGRADE + command.b - 2
        if self.allowed.get("upgrade", 0) > 0 and self.frame(layout.F_SWARM, seat) >= 0:
            self.bring(layout.F_SWARM, seat, command)
            self.allowed = {}
            self.exact(seat, action, command)
            return
        self.waived = 0
        self.full(seat, command, action)
        if command.b == layout.STRONGHOLD and self.board(seat).stronghold_spades > 0:
            # (only our own rules let bought spades be added)
            self.allowed = {"dig": 1, "transform": 3, "build": 1}

    def use_space(self, seat: int, command: Command) -> None:
        """A power action or a space of the seat's own."""
        v = self.state.v
        name = ACTIONS[command.b]
        if command.b < 6:
            action = codes.ACT + command.b
        elif command.b < 8:
            if v[at(seat) + layout.CARD] != command.b - 6:
                raise NotationError("log_space", {"row": self.row, "text": command.text})
            action = codes.ACT_CARD
        elif command.b == 8:
            action = codes.ACT_FAVOR
        elif name == "acte":
            action = codes.ACT_BRIDGE
        elif self.board(seat).action == name:
            action = codes.ACT_STRONGHOLD
        else:
            raise NotationError("log_space", {"row": self.row, "text": command.text})
        self.start(seat, command)
        if name == "actc":
            self.left += 2
        self.allowed = dict(OPENED.get(name, {}))
        self.exact(seat, action, command)

    def pass_on(self, seat: int, command: Command) -> None:
        """A pass ends the turn, whatever is left of it."""
        v = self.state.v
        card = command.a
        if v[layout.ROUND] == 6 and card < NO_CARD:
            self.quirks.append(NotationError("log_last_card", {"row": self.row, "text": command.text}))
            card = NO_CARD
        self.start(seat, command)
        self.left = 0
        self.actor = -1
        self.exact(seat, codes.PASS + card, command)

    def drop(self, seat: int, command: Command) -> None:
        """A player leaves; what was offered to that seat is gone, and counts as no answer."""
        v = self.state.v
        if v[layout.ROUND] == 0 or v[layout.ROUND] > 6 or (v[layout.GONE] >> seat) & 1 != 0:
            raise NotationError("log_turn", {"row": self.row, "text": command.text})
        self.offers = [offer for offer in self.offers if offer.seat != seat]
        if self.board(seat).wants_answers():
            self.steps = 0
        if self.owner() == seat and v[layout.TURN] == seat:
            leave(self.state, seat)
            self.left = 0
        else:
            self.leave_early(seat)
        self.drive()

    def leave_early(self, seat: int) -> None:
        """Out of turn: the turn of another goes on, or the question about cult spades falls away."""
        v = self.state.v
        o = at(seat)
        if v[o + layout.CARD] >= 0:
            v[layout.CARD_AT + v[o + layout.CARD]] = 0
            v[o + layout.CARD] = -1
        v[layout.GONE] |= 1 << seat
        v[layout.PASSED] |= 1 << seat
        self.state.note("leave", seat, causes.LEAVING, {})
        if self.frame(layout.F_SPADES, seat) >= 0:
            self.bring(layout.F_SPADES, seat, Command("leave", ""))
            pop(v)
