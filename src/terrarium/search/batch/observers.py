"""Which observer reads which game."""

from terrarium.kernel.contract import Game, NotationError
from terrarium.search.batch.observer import Observer
from terrarium.search.batch.smallworld import SmallWorldObserver
from terrarium.search.batch.terramystica import TerraMysticaObserver
from terrarium.smallworld.core.game import FamilyGame
from terrarium.terramystica.game import TerraMysticaGame


def observer_of(game: Game) -> Observer:
    """The observer of a game; NotationError if its title has none."""
    if isinstance(game, FamilyGame):
        return SmallWorldObserver(game)
    if isinstance(game, TerraMysticaGame):
        return TerraMysticaObserver(game)
    raise NotationError("unknown_title", {"title": game.title, "names": "small-world, terra-mystica"})
