"""The Nomads: desert."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.layout import F_BUILD, F_STORM
from terrarium.terramystica.map.sites import any_storm


class Nomads(Faction):
    """Sandstorm: a hex across an edge becomes desert, without spades."""

    name = "nomads"
    home = "desert"
    cults: tuple[int, ...] = (1, 0, 1, 0)
    workers = 2
    dwellings = 3
    cost_coins: tuple[int, ...] = (2, 3, 5, 8, 6)
    trade_coins: tuple[int, ...] = (2, 2, 3, 4)
    trade_power: tuple[int, ...] = (1, 1, 1, 1)
    action = "actn"

    def may_act(self, s: Position, seat: i64) -> bool:
        return any_storm(s, seat)

    def act(self, s: Position, seat: i64) -> None:
        s.ask(F_BUILD, seat, 0, 0)
        s.ask(F_STORM, seat, 0, 0)
