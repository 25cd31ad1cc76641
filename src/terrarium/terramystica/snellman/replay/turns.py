"""The turn of a log being replayed: whose it is, what is left of it, which question a command answers.

What an action leaves open there (spades, tiles, a dwelling) is a question on our stack; a command takes the question it
answers wherever it lies. `allowed` follows what the server still takes as part of the action: after spades a `dig`, a
`transform`, a `build`. Nothing is paid that the log has not the goods for, nothing is dropped that it does not drop.
"""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import pop, top_of
from terrarium.terramystica.snellman.commands import Command
from terrarium.terramystica.snellman.log import Log
from terrarium.terramystica.snellman.replay.offers import OpenTable

OPTIONAL: Final = (layout.F_BUILD, layout.F_POST)


class TurnTable(OpenTable):
    """A table whose turns are followed, command by command."""

    def __init__(self, log: Log) -> None:
        super().__init__(log)
        self.speaker = -1  # the faction of the last command
        self.actor = -1  # the seat whose turn it is
        self.left = 0  # actions left in this turn
        self.goes_on = False  # the last player has a turn after the other: the server begins it with the next action
        self.allowed: dict[str, int] = {}
        self.homes: set[int] = set()  # hexes turned home in this turn
        self.dug = False  # spades were bought in this turn: none may be dropped
        self.bought = 0  # in this action
        self.idle = False  # `dig 0` has used up an action that our rules still wait for
        self.owing = -1  # the seat that has used two actions of ours for one of the server's
        self.waived = 0  # of the workers that a stronghold may make priests
        self.row = 0
        self.quirks: list[NotationError] = []  # what only the server allows

    def drive(self) -> None:
        super().drive()
        if self.kind() == layout.F_MAIN and (self.owner() != self.actor or (self.left == 0 and not self.idle)):
            self.goes_on = self.owner() == self.actor
            self.actor = self.owner()
            self.left = 1
            self.allowed = {}
            self.homes = set()
            self.dug = False
            self.idle = False

    def close(self) -> None:
        """The turn is over: no dwelling, no more free moves."""
        if self.idle and self.ready(self.actor):
            self.idle = False
            pop(self.state.v)
            self.drive()
        while self.kind() in OPTIONAL:
            self.give(codes.DONE)

    def ready(self, seat: int) -> bool:
        return self.kind() == layout.F_MAIN and self.owner() == seat

    def active(self, seat: int, command: Command) -> None:
        """It must be the seat's turn."""
        v = self.state.v
        if self.owner() != seat or v[layout.TURN] != seat or self.kind() > layout.F_POST:
            raise NotationError("log_turn", {"row": self.row, "text": command.text})

    # --- answers ------------------------------------------------------------------------------------------------------

    def exact(self, seat: int, action: int, command: Command) -> None:
        """Answer with the goods at hand: the server converts nothing by itself."""
        before = len(self.state.noted)
        self.must(action, self.row, command.text)
        for event in self.state.noted[before:]:
            if event.code == "round_end":
                break
            if event.seat == seat and (event.code == "burn" or event.cause == "conversion"):
                raise NotationError("log_goods", {"row": self.row, "text": command.text})

    def full(self, seat: int, command: Command, action: int) -> None:
        """A whole action: offers still open are turned down by it."""
        self.start(seat, command)
        self.exact(seat, action, command)

    def start(self, seat: int, command: Command) -> None:
        """Use up one of the actions of this turn."""
        if not self.ready(seat) or self.idle:
            self.close()
        if self.owner() == seat and not self.ready(seat) and self.kind() > 0:
            raise NotationError("log_question", {"row": self.row, "text": command.text})
        if not self.ready(seat):
            raise NotationError("log_turn", {"row": self.row, "text": command.text})
        self.decline_all(seat)
        self.bought = 0
        self.left -= 1
        self.goes_on = False
        self.allowed = {}

    # --- questions that lie deeper ------------------------------------------------------------------------------------

    def frame(self, kind: int, seat: int) -> int:
        """Where the topmost question of this kind to the seat lies; -1 if there is none."""
        v = self.state.v
        for i in range(int(v[layout.HEIGHT]) - 1, -1, -1):
            place = layout.STACK + 4 * i
            if v[place] == kind and v[place + 1] == seat:
                return place
            if v[place] >= layout.A_SETUP:
                return -1
        return -1

    def bring(self, kind: int, seat: int, command: Command) -> None:
        """Lift a question to the top; the others keep their order."""
        place = self.frame(kind, seat)
        if place < 0:
            raise NotationError("log_question", {"row": self.row, "text": command.text})
        v = self.state.v
        kept = [int(v[place + i]) for i in range(4)]
        top = int(top_of(v))
        while place < top:
            for i in range(4):
                v[place + i] = v[place + 4 + i]
            place += 4
        for i in range(4):
            v[top + i] = kept[i]
