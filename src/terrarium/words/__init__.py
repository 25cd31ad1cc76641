"""Words for people: one catalogue per language, keyed by code, with named arguments. The engine emits codes only.

    Words("en", "small-world").say("refusal.not_adjacent", {"region": 14, "terrain": "hill", "tribe": "orcs"})

Messages are whole sentences. A placeholder is `{name}`, or `{name, kind}` with a kind that spells it:
`name` (a unit or piece), `one` (its singular), `terrain`, `seat` (a player's name), `sum` (a price written out),
`plural` and `select` with their branches as in ICU messages; `#` stands for the number of the nearest plural.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

from terrarium.titles import LANGUAGES, records

__all__ = ["LANGUAGES", "Words", "branches", "catalogue", "closing", "sources"]


def sources(title: str) -> list[str]:
    """The files that speak for a title; a later one wins over those before it: the title's own words over its family's,
    and these over what is borrowed from the title it mixes with."""
    record = records().get(title)
    borrowed = [record.mixes_with] if record is not None and record.mixes_with else []
    family = [record.family] if record is not None else []
    return [*borrowed, "common", "terminal", "bots", *family, *([title] if title else [])]


@cache
def catalogue(language: str, title: str) -> dict[str, str]:
    """Every message of a language for a title, from all its sources."""
    if language not in LANGUAGES:
        raise KeyError(language)
    found: dict[str, str] = {}
    for name in sources(title):
        path = resources.files("terrarium.words") / language / f"{name}.json"
        if path.is_file():
            found.update(json.loads(path.read_text(encoding="utf-8")))
    return found


class Words:
    """The words of one language for one title, and the names of the players at the table."""

    def __init__(self, language: str, title: str = "", players: Sequence[str] = ()) -> None:
        self.language = language
        self.messages = catalogue(language, title)
        self.players = list(players)

    def has(self, key: str) -> bool:
        return key in self.messages

    def say(self, key: str, args: Mapping[str, object] | None = None) -> str:
        """The message with its arguments put in; KeyError if the catalogue has no such key."""
        return self.fill(self.messages[key], args or {}, "")

    def name(self, id: object) -> str:
        """The name of a unit, piece or other thing; its id where it has none."""
        return self.messages.get(f"name.{id}", str(id))

    def terrain(self, id: object) -> str:
        """The word for a terrain or a symbol printed in a region; powers may have the same id and another name."""
        return self.messages.get(f"terrain.{id}", self.name(id))

    def seat(self, seat: object) -> str:
        """A player's name at this table, or "player 2"."""
        if isinstance(seat, int) and 0 <= seat < len(self.players) and self.players[seat]:
            return self.players[seat]
        return self.say("seat", {"n": seat + 1 if isinstance(seat, int) else seat})

    def fill(self, text: str, args: Mapping[str, object], number: str) -> str:
        """Put arguments into a message; `number` is what `#` stands for."""
        out: list[str] = []
        at = 0
        while at < len(text):
            if text[at] == "{":
                end = closing(text, at)
                out.append(self.placeholder(text[at + 1 : end], args))
                at = end + 1
            else:
                out.append(number if text[at] == "#" and number else text[at])
                at += 1
        return "".join(out)

    def placeholder(self, inside: str, args: Mapping[str, object]) -> str:
        parts = [part.strip() for part in inside.split(",", 2)]
        value = args.get(parts[0], "")
        kind = parts[1] if len(parts) > 1 else ""
        if kind == "plural":
            options = branches(parts[2])
            keys = [f"={value}", "one" if value == 1 else "other", "other"]
            chosen = next(options[key] for key in keys if key in options)
            return self.fill(chosen, args, str(value))
        if kind == "select":
            options = branches(parts[2])
            return self.fill(options.get(str(value), options["other"]), args, "")
        if kind == "name":
            return self.name(value)
        if kind == "one":
            return self.messages.get(f"name.{value}.one", self.name(value))
        if kind == "terrain":
            return self.terrain(value)
        if kind == "seat":
            return self.seat(value)
        if kind == "sum":
            return self.sum(value)
        return str(value)

    def sum(self, lines: object) -> str:
        """A price written out: 2 + Trolls 2 − Mounted 1."""
        out: list[str] = []
        for cause, n in lines if isinstance(lines, list | tuple) else ():
            plain = cause == "region"
            label = "" if plain else self.messages.get(f"price.{cause}", self.name(cause)) + " "
            sign = "" if not out else (" + " if n >= 0 else " − ")
            out.append(f"{sign}{label}{abs(n)}")
        return "".join(out)


def closing(text: str, at: int) -> int:
    """Where the brace that opens at `at` closes."""
    depth = 0
    for place in range(at, len(text)):
        depth += (text[place] == "{") - (text[place] == "}")
        if depth == 0:
            return place
    raise ValueError(f"unclosed brace in message {text!r}")


def branches(text: str) -> dict[str, str]:
    """The branches of a plural or select: `one {…} other {…}`."""
    found: dict[str, str] = {}
    at = 0
    while (open_at := text.find("{", at)) >= 0:
        end = closing(text, open_at)
        found[text[at:open_at].strip()] = text[open_at + 1 : end]
        at = end + 1
    return found
