"""The Giants: wasteland."""

from mypy_extensions import i64

from terrarium.terramystica.data import Position
from terrarium.terramystica.factions.faction import Faction
from terrarium.terramystica.map.spades import free_spades


class Giants(Faction):
    """Two spades for every hex, always to wasteland."""

    name = "giants"
    home = "wasteland"
    cults: tuple[int, ...] = (1, 0, 0, 1)
    stronghold: tuple[int, ...] = (0, 0, 0, 4)
    flat_spades = 2
    action = "actg"

    def act(self, s: Position, seat: i64) -> None:
        free_spades(s, seat, 2)
