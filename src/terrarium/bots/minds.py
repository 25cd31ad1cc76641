"""Which mind a position needs: that of its family, `search/<family>/mind.py`."""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Final

from terrarium.bots.nets import network
from terrarium.kernel.contract import State
from terrarium.search.mind import Mind

PATIENCE: Final = 4
"""Turns of the Small World family that a search plays on before it appraises."""


def family_of(state: State) -> str:
    """The family of a position: the package its class comes from."""
    module = type(state).__module__
    return module.split(".")[1] if module.startswith("terrarium.") else ""


@cache
def _known(family: str, subject: str) -> ModuleType | None:
    """What is known of a family; None where nothing is."""
    if not family or find_spec(f"terrarium.search.{family}") is None:
        return None
    return import_module(f"terrarium.search.{family}.{subject}")


def learned_mind_of(state: State) -> Mind | None:
    """The mind that believes its family's network; None where there is no network for such a position."""
    family = family_of(state)
    known = _known(family, "learned")
    net = None if known is None else network(family)
    found = None if known is None or net is None else known.learned_for(state, net)
    assert found is None or isinstance(found, Mind)
    return found


def mind_of(state: State, patience: int = PATIENCE) -> Mind:
    """The mind of the position's family; one that only counts points where there is none."""
    known = _known(family_of(state), "mind")
    found = Mind(len(state.scores())) if known is None else known.mind_for(state, patience)
    assert isinstance(found, Mind)
    return found


def idle(state: State, legal: list[int]) -> int:
    """The answer to a question that only people are asked: to do nothing more."""
    known = _known(family_of(state), "mind")
    return legal[0] if known is None else int(known.idle(state, legal))


def searchable(state: State) -> State:
    """The position as the search wants it: without answers that only people need."""
    known = _known(family_of(state), "mind")
    found = state if known is None else known.searchable(state)
    assert isinstance(found, State)
    return found
