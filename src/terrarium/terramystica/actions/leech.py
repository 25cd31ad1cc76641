"""Taking the power that a neighbour's building offers, or turning it down."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE
from terrarium.terramystica.data import Position, pop, top_of
from terrarium.terramystica.economy.offers import take_offer, takeable
from terrarium.terramystica.layout import A_SETTLED, F_LEECH, HEIGHT, STACK


class Leech(Action):
    """Yes or no; the Cultists count."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return FINE

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        v = s.v
        top = top_of(v)
        offer: i64 = v[top + 2]
        builder: i64 = v[top + 3]
        pop(v)
        i: i64 = STACK + 4 * v[HEIGHT] - 4
        while v[i] != A_SETTLED and i > STACK:
            i -= 4
        counted = v[i] == A_SETTLED
        real = takeable(v, seat, offer) > 0
        if code == codes.TAKE:
            took = take_offer(s, seat, offer, builder)
            if counted and took > 0:
                v[i + 2] += 1
        else:
            if s.watching:
                s.note("turn_down", seat, causes.LEECH, {"n": int(offer), "from": int(builder)})
            if counted and real:
                v[i + 3] += 1

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        out[n] = codes.TAKE
        out[n + 1] = codes.DECLINE
        return n + 2


LEECH: Final = Leech(range(codes.TAKE, codes.DONE), F_LEECH)
