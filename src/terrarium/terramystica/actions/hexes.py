"""What a main decision may do with the hexes, listed together: dwellings, transformed hexes, upgrades."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.action import write_mask
from terrarium.terramystica.actions.dwelling import dwelling_fault
from terrarium.terramystica.actions.faults import FINE
from terrarium.terramystica.actions.free_spades import fill_long
from terrarium.terramystica.actions.turning import MOST, WAYS, far_spades, near_spades, survey, way_row
from terrarium.terramystica.actions.upgrade import HIGHER, UPGRADE, open_kinds
from terrarium.terramystica.data import Position, at, own_at, own_end
from terrarium.terramystica.economy.goods import skip_priests, skip_workers
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.layout import (
    FACTION,
    HEX,
    LEAN,
    OCCUPIED,
)
from terrarium.terramystica.map.board import BIT_HIGH, BIT_LOW, LAND


def at_home(found: i64, home: i64) -> bool:
    """Is what was found in a hex the faction's own terrain, with nothing on it?

    It stands beside the walk that asks it of every hex, so that the C compiler makes no call of it.
    """
    return found == home


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
                if at_home(x, home) and (far_house if skip else house):
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
