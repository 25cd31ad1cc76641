"""The four cult tracks: steps, power on the way, and the one place at the top that a key opens."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import gain_power
from terrarium.terramystica.layout import CULT, KEYS, MISSED, PLAYERS, TURN
from terrarium.terramystica.names import CULTS
from terrarium.terramystica.tables import CULT_POWER


def top_taken(v: vec[i64], track: i64) -> bool:
    """Does somebody stand on step 10?"""
    return any(v[at(seat) + CULT + track] == 10 for seat in range(v[PLAYERS]))


def landing(v: vec[i64], seat: i64, track: i64, steps: i64) -> i64:
    """The step a move of `steps` would end on."""
    o = at(seat)
    goal: i64 = v[o + CULT + track] + steps
    if goal < 10:
        return goal
    if v[o + CULT + track] == 10:
        return 10
    if v[o + KEYS] == 0 or top_taken(v, track):
        return 9
    return 10


def rise(s: Position, seat: i64, track: i64, steps: i64, cause: i64) -> None:
    """Climb; a step to 10 that fails for want of a key is remembered until the action ends."""
    v = s.v
    o = at(seat)
    now: i64 = v[o + CULT + track]
    goal: i64 = now + steps
    if goal >= 10:
        goal = landing(v, seat, track, steps)
        if goal == 9 and v[o + KEYS] == 0 and v[TURN] == seat:
            v[MISSED] |= 1 << track
        if goal == 10 and now < 10:
            v[o + KEYS] -= 1
            if s.watching:
                s.note("key", seat, cause, {"track": CULTS[track]})
    if goal == now:
        return
    v[o + CULT + track] = goal
    if s.watching:
        s.note("cult", seat, cause, {"track": CULTS[track], "from": int(now), "to": int(goal)})
    gain_power(s, seat, CULT_POWER[goal] - CULT_POWER[now], causes.OF_STEP + track)


def go_back(s: Position, seat: i64, track: i64, steps: i64) -> None:
    """Steps given up, so that a town tile does not lead to 10."""
    v = s.v
    place: i64 = at(seat) + CULT + track
    now: i64 = v[place]
    v[place] = now - steps
    if s.watching:
        s.note("cult", seat, causes.NONE, {"track": CULTS[track], "from": int(now), "to": int(now - steps)})
