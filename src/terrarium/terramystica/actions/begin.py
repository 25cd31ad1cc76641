"""The beginning of an action of the action phase, and what is forgotten at its end."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.data import Position, pop, push, top_of
from terrarium.terramystica.layout import (
    A_OFFERS,
    EVENTS,
    F_POST,
    HOME,
    HOMES,
    LEAN,
    MISSED,
    ROUGH,
    SKIPPED,
    TURNED,
    TURNING,
)


def clear_action(v: vec[i64]) -> None:
    """Forget what the last action has turned and missed."""
    v[HOMES] = 0
    v[HOME] = 0
    v[HOME + 1] = 0
    v[HOME + 2] = 0
    v[SKIPPED] = 0
    v[ROUGH] = 0
    v[TURNING] = 0
    v[TURNED] = 0
    v[MISSED] = 0


def begin(s: Position) -> None:
    """An action starts: its offers of power come after everything it asks."""
    v = s.v
    top = top_of(v)
    seat: i64 = v[top + 1]
    pop(v)
    clear_action(v)
    v[EVENTS] = 0
    push(v, A_OFFERS, seat, 0, 0)
    if v[LEAN] == 0:
        push(v, F_POST, seat, 0, 0)
