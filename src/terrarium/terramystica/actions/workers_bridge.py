"""A bridge that workers pay for."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.bridge import any_site_fault
from terrarium.terramystica.actions.faults import FINE, PRICE, fault, price
from terrarium.terramystica.data import Position, at, push
from terrarium.terramystica.economy.goods import afford, pay
from terrarium.terramystica.factions.boards import BRIDGE_WORKERS, only_one
from terrarium.terramystica.layout import F_BRIDGE, F_MAIN, FACTION

NO_WORKERS_BRIDGE: Final[i64] = fault("only_faction", "faction.*.bridge", "faction")
BRIDGE_PRICE: Final[i64] = fault("cannot_pay", "faction.*.bridge", PRICE)


class WorkersBridge(Action):
    """A bridge for workers, an action of those whose board says so."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        workers: i64 = BRIDGE_WORKERS[s.v[at(seat) + FACTION]]
        if workers == 0:
            return NO_WORKERS_BRIDGE
        found = any_site_fault(s, seat)
        if found != FINE:
            return found
        return FINE if afford(s.v, at(seat), 0, workers, 0) else BRIDGE_PRICE

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"faction": only_one(BRIDGE_WORKERS), **price(0, BRIDGE_WORKERS[s.v[at(seat) + FACTION]], 0)}

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        begin(s)
        pay(s, seat, 0, BRIDGE_WORKERS[s.v[at(seat) + FACTION]], 0, causes.BRIDGE)
        push(s.v, F_BRIDGE, seat, 0, 0)


WORKERS_BRIDGE: Final = WorkersBridge([codes.ACT_BRIDGE], F_MAIN)
