"""Which actions are legal: the codes that have no fault, in ascending order, in the position's buffer.

Full listing is what a person may do. Lean listing is for search: home-colour transforms, no idle conversions; what it
leaves out is worth nothing or can be reached another way.
"""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.all import MENUS
from terrarium.terramystica.actions.build import dwelling_fault
from terrarium.terramystica.actions.faults import FINE
from terrarium.terramystica.actions.free_spades import fill_long, write_ways
from terrarium.terramystica.actions.turning import MOST, open_ways, survey
from terrarium.terramystica.actions.upgrade import UPGRADE, open_kinds
from terrarium.terramystica.buffer import buffer_of
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.economy.goods import skip_priests, skip_workers
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.layout import F_MAIN, FACTION, HEIGHT, HEX, LEAN, OCCUPIED, OWN, OWN_SIZE, OWNS
from terrarium.terramystica.map.board import BIT_ROW, LAND, SHIP_HIGH, SHIP_LOW


def fill(s: Position) -> i64:
    """Write the legal codes of the open question to `s.out`; how many they are."""
    v = s.v
    if v[HEIGHT] == 0:
        return 0
    out = buffer_of(s)
    top = top_of(v)
    kind: i64 = v[top]
    seat: i64 = v[top + 1]
    n: i64 = fill_board(s, out, seat) if kind == F_MAIN else 0
    for action in MENUS[kind]:
        n = action.fill(s, out, n, seat)
    return n


def fill_board(s: Position, out: vec[i64], seat: i64) -> i64:
    """Dwellings, transformed hexes and upgrades of a main decision: what holds for all hexes is asked once."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    home: i64 = HOME_OF[f]
    # a search looks at home terrain alone, which is three spades away at most
    goals: i64 = 127 if v[LEAN] == 0 else 1 << home
    survey(s, seat, 0, False, MOST if v[LEAN] == 0 else 3)
    low: i64 = (s.low | s.skip_low) & ~v[OCCUPIED]
    high: i64 = (s.high | s.skip_high) & ~v[OCCUPIED + 1]
    ground_low: i64 = low
    ground_high: i64 = high
    house = dwelling_fault(v, o, 0, 0) == FINE
    far_house = s.far >= 0 and dwelling_fault(v, o, skip_workers(v, o), skip_priests(v, o)) == FINE
    upgrades = open_kinds(v, o)
    if upgrades != 0:
        i: i64 = OWN + seat * OWN_SIZE
        end: i64 = i + v[o + OWNS]
        while i < end:
            low |= SHIP_LOW[BIT_ROW + v[i]]
            high |= SHIP_HIGH[BIT_ROW + v[i]]
            i += 1
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
                n = UPGRADE.fill_hex(s, out, n, seat, h, upgrades)
            else:
                far = skips & 1 != 0
                code: i64 = h * codes.BLOCK
                if x == home and (far_house if far else house):
                    out[n] = code
                    n += 1
                ways = open_ways(v, f, h, s.far if far else s.near, False, False)
                n = write_ways(out, n, code + codes.TRANSFORM, ways & goals)
        mask >>= 1
        skips >>= 1
        h += 1
        if h == 39:
            mask = high
            skips = s.skip_high
    return fill_long(s, out, n, ground_low, ground_high, f, False) if v[LEAN] == 0 else n
