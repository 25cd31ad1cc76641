"""The public server's command language: reading a log into commands.

A log is a set-up (options, round tiles, cards left out, factions) followed by lines `faction: command. command`.
Nothing here knows the rules; `commands.py` reads one command, `replay/` plays them. What the server puts right in a row
before it plays it (answers first, `transform` before `build`) is put right here. The grammar is in `docs/logs.md`.
"""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.kernel.record import MOST_ROWS, MOST_TEXT
from terrarium.terramystica.game import OPTIONS
from terrarium.terramystica.names import CARDS, FACTIONS, ROUND_TILES
from terrarium.terramystica.snellman.commands import ACTIONS, NO_CARD, Command, read_command, refuse

SWITCHES: Final = {
    "variable-turn-order": ("turn_order", "passing"),
    "mini-expansion-1": ("town_tiles", "expansion"),
    "shipping-bonus": ("shipping_card", "on"),
    "temple-scoring-tile": ("temple_tile", "on"),
    "errata-cultist-power": ("cultist_errata", "on"),
}
"""Server options that change rules; without the last one the errata is off."""
PLAIN: Final = ["strict-leech", "strict-darkling-sh", "strict-chaosmagician-sh"]
"""Server options that ask for the normal rules."""
SILENT: Final = ["email-notify", "maintain-player-order"]
"""Server options that change no rule."""
OTHER_RULES: Final = ("loose-", "manual-fav5", "fire-and-ice-")
"""Beginnings of server options that ask for other rules than ours: such a log may end otherwise there."""
ADMIN: Final = [
    "player", "player-count", "order", "admin", "start", "income", "finish", "start-preview", "map", "abort",
]  # fmt: skip
"""Lines about the table and not about the game; the last two only where they say nothing."""


class Line:
    """What one seat wrote in one row."""

    def __init__(self, number: int, faction: int, commands: list[Command], text: str) -> None:
        self.number = number
        self.faction = faction
        self.commands = commands
        self.text = text


class Log:
    """A whole log: set-up and lines."""

    def __init__(self) -> None:
        self.options: dict[str, str] = {"cultist_errata": "off"}
        self.strict: list[str] = []  # the server's own strict options that are named
        self.tiles: list[int] = []
        self.out: list[int] = []
        self.factions: list[int] = []
        self.rows: dict[str, list[int]] = {"score": [], "delete": [], "setup": []}  # where each of them is written
        self.lines: list[Line] = []
        self.notes: list[NotationError] = []  # what was passed over, in the order of rows
        self.problem: NotationError | None = None  # what was wrong with the first row that could not be read


def read_log(text: str) -> Log:
    """Read a log up to the first row that cannot be read; `problem` then names the row and what is wrong with it."""
    log = Log()
    try:
        read_lines(log, text)
    except NotationError as problem:
        log.problem = problem
    if ROUND_TILES.index("score1") in log.tiles[4:6]:
        # the server takes any order of tiles
        log.options["spade_tile_rounds"] = "any"
    return log


def read_lines(log: Log, text: str) -> None:
    rows = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if len(rows) > MOST_ROWS or len(text) > MOST_TEXT:
        raise NotationError("record_too_long", {"most": MOST_ROWS})
    for number, raw in enumerate(rows, 1):
        line, _, comment = raw.partition("#")
        line = " ".join(line.split())
        words = comment.split()
        if len(words) == 2 and words[0] == "terrarium" and "=" in words[1]:
            read_own_option(log, number, words[1])
        if line:
            read_line(log, number, line)


def read_own_option(log: Log, number: int, text: str) -> None:
    """An option that the server does not know, kept in a comment."""
    name, _, value = text.partition("=")
    for option in OPTIONS:
        if option.name == name and value in option.values:
            log.options[name] = value
            return
    log.notes.append(refuse("log_option", number, text))


def read_line(log: Log, number: int, line: str) -> None:
    head, colon, rest = line.partition(":")
    words = line.lower().split()
    if words[0] == "option":
        read_option(log, number, line, words[1] if len(words) > 1 else "")
    elif words[0] == "score":
        for tile in "".join(words[1:]).split(","):
            log.tiles.append(index_of(ROUND_TILES, tile, "log_tile", number, line))
            log.rows["score"].append(number)
    elif words[0] == "delete":
        log.out.append(index_of(CARDS, words[-1], "log_card", number, line))
        log.rows["delete"].append(number)
    elif words[0] == "setup" and len(words) > 1:
        log.factions.append(index_of(FACTIONS, words[1], "log_faction", number, line))
        log.rows["setup"].append(number)
    elif words[0] == "drop-faction":
        read_leaving(log, number, line, words[-1])
    elif words[0] in ADMIN and not (words[0] == "map" and words[1:] != ["original"]):
        if words[0] != "map":
            log.notes.append(refuse("log_admin", number, line))
    elif words[0] in ("randomize", "final-scoring", "faction-variant", "map", "dropoption"):
        raise refuse("log_unsupported", number, line)
    elif colon:
        read_faction(log, number, line, head.strip().lower(), rest.strip())
    else:
        raise refuse("log_line", number, line)


def read_option(log: Log, number: int, line: str, name: str) -> None:
    """A server option: one of ours, one that changes nothing, or one that is passed over with a note of its kind."""
    if name in SWITCHES:
        key, value = SWITCHES[name]
        log.options[key] = value
    elif name in PLAIN:
        log.strict.append(name)
    elif name.startswith(OTHER_RULES):
        log.notes.append(refuse("log_other_rules", number, line))
    elif name not in SILENT:
        log.notes.append(refuse("log_option", number, line))


def read_leaving(log: Log, number: int, line: str, name: str) -> None:
    faction = index_of(FACTIONS, name, "log_faction", number, line)
    log.lines.append(Line(number, faction, [Command("leave", line, 0)], line))
    log.options["leaving"] = "on"


def read_faction(log: Log, number: int, line: str, name: str, rest: str) -> None:
    """The commands of one faction."""
    faction = index_of(FACTIONS, name, "log_faction", number, line)
    if rest.lower() in ("resign", f"drop-faction {name}"):
        read_leaving(log, number, line, name)
        return
    commands: list[Command] = []
    for part in rest.split("."):
        if part.strip():
            commands += read_command(part.strip(), faction, number)
    log.lines.append(Line(number, faction, put_right(commands), rest))


def put_right(commands: list[Command]) -> list[Command]:
    """What the server changes in a row before it plays it."""
    found = list(commands)
    for i in range(len(found) - 1):
        if found[i].verb == "pass" and found[i].a == NO_CARD and found[i + 1].verb == "pass":
            # `pass. +BON3`
            del found[i]
            break
    for first, second in (("build", "transform"), ("pass", "convert"), ("dig", "action")):
        for i in range(len(found) - 1):
            # (behind a pass without a card nothing changes places)
            bare = first == "pass" and found[i].a == NO_CARD
            if found[i].verb == first and found[i + 1].verb == second and not bare:
                found[i], found[i + 1] = found[i + 1], found[i]
                break
    double = any([c.verb == "action" and c.b == ACTIONS.index("acta") for c in found])
    for i in range(len(found) - 2, -1, -1):
        one, two = found[i], found[i + 1]
        if double and one.verb == "step" and two.verb == "step" and one.a == two.a:
            # `+EARTH. +EARTH` is one double step
            one.n += two.n
            del found[i + 1]
    answers = [c for c in found if c.verb in ("leech", "decline")]
    return answers + [c for c in found if c.verb not in ("leech", "decline")]


def index_of(names: list[str], name: str, code: str, row: int, line: str) -> int:
    if name not in names:
        raise refuse(code, row, line)
    return names.index(name)
