"""Games as text: export, import, and the check of every draw. The text is the kernel's record, with lines of ours:

# fair 0 <hash of the secret> <secret>      draws after row 0 follow from this secret
# start {…}                                 the game began from this position (a fork of a running game)
# seat 0 me                                 who plays: whoever took the record along,
# seat 1 human                              somebody else,
# seat 2 bot greedy                         a bot of this level
"""

import json
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass, field
from functools import cache, lru_cache
from typing import Any

from terrarium.kernel import notation
from terrarium.kernel.contract import CHANCE, OVER, Game, NotationError, State, Title
from terrarium.kernel.record import CHECKPOINT, TAKEBACK, UNDO, Record
from terrarium.server.errors import Problem, unreadable
from terrarium.server.ops.titles import load_titles, log_readers
from terrarium.server.room import chance
from terrarium.server.store.rows import Meta, Row, Seat, advance

TITLE = "# title "
FAIR = "# fair "
START = "# start "
SEAT = "# seat "
MAX_ROWS = 10_000
"""Rows of a record, those that were taken back among them; a long game has some hundreds."""
KINDS = {"me": "me", "human": "open", "bot": "bot"}
"""How a record calls those who sit in a seat, and how a wish for a table does."""
EVERY = 10
"""A position is kept after so many rows in force: taking back then costs no more than playing."""


@dataclass
class Heading:
    """What stands at the head of a record beside what the kernel writes there."""

    fair: tuple[int, str, str] | None = None
    start: str | None = None
    seats: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Kind and level of the seats that it tells of."""


def parse(text: str) -> tuple[Record, Heading]:
    """The record that this text spells; Problem with a sentence where it spells none."""
    heading, kept = Heading(), []
    for line in text.splitlines():
        if line.startswith(FAIR):
            heading.fair = _fair(line)
        elif line.startswith(START):
            heading.start = line[len(START) :]
        elif line.startswith(SEAT):
            heading.seats.update(_seat(line))
        else:
            kept.append(line)
    try:
        record = Record.parse("\n".join(kept))
    except NotationError as error:
        raise unreadable("", error.code, error.details) from error
    if len(record.rows) > MAX_ROWS:
        raise unreadable("", "record_too_long", {"most": MAX_ROWS})
    return record, heading


def _fair(line: str) -> tuple[int, str, str]:
    parts = line[len(FAIR) :].split()
    if len(parts) != 3 or not _number(parts[0]):
        raise Problem(422, "bad_header", what=FAIR.strip())
    return int(parts[0]), parts[1], parts[2]


def _seat(line: str) -> dict[int, tuple[str, str]]:
    """Who plays, as one line tells it. One that says something else is a comment, as it was before there were seats."""
    parts = line[len(SEAT) :].split()
    if len(parts) not in (2, 3) or not _number(parts[0]):
        return {}
    kind, level = parts[1], parts[2] if len(parts) == 3 else ""
    if (kind == "bot") != bool(level) or kind not in KINDS or len(level) > 20:
        return {}
    return {int(parts[0]): (kind, level)}


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 6


def game_of(titles: Mapping[str, Title], record: Record) -> Game:
    """The game this record belongs to."""
    if record.title not in titles:
        raise Problem(404, "no_title", title=record.title[:40])
    try:
        return titles[record.title].game(record.players, record.map_name, record.options)
    except NotationError as error:
        raise unreadable(record.title, error.code, error.details) from error


def first_state(game: Game, start: str | None) -> State:
    """Where a record begins; a position that somebody wrote must be one that can be shown, asked about and played."""
    if start is None:
        return game.new()
    try:
        state = game.load(_page(start))
        notation.look_at(game, state)
        play_on(game, state.clone())
    except (NotationError, LookupError, ArithmeticError, RuntimeError, *_MISFITS) as error:
        raise Problem(422, "bad_header", what=START.strip()) from error
    return state


def _page(text: str) -> dict[str, object]:
    """JSON of a position; ValueError where it is none. Numbers that are none are no JSON either."""
    found = json.loads(text, parse_constant=_no_number)
    if not isinstance(found, dict):
        raise ValueError("a position is an object")
    return found


def _no_number(word: str) -> object:
    raise ValueError(word)


def _line(page: dict[str, object]) -> str:
    return json.dumps(page, ensure_ascii=False, separators=(",", ":"))


_MISFITS = (TypeError, ValueError, AttributeError, AssertionError)
PLAYED = 1_500
"""Actions within which a game ends, however it is played."""


def play_on(game: Game, state: State) -> None:
    """Play a position that somebody wrote to its end, before anybody else has to do with it; ValueError where it has
    none."""
    for step in range(PLAYED):
        if state.current_player() == OVER:
            notation.look_at(game, state)
            return
        legal = state.legal_actions()
        state.apply(legal[step * 7919 % len(legal)])
    raise ValueError("a game without an end")


@dataclass
class Draw:
    """All that is needed to work a draw out again: its message is "<ply> <label>", spread over the weights."""

    seq: int
    ply: int
    label: str
    outcomes: list[tuple[str, int]]
    """Text and weight of each, in the order of their codes."""
    drawn: int
    """Which of them came."""


@dataclass
class Replay:
    """A record carried out: its last position, its rows, and what the draws say."""

    state: State
    rows: list[Row] = field(default_factory=list)
    line: list[int] = field(default_factory=list)
    past: list[State] = field(default_factory=list)
    """The position after every so many rows in force."""
    draws: list[Draw] = field(default_factory=list)
    wrong: list[int] = field(default_factory=list)
    """Rows whose draw is not the one the secret gives."""

    def take_back(self, who: int, text: str, now: float) -> None:
        """An undo row: it names how many rows stay in force; our log names the row after which the game stands."""
        word, _, keep = text.partition(" ")
        number = len(self.rows) + 1
        if not _number(keep) or int(keep) >= len(self.line):
            raise Problem(422, "bad_record", row=number, what=text[:60])
        kept = int(keep)
        target = self.line[kept - 1] if kept else 0
        row = Row(number, who, f"{word} {target}", "undo", None, "", now)
        advance(self.line, row)
        del self.past[kept // EVERY + 1 :]
        self.state = self.past[-1].clone()
        for earlier in self.line[kept // EVERY * EVERY :]:
            self.state.apply(self.state.parse(self.rows[earlier - 1].text))
        self.rows.append(row)

    def play(self, who: int, text: str, secret: bytes, fair_from: int, now: float) -> None:
        """A move or a draw."""
        number = len(self.rows) + 1
        action = _legal(self.state, who, text, number)
        if who == CHANCE and secret and number > fair_from:
            self.draws.append(_draw(self.state, action, number, len(self.line) + 1))
            if chance.draw(secret, len(self.line) + 1, self.state) != action:
                self.wrong.append(number)
        row = Row(number, who, self.state.text(action), "chance" if who == CHANCE else "chosen", None, "", now)
        self.state.apply(action)
        advance(self.line, row)
        if len(self.line) % EVERY == 0:
            self.past.append(self.state.clone())
        self.rows.append(row)


def _draw(state: State, action: int, seq: int, ply: int) -> Draw:
    outcomes = sorted(state.chance_outcomes())
    told = [(state.text(code), weight) for code, weight in outcomes]
    return Draw(seq, ply, chance.label(state, outcomes), told, [code for code, _ in outcomes].index(action))


def replay(game: Game, record: Record, heading: Heading, now: float = 0.0) -> Replay:
    """Carry out a whole record, checking that every row is legal; Problem names the first row that is not."""
    state = first_state(game, heading.start)
    done = Replay(state, past=[state.clone()])
    secret = b""
    if heading.fair is not None and _is_secret(heading.fair[2]):
        secret = bytes.fromhex(heading.fair[2])
    for row in record.rows:
        if row.who == CHECKPOINT:
            if row.text != " ".join(["scores", *[str(score) for score in done.state.scores()]]):
                raise Problem(422, "bad_record", row=len(done.rows) + 1, what=row.text[:60])
        elif row.who >= 0 and row.text.split(" ", 1)[0] in (UNDO, TAKEBACK):
            done.take_back(row.who, row.text, now)
        else:
            done.play(row.who, row.text, secret, heading.fair[0] if heading.fair else 0, now)
    return done


@dataclass
class Reading:
    """A record that was carried out: the game, its log, and where it stands."""

    title: str
    players: int
    map_name: str
    options: dict[str, str]
    start: str | None
    rows: list[Row]
    position: str
    turn: int
    over: bool
    scores: list[int]
    winners: list[int]
    stopped: tuple[str, dict[str, Any]] | None = None
    """What was wrong with the row of a log after which no more was read."""
    seats: list[tuple[str, str]] = field(default_factory=list)
    """Kind and level of every seat, where the record tells of all of them."""


def wished_seats(done: Reading, levels: Collection[str], usual: str) -> list[dict[str, str]]:
    """Who plays on, where nobody says it: those who played, as the record tells. Of a text that tells nothing I take
    the seat that is asked, and bots the others; a finished game asks nobody. `usual`: the level of bots that nobody
    chose, or that do not play here."""
    if done.seats:
        people = [seat for seat, (kind, _) in enumerate(done.seats) if kind != "bot"]
        mine = next((seat for seat, (kind, _) in enumerate(done.seats) if kind == "me"), None)
        if mine is None:
            mine = done.turn if done.turn in people else next(iter(people), None)
        found = []
        for seat, (kind, level) in enumerate(done.seats):
            if kind == "bot":
                found.append({"kind": "bot", "level": level if level in levels else usual})
            else:
                found.append({"kind": "me" if seat == mine else "open"})
        return found
    if done.over:
        return [{"kind": "me"}] + [{"kind": "open"}] * (done.players - 1)
    mine = max(done.turn, 0)
    return [{"kind": "me"} if seat == mine else {"kind": "bot", "level": usual} for seat in range(done.players)]


@cache
def _titles(path: str) -> Mapping[str, Title]:
    return load_titles(path)


@lru_cache(8)
def _game(path: str, title: str, players: int, map_name: str, options: tuple[tuple[str, str], ...]) -> Game:
    return game_of(_titles(path), Record(title, 0, players, map_name, dict(options)))


def prepare(titles: str) -> None:
    """What reading needs and does not count: the titles, and what their first game makes once."""
    for title in _titles(titles).values():
        low = min(variant.players[0] for variant in title.variants())
        title.game(max(low, title.players[0]), "", {}).new()


def reading(titles: str, text: str, now: float) -> Reading:
    """What somebody's text spells: a record, a position in one line, or a log of another server; Problem with a
    sentence where it is none."""
    return _position(titles, text) or _log(titles, text, now) or _record(titles, text, now)


def read(titles: str, text: str, now: float) -> bytes:
    """The same for a stranger's text, carried out in a process with limits."""
    return json.dumps(asdict(reading(titles, text, now))).encode()


def _log(titles: str, text: str, now: float) -> Reading | None:
    """The game of another server's log, up to the first row that cannot be played; None where it is none."""
    if not text.lstrip().startswith(TITLE):
        for title, read_log in log_readers(_titles(titles)):
            try:
                found = read_log(text)
            except NotationError as error:
                raise unreadable(title, error.code, error.details) from error
            if found is not None:
                record, problem = found
                game = _game(titles, title, record.players, record.map_name, tuple(sorted(record.options.items())))
                reading = _reading(game, None, replay(game, record, Heading(), now))
                if problem is not None:
                    reading.stopped = (problem.code, dict(problem.details))
                return reading
    return None


def _record(titles: str, text: str, now: float) -> Reading:
    """The game of a record."""
    record, heading = parse(text)
    game = _game(titles, record.title, record.players, record.map_name, tuple(sorted(record.options.items())))
    done = replay(game, record, heading, now)
    if heading.start is not None:
        try:
            notation.look_at(game, done.state)
        except NotationError as error:
            raise Problem(422, "bad_header", what=START.strip()) from error
    found = _reading(game, heading.start, done)
    if sorted(heading.seats) == list(range(game.players)):
        found.seats = [heading.seats[seat] for seat in range(game.players)]
    return found


def _position(titles: str, text: str) -> Reading | None:
    """The position that a line spells; None where the text is no line that names a title first."""
    line = text.strip()
    head, _, rest = line.partition(" ")
    if "\n" in line or "=" not in rest or not set(head) <= notation.PLAIN:
        return None
    if head not in _titles(titles):
        raise Problem(404, "no_title", title=head[:40])
    try:
        page = notation.read_line(line)[1]
    except NotationError as error:
        raise unreadable(head, error.code, error.details) from error
    players, map_name, options = page.get("players"), page.get("map"), page.get("options")
    if not isinstance(players, int) or not isinstance(map_name, str) or not isinstance(options, dict):
        raise unreadable(head, "bad_position", {"reason": "players, map, options"})
    chosen = tuple(sorted((str(name), str(value)) for name, value in options.items()))
    game = _game(titles, head, players, map_name, chosen)
    try:
        state = first_state(game, _line(page))
    except Problem as problem:
        raise unreadable(head, "bad_position", {"reason": head}) from problem
    if state.current_player() == OVER:
        raise Problem(422, "game_over")
    return _reading(game, _line(state.dump()), Replay(state))


def _reading(game: Game, start: str | None, done: Replay) -> Reading:
    return Reading(
        title=game.title,
        players=game.players,
        map_name=game.map_name,
        options=game.options,
        start=start,
        rows=done.rows,
        position=_line(done.state.dump()),
        turn=done.state.current_player(),
        over=done.state.current_player() == OVER,
        scores=done.state.scores(),
        winners=done.state.winners(),
    )


def _is_secret(text: str) -> bool:
    return len(text) == 64 and all(char in "0123456789abcdef" for char in text)


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


def of_rows(game: Game, title: Title, rows: list[Row]) -> Record:
    """The kernel's record of a log."""
    usual = {option.name: option.default for option in title.options}
    changed = {name: value for name, value in game.options.items() if usual.get(name) != value}
    record = Record(game.title, game.rules_version, game.players, game.map_name, changed)
    line: list[int] = []
    for row in rows:
        advance(line, row)
        if row.how == "undo":
            record.add(row.who, f"{row.text.split()[0]} {len(line)}")
        else:
            record.add(row.who, row.text)
    return record


def export(meta: Meta, seats: list[Seat], rows: list[Row], game: Game, title: Title, mine: int | None = None) -> str:
    """The record of a game; only for games that are over, since moves may hide something. `mine`: the seat of whoever
    takes it along, where it is theirs alone."""
    record = of_rows(game, title, rows)
    record.rules_version = meta.rules_version
    record.names = {seat.seat: seat.name or seat.level for seat in seats if seat.name or seat.level}
    head, _, rest = record.format().partition("\n")
    heading = [FAIR + f"{meta.fair_from} {meta.commitment} {meta.secret.hex()}"]
    if meta.start is not None:
        heading.append(START + meta.start)
    for seat in seats:
        if seat.kind == "bot" or seat.gone:
            heading.append(f"{SEAT}{seat.seat} bot {seat.level or 'greedy'}")
        else:
            heading.append(f"{SEAT}{seat.seat} {'me' if seat.seat == mine else 'human'}")
    return "\n".join([head, *heading, rest])


def verify(record: Record, heading: Heading, game: Game) -> tuple[int, list[int], bool]:
    """(draws checked, rows with a wrong draw, does the secret belong to the published hash)."""
    if heading.fair is None:
        raise Problem(422, "bad_header", what=FAIR.strip())
    _, hashed, secret = heading.fair
    honest = _is_secret(secret) and chance.commitment(bytes.fromhex(secret)) == hashed
    done = replay(game, record, heading)
    return len(done.draws), done.wrong, honest


def draws(titles: str, text: str) -> bytes:
    """Every draw of a record, told so that somebody else can work it out again."""
    record, heading = parse(text)
    done = replay(game_of(_titles(titles), record), record, heading)
    return json.dumps([asdict(draw) for draw in done.draws]).encode()
