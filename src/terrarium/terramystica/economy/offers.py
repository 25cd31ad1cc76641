"""Power for the neighbours of a new building: who is offered how much, and what taking it costs."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at, building_of, owner_of, push
from terrarium.terramystica.economy.goods import gain_power, lose, power_room
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    A_OFFERS,
    A_SETTLED,
    EVENT,
    EVENTS,
    F_LEECH,
    FACTION,
    GONE,
    PLAYERS,
    R_LEECH_STRICT,
    RULES,
    VP,
)
from terrarium.terramystica.map.reach import PLACES, beside
from terrarium.terramystica.tables import STRENGTH


def offered(s: Position, seat: i64, h: i64) -> i64:
    """The power values of a seat's buildings directly next to hex h, added up."""
    v = s.v
    total: i64 = 0
    place: i64
    for place in range(PLACES):
        n = beside(s.chart, v, h, place)
        if n >= 0 and owner_of(v, n) == seat:
            total += STRENGTH[building_of(v, n)]
    return total


def takeable(v: vec[i64], seat: i64, offer: i64) -> i64:
    """How much of an offer the seat would really gain: what fits, and what its points allow; 0 means no choice."""
    o = at(seat)
    n: i64 = min(offer, power_room(v, o))
    if n > v[o + VP] + 1:
        if v[RULES] & R_LEECH_STRICT != 0:
            return 0
        n = v[o + VP] + 1
    return n


def open_offers(s: Position, seat: i64) -> None:
    """The oldest building of this action is offered to the neighbours, clockwise from its builder."""
    v = s.v
    h: i64 = v[EVENT]
    i: i64
    for i in range(1, v[EVENTS]):
        v[EVENT + i - 1] = v[EVENT + i]
    v[EVENTS] -= 1
    v[EVENT + v[EVENTS]] = 0
    if v[EVENTS] > 0:
        push(v, A_OFFERS, seat, 0, 0)
    if FACTION_HOOKS[v[at(seat) + FACTION]].wants_answers():
        push(v, A_SETTLED, seat, 0, 0)
    players: i64 = v[PLAYERS]
    i = players - 1
    while i > 0:
        other: i64 = seat + i
        if other >= players:
            other -= players
        if (v[GONE] >> other) & 1 == 0:
            offer = offered(s, other, h)
            if offer > 0:
                push(v, F_LEECH, other, offer, seat)
        i -= 1


def take_offer(s: Position, seat: i64, offer: i64, builder: i64) -> i64:
    """Gain the power and pay for it; how much it was."""
    n = takeable(s.v, seat, offer)
    if n <= 0:
        return 0
    if s.watching:
        s.note("leech", seat, causes.LEECH, {"n": int(n), "from": int(builder)})
    gain_power(s, seat, n, causes.LEECH)
    lose(s, seat, VP, n - 1, causes.LEECH)
    return n
