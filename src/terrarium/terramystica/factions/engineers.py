"""The Engineers: mountains."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.economy.goods import gain_vp
from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.map.bridges import joining_bridges


class Engineers(Faction):
    """Bridges for workers (an action of their own), and points for them when passing."""

    name = "engineers"
    home = "mountains"
    workers = 2
    coins = 10
    bowls: tuple[int, ...] = (3, 9)
    cost_workers: tuple[int, ...] = (1, 1, 1, 3, 3)
    cost_coins: tuple[int, ...] = (1, 2, 4, 6, 6)
    worker_income: tuple[int, ...] = (0, 1, 2, 2, 3, 4, 4, 5, 6)
    temple_priests: tuple[int, ...] = (1, 0, 1)
    temple_power: tuple[int, ...] = (0, 5, 0)
    bridge_workers = 2

    def on_pass(self, s: Position, seat: i64) -> None:
        if s.has_stronghold(seat):
            bridges = joining_bridges(s, seat)
            while bridges > 0:
                gain_vp(s, seat, 3, self.cause())
                bridges -= 1
