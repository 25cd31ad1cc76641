"""Studies: trees of variations that people keep here. Whoever has the number of one may look at it and copy it.

A study has its own copy of where it begins: what becomes of the game it was made from does not matter to it. What an
operator takes down is gone for everybody but its owner.
"""

import time
from dataclasses import dataclass
from secrets import choice
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from terrarium.kernel.contract import NotationError
from terrarium.server.errors import Problem
from terrarium.server.people.names import clean_text
from terrarium.server.people.sessions import Person
from terrarium.server.room.hall import Hall
from terrarium.server.room.variations import Node, Tree, read_nodes
from terrarium.server.store import schema

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 14
MOST = 100
"""Studies that one person may keep."""
MOST_NAME = 80
MOST_START = 200_000
S = schema.studies


@dataclass
class Beginning:
    """Where a study begins, and what was played from there."""

    title: str
    players: int
    map_name: str
    options: dict[str, str]
    start: str | None
    nodes: list[Node]


def _found(connection: Connection, number: str) -> Any:
    query = select(S, schema.users.c.name.label("author")).join_from(S, schema.users).where(S.c.id == number)
    row = connection.execute(query).one_or_none()
    if row is None:
        raise Problem(404, "no_study")
    return row


async def show(hall: Hall, number: str, user_id: int | None) -> Any:
    """One study, for whoever has its number."""
    row = await hall.store.read(lambda connection: _found(connection, number))
    if row.taken_down is not None and row.user_id != user_id:
        raise Problem(404, "no_study")
    return row


async def mine(hall: Hall, person: Person, number: str) -> Any:
    """One of this person's own studies; Problem where it is somebody else's."""
    row = await show(hall, number, person.user_id)
    if row.user_id != person.user_id:
        raise Problem(403, "not_your_study")
    return row


def tree_of(hall: Hall, row: Any) -> Tree:
    """The tree of a kept study, ready to be followed; Problem where today's rules do not know its beginning."""
    try:
        game = hall.rooms.game(row.title, row.players, row.map_name, row.options)
        start = game.new() if row.start is None else game.load(msgspec.json.decode(row.start))
    except NotationError as error:
        raise Problem(409, "history_changed") from error
    return Tree(game, start, read_nodes(row.nodes), f"{row.title} {row.players} {row.map_name} {row.start or ''}")


def said_in(row: Any) -> str:
    """All that its owner wrote in it."""
    return "\n".join([row.name, *[node.note for node in read_nodes(row.nodes) if node.note]])


def named(name: str) -> str:
    return clean_text(name)[:MOST_NAME]


async def begin(hall: Hall, person: Person, beginning: Beginning, name: str, copied: str | None = None) -> Any:
    """A new study of this person's."""
    game = hall.rooms.game(beginning.title, beginning.players, beginning.map_name, beginning.options)
    tree = Tree(game, game.new(), beginning.nodes, "")
    if len(beginning.start or "") > MOST_START:
        raise Problem(409, "study_full")
    now = time.time()
    values = {
        "id": "".join(choice(LETTERS) for _ in range(LENGTH)),
        "user_id": person.user_id,
        "name": named(name),
        "title": game.title,
        "players": game.players,
        "map_name": game.map_name,
        "options": dict(game.options),
        "start": beginning.start,
        "nodes": tree.kept(),
        "version": 1,
        "copied": copied,
        "created": now,
        "updated": now,
    }

    def write(connection: Connection) -> Any:
        kept = connection.execute(select(func.count()).select_from(S).where(S.c.user_id == person.user_id))
        if int(kept.scalar_one()) >= MOST:
            raise Problem(409, "too_many_studies", most=MOST)
        connection.execute(insert(S).values(**values))
        return _found(connection, str(values["id"]))

    return await hall.store.write(write)


async def change(hall: Hall, row: Any, **values: Any) -> Any:
    """Other contents for a study as it was read; Problem where it has changed since."""

    def write(connection: Connection) -> Any:
        same = (S.c.id == row.id) & (S.c.version == row.version)
        fresh = {**values, "version": row.version + 1, "updated": time.time()}
        if connection.execute(update(S).where(same).values(**fresh)).rowcount == 0:
            raise Problem(409, "study_changed")
        return _found(connection, row.id)

    return await hall.store.write(write)


async def drop(hall: Hall, row: Any) -> None:
    await hall.store.write(lambda connection: connection.execute(delete(S).where(S.c.id == row.id)))


async def listed(hall: Hall, person: Person) -> list[Any]:
    """This person's studies, the last changed first."""
    columns = (S.c.id, S.c.name, S.c.title, S.c.players, S.c.updated, S.c.created)
    query = select(*columns).where(S.c.user_id == person.user_id).order_by(S.c.updated.desc(), S.c.id.desc())
    return list(await hall.store.read(lambda connection: connection.execute(query.limit(MOST)).all()))
