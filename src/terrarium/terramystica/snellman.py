"""The public server's command language: reading a log into commands.

A log is a set-up (options, round tiles, cards left out, factions) followed by lines `faction: command. command`.
Nothing here knows the rules; `snellman_play.py` plays the commands. What the server puts right in a row before it
plays it (answers first, `transform` before `build`) is put right here. The whole grammar is in `docs/logs.md`.
"""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica.codes import hex_id, river_id
from terrarium.terramystica.game import OPTIONS
from terrarium.terramystica.map.board import BRIDGE_NAMES
from terrarium.terramystica.names import CARDS, CULTS, FACTIONS, FAVORS, ROUND_TILES, SHORT, TOWNS

COLOURS: Final = ["yellow", "brown", "black", "blue", "green", "gray", "red"]
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
ADMIN: Final = [
    "player", "player-count", "order", "admin", "start", "income", "finish", "start-preview", "map", "abort",
]  # fmt: skip
"""Lines about the table and not about the game; the last two only where they say nothing."""
UNITS: Final = {
    "p": 1, "priest": 1, "priests": 1, "w": 2, "worker": 2, "workers": 2, "c": 3, "coin": 3, "coins": 3,
    "pw": 0, "power": 0, "vp": 4,
}  # fmt: skip
GREAT: Final = {"dwelling": "d", "trading post": "tp", "temple": "te", "stronghold": "sh", "sanctuary": "sa"}
WAIVED: Final = [
    "spade", "free_tf", "free_tp", "free_d", "bridge", "cult", "gain_favor", "gain_tw", "convert_w_to_p",
]  # fmt: skip
"""What a player may give up with a minus; the position in the list is the command's `a`."""
NO_CARD: Final = 10
LONGEST: Final = 99
"""No command has a larger number."""


class Command:
    """One command; what its numbers mean depends on the verb."""

    def __init__(self, verb: str, text: str, a: int = -1, b: int = -1, n: int = 0, m: int = 0) -> None:
        self.verb = verb
        self.text = text
        self.a = a
        self.b = b
        self.n = n
        self.m = m
        self.used = False


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


def refuse(code: str, row: int, text: str) -> NotationError:
    """The sentence for a row that cannot be read."""
    return NotationError(code, {"row": row, "text": text.strip()[:80]})


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
    """A server option: one of ours, one that changes nothing, or one that is passed over with a note."""
    if name in SWITCHES:
        key, value = SWITCHES[name]
        log.options[key] = value
    elif name in PLAIN:
        log.strict.append(name)
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
            if found[i].verb == first and found[i + 1].verb == second:
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


def read_command(text: str, faction: int, row: int) -> list[Command]:
    """The command of one sentence; none for `wait`, which says nothing."""
    words = text.lower().split()
    verb = words[0]
    if words == ["wait"]:
        return []
    if words == ["done"]:
        return [Command("done", text, 0)]
    command: Command | None = None
    if verb[0] in "+-":
        command = read_gain("".join(words), text)
    elif verb == "leech" or verb == "decline":
        command = read_answer(words, text)
    elif verb == "convert":
        command = read_conversion(words, text, faction)
    elif verb == "upgrade" and len(words) >= 4 and words[2] == "to":
        kind = " ".join(words[3:])
        kind = GREAT.get(kind, kind)
        if kind in SHORT[2:]:
            command = Command("upgrade", text, hex_id(words[1]), SHORT.index(kind))
    elif verb == "send":
        command = read_priest(words, text)
    elif verb == "pass" and len(words) == 1:
        command = Command("pass", text, NO_CARD)
    elif verb == "transform" and len(words) == 4 and words[2] == "to":
        colour = words[3].replace("grey", "gray")
        if colour in COLOURS:
            command = Command("transform", text, hex_id(words[1]), COLOURS.index(colour))
    elif verb in ("bridge", "connect"):
        command = read_pair(verb, "".join(words[1:]), text)
    elif len(words) == 2:
        command = read_pair(verb, words[1], text)
    if command is None or command.a < 0 or command.n > LONGEST or command.m > LONGEST:
        raise refuse("log_command", row, text)
    return [command]


def number_of(word: str) -> int:
    """A plain number of at most five digits, else -1."""
    return int(word) if word.isascii() and word.isdecimal() and len(word) <= 5 else -1


def read_priest(words: list[str], text: str) -> Command | None:
    """`send p to FIRE`, `send p to FIRE for 2`."""
    if len(words) < 4 or words[1] not in ("p", "priest") or words[2] != "to" or words[3] not in CULTS:
        return None
    if len(words) == 4:
        return Command("send", text, CULTS.index(words[3]))
    if len(words) == 6 and words[4] == "for" and words[5] in ("1", "2", "3"):
        return Command("send", text, CULTS.index(words[3]), n=int(words[5]))
    return None


def read_pair(verb: str, what: str, text: str) -> Command | None:
    """Commands of two words."""
    if verb == "build":
        return Command("build", text, hex_id(what))
    if verb == "transform":
        return Command("transform", text, hex_id(what), -1)
    if verb in ("dig", "burn"):
        n = number_of(what)
        return Command(verb, text, 0, n=n) if n >= 0 else None
    if verb == "action":
        return Command("action", text, 0, ACTIONS.index(what)) if what in ACTIONS else None
    if verb == "pass" and what in CARDS:
        return Command("pass", text, CARDS.index(what))
    if verb == "advance" and what in ("ship", "shipping", "dig", "digging"):
        return Command("advance", text, 0 if what.startswith("ship") else 1)
    if verb == "bridge":
        return Command("bridge", text, site_of(what))
    if verb == "connect":
        if ":" in what:
            # two or three hexes round one river hex
            hexes = [hex_id(name) for name in what.split(":")]
            if len(hexes) > 3 or -1 in hexes:
                return None
            return Command("connect", text, hexes[0], hexes[1], hexes[2] if len(hexes) == 3 else hexes[0])
        return Command("connect", text, river_id(what), -2)
    return None


ACTIONS: Final = [
    "act1", "act2", "act3", "act4", "act5", "act6", "bon1", "bon2", "fav6",
    "acta", "actc", "acte", "actg", "actn", "acts", "actw",
]  # fmt: skip


def site_of(pair: str) -> int:
    """The bridge site between two hexes, in either order; -1 if there is none."""
    one, _, two = pair.upper().partition(":")
    for name in (f"{one}:{two}", f"{two}:{one}"):
        if name in BRIDGE_NAMES:
            return BRIDGE_NAMES.index(name)
    return -1


def read_gain(word: str, text: str) -> Command | None:
    """`+FAV11`, `+TW3`, `+2TW3`, `+EARTH`, `+2AIR`, `+BON3`, `-WATER`, `-SPADE`, `-3CONVERT_W_TO_P`."""
    sign, name = word[0], word[1:].removesuffix("s")
    digits = ""
    while name and name[0].isdecimal():
        digits += name[0]
        name = name[1:]
    n = number_of(digits) if digits else 1
    if n < 1:
        return None
    if sign == "-":
        if name in WAIVED:
            return Command("waive", text, WAIVED.index(name), n=n)
        return Command("back", text, CULTS.index(name), n=n) if name in CULTS else None
    if name in CULTS:
        return Command("step", text, CULTS.index(name), n=n)
    if name in FAVORS and n == 1:
        return Command("favor", text, FAVORS.index(name), n=n)
    if name in TOWNS:
        return Command("town", text, TOWNS.index(name), n=n)
    if name in CARDS and n == 1:
        return Command("pass", text, CARDS.index(name))
    return None


def read_answer(words: list[str], text: str) -> Command | None:
    """`leech 3 from nomads`, `leech 3`, `decline 3 from nomads`, `decline`: -1 is no number, 99 no name."""
    if words == ["decline"]:
        return Command("decline", text, ANYBODY, n=0)
    n = number_of(words[1]) if len(words) > 1 else -1
    if n < 1:
        return None
    if len(words) == 2 and words[0] == "leech":
        return Command("leech", text, ANYBODY, n=n)
    if len(words) == 4 and words[2] == "from" and words[3] in FACTIONS:
        return Command(words[0], text, FACTIONS.index(words[3]), n=n)
    return None


ANYBODY: Final = 99
"""In an answer: whoever made the offer."""


def read_conversion(words: list[str], text: str, faction: int) -> Command | None:
    """`convert 3pw to 1w`: from b in n units to a in m units; the Engineers' bridge was once written so too."""
    if "to" not in words:
        return None
    i = words.index("to")
    left = amount("".join(words[1:i]))
    if faction == FACTIONS.index("engineers") and left == (2, 2) and "".join(words[i + 1 :]) in ("bridge", "1bridge"):
        return Command("action", text, 0, ACTIONS.index("acte"))
    right = amount("".join(words[i + 1 :]))
    if left is None or right is None:
        return None
    return Command("convert", text, right[1], left[1], left[0], right[0])


def amount(word: str) -> tuple[int, int] | None:
    """`3pw` -> (3, the unit); a missing number is 1."""
    digits = ""
    while word and word[0].isdecimal():
        digits += word[0]
        word = word[1:]
    n = number_of(digits) if digits else 1
    if word not in UNITS or n < 1:
        return None
    return n, UNITS[word]
