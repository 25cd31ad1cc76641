"""What is named outside and a number inside: its place in a list of all that were named."""

from typing import TypeVar

from mypy_extensions import i64

T = TypeVar("T")


def interned(names: list[T], name: T) -> i64:
    """The number of a name: a new one at its first time."""
    if name not in names:
        names.append(name)
    return names.index(name)
