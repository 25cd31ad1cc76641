"""The combo row: drawing banners and badges, and picking a combo.

Stacks are not shuffled in advance: a banner or badge gets its identity when it is revealed, so no secret order exists.
Banners that came back lie under the stack in the order in which they came.
"""

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import (
    ACTIVE,
    BADGE,
    F_BADGE,
    F_MOMENT,
    F_MUSTER,
    F_RACE,
    NEXT_UNIT,
    PICK,
    PICKED,
    RACE,
    action,
    each,
    number_in,
)
from terrarium.smallworld.core.data import (
    ACTIVES,
    BADGES,
    COINS,
    DISCARDS,
    HAND,
    MODE,
    OWNER,
    PICKING,
    POWER,
    QUEUE,
    QUEUED,
    RACES,
    ROW_SIZE,
    TRAY,
    Data,
)
from terrarium.smallworld.core.events import E_MUSTERED, E_PICKED, E_RESHUFFLED, E_REVEALED
from terrarium.smallworld.core.faults import NO_COMBO, NOT_ENOUGH_COINS
from terrarium.smallworld.core.verbs import gain, pay


def short_row(d: Data) -> i64:
    """The first row with a gap and a banner to fill it, or -1."""
    v = d.v
    if v[PICKING] or (v[BADGES] | v[DISCARDS]) == 0:
        return -1
    row: i64
    for row in range(d.kit.rows):
        if v[d.combos_at(row)] < ROW_SIZE and (v[RACES] & d.kit.row_races[row] or queued_for(d, row) >= 0):
            return row
    return -1


def queued_for(d: Data, row: i64) -> i64:
    """The place of the first banner under the stack that may come into a row, or -1."""
    place: i64
    for place in range(d.v[QUEUED]):
        if d.kit.row_races[row] & one(d.v[QUEUE + place]):
            return place
    return -1


def fill_gap(d: Data) -> bool:
    """Lay the next banner into a gap, one from the shuffled part of the stack, else the first that came back; False if
    there is no gap that can be filled."""
    v = d.v
    row = short_row(d)
    if row < 0:
        return False
    if v[RACES] & d.kit.row_races[row]:
        d.push(F_RACE, 0, 0, 0, row)
        return True
    place = queued_for(d, row)
    race = v[QUEUE + place]
    place += 1
    while place < v[QUEUED]:
        v[QUEUE + place - 1] = v[QUEUE + place]
        place += 1
    v[QUEUED] -= 1
    v[QUEUE + v[QUEUED]] = 0
    lay_banner(d, race, row)
    return True


def lay_banner(d: Data, race: i64, row: i64) -> None:
    """A banner lies in the gap; its badge is drawn, from the reshuffled discards if the stack is empty."""
    v = d.v
    v[d.row_at(row) + v[d.combos_at(row)] * 3] = race
    restack(d)
    d.push(F_BADGE, 0, 0, 0, row)


def restack(d: Data) -> None:
    """An empty badge stack is made of the discards."""
    v = d.v
    if not v[BADGES] and v[DISCARDS]:
        v[BADGES] = v[DISCARDS]
        v[DISCARDS] = 0
        d.say(E_RESHUFFLED, -1, -1, -1, 0, -1, -1)


def draw_race(d: Data, race: i64) -> None:
    row = number_in(d.top())
    d.pop()
    d.v[RACES] &= ~one(race)
    lay_banner(d, race, row)


def draw_badge(d: Data, power: i64) -> None:
    v = d.v
    row = number_in(d.top())
    d.pop()
    v[BADGES] &= ~one(power - d.kit.n_races)
    place = v[d.combos_at(row)]
    at = d.row_at(row) + place * 3
    v[at + 1] = power
    v[at + 2] = 0
    v[d.combos_at(row)] = place + 1
    d.say(E_REVEALED, -1, v[at], -1, place, power, -1)


def list_races(d: Data, out: vec[i64]) -> vec[i64]:
    """Every banner that may be on top of the stack."""
    left = d.v[RACES] & d.kit.row_races[number_in(d.top())]
    return each(left, action(RACE, 0, 0, 0), NEXT_UNIT, out)


def list_badges(d: Data, out: vec[i64]) -> vec[i64]:
    """Every badge that may be on top of the stack."""
    return each(d.v[BADGES], action(BADGE, d.kit.n_races, 0, 0), NEXT_UNIT, out)


def list_picks(d: Data, seat: i64, out: vec[i64]) -> vec[i64]:
    """Every combo the player can pay for."""
    combos = d.v[d.combos_at(d.kit.row_of[seat])]
    place: i64
    for place in range(combos):
        if place <= d.v[COINS + seat]:
            out = append(out, action(PICK, 0, 0, place))
    return out


def pick_fault(d: Data, seat: i64, place: i64) -> i64:
    if place >= d.v[d.combos_at(d.kit.row_of[seat])]:
        return NO_COMBO
    return NOT_ENOUGH_COINS if place > d.v[COINS + seat] else 0


def pick(d: Data, seat: i64, place: i64) -> None:
    """The player lays a coin on every combo above, takes the combo with the coins on it, and its tokens."""
    v = d.v
    d.pop()
    row = d.kit.row_of[seat]
    at = d.row_at(row)
    race = v[at + place * 3]
    power = v[at + place * 3 + 1]
    found = v[at + place * 3 + 2]
    d.say(E_PICKED, seat, race, -1, place, power, -1)
    pay(d, seat, place, -1)
    above: i64
    for above in range(place):
        v[at + above * 3 + 2] += 1
    close_gap(d, row, place)
    gain(d, seat, found, -2)
    v[ACTIVES + seat] = race
    v[race * 7 + OWNER] = seat
    v[race * 7 + MODE] = ACTIVE
    v[race * 7 + POWER] = power
    d.set_note(race, 0)
    d.set_note(power, 0)
    if (d.crew(race).moments >> PICKED) & 1:
        v[PICKING] = 1
        d.push(F_MUSTER, race, 0, 0, seat)
        d.push(F_MOMENT, race, 0, 0, PICKED)
    else:
        muster(d, seat, race)


def muster(d: Data, seat: i64, race: i64) -> None:
    """The tokens of the combo come to hand, as many as banner and badge say; then the row may be refilled."""
    v = d.v
    v[PICKING] = 0
    n = d.kit.units[race].tokens + d.kit.units[v[race * 7 + POWER]].tokens
    if n > v[race * 7 + TRAY]:
        n = v[race * 7 + TRAY]  # some came when the combo was picked
    v[race * 7 + TRAY] -= n
    v[race * 7 + HAND] += n
    d.say(E_MUSTERED, seat, race, -1, n, -1, -1)


def close_gap(d: Data, row: i64, place: i64) -> None:
    """Combos below slide up with their coins."""
    v = d.v
    last = v[d.combos_at(row)] - 1
    at = d.row_at(row) + place * 3
    end = d.row_at(row) + last * 3
    while at < end:
        v[at] = v[at + 3]
        at += 1
    v[at] = 0
    v[at + 1] = 0
    v[at + 2] = 0
    v[d.combos_at(row)] = last
