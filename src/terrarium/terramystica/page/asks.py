"""What is asked: the code of the open question."""

from typing import Final

from terrarium.terramystica.data import Position, top_of
from terrarium.terramystica.layout import F_CULT, F_LEECH, F_SPADES, HEIGHT
from terrarium.terramystica.names import FRAMES

ASKED_AS: Final = {"tile": "round_tile", "out": "card_out", "card": "first_card"}
"""Questions whose sentence, `ask.<code>` of the word catalogue, is called otherwise than their frame."""


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
    return ASKED_AS.get(FRAMES[kind], FRAMES[kind]) if kind <= F_LEECH else "over"
