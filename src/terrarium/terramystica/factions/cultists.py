"""The Cultists: plains."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.economy.goods import gain_power, gain_vp
from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.layout import F_CULT, R_CULTIST_EACH, R_NO_ERRATA


class Cultists(Faction):
    """A cult step when a neighbour takes power, one power when all turn it down."""

    name = "cultists"
    home = "plains"
    cults: tuple[int, ...] = (1, 0, 1, 0)
    cost_coins: tuple[int, ...] = (2, 3, 5, 8, 8)

    def on_stronghold(self, s: Position, seat: i64) -> None:
        gain_vp(s, seat, 7, self.cause())

    def wants_answers(self) -> bool:
        return True

    def on_settled(self, s: Position, seat: i64, taken: i64, declined: i64) -> None:
        if taken > 0:
            times: i64 = taken if s.option(R_CULTIST_EACH) else 1
            while times > 0:
                s.ask(F_CULT, seat, 1, 1)
                times -= 1
        elif declined > 0 and not s.option(R_NO_ERRATA):
            gain_power(s, seat, 1, self.cause())
