"""What somebody has done at real tables, how often: guidance speaks of what is new and fades with what was done.

It is kept beside lessons and puzzles, so it goes with the person: to their account, into their data, and away with
them.
"""

from sqlalchemy import Connection, delete, insert, select, update

from terrarium.server.errors import Problem
from terrarium.server.people.sessions import Person
from terrarium.server.room.hall import Hall
from terrarium.server.store import schema

MOST = 99
"""Further nobody counts."""
KINDS = 30
"""Deeds of one title."""
DEED = "deed "
OFF = "guidance off"
K = schema.learning


def _deeds(connection: Connection, user_id: int) -> dict[str, int]:
    query = select(K.c.thing, K.c.step).where(K.c.user_id == user_id)
    query = query.where(K.c.thing.startswith(DEED, autoescape=True) | (K.c.thing == OFF))
    return {row.thing: row.step for row in connection.execute(query)}


async def known(hall: Hall, person: Person) -> tuple[bool, dict[str, dict[str, int]]]:
    """Is guidance wanted, and how often was what done, by title?"""
    rows = await hall.store.read(lambda connection: _deeds(connection, person.user_id))
    deeds: dict[str, dict[str, int]] = {}
    for thing, times in rows.items():
        if thing != OFF:
            title, _, deed = thing.removeprefix(DEED).partition("/")
            deeds.setdefault(title, {})[deed] = times
    return OFF not in rows, deeds


async def note(hall: Hall, person: Person, done: dict[str, dict[str, int]]) -> None:
    """What was done so often by now; less than is known changes nothing."""
    wanted = {f"{DEED}{title}/{deed}": times for title, deeds in done.items() for deed, times in deeds.items() if times}

    def write(connection: Connection) -> None:
        before = _deeds(connection, person.user_id)
        for thing, times in sorted(wanted.items()):
            if thing not in before:
                fresh = {"step": times, "tries": 0, "done": None, "game": None}
                connection.execute(insert(K).values(user_id=person.user_id, thing=thing, **fresh))
            elif times > before[thing]:
                mine = (K.c.user_id == person.user_id) & (K.c.thing == thing)
                connection.execute(update(K).where(mine).values(step=times))
        for title in done:
            own = [thing for thing in {**before, **wanted} if thing.startswith(f"{DEED}{title}/")]
            if len(own) > KINDS:
                raise Problem(422, "bad_request", what="deeds")

    if wanted:
        await hall.store.write(write)


async def switch(hall: Hall, person: Person, on: bool) -> None:
    """No guidance from now on, or guidance from the beginning."""

    def write(connection: Connection) -> None:
        mine = K.c.user_id == person.user_id
        if on:
            some = K.c.thing.startswith(DEED, autoescape=True) | (K.c.thing == OFF)
            connection.execute(delete(K).where(mine, some))
        elif OFF not in _deeds(connection, person.user_id):
            fresh = {"step": 1, "tries": 0, "done": None, "game": None}
            connection.execute(insert(K).values(user_id=person.user_id, thing=OFF, **fresh))

    await hall.store.write(write)
