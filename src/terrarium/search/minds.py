"""Which mind a position needs."""

from terrarium.kernel.contract import State
from terrarium.search.mind import Mind
from terrarium.search.smallworld.mind import FamilyMind
from terrarium.smallworld.core.game import Position


def mind_of(state: State) -> Mind:
    """The mind of the position's family; one that only counts points where there is none."""
    if isinstance(state, Position):
        return FamilyMind(state.kit)
    return Mind(len(state.scores()))


def searchable(state: State) -> State:
    """The position as the search wants it."""
    return state
