"""The public server's command language: reading a log into commands.

A log is a set-up (options, round tiles, cards left out, factions) followed by lines `faction: command. command`.
Nothing here knows the rules; `snellman_play.py` turns commands into answers.
"""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica.codes import hex_id, river_id
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
WORTH: Final = {"p": 1, "w": 2, "c": 3, "pw": 0, "vp": 4}


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
        self.tiles: list[int] = []
        self.out: list[int] = []
        self.factions: list[int] = []
        self.rows: dict[str, list[int]] = {"score": [], "delete": [], "setup": []}  # where each of them is written
        self.lines: list[Line] = []
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
    return log


def read_lines(log: Log, text: str) -> None:
    for number, raw in enumerate(text.splitlines(), 1):
        line, _, comment = raw.partition("#")
        line = line.strip()
        words = comment.split()
        if len(words) == 2 and words[0] == "terrarium" and "=" in words[1]:
            # an option that the server does not know
            name, _, value = words[1].partition("=")
            log.options[name] = value
        if line:
            read_line(log, number, line)


def read_line(log: Log, number: int, line: str) -> None:
    head, colon, rest = line.partition(":")
    words = line.lower().split()
    if words[0] == "option":
        name = words[1] if len(words) > 1 else ""
        if name in SWITCHES:
            key, value = SWITCHES[name]
            log.options[key] = value
        elif name not in PLAIN:
            raise refuse("log_option", number, line)
    elif words[0] == "score":
        for tile in "".join(words[1:]).split(","):
            log.tiles.append(index_of(ROUND_TILES, tile, "log_tile", number, line))
            log.rows["score"].append(number)
    elif words[0] == "delete":
        log.out.append(index_of(CARDS, words[-1], "log_card", number, line))
        log.rows["delete"].append(number)
    elif words[0] == "setup":
        log.factions.append(index_of(FACTIONS, words[-1], "log_faction", number, line))
        log.rows["setup"].append(number)
    elif words[0] == "drop-faction":
        faction = index_of(FACTIONS, words[-1], "log_faction", number, line)
        log.lines.append(Line(number, faction, [Command("leave", line)], line))
        log.options["leaving"] = "on"
    elif colon:
        faction = index_of(FACTIONS, head.strip().lower(), "log_faction", number, line)
        commands: list[Command] = []
        for part in rest.split("."):
            if part.strip():
                commands += read_command(part.strip(), number)
        log.lines.append(Line(number, faction, commands, rest.strip()))
    else:
        raise refuse("log_line", number, line)


def index_of(names: list[str], name: str, code: str, row: int, line: str) -> int:
    if name not in names:
        raise refuse(code, row, line)
    return names.index(name)


def read_command(text: str, row: int) -> list[Command]:
    """The command of one sentence; `+2TW3` stands for two."""
    words = text.lower().split()
    verb = words[0]
    if verb in ("wait", "done"):
        return []
    if verb[0] in "+-":
        return read_gain("".join(words), text, row)
    if verb in ("leech", "decline"):
        return [read_answer(words, text, row)]
    if verb == "convert":
        return [read_conversion("".join(words[1:]), text, row)]
    command: Command | None = None
    if len(words) == 2:
        command = read_pair(verb, words[1], text)
    elif len(words) == 4 and words[2] == "to":
        if verb == "upgrade" and words[3] in SHORT:
            command = Command("upgrade", text, hex_id(words[1]), SHORT.index(words[3]))
        elif verb == "transform":
            colour = words[3].replace("grey", "gray")
            if colour in COLOURS:
                command = Command("transform", text, hex_id(words[1]), COLOURS.index(colour))
        elif verb == "send" and words[3] in CULTS:
            command = Command("send", text, CULTS.index(words[3]), 0)
    elif len(words) == 6 and verb == "send" and words[3] in CULTS and words[5] in ("1", "2", "3"):
        command = Command("send", text, CULTS.index(words[3]), 0, int(words[5]))
    elif verb == "pass":
        command = Command("pass", text, 10, 0)
    if command is None or command.a < 0:
        raise refuse("log_command", row, text)
    return [command]


def read_pair(verb: str, what: str, text: str) -> Command | None:
    """Commands of two words."""
    if verb == "build":
        return Command("build", text, hex_id(what))
    if verb == "transform":
        return Command("transform", text, hex_id(what), -1)
    if verb == "dig" and what.isdecimal():
        return Command("dig", text, 0, n=int(what))
    if verb == "burn" and what.isdecimal():
        return Command("burn", text, 0, n=int(what))
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
            one, two = what.split(":", 1)
            return Command("connect", text, hex_id(one), hex_id(two)) if hex_id(two) >= 0 else None
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


def read_gain(word: str, text: str, row: int) -> list[Command]:
    """`+FAV11`, `+TW3`, `+2TW3`, `+EARTH`, `+2AIR`, `-WATER`, `-SPADE`."""
    sign, name = word[0], word[1:]
    count = 1
    while name and name[0].isdecimal():
        count = int(name[0])
        name = name[1:]
    if sign == "-" and name in ("spade", "spades"):
        return [Command("drop", text, 0)]
    if sign == "-" and name in CULTS:
        return [Command("stay", text, CULTS.index(name))]
    if sign == "+" and name in CULTS:
        return [Command("step", text, CULTS.index(name), n=count)]
    if sign == "+" and name in FAVORS:
        return [Command("favor", text, FAVORS.index(name)) for _ in range(count)]
    if sign == "+" and name in TOWNS:
        return [Command("town", text, TOWNS.index(name)) for _ in range(count)]
    raise refuse("log_command", row, text)


def read_answer(words: list[str], text: str, row: int) -> Command:
    """`leech 3 from nomads`, `decline 3 from nomads`, `decline`."""
    if words == ["decline"]:
        return Command("decline", text, -1)
    if len(words) == 4 and words[1].isdecimal() and words[2] == "from" and words[3] in FACTIONS:
        return Command(words[0], text, FACTIONS.index(words[3]), n=int(words[1]))
    raise refuse("log_command", row, text)


def read_conversion(word: str, text: str, row: int) -> Command:
    """`convert 3pw to 1w`: from b in n units to a in m units."""
    source, to, goal = word.partition("to")
    left = amount(source)
    right = amount(goal)
    if not to or left is None or right is None:
        raise refuse("log_command", row, text)
    return Command("convert", text, WORTH[right[1]], WORTH[left[1]], left[0], right[0])


def amount(word: str) -> tuple[int, str] | None:
    """`3pw` -> (3, "pw"); a missing number is 1."""
    digits = ""
    while word and word[0].isdecimal():
        digits += word[0]
        word = word[1:]
    if word not in WORTH:
        return None
    return int(digits) if digits else 1, word
