"""`@cites("small-world", "conquest.mountain")`: the statements of the living rulebook that a test checks.

The decorator leaves the test as it is; `terrarium rules --coverage` and the meta-tests read it from the source.
"""

from collections.abc import Callable
from typing import TypeVar

F = TypeVar("F", bound=Callable[..., object])


def cites(title: str, *statements: str) -> Callable[[F], F]:
    """Name the statements a test checks; `title` is the title's id."""
    if not statements:
        raise ValueError(f"name at least one statement of {title}")

    def keep(test: F) -> F:
        return test

    return keep
