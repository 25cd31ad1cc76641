"""The buffer that listings write to: one for each position, so that games in several threads do not meet in it.

It is laid out at the position's first listing, because most copies are never listed. A copy that is tried out and
thrown away may borrow the buffer of the position it was made of (`copy.out = s.out`): both belong to one thread.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes
from terrarium.terramystica.data import Position


def _blank() -> vec[i64]:
    return vec[i64]([i64(0) for _ in range(codes.END)])


BLANK: Final[vec[i64]] = _blank()
"""Room for every code there is; only ever copied."""


def buffer_of(s: Position) -> vec[i64]:
    """Where the codes of the position's last listing lie."""
    out = s.out
    if len(out) == 0:
        out = BLANK[:]
        s.out = out
    return out
