"""Games as text: export, import, and the check of every draw. One record is a header line, the fairness line, and rows.

# title small-world  rules 1  players 2  map 2p
# fair 0 <hash of the secret> <secret>
? race ghouls
0 pick 1
u 0 1
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec

from terrarium.kernel.contract import CHANCE, Game, NotationError, State, Title
from terrarium.server import chance
from terrarium.server.errors import Problem, unreadable
from terrarium.server.rooms import Room, Row, advance, undo_target

MAX_ROWS = 20_000
FAIR = "# fair "
START = "# start "


@dataclass
class Record:
    """A record: which game, and its rows as (who, text); an undo is (seat, "undo N")."""

    title: str
    players: int
    map_name: str
    options: dict[str, str]
    rules_version: int
    rows: list[tuple[int, str]] = field(default_factory=list)
    fair: tuple[int, str, str] | None = None
    start: str | None = None

    def format(self) -> str:
        """The text of this record."""
        words = [f"title {self.title}", f"rules {self.rules_version}", f"players {self.players}"]
        if self.map_name:
            words.append(f"map {self.map_name}")
        words += [f"option {name}={value}" for name, value in sorted(self.options.items())]
        lines = ["# " + "  ".join(words)]
        if self.fair is not None:
            lines.append(FAIR + f"{self.fair[0]} {self.fair[1]} {self.fair[2]}")
        if self.start is not None:
            lines.append(START + self.start)
        for who, text in self.rows:
            if text.startswith("undo "):
                lines.append(f"u {who} {text[5:]}")
            else:
                lines.append(f"{'?' if who == CHANCE else who} {text}")
        return "\n".join(lines) + "\n"

    @staticmethod
    def parse(text: str) -> "Record":
        """The record that this text spells; Problem with a sentence where it spells none."""
        lines = text.split("\n")
        record = _header(lines[0].rstrip("\r"))
        for number, raw in enumerate(lines[1:], start=2):
            line = raw.strip()
            if line.startswith(FAIR):
                record.fair = _fair(line)
            elif line.startswith(START):
                record.start = line[len(START) :]
            elif line and line[0] not in "#=":
                record.rows.append(_row(line, number))
            if len(record.rows) > MAX_ROWS:
                raise Problem(422, "bad_header", what=f"> {MAX_ROWS}")
        return record


def _header(line: str) -> Record:
    if not line.startswith("# title "):
        raise Problem(422, "bad_header", what="# title …")
    record = Record("", 0, "", {}, 0)
    for part in line[2:].split("  "):
        key, _, value = part.strip().partition(" ")
        if key == "title":
            record.title = value
        elif key == "map":
            record.map_name = value
        elif key in ("rules", "players"):
            if not value.isascii() or not value.isdigit() or len(value) > 6:
                raise Problem(422, "bad_header", what=part[:40])
            if key == "rules":
                record.rules_version = int(value)
            else:
                record.players = int(value)
        elif key == "option":
            name, _, setting = value.partition("=")
            record.options[name] = setting
        elif key:
            raise Problem(422, "bad_header", what=part[:40])
    return record


def _fair(line: str) -> tuple[int, str, str]:
    parts = line[len(FAIR) :].split()
    if len(parts) != 3 or not parts[0].isascii() or not parts[0].isdigit() or len(parts[0]) > 6:
        raise Problem(422, "bad_header", what=FAIR.strip())
    return int(parts[0]), parts[1], parts[2]


def _row(line: str, number: int) -> tuple[int, str]:
    who, _, text = line.partition(" ")
    text = " ".join(text.split())
    if who == "u":
        seat, _, target = text.partition(" ")
        if _small(seat) and _small(target):
            return int(seat), f"undo {int(target)}"
    elif text and who == "?":
        return CHANCE, text
    elif text and _small(who):
        return int(who), text
    raise Problem(422, "bad_record", row=number, what=line[:60])


def _small(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6


def game_of(titles: Mapping[str, Title], record: Record) -> Game:
    """The game this record belongs to."""
    if record.title not in titles:
        raise Problem(404, "no_title", title=record.title[:40])
    try:
        return titles[record.title].game(record.players, record.map_name, record.options)
    except NotationError as error:
        raise unreadable(record.title, error.code, error.details) from error


def first_state(game: Game, record: Record) -> State:
    """Where this record begins."""
    if record.start is None:
        return game.new()
    try:
        return game.load(msgspec.json.decode(record.start))
    except (msgspec.DecodeError, NotationError, KeyError, TypeError, ValueError, IndexError) as error:
        raise Problem(422, "bad_header", what=START.strip()) from error


@dataclass
class Replay:
    """A record carried out: its last position, its rows, and what the draws say."""

    state: State
    rows: list[Row]
    line: list[int]
    draws: int
    wrong: list[int]
    """Rows whose draw is not the one the secret gives."""


def replay(game: Game, record: Record, now: float = 0.0) -> Replay:
    """Carry out a whole record, checking that every row is legal; Problem names the first row that is not."""
    secret = b""
    if record.fair is not None and len(record.fair[2]) == 64:
        secret = bytes.fromhex(record.fair[2]) if _hex(record.fair[2]) else b""
    state = first_state(game, record)
    done = Replay(state, [], [], 0, [])
    # Positions along the line, for undo rows; clones are cheap.
    past: list[State] = [state.clone()]
    for number, (who, text) in enumerate(record.rows, start=1):
        if text.startswith("undo "):
            row = Row(number, who, text, "undo", None, "", now)
            target = undo_target(row)
            if target != 0 and target not in done.line:
                raise Problem(422, "bad_record", row=number, what=text)
            advance(done.line, row)
            del past[len(done.line) + 1 :]
            done.state = past[-1].clone()
        else:
            action = _legal(done.state, who, text, number)
            if who == CHANCE and secret and record.fair is not None and number > record.fair[0]:
                done.draws += 1
                if chance.draw(secret, len(done.line) + 1, done.state) != action:
                    done.wrong.append(number)
            row = Row(number, who, done.state.text(action), "chance" if who == CHANCE else "chosen", None, "", now)
            done.state.apply(action)
            advance(done.line, row)
            past.append(done.state.clone())
        done.rows.append(row)
    return done


def _hex(text: str) -> bool:
    return all(char in "0123456789abcdef" for char in text)


def _legal(state: State, who: int, text: str, number: int) -> int:
    if state.current_player() != who:
        raise Problem(422, "bad_record", row=number, what=text[:60])
    try:
        action = state.parse(text)
    except NotationError as error:
        raise Problem(422, "bad_record", row=number, what=text[:60]) from error
    if state.why_illegal(action) is not None:
        raise Problem(422, "bad_record", row=number, what=text[:60])
    return action


def export(room: Room) -> str:
    """The record of a game; only for games that are over, since moves may hide something."""
    meta = room.meta
    record = Record(meta.title, meta.players, meta.map_name, meta.options, meta.rules_version)
    record.rows = [(row.who, row.text) for row in room.rows]
    record.fair = (meta.fair_from, meta.commitment, meta.secret.hex())
    record.start = meta.start
    return record.format()


def verify(record: Record, game: Game) -> tuple[int, list[int], bool]:
    """(draws checked, rows with a wrong draw, does the secret belong to the published hash)."""
    if record.fair is None:
        raise Problem(422, "bad_header", what=FAIR.strip())
    _, hashed, secret = record.fair
    honest = _hex(secret) and len(secret) == 64 and chance.commitment(bytes.fromhex(secret)) == hashed
    done = replay(game, record)
    return done.draws, done.wrong, honest
