"""Which mind a position needs."""

from typing import Final

from terrarium.kernel.contract import State
from terrarium.search.mind import Mind
from terrarium.search.smallworld.mind import FamilyMind
from terrarium.search.terramystica.mind import TerraMind
from terrarium.smallworld.core.game import Position
from terrarium.terramystica.codes import DONE
from terrarium.terramystica.game import TerraMystica

PATIENCE: Final = 4
"""Turns of the Small World family that a search plays on before it appraises."""


def mind_of(state: State, patience: int = PATIENCE) -> Mind:
    """The mind of the position's family; one that only counts points where there is none."""
    if isinstance(state, Position):
        return FamilyMind(state.kit, None, patience)
    if isinstance(state, TerraMystica):
        return TerraMind(state.game.players)
    return Mind(len(state.scores()))


def idle(state: State, legal: list[int]) -> int:
    """The answer to a question that only people are asked: to do nothing more."""
    if isinstance(state, TerraMystica) and DONE in legal:
        return int(DONE)
    return legal[0]


def searchable(state: State) -> State:
    """The position as the search wants it: without answers that only people need."""
    if isinstance(state, TerraMystica):
        return state.lean(True)
    return state
