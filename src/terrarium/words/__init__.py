"""Words for people: one catalogue per language, keyed by code, with named arguments. The engine emits codes only.

    Words("en", "small-world").say("refusal.not_adjacent", {"region": 14, "terrain": "hill", "tribe": "orcs"})

Messages are whole sentences, as ICU writes them. A placeholder is `{name}`, or `{name, kind}` with a kind that spells
it: `name` (a unit or piece), `one` (its singular), `terrain`, `seat` (a player's name), `sum` (a price written out),
and ICU's own `plural`, with the forms of the language, and `select`; `#` is the number of the nearest plural.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from terrarium.titles import LANGUAGES, language, records
from terrarium.words.messages import NUMBER, Message, Slot, read

__all__ = ["LANGUAGES", "Words", "catalogue", "sources"]


def sources(title: str) -> list[str]:
    """The files that speak for a title; a later one wins over those before it: the title's own words over its family's,
    and these over what is borrowed from the title it mixes with."""
    record = records().get(title)
    borrowed = [record.mixes_with] if record is not None and record.mixes_with else []
    family = [record.family] if record is not None else []
    return [*borrowed, "common", "terminal", "bots", "workshop", "maps", *family, *([title] if title else [])]


HERE: Traversable = resources.files("terrarium.words")


@cache
def catalogue(tag: str, title: str) -> dict[str, str]:
    """Every message of a language for a title, from all its sources."""
    if tag not in LANGUAGES:
        raise KeyError(tag)
    found: dict[str, str] = {}
    for name in sources(title):
        path = HERE / tag / f"{name}.json"
        if path.is_file():
            found.update(json.loads(path.read_text(encoding="utf-8")))
    return found


class Words:
    """The words of one language for one title, and the names of the players at the table."""

    def __init__(self, tag: str, title: str = "", players: Sequence[str] = ()) -> None:
        self.language = tag
        self.record = language(tag)
        self.messages = catalogue(tag, title)
        self.players = list(players)

    def has(self, key: str) -> bool:
        return key in self.messages

    def say(self, key: str, args: Mapping[str, object] | None = None) -> str:
        """The message with its arguments put in; KeyError if the catalogue has no such key."""
        return self.put(read(self.messages[key]), args or {}, "")

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

    def fill(self, text: str, args: Mapping[str, object]) -> str:
        """Put arguments into a message."""
        return self.put(read(text), args, "")

    def put(self, message: Message, args: Mapping[str, object], number: str) -> str:
        """The same for a message that was read; `number` is what `#` stands for."""
        return "".join([piece if isinstance(piece, str) else self.slot(piece, args, number) for piece in message])

    def slot(self, slot: Slot, args: Mapping[str, object], number: str) -> str:
        value = args.get(slot.name, "")
        kind = slot.kind
        if not kind:
            return str(value)
        if kind == NUMBER:
            return number
        if kind == "plural":
            return self.put(self.counted(slot.branches, value), args, str(value))
        if kind == "select":
            return self.put(slot.branches.get(str(value), slot.branches["other"]), args, "")
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
        raise ValueError(f"nobody spells {{{slot.name}, {kind}}}")

    def counted(self, branches: Mapping[str, Message], value: object) -> Message:
        """What is said of this number: for just it, for its form in this language, or for all others."""
        exact = branches.get(f"={value}")
        if exact is not None:
            return exact
        form = self.record.form(value) if isinstance(value, int) else "other"
        return branches.get(form, branches["other"])

    def sum(self, lines: object) -> str:
        """A price written out: 2 + Trolls 2 − Mounted 1."""
        out: list[str] = []
        for cause, n in lines if isinstance(lines, list | tuple) else ():
            plain = cause == "region"
            label = "" if plain else self.messages.get(f"price.{cause}", self.name(cause)) + " "
            sign = "" if not out else (" + " if n >= 0 else " − ")
            out.append(f"{sign}{label}{abs(n)}")
        return "".join(out)
