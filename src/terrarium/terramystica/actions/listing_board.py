"""Legal codes on the map: dwellings, terrain, upgrades, spades, hex by hex."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import afford, skip_priests, skip_workers
from terrarium.terramystica.economy.prices import can_build, most_spades, skip_price, split_closed
from terrarium.terramystica.factions.boards import COST_COINS, COST_WORKERS, HOME_OF
from terrarium.terramystica.layout import (
    COUNT,
    DWELLING,
    FACTION,
    HEX,
    HOME,
    HOMES,
    LEAN,
    OCCUPIED,
    OWN,
    OWN_SIZE,
    OWNS,
    ROUGH,
    SANCTUARY,
    SKIPPED,
    STRONGHOLD,
    TEMPLE,
    TRADING,
    TURNED,
    TURNING,
)
from terrarium.terramystica.map.board import BIT_ROW, SHIP_HIGH, SHIP_LOW
from terrarium.terramystica.map.reach import find_reach, find_skips, has_neighbour
from terrarium.terramystica.map.spades import direction, home_only, past_home, spades_for, steps_between, turned_now
from terrarium.terramystica.tables import PIECES


def fill_board(s: Position, out: vec[i64], seat: i64, o: i64, f: i64) -> i64:
    """Dwellings, transformed hexes and upgrades, hex by hex."""
    v = s.v
    find_reach(s, seat, True)
    find_skips(s, seat)
    low: i64 = (s.low | s.skip_low) & ~v[OCCUPIED]
    high: i64 = (s.high | s.skip_high) & ~v[OCCUPIED + 1]
    # what a spade and a dwelling may cost, without and with a skip
    limit: i64 = 3 if v[LEAN] != 0 else 6
    spades: i64 = most_spades(v, o, limit, 0, 0)
    house = can_build(v, o, 0, 0)
    far_spades: i64 = -1
    far_house = False
    if s.skip_low | s.skip_high != 0:
        workers, priests = skip_price(v, o)
        far_spades = most_spades(v, o, limit, workers, priests)
        far_house = far_spades >= 0 and can_build(v, o, workers, priests)
    upgrades = open_upgrades(v, o, f)
    if upgrades != 0:
        i: i64 = OWN + seat * OWN_SIZE
        end: i64 = i + v[o + OWNS]
        while i < end:
            low |= SHIP_LOW[BIT_ROW + v[i]]
            high |= SHIP_HIGH[BIT_ROW + v[i]]
            i += 1
    home: i64 = HOME_OF[f]
    full = v[LEAN] == 0
    flat = home_only(f)
    n: i64 = 0
    h: i64 = 0
    mask: i64 = low
    skips: i64 = s.skip_low
    while h < 77:
        if mask == 0:
            if h >= 39:
                break
            h = 39
            mask = high
            skips = s.skip_high
            continue
        if mask & 1 != 0:
            x: i64 = v[HEX + h]
            code: i64 = h * 12
            if x >= 8:
                n = fill_upgrades(v, out, n, seat, h, (x >> 3) & 7, upgrades)
            else:
                far = skips & 1 != 0
                k: i64 = far_spades if far else spades
                if x == home and (far_house if far else house):
                    out[n] = code
                    n += 1
                if full and not flat:
                    n = fill_colours(out, n, code, x, k, home)
                elif x != home and k >= 1 and spades_for(f, steps_between(x, home)) <= k:
                    out[n] = code + 1 + home
                    n += 1
        mask >>= 1
        skips >>= 1
        h += 1
        if h == 39:
            mask = high
            skips = s.skip_high
    if full and not flat and (spades > 3 or far_spades > 3):
        n = fill_long(s, out, n, low, high, home, spades, far_spades)
    return n


def open_upgrades(v: vec[i64], o: i64, f: i64) -> i64:
    """What can be paid: trading house at half (1) or full price (2), temple (4), stronghold (8), sanctuary (16)."""
    c: i64 = f * 6
    traders: i64 = v[o + COUNT + TRADING]
    found: i64 = 0
    if v[o + COUNT + DWELLING] > 0 and traders < PIECES[TRADING]:
        workers: i64 = COST_WORKERS[c + TRADING]
        if afford(v, o, COST_COINS[c + TRADING], workers, 0):
            found = 3 if afford(v, o, 2 * COST_COINS[c + TRADING], workers, 0) else 1
    if traders > 0:
        if v[o + COUNT + TEMPLE] < PIECES[TEMPLE] and afford(v, o, COST_COINS[c + TEMPLE], COST_WORKERS[c + TEMPLE], 0):
            found |= 4
        coins: i64 = COST_COINS[c + STRONGHOLD]
        if v[o + COUNT + STRONGHOLD] == 0 and afford(v, o, coins, COST_WORKERS[c + STRONGHOLD], 0):
            found |= 8
    open_holy = v[o + COUNT + TEMPLE] > 0 and v[o + COUNT + SANCTUARY] == 0
    if open_holy and afford(v, o, COST_COINS[c + SANCTUARY], COST_WORKERS[c + SANCTUARY], 0):
        found |= 16
    return found


def fill_upgrades(v: vec[i64], out: vec[i64], n: i64, seat: i64, h: i64, kind: i64, upgrades: i64) -> i64:
    """What an own building may become."""
    code: i64 = h * 12
    if kind == DWELLING:
        if upgrades & 2 != 0 or (upgrades & 1 != 0 and has_neighbour(v, seat, h)):
            out[n] = code + 8
            n += 1
    elif kind == TRADING:
        if upgrades & 4 != 0:
            out[n] = code + 9
            n += 1
        if upgrades & 8 != 0:
            out[n] = code + 10
            n += 1
    elif kind == TEMPLE and upgrades & 16 != 0:
        out[n] = code + 11
        n += 1
    return n


def fill_colours(out: vec[i64], n: i64, code: i64, terrain: i64, spades: i64, home: i64) -> i64:
    """Every terrain that this many spades turn a hex into, not past home."""
    if spades < 1:
        return n
    t: i64 = 0
    while t < 7:
        if t != terrain and steps_between(terrain, t) <= spades and not past_home(terrain, t, home, False):
            out[n] = code + 1 + t
            n += 1
        t += 1
    return n


def fill_long(s: Position, out: vec[i64], n: i64, low: i64, high: i64, home: i64, spades: i64, far_spades: i64) -> i64:
    """The longer way round the circle: four to six spades, not past home."""
    v = s.v
    h: i64 = 0
    while h < 77:
        inside: i64 = (low >> h) & 1 if h < 39 else (high >> (h - 39)) & 1
        if inside != 0 and v[HEX + h] < 8 and not turned_now(v, h):
            far: i64 = (s.skip_low >> h) & 1 if h < 39 else (s.skip_high >> (h - 39)) & 1
            k: i64 = far_spades if far != 0 else spades
            x: i64 = v[HEX + h]
            t: i64 = 0
            while t < 7:
                if t != x and 7 - steps_between(x, t) <= k and not past_home(x, t, home, True):
                    out[n] = codes.LONG + h * 7 + t
                    n += 1
                t += 1
        h += 1
    return n


def fill_spades(s: Position, out: vec[i64], seat: i64, spades: i64, cult_phase: i64) -> i64:
    """Hexes for free spades; the first hex of an action may be topped up with bought ones."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    home: i64 = HOME_OF[f]
    n: i64 = 0
    if cult_phase == 1 or not split_closed(v):
        action = cult_phase == 0
        find_reach(s, seat, action)
        s.skip_low = 0
        s.skip_high = 0
        if action:
            find_skips(s, seat)
        fresh = action and v[HOMES] == 0 and v[ROUGH] == 0
        near: i64 = spades
        far: i64 = -1
        if fresh:
            near += most_spades(v, o, 6 - spades, 0, 0)
        if s.skip_low | s.skip_high != 0 and fresh:
            far = most_spades(v, o, 6 - spades, skip_workers(v, o), skip_priests(v, o))
        elif s.skip_low | s.skip_high != 0 and second_skip(s, o):
            far = 0
        if far >= 0:
            far += spades
        else:
            s.low &= ~s.skip_low
            s.high &= ~s.skip_high
            s.skip_low = 0
            s.skip_high = 0
        low: i64 = (s.low | s.skip_low) & ~v[OCCUPIED]
        high: i64 = (s.high | s.skip_high) & ~v[OCCUPIED + 1]
        straight = home_only(f) or (action and v[ROUGH] != 0)
        h: i64 = 0
        while h < 77:
            inside: i64 = (low >> h) & 1 if h < 39 else (high >> (h - 39)) & 1
            if inside != 0 and not turned_now(v, h):
                skip: i64 = (s.skip_low >> h) & 1 if h < 39 else (s.skip_high >> (h - 39)) & 1
                n = fill_turns(v, out, n, h, far if skip != 0 else near, spades, home, straight, f)
            h += 1
        if v[LEAN] == 0 and not straight and (near > 3 or far > 3):
            n = fill_long(s, out, n, low, high, home, near, far)
    out[n] = codes.DONE
    return n + 1


def second_skip(s: Position, o: i64) -> bool:
    """With spades left over for a second hex: has no skip been paid yet, and could one be?"""
    v = s.v
    return v[SKIPPED] == 0 and afford(v, o, 0, skip_workers(v, o), skip_priests(v, o))


def fill_turns(
    v: vec[i64], out: vec[i64], n: i64, h: i64, most: i64, free: i64, home: i64, straight: bool, f: i64
) -> i64:
    """What a number of spades may turn one hex into."""
    x: i64 = v[HEX + h]
    if x != home:
        need: i64 = spades_for(f, steps_between(x, home))
        if v[LEAN] != 0 or straight:
            if need <= most:
                out[n] = h * 12 + 1 + home
                return n + 1
            if straight or free == 0:
                return n
            # not enough to get home: as far as the free spades go
            t: i64 = x + direction(x, home) * free
            if t < 0:
                t += 7
            elif t > 6:
                t -= 7
            out[n] = h * 12 + 1 + t
            return n + 1
    elif v[LEAN] != 0 or straight:
        return n
    return fill_colours(out, n, h * 12, x, most, home)


def fill_build(s: Position, out: vec[i64], seat: i64) -> i64:
    """A dwelling on a hex turned home in this action, or dig on where it is not home yet."""
    v = s.v
    o = at(seat)
    n: i64 = 0
    if v[HOMES] > 0:
        if can_build(v, o, 0, 0):
            i: i64 = 0
            while i < v[HOMES]:
                code: i64 = v[HOME + i] * 12
                k: i64 = n
                while k > 0 and out[k - 1] > code:
                    out[k] = out[k - 1]
                    k -= 1
                out[k] = code
                n += 1
                i += 1
    elif v[ROUGH] > 0 and v[LEAN] == 0:
        n = fill_digging_on(s, out, o, n)
    out[n] = codes.DONE
    return n + 1


def fill_digging_on(s: Position, out: vec[i64], o: i64, n: i64) -> i64:
    """Further bought spades on the same hex, in the same direction, no further than home, six in all."""
    v = s.v
    h: i64 = v[ROUGH] - 1
    home: i64 = HOME_OF[v[o + FACTION]]
    most: i64 = most_spades(v, o, 6 - v[TURNED], 0, 0)
    t: i64 = v[HEX + h]
    mask: i64 = 0
    while most > 0:
        t += v[TURNING]
        if t < 0:
            t += 7
        elif t > 6:
            t -= 7
        mask |= 1 << t
        if t == home:
            break
        most -= 1
    t = 0
    while t < 7:
        if (mask >> t) & 1 != 0:
            out[n] = h * 12 + 1 + t
            n += 1
        t += 1
    return n
