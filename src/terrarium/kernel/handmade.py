"""What players made themselves and bring along by value: one spelling, a fingerprint, and how such data is read.

Problems are collected, not raised, each with its place in the data; whoever reads files gives them a line and a
sentence.
"""

import hashlib
import json
import unicodedata
from typing import Final

from terrarium.kernel.contract import NotationError

MOST_NAME: Final = 24
MOST_PROBLEMS: Final = 40
MAP: Final = "map."
"""How the option begins that brings a map to a table."""
LANGUAGES: Final = ["en", "zh-Hant", "zh-Hans"]
"""Of names. The rules read no file, so these are written out; a test compares them with `titles/languages.toml`."""


class Problem:
    """Something wrong with what somebody made: where (keys and places, with dots between), a code, its arguments."""

    def __init__(self, where: str, code: str, args: dict[str, object]) -> None:
        self.where = where
        self.code = code
        self.details = args


def canonical(data: dict[str, object]) -> str:
    """The one spelling of some data: a line of JSON with its keys in order."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def fingerprint(line: str) -> str:
    """A short number that differs when what somebody made does."""
    return hashlib.sha256(line.encode()).hexdigest()[:16]


def unwrapped(line: str, kind: str) -> dict[str, object]:
    """The data in a game's option, which begins with its fingerprint; NotationError `<kind>_data`, `<kind>_hash`."""
    mark, _, text = line.partition(" ")
    try:
        data = json.loads(text)
        same = isinstance(data, dict) and fingerprint(canonical(data)) == mark
    except (ValueError, RecursionError) as error:
        raise NotationError(kind + "_data", {"where": "", "reason": "json"}) from error
    if not same:
        raise NotationError(kind + "_hash", {"hash": mark[:20]})
    assert isinstance(data, dict)
    return data


def map_in(options: dict[str, str]) -> str:
    """The name of the option that holds a map; empty where none does. NotationError where several do."""
    found = sorted([name for name in options if name.startswith(MAP)])
    if len(found) > 1:
        raise NotationError("map_many", {})
    return found[0] if found else ""


def without_map(options: dict[str, str]) -> dict[str, str]:
    """The options that are no map."""
    return {name: value for name, value in options.items() if not name.startswith(MAP)}


def fit_letter(letter: str) -> bool:
    """May a name hold this character? Letters, marks on letters, digits, and a few signs; no markup, no control."""
    return unicodedata.category(letter)[0] in "LMN" or letter in " -'’·．.!&"


def shown(value: object) -> str:
    """What somebody wrote, as a file spells it and short enough for a sentence."""
    return (value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str))[:40]


class Reader:
    """Reads plain values out of somebody's data and notes what is wrong with them."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []

    def wrong(self, where: str, code: str, args: dict[str, object] | None = None) -> int:
        """Note a problem; the number that stands for what could not be read."""
        if len(self.problems) < MOST_PROBLEMS:
            self.problems.append(Problem(where, code, {} if args is None else args))
        return 0

    def read(self, data: dict[str, object]) -> None:
        """Read what somebody made; whoever reads a kind of it says how."""

    def read_any(self, data: dict[str, object], most: int, missing: str, long: str) -> str:
        """The same of data of which nothing is known yet. Its one spelling; empty where it has none that is short
        enough, which is a problem like any other."""
        try:
            line = canonical(data)
        except (TypeError, ValueError, RecursionError):
            self.wrong("", missing)
            return ""
        if len(line) > most:
            self.wrong("", long, {"most": most})
            return ""
        self.read(data)
        return line

    def table(self, value: object, where: str) -> dict[str, object]:
        if isinstance(value, dict):
            return value
        self.wrong(where, "table")
        return {}

    def items(self, value: object, where: str, most: int) -> list[object]:
        if not isinstance(value, list):
            self.wrong(where, "list")
            return []
        if len(value) > most:
            self.wrong(where, "many", {"most": most})
        return value[:most]

    def whole(self, value: object, where: str, least: int, most: int) -> int:
        if isinstance(value, bool) or not isinstance(value, int):
            self.wrong(where, "number")
            return least
        if not least <= value <= most:
            self.wrong(where, "range", {"least": least, "most": most})
            return least
        return value

    def flag(self, value: object, where: str) -> bool:
        if isinstance(value, bool):
            return value
        self.wrong(where, "flag")
        return False

    def word(self, value: object, where: str, known: list[str]) -> str:
        if isinstance(value, str) and value in known:
            return value
        self.wrong(where, "word", {"text": shown(value), "names": ", ".join(known)})
        return known[0]

    def only(self, page: dict[str, object], where: str, known: list[str]) -> None:
        for key in page:
            if key not in known:
                place = where + "." + key if where else key
                self.wrong(place[:80], "key", {"text": shown(key), "names": ", ".join(known)})

    def id(self, value: object, where: str, most: int = MOST_NAME) -> str:
        plain = isinstance(value, str) and value.isascii() and value.replace("_", "").isalnum() and value.islower()
        if not isinstance(value, str) or not plain or not 2 <= len(value) <= most or not value[0].isalpha():
            self.wrong(where, "id", {"most": most})
            return "unnamed"
        return value

    def names(self, value: object, where: str, most: int = MOST_NAME) -> None:
        """A name in each language; one alone stands for all. Letters as Unicode composes them (NFKC), nothing else."""
        names = self.table(value, where)
        self.only(names, where, LANGUAGES)
        if isinstance(value, dict) and not names:
            self.wrong(where, "no_name")
        for tag, name in names.items():
            if not isinstance(name, str) or not name.strip() or name != name.strip():
                self.wrong(where + "." + shown(tag), "no_name")
            elif len(name) > most:
                self.wrong(where + "." + shown(tag), "long_name", {"most": most})
            elif unicodedata.normalize("NFKC", name) != name or not all([fit_letter(c) for c in name]):
                self.wrong(where + "." + shown(tag), "letters")


class MapReader(Reader):
    """Reads a map."""

    def __init__(self) -> None:
        super().__init__()
        self.name = ""

    def head(self, data: dict[str, object], form: int, title: str, keys: list[str]) -> dict[str, object]:
        """How every map begins: its form, its name, its title. Gives the map itself; nothing where there is none."""
        self.only(data, "", ["format", "map"])
        if data.get("format") != form:
            self.wrong("format", "format", {"n": form})
        page = data.get("map")
        if not isinstance(page, dict) or not page:
            self.wrong("map", "no_map")
            return {}
        self.only(page, "map", keys)
        self.names(page.get("name"), "map.name")
        if page.get("title") != title:
            self.wrong("map.title", "word", {"text": shown(page.get("title")), "names": title})
        return page

    def fit(self, option: str, taken: list[str]) -> None:
        """NotationError unless the map has no problem, came in the option of its name, and no other has that name."""
        if self.problems:
            raise NotationError("map_data", {"where": self.problems[0].where, "reason": self.problems[0].code})
        if option != MAP + self.name:
            raise NotationError("map_named", {"name": option[:40], "map": self.name})
        if self.name in taken:
            raise NotationError("map_taken", {"map": self.name})
