"""Spades: what obtaining them brings, and turning a hex."""

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes
from terrarium.terramystica.data import Position, at
from terrarium.terramystica.economy.goods import gain_vp, pay, skip_priests, skip_workers, spade_priests, spade_workers
from terrarium.terramystica.factions.boards import FLAT_SPADES, HOME_OF
from terrarium.terramystica.factions.faction import FACTION_HOOKS
from terrarium.terramystica.layout import (
    F_BUILD,
    F_SPADES,
    FACTION,
    HEX,
    HOME,
    HOMES,
    R_SPADE_USED,
    ROUGH,
    ROUND,
    ROUND_TILE,
    RULES,
    SKIPPED,
    TURNED,
    TURNING,
)
from terrarium.terramystica.names import TERRAINS
from terrarium.terramystica.tables import TILE_VP


def steps_between(a: i64, b: i64) -> i64:
    """Shortest way between two terrains on the circle of seven."""
    d: i64 = a - b
    if d < 0:
        d = -d
    return 7 - d if d > 3 else d


def spades_for(f: i64, distance: i64) -> i64:
    """Spades that a change of this many steps on the circle takes a faction."""
    return FLAT_SPADES[f] if FLAT_SPADES[f] > 0 else distance


def home_only(f: i64) -> bool:
    """May a hex be turned into home terrain only?"""
    return FLAT_SPADES[f] > 0


def onward(terrain: i64, steps: i64) -> i64:
    """The terrain so many steps on round the circle; back, if there are fewer than none."""
    return (terrain + steps + 7) % 7


def direction(a: i64, b: i64) -> i64:
    """+1 or -1: which way round the circle is the shorter one from a to b."""
    d: i64 = b - a
    if d < 0:
        d += 7
    return 1 if d <= 3 else -1


def past_home(start: i64, goal: i64, home: i64, long: bool) -> bool:
    """Does the shorter (or the longer) way round from start to goal lead through home and beyond?

    Every spade is under this rule: bought, free, of a cult, and further ones on the same hex.
    """
    if home == start or home == goal:
        return False
    # of the two ways round exactly one leads through home
    shorter = steps_between(start, home) + steps_between(home, goal) == steps_between(start, goal)
    return shorter != long


def credit_spades(s: Position, seat: i64, n: i64, scoring: bool) -> None:
    """The points and power that spades bring; the scoring tile counts in the action phase only."""
    v = s.v
    if scoring:
        tile: i64 = v[ROUND_TILE + v[ROUND] - 1]
        gain_vp(s, seat, n * TILE_VP[tile * 7], causes.OF_TILE + tile)
    FACTION_HOOKS[v[at(seat) + FACTION]].on_spades(s, seat, n)


def gain_spades(s: Position, seat: i64, n: i64) -> None:
    """Free spades of an action."""
    if s.watching:
        s.note("spades", seat, causes.NONE, {"n": int(n)})
    if s.v[RULES] & R_SPADE_USED == 0:
        credit_spades(s, seat, n, True)


def free_spades(s: Position, seat: i64, n: i64) -> None:
    """Spades of an action: questions where to use them, then whether to build."""
    s.ask(F_BUILD, seat, 0, 0)
    s.ask(F_SPADES, seat, n, 0)
    gain_spades(s, seat, n)


def buy_spades(s: Position, seat: i64, n: i64) -> None:
    """Bought spades are always used at once."""
    v = s.v
    o = at(seat)
    pay(s, seat, 0, n * spade_workers(v, o), n * spade_priests(v, o), causes.SPADE)
    if s.watching:
        s.note("spades", seat, causes.SPADE, {"n": int(n)})
    credit_spades(s, seat, n, True)
    FACTION_HOOKS[v[o + FACTION]].on_spades_bought(s, seat, n)


def pay_skip(s: Position, seat: i64, h: i64) -> None:
    """Tunnel or fly to hex h: paid once an action, 4 points each time."""
    v = s.v
    o = at(seat)
    pay(s, seat, 0, skip_workers(v, o), skip_priests(v, o), causes.SKIP)
    gain_vp(s, seat, 4, causes.OF_FACTION + v[o + FACTION])
    v[SKIPPED] = h + 1


def turn_hex(s: Position, seat: i64, h: i64, terrain: i64, way: i64, steps: i64, cause: i64) -> None:
    """Lay the new terrain and remember what this action may still do with the hex."""
    v = s.v
    v[HEX + h] = (v[HEX + h] & ~7) | terrain
    if terrain == HOME_OF[v[at(seat) + FACTION]]:
        v[HOME + v[HOMES]] = h
        v[HOMES] += 1
        if v[ROUGH] == h + 1:
            v[ROUGH] = 0
            v[TURNING] = 0
            v[TURNED] = 0
    elif v[ROUGH] == h + 1:
        v[TURNED] += steps
    else:
        v[ROUGH] = h + 1
        v[TURNING] = way
        v[TURNED] = steps
    if s.watching:
        s.note("transform", seat, cause, {"hex": s.chart.land_names[h], "terrain": TERRAINS[terrain]})


def turned_now(v: vec[i64], h: i64) -> bool:
    """Has this action already turned the hex?"""
    if v[ROUGH] == h + 1:
        return True
    return any(v[HOME + i] == h for i in range(v[HOMES]))
