"""Words of a row to be written: commands to be, and conversions read off the events."""

from typing import Final

from terrarium.kernel.contract import Event

UNIT: Final = {"power": "pw", "workers": "w", "priests": "p", "coins": "c", "vp": "vp"}
CONVERSIONS: Final = ["burn", "pw p", "pw w", "pw c", "p w", "w c", "vp c", "c vp"]
"""In the order of their codes."""


class Word:
    """One command to be; `h` and `n` depend on the kind."""

    def __init__(self, kind: str, text: str = "", h: int = -1, n: int = 0) -> None:
        self.kind = kind
        self.text = text
        self.h = h
        self.n = n
        self.before: list[str] = []
        self.later: list[str] = []
        self.unsaid = False


def drops_first(words: list[Word]) -> list[Word]:
    """Spades are dropped before anything is dug or turned: then the rest is what is used."""
    drops = [word for word in words if word.kind == "drop"]
    if not drops:
        return words
    rest = [word for word in words if word.kind != "drop"]
    for i, word in enumerate(rest):
        if word.kind in ("dig", "turn", "build"):
            return rest[:i] + drops + rest[i:]
    return words


def one_turn_a_hex(words: list[Word]) -> list[Word]:
    """A hex that was turned several times is turned once, at the end, with all its spades."""
    last: dict[int, Word] = {}
    for word in words:
        if word.kind == "turn":
            last[word.h] = word
    return [word for word in words if word.kind != "turn" or last[word.h] is word]


def forgo(words: list[Word]) -> bool:
    """The Darklings' stronghold: say that no worker is ordained. Another conversion in between would cost the right."""
    for i, word in enumerate(words):
        if word.kind == "temple":
            rest = [w.kind for w in words[i + 1 :]]
            if "ordain" not in rest:
                word.later.append("-3CONVERT_W_TO_P")
                return False
            return any([w.kind == "free" and w.text != "burn" for w in words[i + 1 : i + 1 + rest.index("ordain")]])
    return False


def merged(words: list[Word]) -> list[Word]:
    """Equal conversions in a row as one."""
    found: list[Word] = []
    for word in words:
        if found and word.kind == "free" and found[-1].kind == "free" and found[-1].text == word.text:
            both = Word("free", word.text, found[-1].h + word.h, found[-1].n + word.n)
            found[-1] = both
        else:
            found.append(word)
    return found


def spelled(word: Word) -> str:
    """The command of one word."""
    if word.kind == "free":
        if word.text == "burn":
            return f"burn {word.n}"
        source, goal = word.text.split(" ")
        return f"convert {word.h}{source} to {word.n}{goal}"
    if word.kind == "dig":
        return f"dig {word.n}"
    if word.kind == "drop":
        return drop(word.n)
    return word.text


def drop(n: int) -> str:
    """The word for spades that nobody uses."""
    return "-SPADE" if n == 1 else f"-{n}SPADE"


def conversions(seat: int, events: list[Event]) -> list[Word]:
    """What was burnt and converted, by the player or for a payment."""
    words: list[Word] = []
    paid: tuple[str, int] | None = None
    for event in events:
        if event.code == "round_end":
            break
        n = event.args.get("n")
        if event.seat != seat or not isinstance(n, int):
            continue
        if event.code == "burn":
            words.append(Word("free", "burn", n=n))
        elif event.cause == "conversion":
            what = str(event.args.get("what", "power"))
            if event.code in ("pay", "power_spend"):
                paid = (UNIT[what], n)
            elif paid is not None:
                words.append(Word("free", f"{paid[0]} {UNIT[what]}", paid[1], n))
                paid = None
    return words
