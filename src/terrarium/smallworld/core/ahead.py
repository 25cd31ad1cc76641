"""What an answer would lead to, found on a copy: the coins that are due for it, and how a question goes on that is put
once for each of several pieces."""

from typing import Final

from mypy_extensions import i64

from terrarium.smallworld.core.board import one
from terrarium.smallworld.core.codes import (
    CONQUER,
    EMPTY,
    F_ASK,
    F_ASK_TURN,
    F_CONQUEST,
    ON_CONQUEST,
    PLACE,
    TAKE,
    kind_of,
    region_of,
    tribe_in,
    unit_in,
    verb_of,
)
from terrarium.smallworld.core.data import ARMED, HOLDER, Data
from terrarium.smallworld.core.events import E_COINS
from terrarium.smallworld.core.flow import asked, carry_out, legal

LONGEST: Final = 16
"""Answers after which a series is taken as told: no box holds more pieces of a kind."""


def series(d: Data) -> dict[str, object]:
    """`most` pieces may be placed (or regions emptied) in a row, in `sites`, `several` of them in one region; nothing
    where a single answer is asked for. Found by answering on a copy, each time with the first region of the order."""
    f = d.top()
    if kind_of(f) != F_ASK and kind_of(f) != F_ASK_TURN:
        return {}
    copy = Data(d.kit, d.v[:])
    sites: i64 = 0
    last: i64 = -1
    most = 0
    several = False
    while most < LONGEST and same_question(copy, f):
        codes = [code for code in legal(copy) if verb_of(code) == PLACE or verb_of(code) == EMPTY]
        if not codes:
            break
        first = codes[0]
        for code in codes:
            sites |= one(region_of(code))
            several = several or region_of(code) == last
            if d.kit.board.rank[region_of(code)] < d.kit.board.rank[region_of(first)]:
                first = code
        last = region_of(first)
        carry_out(copy, first)
        most += 1
    if most < 2:
        return {}
    return {"most": most, "sites": [r for r in range(int(d.kit.board.n)) if (sites >> r) & 1], "several": several}


def same_question(d: Data, f: i64) -> bool:
    """Does the same unit still ask the same tribe?"""
    now = d.top()
    return kind_of(now) == kind_of(f) and unit_in(now) == unit_in(f) and tribe_in(now) == tribe_in(f)


# --- coins that are due -----------------------------------------------------------------------------


def due(d: Data, code: i64) -> list[tuple[str, int]]:
    """The coins that an attack or a deed costs its player, by the unit that asks for them."""
    f = d.top()
    if kind_of(f) == F_CONQUEST and verb_of(code) == CONQUER:
        return attack_dues(d, tribe_in(f), region_of(code))
    if not d.kit.prepaid or (verb_of(code) != TAKE and verb_of(code) != PLACE):
        return []
    copy = Data(d.kit, d.v[:])
    copy.log = []
    carry_out(copy, code)
    seat = asked(d)
    return [
        (d.kit.units[entry.cause].name, int(entry.number))
        for entry in copy.log
        if entry.kind == E_COINS and entry.seat != seat and entry.cause >= 0
    ]


def attack_dues(d: Data, t: i64, r: i64) -> list[tuple[str, int]]:
    """Tolls of a region's holder, and fees of the armed aids."""
    found: list[tuple[str, int]] = []
    holder = d.v[r * 3 + HOLDER]
    if holder >= 0:
        for unit in d.crew(holder).tollers:
            n = unit.toll(d, holder, t, r) if unit.tolls & ON_CONQUEST else i64(0)
            if n:
                found.append((unit.name, int(n)))
    for unit in d.crew(t).aids:
        n = unit.fee(d, t, r) if d.v[ARMED] & unit.arm else i64(0)
        if n:
            found.append((unit.name, int(n)))
    return found
