"""The Chaos Magicians: wasteland."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.layout import F_MAIN


class ChaosMagicians(Faction):
    """Two favor tiles each time, and a double turn."""

    name = "chaosmagicians"
    home = "wasteland"
    cults: tuple[int, ...] = (2, 0, 0, 0)
    workers = 4
    dwellings = 1
    cost_coins: tuple[int, ...] = (2, 3, 5, 4, 8)
    stronghold: tuple[int, ...] = (0, 2, 0, 0)
    tiles_per_temple = 2
    action = "actc"

    def act(self, s: Position, seat: i64) -> None:
        s.ask(F_MAIN, seat, 0, 0)
        s.ask(F_MAIN, seat, 0, 0)
