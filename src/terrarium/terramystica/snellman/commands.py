"""One sentence of the public server's language: a command and its numbers. The grammar is in `docs/logs.md`."""

from typing import Final

from terrarium.kernel.contract import NotationError
from terrarium.terramystica.codes import hex_id, river_id
from terrarium.terramystica.factions.boards import BRIDGE_WORKERS
from terrarium.terramystica.map.board import BASE
from terrarium.terramystica.names import CARDS, CULTS, FACTIONS, FAVORS, SHORT, TOWNS

COLOURS: Final = ["yellow", "brown", "black", "blue", "green", "gray", "red"]
UNITS: Final = {
    "p": 1, "priest": 1, "priests": 1, "w": 2, "worker": 2, "workers": 2, "c": 3, "coin": 3, "coins": 3,
    "pw": 0, "power": 0, "vp": 4,
}  # fmt: skip
GREAT: Final = {"dwelling": "d", "trading post": "tp", "temple": "te", "stronghold": "sh", "sanctuary": "sa"}
ACTIONS: Final = [
    "act1", "act2", "act3", "act4", "act5", "act6", "bon1", "bon2", "fav6",
    "acta", "actc", "acte", "actg", "actn", "acts", "actw",
]  # fmt: skip
WAIVED: Final = [
    "spade", "free_tf", "free_tp", "free_d", "bridge", "cult", "gain_favor", "gain_tw", "convert_w_to_p",
]  # fmt: skip
"""What a player may give up with a minus; the position in the list is the command's `a`."""
NO_CARD: Final = 10
ANYBODY: Final = 99
"""In an answer: whoever made the offer."""
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


def refuse(code: str, row: int, text: str) -> NotationError:
    """The sentence for a row that cannot be read."""
    return NotationError(code, {"row": row, "text": text.strip()[:80]})


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


def site_of(pair: str) -> int:
    """The bridge site between two hexes, in either order; -1 if there is none."""
    one, _, two = pair.upper().partition(":")
    for name in (f"{one}:{two}", f"{two}:{one}"):
        if name in BASE.bridge_names:
            return BASE.bridge_names.index(name)
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


def read_conversion(words: list[str], text: str, faction: int) -> Command | None:
    """`convert 3pw to 1w`: from b in n units to a in m units; the Engineers' bridge was once written so too."""
    if "to" not in words:
        return None
    i = words.index("to")
    left = amount("".join(words[1:i]))
    price = (int(BRIDGE_WORKERS[faction]), UNITS["w"])
    if left == price and "".join(words[i + 1 :]) in ("bridge", "1bridge"):
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
