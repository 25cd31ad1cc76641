"""The buffer that listings write to: shared, so that listing allocates nothing."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from terrarium.terramystica import codes


def _buffer() -> vec[i64]:
    return vec[i64]([i64(0) for _ in range(codes.END)])


OUT: Final[vec[i64]] = _buffer()
"""Where the codes of the last listing lie."""
