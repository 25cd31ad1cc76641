"""Options that bring units and maps of somebody's own to a table, spoilt behind a fingerprint that fits them."""

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from terrarium.kernel.handmade import canonical, fingerprint, unwrapped
from terrarium.workshop.examples import examples
from terrarium.workshop.files import option_of
from terrarium.workshop.maps import map_option
from tests.support.random_maps import TITLES, shuffled_once
from tests.support.spoil import ODD


class Brought(NamedTuple):
    """An option of a new game for two."""

    title: str
    name: str
    value: str

    @property
    def text(self) -> str:
        """As `spoil.read_option` reads it."""
        return f"{self.title}\n{self.name} {self.value}"


def wrapped(data: dict[str, Any]) -> str:
    line = canonical(data)
    return f"{fingerprint(line)} {line}"


def honest() -> list[Brought]:
    """A map of every title that takes some, and the units of the examples."""
    maps = [Brought(title, *map_option(shuffled_once(title, 2, 1))) for title in TITLES]
    return [*maps, *[Brought("small-world", *option_of(unit)) for unit in examples().values()]]


def _places(page: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield at
    for key, value in page.items() if isinstance(page, dict) else enumerate(page) if isinstance(page, list) else ():
        yield from _places(value, (*at, key))


def _with(page: Any, place: tuple[Any, ...], odd: Any) -> Any:
    if not place:
        return odd
    found = dict(page) if isinstance(page, dict) else [*page]
    found[place[0]] = _with(page[place[0]], place[1:], odd)
    return found


def spoilt(option: Brought, dice: random.Random) -> Brought:
    """The same with one or two places changed to something odd; places near the top as often as those far down."""
    page = unwrapped(option.value, option.name.partition(".")[0])
    for _ in range(dice.choice((1, 1, 2))):
        places = [place for place in _places(page) if place]
        depth = dice.choice(sorted({len(place) for place in places}))
        page = _with(page, dice.choice([place for place in places if len(place) == depth]), dice.choice(ODD))
    return option._replace(value=wrapped(page))
