"""The beginning of an action of the action phase, and what is forgotten at its end."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica.data import Position, pop, push, top_of
from terrarium.terramystica.economy.prices import loose
from terrarium.terramystica.layout import (
    A_OFFERS,
    EVENTS,
    F_POST,
    HOMES,
    LEAN,
    MISSED,
)


def clear_action(v: vec[i64]) -> None:
    """Forget what the last action has turned and missed."""
    place: i64
    for place in range(HOMES, MISSED + 1):
        v[place] = 0


def forget(v: vec[i64]) -> None:
    """The turn may go on: the public server remembers to its end what a key was missing for."""
    missed: i64 = v[MISSED] if loose(v) else 0
    clear_action(v)
    v[MISSED] = missed


def begin(s: Position) -> None:
    """An action starts: its offers of power come after everything it asks."""
    v = s.v
    top = top_of(v)
    seat: i64 = v[top + 1]
    pop(v)
    forget(v)
    v[EVENTS] = 0
    push(v, A_OFFERS, seat, 0, 0)
    if v[LEAN] == 0:
        push(v, F_POST, seat, 0, 0)
