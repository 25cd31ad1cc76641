"""Waiting for states. Nothing here says how fast a machine must be, only when to stop hoping."""

import time
from collections.abc import Callable

CEILING_S = 180.0
"""How long any test waits for the next thing to happen before it fails: the one such number, for every machine."""
PAUSE_S = 0.03
"""Between two looks at something that is awaited."""


class Patience:
    """Lasts as long as things happen: every change of what is seen renews it."""

    def __init__(self) -> None:
        self.seen: object = None
        self.ends = time.monotonic() + CEILING_S

    def lasts(self, seen: object = None) -> bool:
        """False when `seen` has been the same for too long."""
        now = time.monotonic()
        if seen != self.seen:
            self.seen, self.ends = seen, now + CEILING_S
        return now < self.ends


def wait_for(check: Callable[[], object], what: str = "it never happened") -> None:
    """Look until `check` holds."""
    patience = Patience()
    while not check():
        assert patience.lasts(), what
        time.sleep(PAUSE_S)
