"""Sending a priest to a cult: one step and back home, or onto a free space for good."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import Action, write_mask
from terrarium.terramystica.actions.begin import begin
from terrarium.terramystica.actions.faults import FINE, PRICE, fault, price
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.cults import landing, rise
from terrarium.terramystica.economy.goods import afford, pay
from terrarium.terramystica.layout import CULT, F_MAIN, LEAN, SENT, SPOTS
from terrarium.terramystica.names import CULTS
from terrarium.terramystica.tables import PRIEST_SPACES

SPOT_TAKEN: Final[i64] = fault("spot_taken", "cults.spaces", "track n=steps")
SEND_PRICE: Final[i64] = fault("cannot_pay", "cults.send", PRICE)
SPACES: Final = 4


def track_of(code: i64) -> i64:
    return (code - codes.SEND) // 3


def steps_of(code: i64) -> i64:
    return (code - codes.SEND) % 3 + 1


def open_steps(v: vec[i64], track: i64) -> i64:
    """How many steps a priest may make on a track, one bit each: 1 at any time, more where a space is free."""
    found: i64 = 2
    place: i64
    for place in range(SPACES):
        if v[SPOTS + track * SPACES + place] == 0:
            found |= 1 << PRIEST_SPACES[place]
    return found


def send_price_fault(v: vec[i64], o: i64) -> i64:
    return FINE if afford(v, o, 0, 0, 1) else SEND_PRICE


class Send(Action):
    """A priest: one step for going home again, more for staying."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        if (open_steps(s.v, track_of(code)) >> steps_of(code)) & 1 == 0:
            return SPOT_TAKEN
        return send_price_fault(s.v, at(seat))

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return price(0, 0, 1)

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        v = s.v
        track = track_of(code)
        steps = steps_of(code)
        begin(s)
        pay(s, seat, 0, 0, 1, causes.SEND)
        if steps > 1:
            place: i64 = 0
            while PRIEST_SPACES[place] != steps or v[SPOTS + track * SPACES + place] != 0:
                place += 1
            v[SPOTS + track * SPACES + place] = seat + 1
            v[at(seat) + SENT] += 1
        if s.watching:
            s.note("send", seat, causes.SEND, {"track": CULTS[track], "steps": int(steps)})
        rise(s, seat, track, steps, causes.SEND)

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        """The price is the same for all; a search leaves out tracks that would not move."""
        v = s.v
        if send_price_fault(v, at(seat)) != FINE:
            return n
        track: i64
        for track in range(4):
            if v[LEAN] == 0 or landing(v, seat, track, 1) > v[at(seat) + CULT + track]:
                n = write_mask(out, n, codes.SEND + track * 3, open_steps(v, track) >> 1)
        return n


SEND: Final = Send(range(codes.SEND, codes.ACT), F_MAIN)
