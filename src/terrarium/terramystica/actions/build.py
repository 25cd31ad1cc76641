"""Building a dwelling on home terrain within reach."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.actions.action import BUILDING, Action, hex_of
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.dwelling import dwelling_facts, dwelling_fault, pay_dwelling
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.actions.hexes import at_home
from terrarium.terramystica.actions.turning import ground_fault, needs_skip, survey
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import skip_priests, skip_workers
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.layout import F_MAIN, FACTION, HEX, SKIPPED
from terrarium.terramystica.map.building import build
from terrarium.terramystica.map.reach import has_bit

NOT_HOME: Final[i64] = fault("not_home", "build.dwelling", "hex terrain")


class Build(Action):
    """A dwelling on home terrain."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        v = s.v
        o = at(seat)
        h = hex_of(code)
        survey(s, seat, 0, False, 0)
        found = ground_fault(s, h)
        if found != FINE:
            return found
        if not at_home(v[HEX + h], HOME_OF[v[o + FACTION]]):
            return NOT_HOME
        if self.skips(s, h):
            return dwelling_fault(v, o, skip_workers(v, o), skip_priests(v, o))
        return dwelling_fault(v, o, 0, 0)

    def skips(self, s: Position, h: i64) -> bool:
        """Does the hex take a skip that is still to be paid?"""
        return has_bit(s.skip_low, s.skip_high, h) and s.v[SKIPPED] == 0

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return dwelling_facts(s, seat, hex_of(code), self.skips(s, hex_of(code)))

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        h = hex_of(code)
        begin(s)
        pay_dwelling(s, seat, h, needs_skip(s, seat, h))
        build(s, seat, h, causes.NONE)


BUILD: Final = Build(BUILDING, F_MAIN)
