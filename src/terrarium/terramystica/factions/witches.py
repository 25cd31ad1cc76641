"""The Witches: forest."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.economy.goods import gain_vp
from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.layout import DWELLING, F_RIDE
from terrarium.terramystica.map.sites import any_ride
from terrarium.terramystica.tables import PIECES


class Witches(Faction):
    """Points for towns; a free dwelling in any free forest a round."""

    name = "witches"
    home = "forest"
    cults: tuple[int, ...] = (0, 0, 0, 2)
    action = "actw"

    def on_town(self, s: Position, seat: i64) -> None:
        gain_vp(s, seat, 5, self.cause())

    def may_act(self, s: Position, seat: i64) -> bool:
        return s.count(seat, DWELLING) < PIECES[DWELLING] and any_ride(s, seat)

    def act(self, s: Position, seat: i64) -> None:
        s.ask(F_RIDE, seat, 0, 0)
