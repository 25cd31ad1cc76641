"""Legal codes of the set-up, of free moves and of everything an action asks afterwards."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.cults import landing
from terrarium.terramystica.economy.goods import power_room, priest_room
from terrarium.terramystica.factions.boards import COINS_PER_VP, FACTION_COUNT, HOME_OF, RIVER_TOWNS, TRADES_POINTS
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    BOWL2,
    BOWL3,
    CARD_AT,
    COINS,
    CULT,
    F_BRIDGE,
    F_FACTION,
    F_ORDAIN,
    F_OUT,
    F_PLACE,
    F_RIDE,
    F_STAY,
    F_STORM,
    F_SWARM,
    F_TILE,
    FACTION,
    FAVOR_LEFT,
    FAVORS,
    HEX,
    LEAN,
    OWN,
    OWN_SIZE,
    OWNS,
    PLAYERS,
    PRIESTS,
    R_CARD,
    R_IDLE,
    R_SERVER,
    R_SPADE_TILE_ANY,
    R_TEMPLES,
    ROUND_TILE,
    RULES,
    TOWN_LEFT,
    VP,
    WORKERS,
)
from terrarium.terramystica.map.board import SHIP_HIGH, SHIP_LOW
from terrarium.terramystica.map.bridges import can_span
from terrarium.terramystica.map.towns import can_connect
from terrarium.terramystica.tables import SPADE_TILE


def fill_setup(s: Position, out: vec[i64], kind: i64, seat: i64, a: i64) -> i64:
    """Tiles, cards left out, factions, first dwellings, first cards."""
    v = s.v
    n: i64 = 0
    i: i64 = 0
    if kind == F_TILE:
        count: i64 = 9 if v[RULES] & R_TEMPLES != 0 else 8
        while i < count:
            late = i == SPADE_TILE and a >= 4 and v[RULES] & R_SPADE_TILE_ANY == 0
            if not late and not tile_placed(v, i):
                out[n] = codes.TILE + i
                n += 1
            i += 1
    elif kind == F_OUT:
        cards: i64 = 10 if v[RULES] & R_CARD != 0 else 9
        while i < cards:
            if v[CARD_AT + i] == 0:
                out[n] = codes.OUT_CARD + i
                n += 1
            i += 1
    elif kind == F_FACTION:
        while i < FACTION_COUNT:
            if not colour_taken(v, HOME_OF[i]):
                out[n] = codes.PICK + i
                n += 1
            i += 1
    elif kind == F_PLACE:
        home: i64 = HOME_OF[v[at(seat) + FACTION]]
        while i < 77:
            if v[HEX + i] == home:
                out[n] = i * codes.BLOCK
                n += 1
            i += 1
    else:
        while i < 10:
            if v[CARD_AT + i] == 0:
                out[n] = codes.CARD + i
                n += 1
            i += 1
    return n


def tile_placed(v: vec[i64], tile: i64) -> bool:
    """Does a round already have this tile?"""
    i: i64 = 0
    while i < 6:
        if v[ROUND_TILE + i] == tile:
            return True
        i += 1
    return False


def colour_taken(v: vec[i64], colour: i64) -> bool:
    """Is a faction of this home terrain in the game?"""
    seat: i64 = 0
    while seat < v[PLAYERS]:
        f: i64 = v[at(seat) + FACTION]
        if f >= 0 and HOME_OF[f] == colour:
            return True
        seat += 1
    return False


def fill_free(s: Position, out: vec[i64], seat: i64, n: i64, may_connect: bool) -> i64:
    """Free moves of the own turn: river towns, burning, conversions."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    if may_connect and RIVER_TOWNS[f] != 0:
        river: i64 = 0
        while river < 36:
            if can_connect(s, seat, river):
                out[n] = codes.CONNECT + river
                n += 1
            river += 1
    if v[LEAN] != 0:
        if v[o + BOWL3] > 0 and power_room(v, o) <= 4:
            out[n] = codes.CONVERT + 3
            n += 1
        if TRADES_POINTS[f] != 0 and v[o + VP] > 0:
            out[n] = codes.CONVERT + 6
            n += 1
        return n
    kind: i64 = 0
    while kind < 8:
        if can_convert(v, o, kind):
            out[n] = codes.CONVERT + kind
            n += 1
        kind += 1
    return n


def can_convert(v: vec[i64], o: i64, kind: i64) -> bool:
    """Can this conversion be made once, from bowl III alone?"""
    if kind == 0:
        return v[o + BOWL2] >= 2
    if kind == 1:
        return v[o + BOWL3] >= 5 and priest_room(v, o) > 0
    if kind == 2:
        return v[o + BOWL3] >= 3
    if kind == 3:
        return v[o + BOWL3] >= 1
    if kind == 4:
        return v[o + PRIESTS] >= 1
    if kind == 5:
        return v[o + WORKERS] >= 1
    if kind == 7 and v[RULES] & R_SERVER != 0:
        return v[o + COINS] >= COINS_PER_VP[v[o + FACTION]]
    if TRADES_POINTS[v[o + FACTION]] == 0:
        return False
    return v[o + VP] >= 1 if kind == 6 else v[o + COINS] >= 2


def fill_favor(v: vec[i64], out: vec[i64], seat: i64) -> i64:
    """Favor tiles in the supply of a kind the seat does not own."""
    owned: i64 = v[at(seat) + FAVORS]
    n: i64 = 0
    i: i64 = 0
    while i < 12:
        if v[FAVOR_LEFT + i] > 0 and (owned >> i) & 1 == 0:
            out[n] = codes.FAVOR + i
            n += 1
        i += 1
    return n


def fill_town(v: vec[i64], out: vec[i64]) -> i64:
    n: i64 = 0
    i: i64 = 0
    while i < 8:
        if v[TOWN_LEFT + i] > 0:
            out[n] = codes.TOWN + i
            n += 1
        i += 1
    return n


def fill_cult(v: vec[i64], out: vec[i64], seat: i64, steps: i64) -> i64:
    """A track; lean leaves out those that would not move, unless none would."""
    n: i64 = 0
    track: i64 = 0
    if v[LEAN] != 0:
        while track < 4:
            if landing(v, seat, track, steps) > v[at(seat) + CULT + track]:
                out[n] = codes.CULT + track
                n += 1
            track += 1
        if n > 0:
            return n
        track = 0
    while track < 4:
        out[n] = codes.CULT + track
        n += 1
        track += 1
    return n


def fill_follow_up(s: Position, out: vec[i64], kind: i64, seat: i64, a: i64) -> i64:
    """What strongholds, bridges and short keys ask."""
    v = s.v
    o = at(seat)
    home: i64 = HOME_OF[v[o + FACTION]]
    n: i64 = 0
    i: i64 = 0
    if kind == F_STORM:
        n = fill_storm(v, out, seat)
    elif kind == F_RIDE:
        while i < 77:
            if v[HEX + i] == home:
                out[n] = i * 12
                n += 1
            i += 1
    elif kind == F_SWARM:
        mine: i64 = 64 * (seat + 1) + 8
        while i < 77:
            if v[HEX + i] & 504 == mine:
                out[n] = i * 12 + 8
                n += 1
            i += 1
    elif kind == F_BRIDGE:
        while i < 29:
            if can_span(s, seat, i):
                out[n] = codes.BRIDGE + i
                n += 1
            i += 1
    elif kind == F_ORDAIN:
        most: i64 = min(FACTION_HOOKS[v[o + FACTION]].ordains, min(v[o + WORKERS], priest_room(v, o)))
        while i < most:
            out[n] = codes.ORDAIN + i
            n += 1
            i += 1
        out[n] = codes.DONE
        n += 1
    elif kind == F_STAY:
        while i < 4:
            if (a >> i) & 1 != 0:
                out[n] = codes.STAY + i
                n += 1
            i += 1
    if gives_up(v, kind):
        out[n] = codes.DONE
        n += 1
    return n


def gives_up(v: vec[i64], kind: i64) -> bool:
    """May what an action brings be turned down? Only an option allows it, and no search asks for it."""
    if v[RULES] & R_IDLE == 0 or v[LEAN] != 0:
        return False
    return kind == F_STORM or kind == F_RIDE or kind == F_SWARM or kind == F_BRIDGE


def fill_storm(v: vec[i64], out: vec[i64], seat: i64) -> i64:
    """Free hexes across an edge of an own building that are not home terrain."""
    home: i64 = HOME_OF[v[at(seat) + FACTION]]
    low: i64 = 0
    high: i64 = 0
    i: i64 = OWN + seat * OWN_SIZE
    end: i64 = i + v[at(seat) + OWNS]
    while i < end:
        low |= SHIP_LOW[v[i]]
        high |= SHIP_HIGH[v[i]]
        i += 1
    n: i64 = 0
    h: i64 = 0
    while h < 77:
        inside: i64 = (low >> h) & 1 if h < 39 else (high >> (h - 39)) & 1
        if inside != 0 and v[HEX + h] < 8 and v[HEX + h] != home:
            out[n] = h * 12 + 1 + home
            n += 1
        h += 1
    return n
