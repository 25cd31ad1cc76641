"""A clock that a test winds: a server that runs by it reads its time from a file, and nothing passes by itself.

What a server measures (clocks of players, delays, limits) then depends on what the test says, not on how busy the
machine is. What it sleeps (between two sweeps, before a message) it still sleeps; that is waited for.
"""

import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

DIGITS = 20


class Clock:
    """The test's side."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.seconds = 0.0
        self.advance(0.0)

    def advance(self, seconds: float) -> None:
        self.seconds += seconds
        # Never shorter, and written in one piece: whoever reads meanwhile sees the old time or the new one.
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT, 0o644)
        os.pwrite(handle, f"{self.seconds:{DIGITS}.3f}".encode(), 0)
        os.close(handle)


def run_by(path: str) -> None:
    """The server's side: its own modules, and no library, see time as the file tells it."""
    handle = os.open(path, os.O_RDONLY)
    began, first = time.time(), time.monotonic()

    def passed() -> float:
        return float(os.pread(handle, DIGITS, 0))

    told = SimpleNamespace(**vars(time))
    told.time = lambda: began + passed()
    told.monotonic = lambda: first + passed()
    for name, module in [*sys.modules.items()]:
        if name.startswith("terrarium.server.") and getattr(module, "time", None) is time:
            module.time = told  # type: ignore[attr-defined]
