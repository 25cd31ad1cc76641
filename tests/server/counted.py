"""Titles whose positions count what is asked of them: how often the server troubles the rules."""

from collections import Counter
from typing import Any, cast

from terrarium import catalog
from terrarium.kernel.contract import Title
from tests.server import toy

calls: Counter[str] = Counter()
"""Calls of the contract's methods since it was last cleared, in every position made by these titles."""
_STATES = ("clone", "blind", "new", "load")


class Counted:
    """A position, a game or a title behind a counter; whatever it makes is counted too."""

    def __init__(self, inner: Any) -> None:
        self._inner = inner

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._inner, name)
        if not callable(found):
            return found

        def counted(*args: Any) -> Any:
            calls[name] += 1
            made = found(*args)
            return Counted(made) if name in (*_STATES, "game") else made

        return counted


def titles() -> dict[str, Title]:
    return {title.id: cast(Title, Counted(title)) for title in {**toy.titles(), **catalog.titles()}.values()}
