"""An action: when it may be taken, what it does, and how its codes are listed.

One file an action. `fault` is the only statement of when it is legal: the listing writes down the codes that have none,
a refusal tells the one that was found. A code may mean different actions in different questions: a dwelling is built,
placed in the set-up or ridden to; `all.py` knows which question takes which.
"""

from collections.abc import Sequence
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.actions.faults import FINE, OTHER_QUESTION
from terrarium.terramystica.data import Position
from terrarium.terramystica.layout import LEAN


def _on_hexes(first: int, end: int) -> list[int]:
    """The codes at some places within the block of each hex."""
    return [code for code in range(codes.LONG) if first <= code % codes.BLOCK < end]


BUILDING: Final = _on_hexes(0, codes.TRANSFORM)
TERRAIN: Final = _on_hexes(codes.TRANSFORM, codes.UPGRADE)
UPGRADE: Final = _on_hexes(codes.UPGRADE, codes.BLOCK)


class Action:
    """Something no question takes; an action says otherwise."""

    listed: tuple[int, ...] = ()
    """The questions at which it may be legal, where these are not all that take it."""

    def __init__(self, taken: Sequence[int], *kinds: int) -> None:
        self.codes = vec[i64]([i64(code) for code in taken])
        """Its codes, in ascending order."""
        self.kinds = kinds
        """The questions that take it."""

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
        for code in self.codes:
            if self.fault(s, seat, code) == FINE and (full or self.worth(s, seat, code)):
                out[n] = code
                n += 1
        return n


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
