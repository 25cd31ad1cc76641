"""Chat, and the short lines that say what happened at the table beside the board."""

import time
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from terrarium.kernel.contract import SPECTATOR
from terrarium.server.errors import Problem
from terrarium.server.people import names
from terrarium.server.people.sessions import Person
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import schema
from terrarium.server.wire import packets

MAX_TEXT = 500
SAID = "chat"
"""The kind of a line that a person said; all others the table tells."""
KEPT = 200
"""Lines of people that a newly opened window gets."""
TOLD = 100
"""Lines of the table that it gets beside them: however often somebody sits down or asks, what was said stays."""
MOST_TOLD = 500
"""Lines of the table that a game keeps, the latest."""


def clean_text(text: str) -> str:
    """A chat line as it is stored; Problem where nothing is left, or too much."""
    kept = names.clean_text(text)
    if not 1 <= len(kept) <= MAX_TEXT:
        raise Problem(422, "bad_request", what="text")
    return kept


def add(
    connection: Connection, game: str, kind: str, seat: int | None, name: str, text: str = "", user: int | None = None
) -> int:
    """Store one line of somebody's, or of what the table tells of them; gives its number."""
    values = {"game": game, "kind": kind, "seat": seat, "name": name, "text": text, "user_id": user, "at": time.time()}
    key = connection.execute(insert(schema.talk).values(**values)).inserted_primary_key
    assert key is not None
    if kind != SAID:
        t = schema.talk
        told = (t.c.game == game) & (t.c.kind != SAID)
        oldest = select(t.c.id).where(told).order_by(t.c.id.desc()).offset(MOST_TOLD).limit(1)
        if (last := connection.execute(oldest).scalar()) is not None:
            connection.execute(delete(t).where(told, t.c.id <= last))
    return int(key[0])


def _author(row: Any) -> int | None:
    """Whoever said it; what the table tells has nobody."""
    return row.user_id if row.kind == SAID else None


def _shown(row: Any) -> dict[str, object]:
    return {
        "id": row.id,
        "kind": row.kind,
        "seat": row.seat,
        "name": row.name,
        "text": row.text,
        "author": _author(row),
        "at": round(row.at, 3),
    }


async def lines(
    hall: Hall, room: Room, viewer_user: int | None, after: int, now: float, delay: float
) -> list[dict[str, object]]:
    """The latest lines after number `after`, without those of muted people."""
    muted = muted_by(room, viewer_user)

    def read(connection: Connection) -> list[dict[str, object]]:
        t = schema.talk.c
        query = select(schema.talk).where(t.game == room.id, t.id > after, t.at <= now - delay)
        query = query.order_by(t.id.desc())
        said = connection.execute(query.where(t.kind == SAID).limit(KEPT)).all()
        told = connection.execute(query.where(t.kind != SAID).limit(TOLD)).all()
        found = sorted([*said, *told], key=lambda row: row.id)
        return [_shown(row) for row in found if _author(row) not in muted]

    return await hall.store.read(read)


def muted_by(room: Room, user_id: int | None) -> tuple[int, ...]:
    entry = room.passes.get(user_id) if user_id is not None else None
    return () if entry is None else entry.muted


async def say(hall: Hall, room: Room, person: Person, text: str) -> int:
    """One line of chat from this person."""
    text = clean_text(text)
    entry = room.passes.get(person.user_id)
    if entry is not None and entry.silenced:
        raise Problem(403, "silenced")
    viewer = room.seat_of(person.user_id)
    seat = None if viewer == SPECTATOR else viewer
    name = person.name if seat is None else room.seats[seat].name
    number = await hall.store.write(lambda c: add(c, room.id, SAID, seat, name, text, person.user_id))
    await relay(hall, room, number)
    await hall.hub.publish("talk", room.id, number)
    return number


async def relay(hall: Hall, room: Room, number: int) -> None:
    """Send one stored line to this worker's sockets."""

    def read(connection: Connection) -> Any:
        return connection.execute(select(schema.talk).where(schema.talk.c.id == number)).one_or_none()

    row = await hall.store.read(read)
    if row is None or row.game != room.id:
        return
    data = packets.packet(room.seq, "chat", _shown(row))
    for socket in room.sockets:
        if _author(row) not in muted_by(room, socket.user_id):
            socket.send(data)


async def mute(hall: Hall, room: Room, person: Person, author: int, on: bool) -> list[int]:
    """Hide somebody's lines from this person, or show them again."""

    def write(connection: Connection) -> list[int]:
        p = schema.passes
        where = (p.c.game == room.id) & (p.c.user_id == person.user_id)
        row = connection.execute(select(p.c.muted).where(where)).one_or_none()
        muted = set(row.muted if row is not None else ())
        muted = muted | {author} if on else muted - {author}
        kept = sorted(muted)[:100]
        if row is None:
            connection.execute(insert(p).values(game=room.id, user_id=person.user_id, seat=None, muted=kept))
        else:
            connection.execute(update(p).where(where).values(muted=kept))
        return kept

    kept = await hall.store.write(write)
    await hall.catch_up(room)
    return kept
