"""Which observer reads which game: that of its title's family, `batch/<family>.py`."""

from importlib import import_module
from importlib.util import find_spec

from terrarium.batch.observer import Observer
from terrarium.kernel.contract import Game, NotationError
from terrarium.titles import records


def observer_of(game: Game) -> Observer:
    """The observer of a game; NotationError if its title has none."""
    record = records().get(game.title)
    module = f"terrarium.batch.{record.family}" if record is not None else ""
    if not module or find_spec(module) is None:
        raise NotationError("unknown_title", {"title": game.title, "names": ", ".join(records())})
    found = import_module(module).observer_for(game)
    assert isinstance(found, Observer)
    return found
