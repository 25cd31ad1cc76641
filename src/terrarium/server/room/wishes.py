"""What somebody wants to play, checked against its title: tables of the server and of the tab ask here."""

from collections.abc import Collection, Mapping
from typing import Protocol

from terrarium.kernel.contract import State, Title
from terrarium.kernel.handmade import MAP
from terrarium.server.errors import Problem
from terrarium.server.room import chance
from terrarium.server.store.rows import Row


class Wished(Protocol):
    """What must be known of a wish to find its game."""

    title: str
    seats: list[dict[str, str]]
    map_name: str
    options: dict[str, str]
    rows: list[Row]
    position: State | None


def title_of(titles: Mapping[str, Title], wish: Wished, levels: Collection[str]) -> Title:
    """The title of a wish whose seats it can have; Problem where it cannot."""
    title = titles.get(wish.title)
    if title is None:
        raise Problem(404, "no_title", title=wish.title)
    low = min(variant.players[0] for variant in title.variants())
    high = max(variant.players[1] for variant in title.variants())
    if not low <= len(wish.seats) <= high:
        raise Problem(422, "bad_seats", low=low, high=high)
    if sum(seat["kind"] == "me" for seat in wish.seats) > 1:
        raise Problem(422, "one_seat")
    for seat in wish.seats:
        if seat["kind"] == "bot" and seat.get("level", "random") not in levels:
            raise Problem(422, "no_level", level=seat.get("level", ""))
    return title


def board_of(title: Title, wish: Wished, secret: bytes) -> str:
    """The board that is wished for; where none is named or brought along, the secret draws one."""
    brought = any(name.startswith(MAP) for name in wish.options)
    if wish.map_name or brought or wish.rows or wish.position is not None:
        return wish.map_name
    return title.draw(len(wish.seats), chance.derived(secret, "board"))
