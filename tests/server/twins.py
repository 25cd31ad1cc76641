"""Positions that differ only in what is hidden, found for any title by the kernel's contract alone.

What is hidden from a seat is what `blind` takes away. So a number of the dumped position is a secret from some viewers
if changing it changes the position but not what is left of it when they look.
"""

from typing import Any, cast

from terrarium.kernel.contract import Game, NotationError, State

Path = tuple[str | int, ...]


def numbers(page: object, at: Path = ()) -> list[Path]:
    """Where the numbers of a dumped position stand."""
    if isinstance(page, dict):
        return [path for key, value in page.items() for path in numbers(value, (*at, key))]
    if isinstance(page, list):
        return [path for index, value in enumerate(page) for path in numbers(value, (*at, index))]
    return [at] if isinstance(page, int) and not isinstance(page, bool) else []


def changed(page: dict[str, object], path: Path, amount: int) -> dict[str, object]:
    """The same page with one number raised."""

    def copy(value: Any, rest: Path) -> Any:
        if not rest:
            return value + amount
        if isinstance(value, dict):
            return {key: copy(inner, rest[1:]) if key == rest[0] else inner for key, inner in value.items()}
        return [copy(inner, rest[1:]) if index == rest[0] else inner for index, inner in enumerate(value)]

    return cast("dict[str, object]", copy(page, path))


def raised(game: Game, state: State, path: Path, amount: int) -> State | None:
    """The position with one number raised; None where that is no position."""
    try:
        return game.load(changed(state.dump(), path, amount))
    except (NotationError, KeyError, IndexError, ValueError, TypeError, OverflowError):
        return None


def secrets_from(game: Game, state: State, viewers: list[int], amount: int) -> list[Path]:
    """Every number that none of `viewers` may know."""
    whole, left = state.dump(), [state.blind(viewer).dump() for viewer in viewers]
    found = []
    for path in numbers(whole):
        other = raised(game, state, path, amount)
        if other is None or other.dump() == whole:
            continue
        if [other.blind(viewer).dump() for viewer in viewers] == left:
            found.append(path)
    return found
