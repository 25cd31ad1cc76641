"""A quick game: a seat at a table where somebody waits, or a new one at which bots fill up after a minute.

A table that waits like this is an open one with a time to wake: the sweep then gives its free seats to bots.
"""

import time

from sqlalchemy import Connection, select

from terrarium import bots
from terrarium.kernel.contract import SPECTATOR
from terrarium.server.errors import Problem
from terrarium.server.people.sessions import Person
from terrarium.server.room import table
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import schema
from terrarium.server.store.rows import OPEN, Meta, Seat

WAIT_S = 60.0
SEATS = 3
LEVEL = "strong"
AT_ONCE = 20


def level_of(title: str) -> str:
    """The level of the bots that fill up."""
    levels = bots.levels(title)
    return LEVEL if LEVEL in levels else levels[-1]


async def waiting(hall: Hall, title: str) -> list[str]:
    """Tables of this title at which somebody waits for others, the longest first."""
    g = schema.games.c
    query = select(g.id).where(g.listed.is_(True), g.status == OPEN, g.title == title, g.wake.is_not(None))
    query = query.order_by(g.wake).limit(AT_ONCE)
    return await hall.store.read(lambda connection: [*connection.execute(query).scalars()])


async def join(hall: Hall, person: Person, title: str) -> tuple[Room, str | None] | None:
    """A seat where somebody waits already; where I wait myself, that one. None where nobody does."""
    for game in await waiting(hall, title):
        room = await hall.rooms.get(game)
        if room.seat_of(person.user_id) != SPECTATOR:
            return room, None
        for seat in room.seats:
            if seat.kind == "open":
                try:
                    return room, await table.sit(hall, room, person, seat.seat, person.name)
                except Problem:
                    continue  # somebody was faster
    return None


async def seat_or_table(
    hall: Hall, person: Person, title: str, lang: str, allowed: table.Allowed
) -> tuple[Room, str | None]:
    """A table to play at as soon as can be. One after the other, so that two who come at once do not wait apart (on two
    workers they still may)."""
    async with hall.quick:
        return await join(hall, person, title) or await table_for(hall, person, title, lang, allowed)


async def table_for(
    hall: Hall, person: Person, title: str, lang: str, allowed: table.Allowed
) -> tuple[Room, str | None]:
    """A new table that waits for others."""
    known = hall.titles.get(title)
    if known is None:
        raise Problem(404, "no_title", title=title)
    seats = max(known.players[0], min(SEATS, known.players[1]))
    wish = table.Wish(title=title, seats=[{"kind": "me"}] + [{"kind": "open"}] * (seats - 1), lang=lang)
    wish.fill_after, wish.allowed = WAIT_S, allowed
    return await table.create(hall, person, wish)


async def due(hall: Hall) -> list[str]:
    """Tables that have waited long enough."""
    g = schema.games.c
    query = select(g.id).where(g.status == OPEN, g.wake <= time.time()).order_by(g.wake).limit(200)
    return await hall.store.read(lambda connection: [*connection.execute(query).scalars()])


async def fill(hall: Hall, room: Room) -> None:
    """Bots take the seats that are still free, and the game begins."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.status != OPEN or meta.wake is None or meta.wake > time.time():
            return
        for seat in seats:
            if seat.kind == "open":
                table.set_seat(connection, meta.id, seat.seat, kind="bot", level=level_of(meta.title))
        table.start_if_full(connection, meta.id)

    await table.change(hall, room, work)
    await table.begin(hall, room)
