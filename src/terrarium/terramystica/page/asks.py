"""What is asked: the code of the open question."""

from typing import Final

from terrarium.terramystica.data import Position, top_of
from terrarium.terramystica.layout import F_CULT, F_LEECH, F_SPADES, HEIGHT

ASKS: Final = [
    "over",
    "round_tile",
    "card_out",
    "faction",
    "place",
    "first_card",
    "main",
    "spades",
    "build",
    "storm",
    "ride",
    "swarm",
    "bridge",
    "ordain",
    "cult",
    "favor",
    "town",
    "stay",
    "post",
    "leech",
]
"""By the kind of the frame; the sentence is `ask.<code>` of the word catalogue."""


def ask_of(s: Position) -> str:
    """The code of the open question."""
    v = s.v
    if v[HEIGHT] == 0:
        return "over"
    top = top_of(v)
    kind = int(v[top])
    if kind == F_SPADES and v[top + 3] == 1:
        return "cult_spades"
    if kind == F_CULT and v[top + 3] == 1:
        return "cultist_step"
    return ASKS[kind] if kind <= F_LEECH else "over"
