"""Plain data as one line of text and back: how a position is pasted into a chat, a bug report or a test.

    small-world players=2 map=2p round=3 row=[[orcs,flying,2],[elves,stout,0]] tribes={ratmen:[active,0,...]}

Words need no quotes; anything else is quoted as in JSON.
"""

import json
from typing import Final

from terrarium.kernel.contract import SPECTATOR, Game, NotationError, State

PLAIN: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.'")
MOST_DEPTH: Final = 12
MOST_TEXT: Final = 200_000
"""Characters of a position: the longest that can be played is far shorter."""


def is_word(text: str) -> bool:
    """May this text stand without quotes?"""
    if not text or not all([letter in PLAIN for letter in text]):
        return False
    return not text.lstrip("-").isdigit()


def write_value(value: object) -> str:
    """One value: a number, a word, a list or a table."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str):
        return value if is_word(value) else json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        return "[" + ",".join([write_value(item) for item in value]) + "]"
    if isinstance(value, dict):
        return "{" + ",".join([write_key(str(key)) + ":" + write_value(value[key]) for key in value]) + "}"
    raise NotationError("bad_value", {"text": repr(value)[:80]})


def write_key(key: str) -> str:
    return key if key.isdigit() or is_word(key) else json.dumps(key, ensure_ascii=False)


class Reader:
    """Reads values from a line, from left to right."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self) -> NotationError:
        return NotationError("bad_position", {"reason": f"column {self.at + 1}: {self.text[self.at : self.at + 20]!r}"})

    def peek(self) -> str:
        return self.text[self.at] if self.at < len(self.text) else ""

    def take(self, letter: str) -> bool:
        """Step over this letter if it is next."""
        if self.peek() != letter:
            return False
        self.at += 1
        return True

    def value(self, depth: int) -> object:
        if depth > MOST_DEPTH:
            raise self.fail()
        if self.take("["):
            return self.items(depth)
        if self.take("{"):
            return self.table(depth)
        if self.peek() == '"':
            return self.quoted()
        word = self.word()
        if word.lstrip("-").isdigit() and word.isascii() and len(word) < 19 and word.count("-") <= 1:
            return int(word)
        return word

    def word(self) -> str:
        start = self.at
        while self.peek() and self.peek() in PLAIN:
            self.at += 1
        if self.at == start:
            raise self.fail()
        return self.text[start : self.at]

    def quoted(self) -> str:
        try:
            found, end = json.JSONDecoder().raw_decode(self.text, self.at)
        except ValueError as error:
            raise self.fail() from error
        self.at = end
        return str(found)

    def items(self, depth: int) -> list[object]:
        found: list[object] = []
        if self.take("]"):
            return found
        while True:
            found.append(self.value(depth + 1))
            if self.take("]"):
                return found
            if not self.take(","):
                raise self.fail()

    def table(self, depth: int) -> dict[str, object]:
        found: dict[str, object] = {}
        if self.take("}"):
            return found
        while True:
            key = self.quoted() if self.peek() == '"' else self.word()
            if not self.take(":"):
                raise self.fail()
            found[key] = self.value(depth + 1)
            if self.take("}"):
                return found
            if not self.take(","):
                raise self.fail()


def write_line(head: str, page: dict[str, object]) -> str:
    """A table as one line: a head word, then `key=value` for each entry."""
    return " ".join([head] + [key + "=" + write_value(page[key]) for key in page])


def read_line(text: str) -> tuple[str, dict[str, object]]:
    """The head word and the table of a line."""
    if len(text) > MOST_TEXT:
        raise NotationError("bad_position", {"reason": text[:20]})
    reader = Reader(text.strip())
    head = reader.word()
    page: dict[str, object] = {}
    while reader.take(" "):
        while reader.take(" "):
            pass
        key = reader.word()
        if not reader.take("="):
            raise reader.fail()
        page[key] = reader.value(0)
    if reader.peek():
        raise reader.fail()
    return head, page


def write_position(game: Game, state: State, usual: dict[str, str]) -> str:
    """A position as one line, with the game it belongs to; options with their usual value are left out."""
    page: dict[str, object] = {
        "rules": game.rules_version,
        "players": game.players,
        "map": game.map_name,
        "options": {name: value for name, value in sorted(game.options.items()) if usual.get(name) != value},
    }
    page.update(state.dump())
    return write_line(game.title, page)


def look_at(game: Game, state: State) -> None:
    """Whatever a table does with a position before the first move: a page somebody wrote may load and still be none.

    NotationError where something of it cannot be shown or asked.
    """
    try:
        seats = list(range(game.players))
        for viewer in [*seats, SPECTATOR]:
            state.view(viewer)
            state.choices(viewer)
            state.blind(viewer).dump()
        state.scores()
        state.winners()
        for action in state.legal_actions():
            state.text(action)
        page = state.dump()
        again = game.load(page).dump() == page
    except (LookupError, ArithmeticError, TypeError, ValueError, AttributeError, AssertionError, RuntimeError) as error:
        if isinstance(error, NotationError):
            raise
        raise NotationError("bad_position", {"reason": type(error).__name__}) from error
    if not again:
        raise NotationError("bad_position", {"reason": "a position that is not itself"})
