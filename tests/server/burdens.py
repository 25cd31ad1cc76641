"""Work that takes too much of something, for a process with limits."""

import os
import threading


def prepare() -> None:
    """Nothing is needed for these."""


def spin() -> None:
    """Never ends."""
    while True:
        pass


def hoard(megabytes: int) -> int:
    """Takes memory."""
    return len(bytearray(megabytes * 1024 * 1024))


def vanish() -> None:
    """Takes its process with it."""
    os._exit(3)


def sleep_long() -> None:
    """Takes no processor time, and all the time there is."""
    threading.Event().wait()
