"""Comparing a replayed log with the rows that the public server recorded."""

from terrarium.kernel.contract import Event, NotationError
from terrarium.terramystica import layout
from terrarium.terramystica.data import at
from terrarium.terramystica.names import CULTS, FACTIONS
from terrarium.terramystica.snellman.log import Line, Log
from terrarium.terramystica.snellman.replay.ledger import Ledger
from terrarium.terramystica.snellman.replay.player import LogPlayer

FIELDS = ("VP", "C", "W", "P", "PW", "CULT")


class Comparison:
    """A replay beside its rows; mismatches are kept as (row number, faction, commands, field, expected, found)."""

    def __init__(self, log: Log, rows: list[dict[str, object]]) -> None:
        self.log = log
        self.rows = rows
        self.error: NotationError | None = None
        self.begin()

    def begin(self) -> None:
        """Nothing is played yet and nothing compared."""
        self.player = LogPlayer(self.log)
        self.played = -1  # lines; -1 before the set-up
        self.next_row = 0
        self.mismatches: list[dict[str, object]] = []
        self.ledgers = [Ledger() for _ in self.log.factions]
        # automatic rows that have happened: kind, faction, values
        self.automatic: list[tuple[str, str, dict[str, object]]] = []
        self.frozen: list[dict[str, object]] = []
        self.open_faction = ""  # a row that the server has joined from several lines, and what was said so far
        self.open_said: list[str] = []

    def faction(self, seat: int) -> str:
        return FACTIONS[self.player.log.factions[seat]]

    def seat(self, faction: str) -> int:
        return self.player.seat_of[FACTIONS.index(faction)]

    def collect(self) -> None:
        """Add what happened to the ledgers; remember automatic rows as they pass."""
        state = self.player.state
        self.frozen = []
        for event in state.events(0):
            if event.code in ("round_end", "round") and not self.frozen:
                # what the row itself did ends here
                self.frozen = [ledger.row() for ledger in self.ledgers]
            if event.seat < 0:
                continue
            self.ledgers[event.seat].take(event)
            name = automatic_name(event)
            if name:
                self.automatic.append((name, self.faction(event.seat), self.ledgers[event.seat].row()))
        state.forget_events()

    def values(self, faction: str) -> dict[str, object]:
        """A seat's values after the row just played."""
        seat = self.seat(faction)
        return self.frozen[seat] if self.frozen else self.ledgers[seat].row()

    def run(self) -> None:
        """Play and compare up to the first row that is refused."""
        log = self.log
        try:
            self.play(log.lines)
            self.error = log.problem
            if self.error is None:
                self.compare_rest()
        except NotationError as problem:
            self.error = problem
            # a row is played whole or not at all: what came before it is played again, as if the log ended there
            kept = self.played
            self.begin()
            if kept >= 0:
                self.play(log.lines[:kept])
        self.check_ledgers()

    def play(self, lines: list[Line]) -> None:
        """The set-up and these lines; NotationError at the first command that is refused."""
        player = self.player
        player.set_up()
        self.collect()
        self.played = 0
        for line in lines:
            player.play_line(line)
            self.collect()
            self.compare_line(FACTIONS[line.faction], sentences(line.text))
            self.played += 1
        player.finish()
        self.collect()

    def compare_line(self, faction: str, said: list[str]) -> None:
        """The row of a line just played, and the automatic rows that stand before it.

        The server joins lines of one seat into one row, and gives a set-up line a row for each command.
        """
        if self.open_faction == faction:
            said = self.open_said + said
        self.open_faction = ""
        while self.next_row < len(self.rows) and said:
            row = self.rows[self.next_row]
            written = sentences(str(row["commands"]))
            if row["faction"] == faction and (not is_automatic(str(row["commands"])) or len(written) > 1):
                if written[: len(said)] == said and written[len(said) :] == ["other_income_for_faction"]:
                    # one old game has a row that the income was written into
                    self.compare_automatic({**row, "commands": "other_income_for_faction"})
                    self.next_row += 1
                    return
                if len(written) > len(said):
                    self.open_faction = faction
                    self.open_said = said
                    return
                if written != said[: len(written)]:
                    # the row of another line: it waits for that
                    return
                self.compare(row, self.values(faction))
                said = said[len(written) :]
            elif not self.compare_automatic(row):
                return
            self.next_row += 1

    def compare_automatic(self, row: dict[str, object]) -> bool:
        """A row that no command wrote; False if it has not happened yet."""
        written = str(row["commands"])
        faction = str(row["faction"])
        if written == "setup" or written.startswith("["):
            self.compare(row, self.values(faction))
            return True
        for i, (name, who, values) in enumerate(self.automatic):
            if who == faction and written in (name, ""):
                self.compare(row, values)
                del self.automatic[i]
                return True
        return False

    def compare_rest(self) -> None:
        """Rows after the last line: final scoring. One that never happened is a mismatch."""
        while self.next_row < len(self.rows):
            row = self.rows[self.next_row]
            if not self.compare_automatic(row):
                self.mismatches.append(self.report(row, "row", row["commands"], None))
            self.next_row += 1

    def compare(self, row: dict[str, object], found: dict[str, object]) -> None:
        for field in FIELDS:
            if row[field] != found[field]:
                self.mismatches.append(self.report(row, field, row[field], found[field]))

    def report(self, row: dict[str, object], field: str, expected: object, found: object) -> dict[str, object]:
        return {
            "row": self.next_row + 1,
            "faction": row["faction"],
            "commands": row["commands"],
            "field": field,
            "expected": expected,
            "found": found,
        }

    def check_ledgers(self) -> None:
        """The events must add up to the position."""
        v = self.player.state.v
        for seat, ledger in enumerate(self.ledgers):
            o = at(seat)
            held = [int(v[o + k]) for k in (layout.VP, layout.COINS, layout.WORKERS, layout.PRIESTS, layout.KEYS)]
            bowls = [int(v[o + layout.BOWL1 + k]) for k in range(3)]
            if held != list(ledger.goods.values()) or bowls != ledger.bowls:
                self.mismatches.append(
                    {"row": self.next_row, "faction": self.faction(seat), "field": "ledger", "found": ledger.row()}
                )

    def notes(self) -> list[NotationError]:
        """What was passed over, and what only the server allows, in the order of rows."""
        found = self.log.notes + self.player.quirks
        return sorted(found, key=row_of)

    def result(self) -> dict[str, object]:
        """What `terrarium replay --json` prints."""
        state = self.player.state
        scores = state.scores()
        found: dict[str, object] = {
            "ok": self.error is None and not self.mismatches,
            "rows": self.next_row,
            "mismatches": self.mismatches,
            "final_vp": {self.faction(seat): scores[seat] for seat in range(len(self.player.seat_of))},
        }
        if self.error is not None:
            found["error"] = {"code": self.error.code, "args": self.error.details}
        return found


def row_of(note: NotationError) -> int:
    row = note.details["row"]
    return row if isinstance(row, int) else 0


def sentences(text: str) -> list[str]:
    """The commands of a row, as far as comparing needs them."""
    return [part.strip().lower() for part in text.split(".") if part.strip()]


def is_automatic(written: str) -> bool:
    """Rows that no command of a player writes."""
    if written == "" or written.startswith("[") or written in ("setup", "score_resources"):
        return True
    return written.endswith("_income_for_faction") or (written.startswith("+") and "vp for " in written)


def automatic_name(event: Event) -> str:
    """The row text of an automatic step, as the server writes it."""
    if event.code == "income":
        return "other_income_for_faction"
    if event.code == "cult_income":
        return "cult_income_for_faction"
    if event.code == "goods_scored":
        return "score_resources"
    if event.code == "gain" and event.args["what"] == "vp":
        if event.cause in CULTS:
            return f"+{event.args['n']}vp for {event.cause.upper()}"
        if event.cause == "area":
            return f"+{event.args['n']}vp for network"
    return ""


def replay_log(log: Log, rows: list[dict[str, object]]) -> dict[str, object]:
    """Replay a log and compare every row given; the result as JSON-ready data."""
    comparison = Comparison(log, rows)
    comparison.run()
    return comparison.result()
