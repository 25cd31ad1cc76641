"""Sending a priest to a cult: one step and back home, or onto a free space for good."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.faults import FINE, PRICE, fault, price
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.cults import landing, rise
from terrarium.terramystica.economy.goods import afford, pay
from terrarium.terramystica.layout import CULT, F_MAIN, LEAN, SENT, SPOTS
from terrarium.terramystica.names import CULTS
from terrarium.terramystica.tables import PRIEST_SPACES

SPOT_TAKEN: Final[i64] = fault("spot_taken", "cults.spaces", "track n")
SEND_PRICE: Final[i64] = fault("cannot_pay", "cults.send", PRICE)
SPACES: Final = 4


def track_of(code: i64) -> i64:
    return (code - codes.SEND) // 3


def steps_of(code: i64) -> i64:
    return (code - codes.SEND) % 3 + 1


def free_space(v: vec[i64], track: i64, steps: i64) -> i64:
    """The first free space of a track that is worth so many steps; -1 if there is none."""
    place: i64 = 0
    while place < SPACES:
        if PRIEST_SPACES[place] == steps and v[SPOTS + track * SPACES + place] == 0:
            return place
        place += 1
    return -1


class Send(Action):
    """A priest: one step for going home again, more for staying."""

    kinds: tuple[int, ...] = (F_MAIN,)
    first: i64 = codes.SEND
    end: i64 = codes.ACT

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        steps = steps_of(code)
        if steps > 1 and free_space(s.v, track_of(code), steps) < 0:
            return SPOT_TAKEN
        return FINE if afford(s.v, at(seat), 0, 0, 1) else SEND_PRICE

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return {"track": CULTS[track_of(code)], "n": int(steps_of(code)), **price(0, 0, 1)}

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        v = s.v
        track = track_of(code)
        steps = steps_of(code)
        begin(s)
        pay(s, seat, 0, 0, 1, causes.SEND)
        if steps > 1:
            v[SPOTS + track * SPACES + free_space(v, track, steps)] = seat + 1
            v[at(seat) + SENT] += 1
        if s.watching:
            s.note("send", seat, causes.SEND, {"track": CULTS[track], "steps": int(steps)})
        rise(s, seat, track, steps, causes.SEND)

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        """Without a step that brings a priest home there is none; a search leaves out tracks that would not move."""
        v = s.v
        track: i64 = 0
        while track < 4:
            code: i64 = codes.SEND + track * 3
            if self.fault(s, seat, code) != FINE:
                return n
            if v[LEAN] == 0 or landing(v, seat, track, 1) > v[at(seat) + CULT + track]:
                end: i64 = code + 3
                while code < end:
                    if self.fault(s, seat, code) == FINE:
                        out[n] = code
                        n += 1
                    code += 1
            track += 1
        return n


SEND: Final = Send()
