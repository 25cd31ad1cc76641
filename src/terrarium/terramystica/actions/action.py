"""An action: when it may be taken, what it does, and how its codes are listed.

One file an action. `fault` is the only statement of when it is legal: the listing writes down the codes that have none,
a refusal tells the one that was found. A code may mean different actions in different questions: a dwelling is built,
placed in the set-up or ridden to; `all.py` knows which question takes which.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.faults import FINE, OTHER_QUESTION
from terrarium.terramystica.data import Position
from terrarium.terramystica.layout import LEAN
from terrarium.terramystica.map.board import LAND

HEX_GROUPS: Final = 3
"""Codes within the block of a hex: a building, terrain, an upgrade."""
BUILDING: Final = 0
TERRAIN: Final = 1
UPGRADE: Final = 2
STARTS: Final = [
    codes.LONG,
    codes.TILE,
    codes.OUT_CARD,
    codes.PICK,
    codes.CARD,
    codes.SHIP,
    codes.DIG,
    codes.SEND,
    codes.ACT,
    codes.ACT_CARD,
    codes.ACT_FAVOR,
    codes.ACT_STRONGHOLD,
    codes.ACT_BRIDGE,
    codes.BRIDGE,
    codes.CULT,
    codes.FAVOR,
    codes.TOWN,
    codes.STAY,
    codes.ORDAIN,
    codes.TAKE,
    codes.DONE,
    codes.PASS,
    codes.LEAVE,
    codes.CONNECT,
    codes.CONVERT,
    codes.END,
]
"""Where each further group of codes begins."""
GROUPS: Final = HEX_GROUPS + len(STARTS) - 1


class Action:
    """Something no question takes; an action says otherwise."""

    kinds: tuple[int, ...] = ()
    """The questions that take it."""
    listed: tuple[int, ...] = ()
    """Those at which it may be legal, where it is not at all."""
    blocks: tuple[int, ...] = ()
    """What it is in the block of a hex: `BUILDING`, `TERRAIN`, `UPGRADE`."""
    first: i64 = 0
    end: i64 = 0
    """Its codes behind those of the board."""

    def fault(self, s: Position, seat: i64, code: i64) -> i64:
        """Why the seat may not do this now; FINE if it may."""
        return OTHER_QUESTION

    def facts(self, s: Position, seat: i64, code: i64) -> dict[str, object]:
        """What a refusal may have to say."""
        return {}

    def carry_out(self, s: Position, seat: i64, code: i64) -> None:
        """Do it; only when it is legal."""

    def worth(self, s: Position, seat: i64, code: i64) -> bool:
        """Of a legal code: should a search look at it?"""
        return True

    def fill(self, s: Position, out: vec[i64], n: i64, seat: i64) -> i64:
        """Write the legal codes to `out` from n on; how many there are then."""
        full = s.v[LEAN] == 0
        code: i64 = self.first
        end: i64 = self.end
        while code < end:
            if self.fault(s, seat, code) == FINE and (full or self.worth(s, seat, code)):
                out[n] = code
                n += 1
            code += 1
        return n

    def fill_hexes(self, s: Position, out: vec[i64], n: i64, seat: i64, part: i64) -> i64:
        """The legal codes of one kind within the block of a hex, hex by hex."""
        h: i64 = 0
        while h < LAND:
            if self.fault(s, seat, h * codes.BLOCK + part) == FINE:
                out[n] = h * codes.BLOCK + part
                n += 1
            h += 1
        return n


def _groups() -> vec[i64]:
    found: list[i64] = []
    for code in range(codes.END):
        if code < codes.LONG:
            part = code % codes.BLOCK
            found.append(BUILDING if part == 0 else TERRAIN if part < codes.UPGRADE else UPGRADE)
        else:
            found.append(HEX_GROUPS + len([start for start in STARTS if start <= code]) - 1)
    return vec[i64](found)


GROUP_OF: Final[vec[i64]] = _groups()
"""The group of each code."""


def write_mask(out: vec[i64], n: i64, code: i64, mask: i64) -> i64:
    """Write a code for each bit of a mask, of which `code` is that of bit 0; how many there are then."""
    while mask != 0:
        if mask & 1 != 0:
            out[n] = code
            n += 1
        mask >>= 1
        code += 1
    return n


def hex_of(code: i64) -> i64:
    """The hex that a code of the board is about."""
    return code // codes.BLOCK if code < codes.LONG else (code - codes.LONG) // 7


def goal_of(code: i64) -> i64:
    """The terrain that a hex is turned into."""
    if code < codes.LONG:
        return code % codes.BLOCK - codes.TRANSFORM
    return (code - codes.LONG) % 7


def raised(code: i64) -> i64:
    """The building that an upgrade leads to."""
    return code % codes.BLOCK - codes.UPGRADE + 2
