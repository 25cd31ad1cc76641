"""Decrees: what an operator has done to the database beside the workers, so that each of them acts on it at once.

They are rows that every worker looks for in each sweep: this works with one worker and with many, with Redis or
without.
"""

import time

from sqlalchemy import Connection, delete, insert, select

from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import schema
from terrarium.server.wire import packets

KEPT_S = 86400.0
"""How long a decree is kept: every worker has seen it long before."""
AT_ONCE = 200
LOOK_BACK = 200
"""Among so many of the latest numbers one is looked for that was not there before."""
CUT = 1012
"""The socket's goodbye: come again, if you still may."""

PERSON = "person"
"""Somebody was banned, is forgotten, signed out somewhere, or may do more or less than before."""
TABLE = "table"
"""Something about a table was changed."""
UNSAID = "unsaid"
"""A line of chat is gone."""


def issue(
    connection: Connection, kind: str, game: str | None = None, user_id: int | None = None, line: int | None = None
) -> None:
    """Let every worker know, with the same transaction that changed something."""
    now = time.time()
    connection.execute(delete(schema.decrees).where(schema.decrees.c.at < now - KEPT_S))
    values = {"kind": kind, "game": game, "user_id": user_id, "line": line, "at": now}
    connection.execute(insert(schema.decrees).values(**values))


async def heed(hall: Hall) -> None:
    """Act on what is new since the last look."""
    d = schema.decrees
    if hall.heeded < 0:
        latest = select(d.c.id).order_by(d.c.id.desc()).limit(LOOK_BACK)
        hall.decrees = set(await hall.store.read(lambda connection: connection.execute(latest).scalars().all()))
        hall.heeded = max(hall.decrees, default=0)
        return
    # PostgreSQL gives numbers when a row is written, and shows it when it is committed: a lower one may come later.
    query = select(d).where(d.c.id > hall.heeded - LOOK_BACK).order_by(d.c.id).limit(LOOK_BACK + AT_ONCE)
    for row in await hall.store.read(lambda connection: connection.execute(query).all()):
        if row.id in hall.decrees:
            continue
        hall.decrees.add(row.id)
        hall.heeded = max(hall.heeded, row.id)
        if row.kind == PERSON:
            look_again(hall, row.user_id)
        room = hall.rooms.rooms.get(row.game)
        if room is not None and row.kind == TABLE:
            await hall.catch_up(room)
            hall.wake(room)
        elif room is not None and row.kind == UNSAID:
            unsay(room, row.line)
    hall.decrees = {number for number in hall.decrees if number > hall.heeded - LOOK_BACK}


async def announce(hall: Hall, user_id: int) -> None:
    """Have every worker look again who this is."""
    await hall.store.write(lambda connection: issue(connection, PERSON, user_id=user_id))
    look_again(hall, user_id)


def look_again(hall: Hall, user_id: int) -> None:
    """Ask the database who this is, next time, and have their windows open anew; without a session they stay shut."""
    hall.sessions.forget(user_id)
    for room in hall.rooms.rooms.values():
        for socket in [*room.sockets]:
            if socket.user_id == user_id:
                socket.cut(CUT)


def unsay(room: Room, line: int) -> None:
    """Take a line out of every window."""
    data = packets.packet(room.seq, "unsaid", {"id": line})
    for socket in room.sockets:
        socket.send(data)
