"""Which mind a position needs: that of its family, `search/<family>/mind.py`."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from terrarium.kernel.contract import State
from terrarium.search.mind import Mind

PATIENCE: Final = 4
"""Turns of the Small World family that a search plays on before it appraises."""


@cache
def _knowledge(module: str) -> ModuleType | None:
    """What is known of the family whose positions come from this module; None where nothing is."""
    family = module.split(".")[1] if module.startswith("terrarium.") else ""
    name = f"terrarium.search.{family}.mind"
    return import_module(name) if family and find_spec(f"terrarium.search.{family}") is not None else None


def mind_of(state: State, patience: int = PATIENCE) -> Mind:
    """The mind of the position's family; one that only counts points where there is none."""
    known = _knowledge(type(state).__module__)
    found = Mind(len(state.scores())) if known is None else known.mind_for(state, patience)
    assert isinstance(found, Mind)
    return found


def idle(state: State, legal: list[int]) -> int:
    """The answer to a question that only people are asked: to do nothing more."""
    known = _knowledge(type(state).__module__)
    return legal[0] if known is None else int(known.idle(state, legal))


def searchable(state: State) -> State:
    """The position as the search wants it: without answers that only people need."""
    known = _knowledge(type(state).__module__)
    found = state if known is None else known.searchable(state)
    assert isinstance(found, State)
    return found
