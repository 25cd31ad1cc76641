"""Towns: when a group of buildings becomes one, and what the tile brings.

Founding is automatic. A group that touches a town joins it; it can never found another. When no tile is left there is
no town at all.
"""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at, own_at, own_end, owner_of, pop, push
from terrarium.terramystica.economy.cults import rise, top_taken
from terrarium.terramystica.economy.goods import gain, gain_goods, gain_vp
from terrarium.terramystica.economy.tracks import raise_ship
from terrarium.terramystica.factions.boards import SKIP_FARTHER
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    CULT,
    F_STAY,
    F_TOWN,
    FACTION,
    FAVORS,
    HEIGHT,
    HEX,
    IN_TOWN,
    KEYS,
    LINKS,
    MISSED,
    OWNS,
    RANGE,
    ROUND,
    ROUND_TILE,
    SANCTUARY,
    STACK,
    TOWN_LEFT,
    TOWNS,
)
from terrarium.terramystica.map.board import BIT_HIGH, BIT_LOW
from terrarium.terramystica.map.reach import find_group, has_bit
from terrarium.terramystica.names import TOWNS as TOWN_NAMES
from terrarium.terramystica.tables import (
    FAV_TOWN,
    SHIP_TOWN,
    STRENGTH,
    TILE_VP,
    TOWN_GOODS,
    TOWN_KEYS,
    TOWN_STEPS,
    TOWN_VP,
)


def tiles_left(v: vec[i64]) -> i64:
    """Town tiles nobody has claimed: those in the supply less the questions already open."""
    left: i64 = 0
    i: i64
    for i in range(8):
        left += v[TOWN_LEFT + i]
    for i in range(v[HEIGHT]):
        if v[STACK + 4 * i] == F_TOWN:
            left -= 1
    return left


def group_verdict(s: Position, seat: i64) -> i64:
    """Of the group in `low, high`: 2 it touches a town, 1 it is strong enough to found one, 0 neither."""
    v = s.v
    o = at(seat)
    count: i64 = 0
    strength: i64 = 0
    i: i64
    for i in range(own_at(seat), own_end(v, seat)):
        h: i64 = v[i]
        if has_bit(s.low, s.high, h):
            x: i64 = v[HEX + h]
            if x & IN_TOWN != 0:
                return 2
            kind: i64 = (x >> 3) & 7
            strength += STRENGTH[kind]
            count += 2 if kind == SANCTUARY else 1
    needed: i64 = 6 if v[o + FAVORS] & FAV_TOWN != 0 else 7
    return 1 if count >= 4 and strength >= needed else 0


def mark_group(s: Position, seat: i64) -> None:
    """Everything in `low, high` belongs to a town from now on."""
    v = s.v
    i: i64
    for i in range(own_at(seat), own_end(v, seat)):
        if has_bit(s.low, s.high, v[i]):
            v[HEX + v[i]] |= IN_TOWN


def check_town(s: Position, seat: i64, h: i64) -> None:
    """Hex h of this seat has changed: does its group join or found a town?"""
    v = s.v
    if v[HEX + h] & IN_TOWN != 0 or v[at(seat) + OWNS] < 2:
        return
    find_group(s, seat, BIT_LOW[h], BIT_HIGH[h])
    verdict = group_verdict(s, seat)
    if verdict == 2:
        mark_group(s, seat)
    elif verdict == 1 and tiles_left(v) > 0:
        mark_group(s, seat)
        push(v, F_TOWN, seat, 0, 0)
        if s.watching:
            s.note("town", seat, causes.TOWN, {"hex": s.chart.land_names[h]})


def check_all_towns(s: Position, seat: i64) -> None:
    """FAV5: every group may have become strong enough."""
    v = s.v
    i: i64
    for i in range(own_at(seat), own_end(v, seat)):
        check_town(s, seat, v[i])


def rivers_between(s: Position, seat: i64) -> i64:
    """Mask of the river hexes that lie at two own buildings or more: no other can join any."""
    v = s.v
    rivers_by = s.chart.rivers_by
    once: i64 = 0
    twice: i64 = 0
    i: i64
    for i in range(own_at(seat), own_end(v, seat)):
        twice |= once & rivers_by[v[i]]
        once |= rivers_by[v[i]]
    return twice


def join_over(s: Position, seat: i64, river: i64) -> i64:
    """How many of the Mermaids' buildings lie at a river hex; with two, `low, high` are set to what it would join."""
    v = s.v
    river_land = s.chart.river_land
    low: i64 = 0
    high: i64 = 0
    count: i64 = 0
    i: i64
    for i in range(6):
        h: i64 = river_land[river * 6 + i]
        if h < 0:
            break
        if owner_of(v, h) == seat:
            low |= BIT_LOW[h]
            high |= BIT_HIGH[h]
            count += 1
    if count >= 2:
        find_group(s, seat, low, high)
    return count


def connect(s: Position, seat: i64, river: i64) -> None:
    v = s.v
    join_over(s, seat, river)
    v[LINKS] |= 1 << river
    mark_group(s, seat)
    push(v, F_TOWN, seat, 0, 0)
    if s.watching:
        s.note("connect", seat, causes.TOWN, {"river": s.chart.river_names[river]})


def take_town(s: Position, seat: i64, tile: i64) -> None:
    """Take a tile: points, keys and goods at once, then the cult steps it brings or repairs."""
    v = s.v
    o = at(seat)
    v[TOWN_LEFT + tile] -= 1
    v[o + TOWNS] += 1 << (3 * tile)
    cause: i64 = causes.OF_TOWN + tile
    if s.watching:
        s.note("town_tile", seat, cause, {"tile": TOWN_NAMES[tile]})
    gain_vp(s, seat, TOWN_VP[tile], cause)
    gain(s, seat, KEYS, TOWN_KEYS[tile], cause)
    gain_goods(s, seat, TOWN_GOODS, tile, cause)
    if tile == SHIP_TOWN:
        v[o + RANGE] += SKIP_FARTHER[v[o + FACTION]]
        raise_ship(s, seat, cause)
    tile_now: i64 = v[ROUND_TILE + v[ROUND] - 1]
    gain_vp(s, seat, TILE_VP[tile_now * 7 + 6], causes.OF_TILE + tile_now)
    FACTION_HOOKS[v[o + FACTION]].on_town(s, seat)
    settle_steps(s, seat, tile, 0)


def contenders(v: vec[i64], seat: i64, tile: i64) -> i64:
    """Tracks that the tile (or a key for a step missed before) could lift to 10."""
    o = at(seat)
    found: i64 = 0
    track: i64
    for track in range(4):
        now: i64 = v[o + CULT + track]
        lifted = now + TOWN_STEPS[tile] >= 10 or (v[MISSED] >> track) & 1 != 0
        if now < 10 and lifted and not top_taken(v, track):
            found |= 1 << track
    return found


def settle_steps(s: Position, seat: i64, tile: i64, staying: i64) -> None:
    """Climb with a town tile, or ask first which track stays at 9 when keys are short."""
    v = s.v
    o = at(seat)
    if v[MISSED] == 0 and TOWN_STEPS[tile] == 0:
        return
    able: i64 = contenders(v, seat, tile) & ~staying
    count: i64 = (able & 1) + ((able >> 1) & 1) + ((able >> 2) & 1) + ((able >> 3) & 1)
    if v[o + KEYS] > 0 and count > v[o + KEYS]:
        push(v, F_STAY, seat, able, tile * 16 + staying)
        return
    cause: i64 = causes.OF_TOWN + tile
    missed: i64 = v[MISSED]
    track: i64
    for track in range(4):
        steps: i64 = TOWN_STEPS[tile]
        if (able >> track) & 1 != 0:
            if (missed >> track) & 1 != 0 and v[o + KEYS] > 0:
                steps += 1
                v[MISSED] &= ~(1 << track)
            rise(s, seat, track, steps, cause)
        elif (staying >> track) & 1 != 0:
            # the key goes elsewhere: up to 9, and remembered in case another key comes
            rise(s, seat, track, min(steps, 9 - v[o + CULT + track]), cause)
            v[MISSED] |= 1 << track
        elif steps > 0:
            rise(s, seat, track, steps, cause)


def choose_stay(s: Position, seat: i64, track: i64, packed: i64) -> None:
    """One track gives way; ask again or climb."""
    pop(s.v)
    settle_steps(s, seat, packed >> 4, (packed & 15) | (1 << track))
