"""Which actions are legal: one function per question, writing codes in ascending order into a shared buffer.

Full listing is what a person may do. Lean listing is for search: home-colour transforms, no idle conversions; what it
leaves out is worth nothing or can be reached another way.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.board import BIT_ROW, SHIP_HIGH, SHIP_LOW
from terrarium.terramystica.building import any_span, can_span
from terrarium.terramystica.cults import landing
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.faction import FACTION_HOOKS
from terrarium.terramystica.goods import afford, power_at_hand, power_room, priest_room
from terrarium.terramystica.layout import (
    ACTS,
    BOWL2,
    BOWL3,
    CARD_AT,
    COINS,
    COUNT,
    CULT,
    DIG,
    F_BRIDGE,
    F_BUILD,
    F_CARD,
    F_CULT,
    F_FACTION,
    F_FAVOR,
    F_LEECH,
    F_MAIN,
    F_ORDAIN,
    F_OUT,
    F_PLACE,
    F_POST,
    F_RIDE,
    F_SPADES,
    F_STAY,
    F_STORM,
    F_SWARM,
    F_TILE,
    F_TOWN,
    FACTION,
    FAVOR_LEFT,
    FAVORS,
    HEIGHT,
    HEX,
    HOME,
    HOMES,
    LEAN,
    OCCUPIED,
    OWN,
    OWN_SIZE,
    OWNS,
    PLAYERS,
    PRIESTS,
    R_CARD,
    R_LEAVING,
    R_SPADE_TILE_ANY,
    R_TEMPLES,
    ROUGH,
    ROUND,
    ROUND_TILE,
    RULES,
    SANCTUARY,
    SHIP,
    SKIPPED,
    SPOTS,
    STRONGHOLD,
    TEMPLE,
    TOWN_LEFT,
    TRADING,
    TURNED,
    TURNING,
    USED,
    USED_FAVOR,
    USED_STRONGHOLD,
    VP,
    WORKERS,
)
from terrarium.terramystica.prices import can_build, card_ready, most_spades, split_closed
from terrarium.terramystica.reach import find_reach, find_skips, has_neighbour
from terrarium.terramystica.spades import direction, passes, steps_between, turned_now
from terrarium.terramystica.tables import (
    ACT_POWER,
    ALCHEMISTS,
    COST_COINS,
    COST_WORKERS,
    DIG_COINS,
    DIG_MAX,
    ENGINEERS,
    FACTION_COUNT,
    FAV_ACTION,
    HOME_OF,
    MERMAIDS,
    NOMADS,
    SHIP_MAX,
    SPADE_TILE,
)
from terrarium.terramystica.towns import can_connect


def _buffer() -> vec[i64]:
    return vec[i64]([i64(0) for _ in range(codes.END)])


OUT: Final[vec[i64]] = _buffer()
"""Where the codes of the last listing lie."""


def fill(s: Position) -> i64:
    """Write the legal codes of the open question to OUT; how many they are."""
    v = s.v
    if v[HEIGHT] == 0:
        return 0
    top = top_of(v)
    kind: i64 = v[top]
    seat: i64 = v[top + 1]
    if kind == F_MAIN:
        return fill_main(s, seat)
    if kind == F_LEECH:
        OUT[0] = codes.TAKE
        OUT[1] = codes.DECLINE
        return 2
    n: i64 = 0
    if kind == F_SPADES:
        n = fill_spades(s, seat, v[top + 2], v[top + 3])
        if v[top + 3] == 1:
            return n
    elif kind == F_BUILD:
        n = fill_build(s, seat)
    elif kind == F_FAVOR:
        n = fill_favor(v, seat)
    elif kind == F_TOWN:
        n = fill_town(v)
    elif kind == F_CULT:
        n = fill_cult(v, seat, v[top + 2])
        if v[top + 3] == 1:
            return n
    elif kind == F_POST:
        OUT[0] = codes.DONE
        return fill_free(s, seat, 1, True)
    elif kind <= F_CARD:
        return fill_setup(s, kind, seat, v[top + 2])
    else:
        n = fill_follow_up(s, kind, seat, v[top + 2])
    if v[LEAN] == 0:
        return fill_free(s, seat, n, False)
    return n


def fill_setup(s: Position, kind: i64, seat: i64, a: i64) -> i64:
    """Tiles, cards left out, factions, first dwellings, first cards."""
    v = s.v
    n: i64 = 0
    i: i64 = 0
    if kind == F_TILE:
        count: i64 = 9 if v[RULES] & R_TEMPLES != 0 else 8
        while i < count:
            late = i == SPADE_TILE and a >= 4 and v[RULES] & R_SPADE_TILE_ANY == 0
            if not late and not tile_placed(v, i):
                OUT[n] = codes.TILE + i
                n += 1
            i += 1
    elif kind == F_OUT:
        cards: i64 = 10 if v[RULES] & R_CARD != 0 else 9
        while i < cards:
            if v[CARD_AT + i] == 0:
                OUT[n] = codes.OUT_CARD + i
                n += 1
            i += 1
    elif kind == F_FACTION:
        while i < FACTION_COUNT:
            if not colour_taken(v, HOME_OF[i]):
                OUT[n] = codes.PICK + i
                n += 1
            i += 1
    elif kind == F_PLACE:
        home: i64 = HOME_OF[v[at(seat) + FACTION]]
        while i < 77:
            if v[HEX + i] == home:
                OUT[n] = i * codes.BLOCK
                n += 1
            i += 1
    else:
        while i < 10:
            if v[CARD_AT + i] == 0:
                OUT[n] = codes.CARD + i
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


def fill_main(s: Position, seat: i64) -> i64:
    """One action of the action phase, or a pass."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    n = fill_board(s, seat, o, f)
    if v[o + SHIP] < SHIP_MAX[f] and afford(v, o, 4, 0, 1):
        OUT[n] = codes.SHIP
        n += 1
    if v[o + DIG] < DIG_MAX[f] and afford(v, o, DIG_COINS[f], 2, 1):
        OUT[n] = codes.DIG
        n += 1
    if afford(v, o, 0, 0, 1):
        n = fill_send(v, seat, o, n)
    n = fill_spaces(s, seat, o, f, n)
    if v[ROUND] == 6:
        OUT[n] = codes.PASS + 10
        n += 1
    else:
        i: i64 = 0
        while i < 10:
            if v[CARD_AT + i] == 0:
                OUT[n] = codes.PASS + i
                n += 1
            i += 1
    if v[LEAN] == 0 and v[RULES] & R_LEAVING != 0:
        OUT[n] = codes.LEAVE
        n += 1
    return fill_free(s, seat, n, True)


def fill_board(s: Position, seat: i64, o: i64, f: i64) -> i64:
    """Dwellings, transformed hexes and upgrades, hex by hex."""
    v = s.v
    find_reach(s, seat, True)
    find_skips(s, seat)
    hooks = FACTION_HOOKS[f]
    low: i64 = (s.low | s.skip_low) & ~v[OCCUPIED]
    high: i64 = (s.high | s.skip_high) & ~v[OCCUPIED + 1]
    # what a spade and a dwelling may cost, without and with a skip
    limit: i64 = 3 if v[LEAN] != 0 else 6
    spades: i64 = most_spades(v, o, limit, 0, 0)
    house = can_build(v, o, 0, 0)
    far_spades: i64 = -1
    far_house = False
    if s.skip_low | s.skip_high != 0:
        skip_workers = hooks.skip_workers(v, o)
        skip_priests = hooks.skip_priests(v, o)
        far_spades = most_spades(v, o, limit, skip_workers, skip_priests)
        far_house = far_spades >= 0 and can_build(v, o, skip_workers, skip_priests)
    # upgrades: trading house cheap and dear, temple, stronghold, sanctuary
    c: i64 = f * 6
    cheap = (
        v[o + COUNT + 1] > 0
        and v[o + COUNT + TRADING] < 4
        and afford(v, o, COST_COINS[c + TRADING], COST_WORKERS[c + TRADING], 0)
    )
    dear = cheap and afford(v, o, 2 * COST_COINS[c + TRADING], COST_WORKERS[c + TRADING], 0)
    traders: i64 = v[o + COUNT + TRADING]
    temple = (
        traders > 0 and v[o + COUNT + TEMPLE] < 3 and afford(v, o, COST_COINS[c + TEMPLE], COST_WORKERS[c + TEMPLE], 0)
    )
    strong = (
        traders > 0
        and v[o + COUNT + STRONGHOLD] == 0
        and afford(v, o, COST_COINS[c + STRONGHOLD], COST_WORKERS[c + STRONGHOLD], 0)
    )
    holy = (
        v[o + COUNT + TEMPLE] > 0
        and v[o + COUNT + SANCTUARY] == 0
        and afford(v, o, COST_COINS[c + SANCTUARY], COST_WORKERS[c + SANCTUARY], 0)
    )
    if cheap or temple or strong or holy:
        i: i64 = OWN + seat * OWN_SIZE
        end: i64 = i + v[o + OWNS]
        while i < end:
            low |= SHIP_LOW[BIT_ROW + v[i]]
            high |= SHIP_HIGH[BIT_ROW + v[i]]
            i += 1
    home: i64 = HOME_OF[f]
    full = v[LEAN] == 0
    home_only = hooks.home_only()
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
            if x < 8:
                far = skips & 1 != 0
                k: i64 = far_spades if far else spades
                if x == home:
                    if far_house if far else house:
                        OUT[n] = code
                        n += 1
                    if full and not home_only:
                        n = fill_colours(n, code, x, k)
                elif full and not home_only:
                    n = fill_colours(n, code, x, k)
                elif k >= 1 and hooks.spades_for(steps_between(x, home)) <= k:
                    OUT[n] = code + 1 + home
                    n += 1
            else:
                kind: i64 = (x >> 3) & 7
                if kind == 1:
                    if dear or (cheap and has_neighbour(v, seat, h)):
                        OUT[n] = code + 8
                        n += 1
                elif kind == TRADING:
                    if temple:
                        OUT[n] = code + 9
                        n += 1
                    if strong:
                        OUT[n] = code + 10
                        n += 1
                elif kind == TEMPLE and holy:
                    OUT[n] = code + 11
                    n += 1
        mask >>= 1
        skips >>= 1
        h += 1
        if h == 39:
            mask = high
            skips = s.skip_high
    if full and not home_only and (spades > 3 or far_spades > 3):
        n = fill_long(s, n, low, high, home, spades, far_spades)
    return n


def fill_colours(n: i64, code: i64, terrain: i64, spades: i64) -> i64:
    """Every terrain that this many spades turn a hex into."""
    if spades < 1:
        return n
    t: i64 = 0
    while t < 7:
        if t != terrain and steps_between(terrain, t) <= spades:
            OUT[n] = code + 1 + t
            n += 1
        t += 1
    return n


def fill_long(s: Position, n: i64, low: i64, high: i64, home: i64, spades: i64, far_spades: i64) -> i64:
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
                if long_way(x, t, home) and 7 - steps_between(x, t) <= k:
                    OUT[n] = codes.LONG + h * 7 + t
                    n += 1
                t += 1
        h += 1
    return n


def long_way(start: i64, goal: i64, home: i64) -> bool:
    """Is there a longer way round from start to goal that does not come through home?"""
    if start == goal:
        return False
    return not passes(start, -direction(start, goal), 7 - steps_between(start, goal), home)


def fill_send(v: vec[i64], seat: i64, o: i64, n: i64) -> i64:
    """A priest to a cult: one step and back home, or onto a free space for good."""
    track: i64 = 0
    while track < 4:
        code: i64 = codes.SEND + track * 3
        if v[LEAN] == 0 or landing(v, seat, track, 1) > v[o + CULT + track]:
            spot: i64 = SPOTS + track * 4
            OUT[n] = code
            n += 1
            if v[spot + 1] == 0 or v[spot + 2] == 0 or v[spot + 3] == 0:
                OUT[n] = code + 1
                n += 1
            if v[spot] == 0:
                OUT[n] = code + 2
                n += 1
        track += 1
    return n


def fill_spaces(s: Position, seat: i64, o: i64, f: i64, n: i64) -> i64:
    """Power actions and the once-a-round spaces of card, favor tile and stronghold."""
    v = s.v
    power = power_at_hand(v, o)
    i: i64 = 0
    while i < 6:
        if power >= ACT_POWER[i] and (v[ACTS] >> i) & 1 == 0:
            idle = (i == 0 and not any_span(s, seat)) or (i == 1 and priest_room(v, o) == 0)
            if not idle:
                OUT[n] = codes.ACT + i
                n += 1
        i += 1
    if card_ready(v, o):
        OUT[n] = codes.ACT_CARD
        n += 1
    if v[o + FAVORS] & FAV_ACTION != 0 and v[o + USED] & USED_FAVOR == 0:
        OUT[n] = codes.ACT_FAVOR
        n += 1
    if v[o + COUNT + STRONGHOLD] > 0 and v[o + USED] & USED_STRONGHOLD == 0 and FACTION_HOOKS[f].may_act(s, seat):
        OUT[n] = codes.ACT_STRONGHOLD
        n += 1
    if f == ENGINEERS and afford(v, o, 0, 2, 0) and any_span(s, seat):
        OUT[n] = codes.ACT_BRIDGE
        n += 1
    return n


def fill_free(s: Position, seat: i64, n: i64, may_connect: bool) -> i64:
    """Free moves of the own turn: river towns, burning, conversions."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    if may_connect and f == MERMAIDS:
        river: i64 = 0
        while river < 36:
            if can_connect(s, seat, river):
                OUT[n] = codes.CONNECT + river
                n += 1
            river += 1
    if v[LEAN] != 0:
        if v[o + BOWL3] > 0 and power_room(v, o) <= 4:
            OUT[n] = codes.CONVERT + 3
            n += 1
        if f == ALCHEMISTS and v[o + VP] > 0:
            OUT[n] = codes.CONVERT + 6
            n += 1
        return n
    kind: i64 = 0
    while kind < 8:
        if can_convert(v, o, kind):
            OUT[n] = codes.CONVERT + kind
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
    if v[o + FACTION] != ALCHEMISTS:
        return False
    return v[o + VP] >= 1 if kind == 6 else v[o + COINS] >= 2


def fill_spades(s: Position, seat: i64, spades: i64, cult_phase: i64) -> i64:
    """Hexes for free spades; the first hex of an action may be topped up with bought ones."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    hooks = FACTION_HOOKS[f]
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
            far = most_spades(v, o, 6 - spades, hooks.skip_workers(v, o), hooks.skip_priests(v, o))
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
        home_only = hooks.home_only() or (action and v[ROUGH] != 0)
        h: i64 = 0
        while h < 77:
            inside: i64 = (low >> h) & 1 if h < 39 else (high >> (h - 39)) & 1
            if inside != 0 and not turned_now(v, h):
                skip: i64 = (s.skip_low >> h) & 1 if h < 39 else (s.skip_high >> (h - 39)) & 1
                n = fill_turns(v, n, h, far if skip != 0 else near, spades, home, home_only, hooks.home_only())
            h += 1
        if v[LEAN] == 0 and not home_only and (near > 3 or far > 3):
            n = fill_long(s, n, low, high, home, near, far)
    OUT[n] = codes.DONE
    return n + 1


def second_skip(s: Position, o: i64) -> bool:
    """With spades left over for a second hex: has no skip been paid yet, and could one be?"""
    v = s.v
    hooks = FACTION_HOOKS[v[o + FACTION]]
    return v[SKIPPED] == 0 and afford(v, o, 0, hooks.skip_workers(v, o), hooks.skip_priests(v, o))


def fill_turns(v: vec[i64], n: i64, h: i64, most: i64, free: i64, home: i64, home_only: bool, giants: bool) -> i64:
    """What a number of spades may turn one hex into."""
    x: i64 = v[HEX + h]
    if x != home:
        need: i64 = 2 if giants else steps_between(x, home)
        if v[LEAN] != 0 or home_only:
            if need <= most:
                OUT[n] = h * 12 + 1 + home
                return n + 1
            if home_only or free == 0:
                return n
            # not enough to get home: as far as the free spades go
            t: i64 = x + direction(x, home) * free
            if t < 0:
                t += 7
            elif t > 6:
                t -= 7
            OUT[n] = h * 12 + 1 + t
            return n + 1
    elif v[LEAN] != 0 or home_only:
        return n
    return fill_colours(n, h * 12, x, most)


def fill_build(s: Position, seat: i64) -> i64:
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
                while k > 0 and OUT[k - 1] > code:
                    OUT[k] = OUT[k - 1]
                    k -= 1
                OUT[k] = code
                n += 1
                i += 1
    elif v[ROUGH] > 0 and v[LEAN] == 0:
        n = fill_digging_on(s, o, n)
    OUT[n] = codes.DONE
    return n + 1


def fill_digging_on(s: Position, o: i64, n: i64) -> i64:
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
            OUT[n] = h * 12 + 1 + t
            n += 1
        t += 1
    return n


def fill_favor(v: vec[i64], seat: i64) -> i64:
    """Favor tiles in the supply of a kind the seat does not own."""
    owned: i64 = v[at(seat) + FAVORS]
    n: i64 = 0
    i: i64 = 0
    while i < 12:
        if v[FAVOR_LEFT + i] > 0 and (owned >> i) & 1 == 0:
            OUT[n] = codes.FAVOR + i
            n += 1
        i += 1
    return n


def fill_town(v: vec[i64]) -> i64:
    n: i64 = 0
    i: i64 = 0
    while i < 8:
        if v[TOWN_LEFT + i] > 0:
            OUT[n] = codes.TOWN + i
            n += 1
        i += 1
    return n


def fill_cult(v: vec[i64], seat: i64, steps: i64) -> i64:
    """A track; lean leaves out those that would not move, unless none would."""
    n: i64 = 0
    track: i64 = 0
    if v[LEAN] != 0:
        while track < 4:
            if landing(v, seat, track, steps) > v[at(seat) + CULT + track]:
                OUT[n] = codes.CULT + track
                n += 1
            track += 1
        if n > 0:
            return n
        track = 0
    while track < 4:
        OUT[n] = codes.CULT + track
        n += 1
        track += 1
    return n


def fill_follow_up(s: Position, kind: i64, seat: i64, a: i64) -> i64:
    """What strongholds, bridges and short keys ask."""
    v = s.v
    o = at(seat)
    n: i64 = 0
    i: i64 = 0
    if kind == F_STORM:
        return fill_storm(v, seat)
    if kind == F_RIDE:
        while i < 77:
            if v[HEX + i] == 4:
                OUT[n] = i * 12
                n += 1
            i += 1
    elif kind == F_SWARM:
        mine: i64 = 64 * (seat + 1) + 8
        while i < 77:
            if v[HEX + i] & 504 == mine:
                OUT[n] = i * 12 + 8
                n += 1
            i += 1
    elif kind == F_BRIDGE:
        while i < 29:
            if can_span(s, seat, i):
                OUT[n] = codes.BRIDGE + i
                n += 1
            i += 1
    elif kind == F_ORDAIN:
        most: i64 = min(3, min(v[o + WORKERS], priest_room(v, o)))
        while i < most:
            OUT[n] = codes.ORDAIN + i
            n += 1
            i += 1
        OUT[n] = codes.DONE
        n += 1
    elif kind == F_STAY:
        while i < 4:
            if (a >> i) & 1 != 0:
                OUT[n] = codes.STAY + i
                n += 1
            i += 1
    return n


def fill_storm(v: vec[i64], seat: i64) -> i64:
    """Free hexes across an edge of an own building that are not desert."""
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
        if inside != 0 and v[HEX + h] < 8 and v[HEX + h] != HOME_OF[NOMADS]:
            OUT[n] = h * 12 + 1 + HOME_OF[NOMADS]
            n += 1
        h += 1
    return n
