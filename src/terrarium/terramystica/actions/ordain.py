"""Ordaining: workers that become priests when the stronghold is built."""

from typing import Final

from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE, NO_PRIEST, fault
from terrarium.terramystica.data import Position, at, pop
from terrarium.terramystica.economy.goods import gain_priests, pay, priest_room
from terrarium.terramystica.layout import F_ORDAIN, FACTION, WORKERS

ORDAIN_WORKERS: Final[i64] = fault("too_few_workers", "faction.*.ordain", "n")


def ordained(code: i64) -> i64:
    return code - codes.ORDAIN + 1


class Ordain(Action):
    """How many: one to three."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        if s.v[at(seat) + WORKERS] < ordained(code):
            return ORDAIN_WORKERS
        return FINE if priest_room(s.v, at(seat)) >= ordained(code) else NO_PRIEST

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        cause: i64 = causes.OF_FACTION + s.v[at(seat) + FACTION]
        pop(s.v)
        pay(s, seat, 0, ordained(code), 0, cause)
        gain_priests(s, seat, ordained(code), cause)


ORDAIN: Final = Ordain(range(codes.ORDAIN, codes.TAKE), F_ORDAIN)
