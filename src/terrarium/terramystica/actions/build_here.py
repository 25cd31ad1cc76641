"""Building a dwelling on a hex that this action has turned home."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import BUILDING, Action, hex_of
from terrarium.terramystica.actions.dwelling import dwelling_facts, dwelling_fault, pay_dwelling
from terrarium.terramystica.actions.faults import FINE, fault
from terrarium.terramystica.data import Position, at, pop
from terrarium.terramystica.layout import F_BUILD, HOME, HOMES
from terrarium.terramystica.map.building import build

NOT_TURNED: Final[i64] = fault("not_turned", "build.after_transform", "hex")


class BuildHere(Action):
    """A dwelling on a hex turned home in this action."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        v = s.v
        h = hex_of(code)
        i: i64
        for i in range(v[HOMES]):
            if v[HOME + i] == h:
                return dwelling_fault(v, at(seat), 0, 0)
        return NOT_TURNED

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return dwelling_facts(s, seat, hex_of(code), False)

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        pop(s.v)
        pay_dwelling(s, seat, hex_of(code), False)
        build(s, seat, hex_of(code), causes.NONE)

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        """The hexes turned home, in the order of the board; the price is the same for all."""
        v = s.v
        if v[HOMES] == 0 or dwelling_fault(v, at(seat), 0, 0) != FINE:
            return n
        i: i64
        for i in range(v[HOMES]):
            code: i64 = v[HOME + i] * codes.BLOCK
            k: i64 = n
            while k > 0 and out[k - 1] > code:
                out[k] = out[k - 1]
                k -= 1
            out[k] = code
            n += 1
        return n


BUILD_HERE: Final = BuildHere(BUILDING, F_BUILD)
