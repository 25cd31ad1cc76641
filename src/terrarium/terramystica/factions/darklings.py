"""The Darklings: swamp."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.economy.goods import gain_vp
from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.layout import F_ORDAIN


class Darklings(Faction):
    """Priests dig, and earn points for it."""

    name = "darklings"
    home = "swamp"
    cults: tuple[int, ...] = (0, 1, 1, 0)
    workers = 1
    priests = 1
    cost_coins: tuple[int, ...] = (2, 3, 5, 6, 10)
    sanctuary_priests = 2
    dig_max = 0
    spade_workers = 0
    spade_priests = 1
    ordains = 3

    def on_spades_bought(self, s: Position, seat: i64, n: i64) -> None:
        gain_vp(s, seat, 2 * n, self.cause())

    def on_stronghold(self, s: Position, seat: i64) -> None:
        s.ask(F_ORDAIN, seat, 0, 0)
