"""A game as the database has it: its row, its seats, who may come in, its log; and the line that was really played."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from terrarium import courtesy

LIVE = "live"
OPEN = "open"
PAUSED = "paused"
ENDED = ("over", "aborted")
RESIGNED = "resigned"
REMOVED = "removed"
ALONE = "alone"
"""The reason of a take-back to which nobody else had to agree."""


class Row(NamedTuple):
    """One line of the log. `how` says who decided: chosen, chance, forced, order, plan, bot, undo."""

    seq: int
    who: int
    text: str
    how: str
    client: str | None
    reason: str
    at: float
    wish: str | None = None
    """A digest of all lines of the submission: the same id with other lines is another submission."""


@dataclass
class Seat:
    seat: int
    kind: str
    level: str
    name: str
    user_id: int | None
    key_digest: str | None
    stand_in: str
    orders: list[dict[str, Any]]
    note: str
    seen: float = 0.0
    rated: bool = False

    @property
    def by_bot(self) -> bool:
        """Does a bot answer for this seat now?"""
        return self.kind == "bot" or self.stand_in != ""

    @property
    def gone(self) -> bool:
        """Has its person left the game for good?"""
        return self.stand_in in (RESIGNED, REMOVED)


@dataclass
class Meta:
    """The row of `games`, without what the room holds itself."""

    id: str
    title: str
    rules_version: int
    players: int
    map_name: str
    options: dict[str, str]
    host: int | None
    lang: str
    listed: bool
    invite: str
    status: str
    version: int
    seq: int
    start: str | None
    secret: bytes
    commitment: str
    fair_from: int
    clock: dict[str, Any]
    left: list[float]
    since: float
    absent_after: float | None
    spectators: str
    delay: float
    wake: float | None
    ask: dict[str, Any] | None
    turn: int
    result: dict[str, Any] | None
    parent: str | None
    parent_seq: int | None
    imported: bool
    diverged: bool
    created: float
    updated: float
    coins: str = courtesy.HIDDEN


class Pass(NamedTuple):
    seat: int | None
    muted: tuple[int, ...]
    barred: bool = False
    silenced: bool = False


def advance(line: list[int], row: Row) -> None:
    """The line after one more row: it grows, or an undo cuts it back."""
    if row.how != "undo":
        line.append(row.seq)
        return
    target = undo_target(row)
    while line and line[-1] > target:
        line.pop()


def undo_target(row: Row) -> int:
    """The row after which the game stands again."""
    return int(row.text.split()[1])


def line_at(rows: list[Row], seq: int) -> list[int]:
    """The line as it was after row `seq`."""
    line: list[int] = []
    for row in rows[:seq]:
        advance(line, row)
    return line
