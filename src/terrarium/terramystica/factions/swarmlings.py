"""The Swarmlings: lakes."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.economy.goods import gain_workers
from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.layout import DWELLING, F_SWARM, TRADING
from terrarium.terramystica.tables import PIECES


class Swarmlings(Faction):
    """Workers for towns; a free trading house a round."""

    name = "swarmlings"
    home = "lakes"
    cults: tuple[int, ...] = (1, 1, 1, 1)
    workers = 8
    coins = 20
    bowls: tuple[int, ...] = (3, 9)
    cost_workers: tuple[int, ...] = (2, 3, 3, 5, 5)
    cost_coins: tuple[int, ...] = (3, 4, 6, 8, 8)
    worker_income: tuple[int, ...] = (2, 3, 4, 5, 6, 7, 8, 9, 9)
    trade_coins: tuple[int, ...] = (2, 2, 2, 3)
    trade_power: tuple[int, ...] = (2, 2, 2, 2)
    stronghold: tuple[int, ...] = (0, 0, 0, 4)
    sanctuary_priests = 2
    action = "acts"

    def on_town(self, s: Position, seat: i64) -> None:
        gain_workers(s, seat, 3, self.cause())

    def may_act(self, s: Position, seat: i64) -> bool:
        return s.count(seat, DWELLING) > 0 and s.count(seat, TRADING) < PIECES[TRADING]

    def act(self, s: Position, seat: i64) -> None:
        s.ask(F_SWARM, seat, 0, 0)
