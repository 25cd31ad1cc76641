"""The Halflings: plains."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.economy.goods import gain_vp
from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.map.spades import free_spades


class Halflings(Faction):
    """A point for every spade, and three spades with the stronghold."""

    name = "halflings"
    home = "plains"
    cults: tuple[int, ...] = (0, 0, 1, 1)
    bowls: tuple[int, ...] = (3, 9)
    cost_coins: tuple[int, ...] = (2, 3, 5, 8, 6)
    dig_coins = 1
    stronghold_spades = 3

    def on_spades(self, s: Position, seat: i64, n: i64) -> None:
        gain_vp(s, seat, n, self.cause())

    def on_stronghold(self, s: Position, seat: i64) -> None:
        free_spades(s, seat, self.stronghold_spades)
