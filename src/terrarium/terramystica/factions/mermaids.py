"""The Mermaids: lakes."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.economy.tracks import raise_ship
from terrarium.terramystica.factions.faction import Faction


class Mermaids(Faction):
    """River towns (a free move) and a level of shipping with the stronghold."""

    name = "mermaids"
    home = "lakes"
    cults: tuple[int, ...] = (0, 2, 0, 0)
    bowls: tuple[int, ...] = (3, 9)
    cost_coins: tuple[int, ...] = (2, 3, 5, 6, 8)
    stronghold: tuple[int, ...] = (0, 0, 0, 4)
    ship_start = 1
    ship_max = 5
    river_towns = True

    def on_stronghold(self, s: Position, seat: i64) -> None:
        raise_ship(s, seat, self.cause())
