"""Playing a record: rows applied one by one, snapshots to jump with, undo that cannot cross chance or another seat."""

from typing import Final

from terrarium.kernel.contract import OVER, Game, NotationError, Refusal, State
from terrarium.kernel.record import CHECKPOINT, Record, Row

SNAPSHOT_EVERY: Final = 50


class Refused(NotationError):
    """A row that cannot be played: the game up to there is kept."""

    def __init__(self, row: int, text: str, refusal: Refusal | None, code: str) -> None:
        args: dict[str, object] = {"row": row, "text": text[:80]}
        if refusal is not None:
            args["refusal"] = refusal.code
            args["rule"] = refusal.rule
        super().__init__(code, args)
        self.row = row
        self.refusal = refusal


class Playback:
    """A game being played or played again: the rows in force, the state after them, and snapshots on the way.

    `log` is everything that was written, undo rows included; `line` are the rows in force. The state of any
    moment comes from the nearest snapshot before it.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.log: list[Row] = []
        self.line: list[Row] = []
        self.state = game.new()
        self.snapshots: list[State] = [self.state.clone()]

    def play(self, who: int, text: str) -> None:
        """Apply one row; `Refused` if it is not this one's turn or not legal. Undo rows and checkpoints work too."""
        row = Row(who, text)
        if who == CHECKPOINT:
            self.check(text)
        elif row.undo_to() >= 0:
            self.undo(who, row.undo_to())
            return
        elif row.takeback_to() >= 0:
            if row.takeback_to() >= len(self.line):
                raise Refused(len(self.log) + 1, row.format(), None, "undo_fence")
            self.rewind(row.takeback_to())
        else:
            player = self.state.current_player()
            if player == OVER:
                raise Refused(len(self.log) + 1, row.format(), None, "row_after_end")
            if player != who:
                raise Refused(len(self.log) + 1, row.format(), None, "row_wrong_seat")
            action = self.state.parse(text)
            refusal = self.state.why_illegal(action)
            if refusal is not None:
                raise Refused(len(self.log) + 1, row.format(), refusal, "row_refused")
            self.apply(who, action)
            return
        self.log.append(row)

    def apply(self, who: int, action: int) -> None:
        """Write down and carry out an action that is known to be legal."""
        row = Row(who, self.state.text(action))
        self.state.apply(action)
        self.log.append(row)
        self.line.append(row)
        if len(self.line) % SNAPSHOT_EVERY == 0:
            self.snapshots.append(self.state.clone())

    def check(self, text: str) -> None:
        """A checkpoint must tell the scores as they are."""
        words = text.split()
        if words[0] != "scores" or words[1:] != [str(score) for score in self.state.scores()]:
            raise Refused(len(self.log) + 1, "= " + text, None, "row_checkpoint")

    def fence(self, seat: int) -> int:
        """The least number of rows that `seat` may take the game back to: only its own latest rows can go."""
        keep = len(self.line)
        while keep > 0 and self.line[keep - 1].who == seat:
            keep -= 1
        return keep

    def undo(self, seat: int, keep: int) -> None:
        """Take back rows until `keep` are in force; `Refused` if chance or another seat stands in between."""
        if not self.fence(seat) <= keep < len(self.line):
            raise Refused(len(self.log) + 1, f"{seat} undo {keep}", None, "undo_fence")
        self.rewind(keep)
        self.log.append(Row(seat, f"undo {keep}"))

    def rewind(self, keep: int) -> None:
        """Forget the rows after the first `keep`, whoever wrote them."""
        watched = self.state
        self.state = self.at(keep)
        del self.line[keep:]
        del self.snapshots[keep // SNAPSHOT_EVERY + 1 :]
        if watched.events_wanted():
            self.state.watch()

    def at(self, keep: int) -> State:
        """The state after the first `keep` rows in force."""
        state = self.snapshots[keep // SNAPSHOT_EVERY].clone()
        for row in self.line[keep // SNAPSHOT_EVERY * SNAPSHOT_EVERY : keep]:
            state.apply(state.parse(row.text))
        return state


def replay(game: Game, record: Record) -> Playback:
    """Play a whole record; `Refused` at the first row that cannot be played."""
    playback = Playback(game)
    for row in record.rows:
        try:
            playback.play(row.who, row.text)
        except Refused:
            raise
        except NotationError as error:
            raise Refused(len(playback.log) + 1, row.format(), None, "row_unreadable") from error
    return playback


def spelled_out(state: State, line: str) -> tuple[list[int], Refusal | None]:
    """The actions of a line that a person wrote, tried on a copy: all of them, or the reason why one is refused."""
    trial = state.clone()
    actions: list[int] = []
    for action in trial.expand(line):
        refusal = trial.why_illegal(action)
        if refusal is not None and actions and refusal.code in ("not_asked", "wrong_deploy_region"):
            break  # the last region of a distribution gets what is left without being asked
        if refusal is not None:
            return [], refusal
        trial.apply(action)
        actions.append(action)
    return actions, None
