"""Things hidden in regions: where chance hides them at set-up, and what is found when a region is entered.

Nothing has an order or a place before it is revealed: the face-down stack is the set of things not seen yet.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from terrarium.smallworld.core.board import each_region, one
from terrarium.smallworld.core.codes import F_HIDE, FIND, FOUND, HIDE, action
from terrarium.smallworld.core.data import HELD, MARKS, OWNER, STOCK, TOKENS, UNSEEN, Data
from terrarium.smallworld.core.events import E_FOUND, E_HIDDEN
from terrarium.smallworld.core.verbs import notify, put_thing

GUARDS: Final[i64] = 2
"""Native tokens that guard a hidden thing."""


def list_finds(d: Data, out: vec[i64]) -> vec[i64]:
    """Every thing that may come to light."""
    for thing in d.kit.things:
        if d.v[UNSEEN] & thing.bit:
            out = append(out, action(FIND, thing.id, 0, 0))
    return out


def find(d: Data, t: i64, r: i64, unit_id: i64) -> None:
    """Tribe `t` has entered a region and brings this thing to light there."""
    v = d.v
    d.pop()
    thing = d.kit.units[unit_id]
    v[UNSEEN] &= ~thing.bit
    v[r * 3 + MARKS] &= ~d.kit.hidden_marks
    v[STOCK + d.kit.hidden] += 1
    d.say(E_FOUND, v[t * 7 + OWNER], t, r, 0, unit_id, -1)
    put_thing(d, thing.bit, r)
    notify(d, thing, t, FOUND)


# --- set-up on maps that do not say where things are hidden ---------------------------------------


def hide_sites(d: Data) -> i64:
    """Regions of natives where nothing is hidden and that border no region where something is."""
    v = d.v
    board = d.kit.board
    sites = v[d.kit.natives * 7 + HELD]
    r: i64
    for r in range(board.n):
        if v[r * 3 + MARKS] & d.kit.hidden_marks:
            sites &= ~(one(r) | board.borders[r])
    return sites


def fits(d: Data, sites: i64, n: i64) -> bool:
    """Can `n` things be hidden in these regions, no two of which border each other?"""
    if n <= 0:
        return True
    for r in each_region(sites):
        sites &= ~one(r)
        if fits(d, sites & ~d.kit.board.borders[r], n - 1):
            return True
    return False


def list_hides(d: Data, n: i64, out: vec[i64]) -> vec[i64]:
    """Every region where the next of `n` things may be hidden so that the others still fit."""
    sites = hide_sites(d)
    r: i64
    for r in range(d.kit.board.n):
        if sites & one(r) and fits(d, sites & ~one(r) & ~d.kit.board.borders[r], n - 1):
            out = append(out, action(HIDE, 0, r, 0))
    return out


def hide(d: Data, n: i64, r: i64) -> None:
    """Something is hidden in `r`, and guarded."""
    d.pop()
    d.v[r * 3 + TOKENS] = GUARDS
    d.say(E_HIDDEN, -1, -1, r, 0, -1, -1)
    cover(d, r)
    if n > 1:
        d.push(F_HIDE, 0, 0, 0, n - 1)


def cover(d: Data, r: i64) -> None:
    """Lay the sign that something is hidden into `r`."""
    d.v[r * 3 + MARKS] |= one(d.kit.marks[d.kit.hidden].shift)
    d.v[STOCK + d.kit.hidden] -= 1
