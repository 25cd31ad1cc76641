"""The free trading house of a stronghold: a dwelling of one's own becomes one."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import UPGRADE, Action, hex_of, raised
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, at, building_of, owner_of, pop
from terrarium.terramystica.layout import DWELLING, F_SWARM, FACTION, TRADING
from terrarium.terramystica.map.building import upgrade

NO_DWELLING: Final[i64] = fault("no_dwelling", "faction.*.upgrade", "hex")


class Swarm(Action):
    """Which dwelling."""

    kinds: tuple[int, ...] = (F_SWARM,)
    blocks: tuple[int, ...] = (UPGRADE,)

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        h = hex_of(code)
        own = owner_of(s.v, h) == seat and building_of(s.v, h) == DWELLING
        return FINE if own and raised(code) == TRADING else NO_DWELLING

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"hex": s.chart.land_names[hex_of(code)]}

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        upgrade(s, seat, hex_of(code), TRADING, causes.OF_FACTION + s.v[at(seat) + FACTION])

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        return self.fill_hexes(s, out, n, seat, codes.UPGRADE)


SWARM: Final = Swarm()
