"""Which actions are legal: one function per question, writing codes in ascending order into the position's buffer.

Full listing is what a person may do. Lean listing is for search: home-colour transforms, no idle conversions; what it
leaves out is worth nothing or can be reached another way.
"""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.listing_board import fill_board, fill_build, fill_spades
from terrarium.terramystica.actions.listing_more import (
    fill_cult,
    fill_favor,
    fill_follow_up,
    fill_free,
    fill_setup,
    fill_town,
)
from terrarium.terramystica.buffer import buffer_of
from terrarium.terramystica.data import Position, at, top_of
from terrarium.terramystica.economy.cults import landing
from terrarium.terramystica.economy.goods import afford, power_at_hand, priest_room
from terrarium.terramystica.economy.prices import card_ready, loose, may_waive
from terrarium.terramystica.factions.boards import BRIDGE_WORKERS, DIG_COINS, DIG_MAX, SHIP_MAX
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    ACTS,
    CARD_AT,
    COUNT,
    CULT,
    DIG,
    F_BUILD,
    F_CARD,
    F_CULT,
    F_FAVOR,
    F_LEECH,
    F_MAIN,
    F_POST,
    F_SPADES,
    F_TOWN,
    FACTION,
    FAVORS,
    HEIGHT,
    LEAN,
    R_IDLE,
    R_LEAVING,
    ROUND,
    RULES,
    SHIP,
    SPOTS,
    STRONGHOLD,
    USED,
    USED_FAVOR,
    USED_STRONGHOLD,
)
from terrarium.terramystica.map.bridges import any_span
from terrarium.terramystica.tables import ACT_POWER, DIG_PRIESTS, DIG_WORKERS, FAV_ACTION, SHIP_COINS, SHIP_PRIESTS


def fill(s: Position) -> i64:
    """Write the legal codes of the open question to `s.out`; how many they are."""
    v = s.v
    if v[HEIGHT] == 0:
        return 0
    out = buffer_of(s)
    top = top_of(v)
    kind: i64 = v[top]
    seat: i64 = v[top + 1]
    if kind == F_MAIN:
        return fill_main(s, out, seat)
    if kind == F_LEECH:
        out[0] = codes.TAKE
        out[1] = codes.DECLINE
        return fill_free(s, out, seat, 2, False) if loose(v) and v[LEAN] == 0 else 2
    n: i64 = 0
    if kind == F_SPADES:
        n = fill_spades(s, out, seat, v[top + 2], v[top + 3])
        if v[top + 3] == 1:
            return n
    elif kind == F_BUILD:
        n = fill_build(s, out, seat)
    elif kind == F_FAVOR:
        n = fill_favor(v, out, seat)
    elif kind == F_TOWN:
        n = fill_town(v, out)
    elif kind == F_CULT:
        n = fill_cult(v, out, seat, v[top + 2])
        if v[top + 3] == 1:
            return n
    elif kind == F_POST:
        out[0] = codes.DONE
        return fill_free(s, out, seat, 1, True)
    elif kind <= F_CARD:
        return fill_setup(s, out, kind, seat, v[top + 2])
    else:
        n = fill_follow_up(s, out, kind, seat, v[top + 2])
    if v[LEAN] == 0:
        if loose(v) and may_waive(kind):
            out[n] = codes.DONE
            n += 1
        return fill_free(s, out, seat, n, False)
    return n


def fill_main(s: Position, out: vec[i64], seat: i64) -> i64:
    """One action of the action phase, or a pass."""
    v = s.v
    o = at(seat)
    f: i64 = v[o + FACTION]
    n = fill_board(s, out, seat, o, f)
    if v[o + SHIP] < SHIP_MAX[f] and afford(v, o, SHIP_COINS, 0, SHIP_PRIESTS):
        out[n] = codes.SHIP
        n += 1
    if v[o + DIG] < DIG_MAX[f] and afford(v, o, DIG_COINS[f], DIG_WORKERS, DIG_PRIESTS):
        out[n] = codes.DIG
        n += 1
    if afford(v, o, 0, 0, 1):
        n = fill_send(v, out, seat, o, n)
    n = fill_spaces(s, out, seat, o, f, n)
    if v[ROUND] == 6:
        out[n] = codes.PASS + 10
        n += 1
    else:
        i: i64 = 0
        while i < 10:
            if v[CARD_AT + i] == 0:
                out[n] = codes.PASS + i
                n += 1
            i += 1
    if v[LEAN] == 0 and v[RULES] & R_LEAVING != 0:
        out[n] = codes.LEAVE
        n += 1
    return fill_free(s, out, seat, n, True)


def fill_send(v: vec[i64], out: vec[i64], seat: i64, o: i64, n: i64) -> i64:
    """A priest to a cult: one step and back home, or onto a free space for good."""
    track: i64 = 0
    while track < 4:
        code: i64 = codes.SEND + track * 3
        if v[LEAN] == 0 or landing(v, seat, track, 1) > v[o + CULT + track]:
            spot: i64 = SPOTS + track * 4
            out[n] = code
            n += 1
            if v[spot + 1] == 0 or v[spot + 2] == 0 or v[spot + 3] == 0:
                out[n] = code + 1
                n += 1
            if v[spot] == 0:
                out[n] = code + 2
                n += 1
        track += 1
    return n


def fill_spaces(s: Position, out: vec[i64], seat: i64, o: i64, f: i64, n: i64) -> i64:
    """Power actions and the once-a-round spaces of card, favor tile and stronghold."""
    v = s.v
    power = power_at_hand(v, o)
    # a search does not look at actions that do nothing, whatever the option says
    idle_too = v[RULES] & R_IDLE != 0 and v[LEAN] == 0
    i: i64 = 0
    while i < 6:
        if power >= ACT_POWER[i] and (v[ACTS] >> i) & 1 == 0:
            idle = (i == 0 and not any_span(s, seat)) or (i == 1 and priest_room(v, o) == 0)
            if idle_too or not idle:
                out[n] = codes.ACT + i
                n += 1
        i += 1
    if card_ready(v, o):
        out[n] = codes.ACT_CARD
        n += 1
    if v[o + FAVORS] & FAV_ACTION != 0 and v[o + USED] & USED_FAVOR == 0:
        out[n] = codes.ACT_FAVOR
        n += 1
    if v[o + COUNT + STRONGHOLD] > 0 and v[o + USED] & USED_STRONGHOLD == 0:
        hooks = FACTION_HOOKS[f]
        if hooks.may_act(s, seat) or (idle_too and hooks.action != ""):
            out[n] = codes.ACT_STRONGHOLD
            n += 1
    if BRIDGE_WORKERS[f] > 0 and afford(v, o, 0, BRIDGE_WORKERS[f], 0) and any_span(s, seat):
        out[n] = codes.ACT_BRIDGE
        n += 1
    return n
