"""The free trading house of a stronghold: a dwelling of one's own becomes one."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.actions.action import UPGRADE, Action, hex_of, raised
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, at, building_of, owner_of, pop
from terrarium.terramystica.layout import DWELLING, F_SWARM, FACTION, TRADING
from terrarium.terramystica.map.building import upgrade

NO_DWELLING: Final[i64] = fault("no_dwelling", "faction.*.upgrade", "hex")


class Swarm(Action):
    """Which dwelling."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        h = hex_of(code)
        own = owner_of(s.v, h) == seat and building_of(s.v, h) == DWELLING
        return FINE if own and raised(code) == TRADING else NO_DWELLING

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        upgrade(s, seat, hex_of(code), TRADING, causes.OF_FACTION + s.v[at(seat) + FACTION])


SWARM: Final = Swarm(UPGRADE, F_SWARM)
