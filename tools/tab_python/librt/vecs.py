"""`vec[i64]` as plain Python lists. The rules use three things of it: making one, `v[:]`, and `v = append(v, item)`."""

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

T = TypeVar("T")


def _whole(items: Iterable[Any] = (), capacity: int = 0) -> list[Any]:
    return [int(item) for item in items]


def _broken(items: Iterable[Any] = (), capacity: int = 0) -> list[Any]:
    return [float(item) for item in items]


class _Vec:
    """`vec[i64](items)` makes a list; numbers become what the brackets say."""

    def __getitem__(self, kind: object) -> Callable[..., list[Any]]:
        return _broken if kind is float else _whole


vec: Any = _Vec()


def append(items: list[T], item: T) -> list[T]:
    """The vector with one more item. The rules always keep the answer in place of the old one."""
    items.append(item)
    return items
