"""Which observer reads which game."""

from terrarium.batch.observer import Observer
from terrarium.batch.smallworld import SmallWorldObserver
from terrarium.batch.terramystica import TerraMysticaObserver
from terrarium.kernel.contract import Game, NotationError
from terrarium.smallworld.core.game import FamilyGame
from terrarium.terramystica.game import TerraMysticaGame


def observer_of(game: Game) -> Observer:
    """The observer of a game; NotationError if its title has none."""
    if isinstance(game, FamilyGame):
        return SmallWorldObserver(game)
    if isinstance(game, TerraMysticaGame):
        return TerraMysticaObserver(game)
    raise NotationError("unknown_title", {"title": game.title, "names": "small-world, terra-mystica"})
