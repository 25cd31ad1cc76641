"""ICU messages, read once: text, and slots that arguments are put into.

    read("{n, plural, one {# token} other {# tokens}}")

The grammar is a library's. A kind that it does not know (`{tribe, name}`) is a slot too; `Words` spells it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from pyicumessageformat import Parser

__all__ = ["NUMBER", "Message", "Slot", "arguments", "read"]

NUMBER = "#"
"""The kind of the slot that stands for the number of the nearest plural."""
PARSER = Parser()


@dataclass(frozen=True, slots=True)
class Slot:
    """Where an argument goes: its name, how it is spelled, and what to say for its values."""

    name: str
    kind: str = ""
    branches: "Mapping[str, Message]" = field(default_factory=dict)


Message = tuple[str | Slot, ...]


@cache
def read(text: str) -> Message:
    """A message in a form that is quick to fill. ValueError where it is not well formed."""
    try:
        return _pieces(PARSER.parse(text))
    except SyntaxError as error:
        raise ValueError(f"{error} in message {text!r}") from error


def _pieces(nodes: Iterable[str | dict[str, Any]]) -> Message:
    return tuple(node if isinstance(node, str) else _slot(node) for node in nodes)


def _slot(node: dict[str, Any]) -> Slot:
    kind = NUMBER if node.get("hash") else node.get("type", "")
    return Slot(node["name"], kind, {key: _pieces(inside) for key, inside in node.get("options", {}).items()})


def arguments(message: Message) -> set[str]:
    """The names of the arguments a message uses, in branches too."""
    slots = [piece for piece in message if isinstance(piece, Slot)]
    inside = [arguments(branch) for slot in slots for branch in slot.branches.values()]
    return {slot.name for slot in slots}.union(*inside)
