"""The coach: what speaks for a move, in sentences about the board instead of about the search.

A move is tried on a copy and the board looked at before and after: coins this turn, what each region brings, who stands
beside it, points, income, towns. What is found is a list of reasons: a code of the word catalogue, its arguments, and
the places it speaks of, so that a page can mark them. Only what every seat can see is looked at.
"""

from terrarium.coach import hexes, regions
from terrarium.coach.reason import MOST, Advice, Reason
from terrarium.kernel.contract import State
from terrarium.smallworld.core.game import Position

__all__ = ["Advice", "Reason", "advise"]


def advise(state: State, seat: int, move: str, threat: tuple[int, dict[str, object]] | None = None) -> Advice:
    """What speaks for `seat` to play `move` here. `threat`: the seat and the facts of a reply to be feared."""
    choice = next((one for one in state.choices(seat) if one.text == move), None)
    if choice is None:
        return Advice([], [])
    family = regions if isinstance(state, Position) else hexes if "hexes" in state.view(seat) else None
    if family is None:
        return Advice([], [])
    found = family.advise(state, seat, choice)
    if threat is not None and isinstance(state, Position):
        found.arrows.extend(regions.coming(state, *threat))
    return Advice(found.reasons[:MOST], found.arrows)
