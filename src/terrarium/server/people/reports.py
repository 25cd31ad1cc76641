"""Reports: somebody tells the operator of a person, a line of chat, a table, a work of the gallery or a study."""

import time

from sqlalchemy import Connection, insert, select

from terrarium.server.errors import Problem
from terrarium.server.people import gallery, names, studies
from terrarium.server.people.sessions import Person
from terrarium.server.room.admission import admit, late
from terrarium.server.room.hall import Hall
from terrarium.server.store import schema

MOST = 500
SAID = 4000
"""Of what is reported, so much is kept."""


async def report(
    hall: Hall,
    person: Person,
    game: str | None,
    line: int | None,
    user_id: int | None,
    text: str,
    unit: str | None = None,
    study: str | None = None,
) -> int:
    """Write a report down; gives its number. What was said is kept with it, whatever becomes of the line."""
    said, author = "", user_id
    if unit is not None:
        made = await gallery.show(hall, unit, person.user_id)
        said, author = made.names, made.user_id
    elif study is not None:
        kept = await studies.show(hall, study, person.user_id)
        said, author = studies.said_in(kept)[:SAID], kept.user_id
    if game is None and user_id is None and unit is None and study is None:
        raise Problem(422, "bad_request", what="game")
    now = heard = time.time()
    if game is not None:
        room = await hall.rooms.get(game)
        if late(room, admit(room, person), now):
            heard -= room.meta.delay  # that something was said is news too
    reason = names.clean_text(text)[:MOST]

    def write(connection: Connection) -> int:
        nonlocal said, author
        if line is not None:
            t = schema.talk
            query = select(t.c.text, t.c.user_id).where(t.c.id == line, t.c.game == game, t.c.at <= heard)
            found = connection.execute(query).one_or_none()
            if found is None:
                raise Problem(404, "not_found")
            said, author = found.text, found.user_id
        u = schema.users.c
        if author is not None and connection.execute(select(u.id).where(u.id == author)).scalar() is None:
            raise Problem(404, "not_found")
        values = {"reporter": person.user_id, "game": game, "line": line, "user_id": author, "unit": unit, "said": said}
        values["study"] = study
        made = connection.execute(insert(schema.reports).values(**values, text=reason, at=now))
        assert made.inserted_primary_key is not None
        return int(made.inserted_primary_key[0])

    return await hall.store.write(write)
