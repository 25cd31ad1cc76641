"""The Alchemists: swamp."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.economy.goods import gain_power
from terrarium.terramystica.factions.faction import Faction


class Alchemists(Faction):
    """Points and coins into each other at any moment of their turn (free moves); power for spades."""

    name = "alchemists"
    home = "swamp"
    cults: tuple[int, ...] = (1, 1, 0, 0)
    trade_coins: tuple[int, ...] = (2, 2, 3, 4)
    trade_power: tuple[int, ...] = (1, 1, 1, 1)
    stronghold: tuple[int, ...] = (6, 0, 0, 0)
    coins_per_vp = 2
    trades_points = True

    def on_spades(self, s: Position, seat: i64, n: i64) -> None:
        if s.has_stronghold(seat):
            gain_power(s, seat, 2 * n, self.cause())

    def on_stronghold(self, s: Position, seat: i64) -> None:
        gain_power(s, seat, 12, self.cause())
