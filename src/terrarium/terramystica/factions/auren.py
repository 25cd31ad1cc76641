"""The Auren: forest."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.layout import F_CULT


class Auren(Faction):
    """A favor tile with the stronghold, then two steps on one cult a round."""

    name = "auren"
    home = "forest"
    cults: tuple[int, ...] = (0, 1, 0, 1)
    cost_coins: tuple[int, ...] = (2, 3, 5, 6, 8)
    tiles_per_stronghold = 1
    action = "acta"

    def act(self, s: Position, seat: i64) -> None:
        s.ask(F_CULT, seat, 2, 0)
