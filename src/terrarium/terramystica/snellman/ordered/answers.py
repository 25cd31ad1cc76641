"""A table on which every offer is answered when it is made: the answers are looked for in later rows."""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica import codes, layout
from terrarium.terramystica.data import top_of
from terrarium.terramystica.economy.prices import loose
from terrarium.terramystica.game import TerraMystica
from terrarium.terramystica.snellman.commands import ACTIONS, ANYBODY, WAIVED, Command
from terrarium.terramystica.snellman.log import Log
from terrarium.terramystica.snellman.meaning import conversions_of
from terrarium.terramystica.snellman.table import LogTable

CLOSABLE: Final = (layout.F_SPADES, layout.F_BUILD, layout.F_ORDAIN, layout.F_POST)


class OrderedTable(LogTable):
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

    def give(self, action: int) -> None:
        self.actions.append(action)
        self.state.apply(action)
        self.answer_ahead()

    def use(self, command: Command) -> None:
        command.used = True
        self.trail.append(command)

    def close(self) -> None:
        """Say no to whatever a finished row left open."""
        while self.kind() in CLOSABLE and not self.cult_spades():
            self.give(codes.DONE)

    def cult_spades(self) -> bool:
        v = self.state.v
        return self.kind() == layout.F_SPADES and v[top_of(v) + 3] == 1

    def take_back(self, state: TerraMystica, length: int, used: int, ahead: list[int]) -> None:
        """Undo a try."""
        self.state = state.clone()
        del self.actions[length:]
        for command in self.trail[used:]:
            command.used = False
        del self.trail[used:]
        self.ahead = list(ahead)

    # --- answers ------------------------------------------------------------------------------------------------------

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
                action = self.find_step(self.owner())
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
                        if self.board(source).wants_answers():
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
        """The Cultists' next step, or its waiver, that no action of theirs explains."""
        faction = self.log.factions[seat]
        for i in range(self.at_line, len(self.log.lines)):
            line = self.log.lines[i]
            if line.faction != faction:
                continue
            owed = 0
            for command in line.commands:
                waived = command.verb == "waive" and WAIVED[command.a] == "cult"
                if command.verb == "action":
                    owed += 1 if ACTIONS[command.b] in ("bon2", "fav6") else 0
                elif (command.verb == "step" or waived) and not command.used:
                    if owed > 0:
                        owed -= command.n
                        continue
                    self.use(command)
                    self.ahead[seat] = max(self.ahead[seat], i)
                    return codes.DONE if waived else codes.CULT + command.a
        return codes.CULT
