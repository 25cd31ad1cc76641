"""Steps on a cult of choice."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.faults import FINE
from terrarium.terramystica.data import Position, at, pop, top_of
from terrarium.terramystica.economy.cults import landing, rise
from terrarium.terramystica.layout import CARD, CULT, F_CULT, FACTION


def step_cause(v: vec[i64], o: i64, steps: i64, where: i64) -> i64:
    """What a step on a cult of choice is owed to: a favor tile, the faction, or the bonus card."""
    if where == 2:
        return causes.OF_FAVOR + 5
    return causes.OF_FACTION + v[o + FACTION] if where == 1 or steps == 2 else causes.OF_CARD + v[o + CARD]


class CultStep(Action):
    """Any track, also one on which nothing moves."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        return FINE

    def worth(self, s: Position, seat: i64, code: i64) -> bool:
        """A track that would move, unless none would."""
        track: i64
        for track in range(4):
            if self.moves(s.v, seat, track):
                return self.moves(s.v, seat, code - codes.CULT)
        return True

    def moves(self, v: vec[i64], seat: i64, track: i64) -> bool:
        return landing(v, seat, track, v[top_of(v) + 2]) > v[at(seat) + CULT + track]

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        v = s.v
        top = top_of(v)
        steps: i64 = v[top + 2]
        where: i64 = v[top + 3]
        pop(v)
        rise(s, seat, code - codes.CULT, steps, step_cause(v, at(seat), steps, where))


CULT_STEP: Final = CultStep(range(codes.CULT, codes.FAVOR), F_CULT)
