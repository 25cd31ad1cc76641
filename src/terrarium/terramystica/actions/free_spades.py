"""Using free spades, of an action or of the cult phase, hex by hex."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import causes, codes
from terrarium.terramystica.actions.action import TERRAIN, Action, write_mask
from terrarium.terramystica.actions.begin import clear_action
from terrarium.terramystica.actions.turning import (
    MOST,
    far_spades,
    near_spades,
    open_ways,
    spades_at,
    survey,
    transform,
    turn_facts,
    turn_fault,
)
from terrarium.terramystica.data import Position, at, pop, top_of
from terrarium.terramystica.factions.boards import HOME_OF
from terrarium.terramystica.layout import F_SPADES, FACTION, HEX, LEAN, OCCUPIED
from terrarium.terramystica.map.board import LAND
from terrarium.terramystica.map.reach import has_bit
from terrarium.terramystica.map.spades import direction, onward


def drop_spades(s: Position, seat: i64) -> None:
    """The spades that are left are lost."""
    v = s.v
    top = top_of(v)
    if s.watching:
        s.note("spades_lost", seat, causes.NONE, {"n": int(v[top + 2])})
    close_spades(v, v[top + 3] == 1)


def close_spades(v: vec[i64], cult_phase: bool) -> None:
    """The question is answered; in the cult phase nothing else will ask about these hexes."""
    pop(v)
    if cult_phase:
        clear_action(v)


class FreeSpades(Action):
    """A hex turned with free spades; the first of an action may be topped up with bought ones."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        top = top_of(s.v)
        return turn_fault(s, seat, code, s.v[top + 2], s.v[top + 3] == 1)

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        return turn_facts(s, seat, code, s.v[top_of(s.v) + 2])

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        v = s.v
        top = top_of(v)
        cult_phase = v[top + 3] == 1
        left: i64 = v[top + 2]
        left -= transform(s, seat, code, left, cult_phase)
        v[top + 2] = left
        if left == 0:
            close_spades(v, cult_phase)

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        v = s.v
        top = top_of(v)
        free: i64 = v[top + 2]
        cult_phase = v[top + 3] == 1
        f: i64 = v[at(seat) + FACTION]
        found = survey(s, seat, free, cult_phase, MOST)
        low: i64 = (s.low | s.skip_low) & ~v[OCCUPIED]
        high: i64 = (s.high | s.skip_high) & ~v[OCCUPIED + 1]
        h: i64
        for h in range(LAND):
            if has_bit(low, high, h):
                ways = open_ways(v, f, h, spades_at(s, h, found), False, cult_phase)
                if v[LEAN] != 0:
                    ways &= towards_home(v[HEX + h], HOME_OF[f], ways, free)
                n = write_mask(out, n, h * codes.BLOCK + codes.TRANSFORM, ways)
        return fill_long(s, out, n, low, high, found, f, cult_phase) if v[LEAN] == 0 else n


def towards_home(terrain: i64, home: i64, ways: i64, free: i64) -> i64:
    """What a search looks at: home, or as far towards it as the free spades go."""
    if terrain == home:
        return 0
    if (ways >> home) & 1 != 0:
        return 1 << home
    return 1 << onward(terrain, direction(terrain, home) * free)


def fill_long(s: Position, out: vec[i64], n: i64, low: i64, high: i64, found: i64, f: i64, cult_phase: bool) -> i64:
    """The longer way round the circle, which takes four spades or more."""
    if near_spades(found) < 4 and far_spades(found) < 4:
        return n
    h: i64
    for h in range(LAND):
        if has_bit(low, high, h):
            n = write_mask(out, n, codes.LONG + h * 7, open_ways(s.v, f, h, spades_at(s, h, found), True, cult_phase))
    return n


FREE_SPADES: Final = FreeSpades([*TERRAIN, *range(codes.LONG, codes.TILE)], F_SPADES)
