"""Which actions are legal: the codes that have no fault, in ascending order, in the position's buffer.

Full listing is what a person may do. Lean listing is for search: home-colour transforms, no idle conversions; what it
leaves out is worth nothing or can be reached another way.
"""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import write_mask
from terrarium.terramystica.actions.all import MENUS
from terrarium.terramystica.actions.card_space import CARD_SPACE
from terrarium.terramystica.actions.connect import CONNECT
from terrarium.terramystica.actions.convert import CONVERT
from terrarium.terramystica.actions.digging import DIGGING
from terrarium.terramystica.actions.done import DONE
from terrarium.terramystica.actions.dwelling import dwelling_fault
from terrarium.terramystica.actions.faults import FINE
from terrarium.terramystica.actions.favor_space import FAVOR_SPACE
from terrarium.terramystica.actions.free_spades import fill_long
from terrarium.terramystica.actions.leave import LEAVE
from terrarium.terramystica.actions.leech import LEECH
from terrarium.terramystica.actions.passing import PASS
from terrarium.terramystica.actions.power import POWER
from terrarium.terramystica.actions.send import SEND
from terrarium.terramystica.actions.shipping import SHIPPING
from terrarium.terramystica.actions.stronghold_space import STRONGHOLD_SPACE
from terrarium.terramystica.actions.turning import MOST, WAYS, far_spades, near_spades, survey, way_row
from terrarium.terramystica.actions.upgrade import HIGHER, UPGRADE, open_kinds
from terrarium.terramystica.actions.workers_bridge import WORKERS_BRIDGE
from terrarium.terramystica.buffer import buffer_of
from terrarium.terramystica.data import Position, at, own_at, own_end, top_of
from terrarium.terramystica.economy.goods import skip_priests, skip_workers
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.layout import (
    F_LEECH,
    F_MAIN,
    F_POST,
    FACTION,
    HEIGHT,
    HEX,
    LEAN,
    OCCUPIED,
)
from terrarium.terramystica.map.board import BIT_HIGH, BIT_LOW, LAND


def fill(s: Position) -> i64:
    """Write the legal codes of the open question to `s.out`; how many they are.

    The commonest questions have their menus written out: their actions are then called directly.
    """
    v = s.v
    if v[HEIGHT] == 0:
        return 0
    out = buffer_of(s)
    top = top_of(v)
    kind: i64 = v[top]
    seat: i64 = v[top + 1]
    if kind == F_MAIN:
        return fill_main(s, out, seat)
    n: i64 = 0
    if kind == F_LEECH:
        return CONVERT.fill(s, out, LEECH.fill(s, out, n, seat), seat)
    if kind == F_POST:
        n = write(out, n, codes.DONE, DONE.fault(s, seat, codes.DONE))
        return CONVERT.fill(s, out, CONNECT.fill(s, out, n, seat), seat)
    for action in MENUS[kind]:
        n = action.fill(s, out, n, seat)
    return n


def fill_main(s: Position, out: vec[i64], seat: i64) -> i64:
    """The menu of a main decision, in the order of codes."""
    n = fill_board(s, out, seat)
    n = write(out, n, codes.SHIP, SHIPPING.fault(s, seat, codes.SHIP))
    n = write(out, n, codes.DIG, DIGGING.fault(s, seat, codes.DIG))
    n = SEND.fill(s, out, n, seat)
    n = POWER.fill(s, out, n, seat)
    n = write(out, n, codes.ACT_CARD, CARD_SPACE.fault(s, seat, codes.ACT_CARD))
    n = write(out, n, codes.ACT_FAVOR, FAVOR_SPACE.fault(s, seat, codes.ACT_FAVOR))
    n = STRONGHOLD_SPACE.fill(s, out, n, seat)
    n = write(out, n, codes.ACT_BRIDGE, WORKERS_BRIDGE.fault(s, seat, codes.ACT_BRIDGE))
    n = PASS.fill(s, out, n, seat)
    if s.v[LEAN] == 0:
        n = write(out, n, codes.LEAVE, LEAVE.fault(s, seat, codes.LEAVE))
    return CONVERT.fill(s, out, CONNECT.fill(s, out, n, seat), seat)


def write(out: vec[i64], n: i64, code: i64, fault: i64) -> i64:
    """One code, if it has no fault."""
    if fault != FINE:
        return n
    out[n] = code
    return n + 1


def fill_board(s: Position, out: vec[i64], seat: i64) -> i64:
    """Dwellings, transformed hexes and upgrades of a main decision: what holds for all hexes is asked once."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    home: i64 = HOME_OF[f]
    # a search looks at home terrain alone, which is three spades away at most
    goals: i64 = 127 if v[LEAN] == 0 else 1 << home
    found = survey(s, seat, 0, False, MOST if v[LEAN] == 0 else 3)
    near: i64 = near_spades(found)
    far: i64 = far_spades(found)
    low: i64 = (s.low | s.skip_low) & ~v[OCCUPIED]
    high: i64 = (s.high | s.skip_high) & ~v[OCCUPIED + 1]
    ground_low: i64 = low
    ground_high: i64 = high
    house = dwelling_fault(v, o, 0, 0) == FINE
    far_house = far >= 0 and dwelling_fault(v, o, skip_workers(v, o), skip_priests(v, o)) == FINE
    ways = way_row(f, False)
    upgrades = open_kinds(v, o)
    if upgrades != 0:
        i: i64
        for i in range(own_at(seat), own_end(v, seat)):
            low |= BIT_LOW[v[i]]
            high |= BIT_HIGH[v[i]]
    n: i64 = 0
    h: i64 = 0
    mask: i64 = low
    skips: i64 = s.skip_low
    while h < LAND:
        if mask == 0:
            if h >= 39:
                break
            h = 39
            mask = high
            skips = s.skip_high
            continue
        if mask & 1 != 0:
            x: i64 = v[HEX + h]
            if x >= 8:
                higher: i64 = HIGHER[(x >> 3) & 7] & upgrades
                if higher != 0:
                    n = UPGRADE.fill_hex(s, out, n, seat, h, higher)
            else:
                skip = skips & 1 != 0
                code: i64 = h * codes.BLOCK
                if x == home and (far_house if skip else house):
                    out[n] = code
                    n += 1
                have: i64 = far if skip else near
                if have > 0:
                    # (nothing has been turned yet)
                    turns: i64 = WAYS[ways + x * 7 + have] & goals
                    if turns != 0:
                        n = write_mask(out, n, code + codes.TRANSFORM, turns)
        mask >>= 1
        skips >>= 1
        h += 1
        if h == 39:
            mask = high
            skips = s.skip_high
    return fill_long(s, out, n, ground_low, ground_high, found, f, False) if v[LEAN] == 0 else n
