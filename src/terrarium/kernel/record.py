"""The record of a game: append-only rows with a readable text form, for database, bug report and fixture alike.

    # title small-world  rules 1  players 2  map 2p
    # option sorcerers_kill_elves no
    # name 0 Mara
    ? race ghouls
    0 pick 1
    0 undo 14
    = scores 9 11

A row is who (a seat, or `?` for chance) and what. `SEAT undo N` takes back rows until N are in force, which a seat
may do alone only with its own latest rows; `SEAT takeback N` is the same with everybody's agreement, also across
chance. A line that begins with `=` is a checkpoint: the scores at that moment, for whoever checks.
"""

from typing import Final

from terrarium.kernel.contract import CHANCE, Game, NotationError

UNDO: Final = "undo"
TAKEBACK: Final = "takeback"
MOST_ROWS: Final = 100_000
MOST_LINE: Final = 2_000
MOST_NOTE: Final = 8_000
"""Characters of a line of the head: an option may hold a whole unit of the players' own."""
MOST_TEXT: Final = 8_000_000
"""Characters of a record: no game that was ever played comes near."""


def number_in(word: str) -> int:
    """The number that a word spells, no larger than a record has rows; -1 if it spells none."""
    return int(word) if word.isascii() and word.isdigit() and len(word) <= 6 else -1


class Row:
    """Who did what; a checkpoint has nobody (-9) and its scores as text."""

    def __init__(self, who: int, text: str) -> None:
        self.who = who
        self.text = text

    def format(self) -> str:
        if self.who == CHECKPOINT:
            return "= " + self.text
        return ("? " if self.who == CHANCE else f"{self.who} ") + self.text

    def undo_to(self) -> int:
        """How many rows stay in force after this undo row; -1 if it is no undo row."""
        return self.kept(UNDO)

    def takeback_to(self) -> int:
        """How many rows stay in force after this agreed take-back; -1 if it is none."""
        return self.kept(TAKEBACK)

    def kept(self, word: str) -> int:
        words = self.text.split()
        if self.who < 0 or len(words) != 2 or words[0] != word:
            return -1
        return number_in(words[1])

    def __repr__(self) -> str:
        return f"Row({self.format()!r})"


CHECKPOINT: Final = -9


class Record:
    """What is needed to play a game again: the game it is of, and its rows."""

    def __init__(self, title: str, rules_version: int, players: int, map_name: str, options: dict[str, str]) -> None:
        self.title = title
        self.rules_version = rules_version
        self.players = players
        self.map_name = map_name
        self.options = options
        self.names: dict[int, str] = {}
        self.rows: list[Row] = []

    def add(self, who: int, text: str) -> None:
        self.rows.append(Row(who, text))

    def format(self) -> str:
        """The text form; `Record.parse` reads it back."""
        lines = [f"# title {self.title}  rules {self.rules_version}  players {self.players}  map {self.map_name}"]
        lines += [f"# option {name} {self.options[name]}" for name in sorted(self.options)]
        lines += [f"# name {seat} {self.names[seat]}" for seat in sorted(self.names)]
        lines += [row.format() for row in self.rows]
        return "\n".join(lines) + "\n"

    @staticmethod
    def parse(text: str) -> "Record":
        """The record with this text; NotationError names the line that cannot be read."""
        if len(text) > MOST_TEXT:
            raise NotationError("record_too_long", {"most": MOST_ROWS})
        lines = text.splitlines()
        if len(lines) > MOST_ROWS:
            raise NotationError("record_too_long", {"most": MOST_ROWS})
        record: Record | None = None
        for number, line in enumerate(lines, 1):
            line = line.strip()
            if not line:
                continue
            if len(line) > (MOST_NOTE if line.startswith("#") else MOST_LINE):
                raise bad_line(number, line)
            if record is None:
                record = parse_head(number, line)
            elif line.startswith("#"):
                parse_note(record, number, line)
            else:
                parse_row(record, number, line)
        if record is None:
            raise NotationError("record_empty", {})
        return record


def bad_line(number: int, line: str) -> NotationError:
    return NotationError("record_line", {"line": number, "text": line[:80]})


def parse_head(number: int, line: str) -> Record:
    words = line.split()
    if len(words) < 9 or words[0] != "#" or words[1::2][:4] != ["title", "rules", "players", "map"]:
        raise NotationError("record_head", {"line": number, "text": line[:80]})
    title, rules, players, map_name = words[2], words[4], words[6], words[8]
    if number_in(rules) < 0 or number_in(players) < 0:
        raise NotationError("record_head", {"line": number, "text": line[:80]})
    return Record(title, number_in(rules), number_in(players), map_name, {})


def parse_note(record: Record, number: int, line: str) -> None:
    """An option or a player's name; other notes are comments."""
    words = line[1:].split(maxsplit=2)
    if len(words) == 3 and words[0] == "option":
        record.options[words[1]] = words[2]
    elif len(words) == 3 and words[0] == "name" and 0 <= number_in(words[1]) < record.players:
        record.names[number_in(words[1])] = words[2][:80]


def parse_row(record: Record, number: int, line: str) -> None:
    who, _, text = line.partition(" ")
    text = " ".join(text.split())
    if not text:
        raise bad_line(number, line)
    if who == "?":
        record.add(CHANCE, text)
    elif who == "=":
        record.add(CHECKPOINT, text)
    elif len(who) == 1 and 0 <= number_in(who) < record.players:
        record.add(number_in(who), text)
    else:
        raise bad_line(number, line)


def record_of(game: Game, usual: dict[str, str]) -> Record:
    """An empty record of a game; options that have their usual value are left out."""
    changed = {name: value for name, value in game.options.items() if usual.get(name) != value}
    return Record(game.title, game.rules_version, game.players, game.map_name, changed)
