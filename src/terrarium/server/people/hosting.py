"""How many tables and bots one person may have at once, and all who come from one address together."""

import time

from sqlalchemy import ColumnElement, Connection, func, select

from terrarium.server.errors import Problem
from terrarium.server.people.sessions import Person
from terrarium.server.room.hall import Hall
from terrarium.server.room.table import Allowed
from terrarium.server.store import schema
from terrarium.server.store.rows import ENDED, LIVE, OPEN, PAUSED
from terrarium.server.wire.limits import SHARED

_PERSON, _ADDRESS = 7_274_653, 7_274_654
"""Kinds of advisory locks: numbers that nobody else uses in this database."""


def allowed(hall: Hall, person: Person, bots: int, tables: int = 1) -> Allowed:
    """May this person host so many more tables and bots? Problem 409 where it is too much.

    Asked in the transaction that makes them: what is asked for at once is counted one after the other.
    """
    settings, own = hall.settings, person.quotas or {}
    most_games = settings.most_games if settings.quotas else 0
    most_bots = settings.most_bots if settings.quotas else 0
    everybody = hall.neighbours(person.user_id)
    where = hall.whence.get(person.user_id, "")

    def check(connection: Connection) -> None:
        if own or most_games or most_bots:
            _in_turn(connection, person.user_id, where)
        if own or most_games or most_bots:
            games, seated = _hosted(connection, schema.games.c.host == person.user_id)
            _compare(games + tables, own.get("tables", most_games or None), tables, "too_many_games")
            _compare(seated + bots, own.get("bots", most_bots or None), bots, "too_many_bots")
        # What an operator allows one person comes before what everybody at an address may do.
        if everybody and not own and (most_games or most_bots):
            games, seated = _hosted(connection, schema.games.c.host.in_(everybody))
            _compare(games + tables, most_games * SHARED or None, tables, "too_many_games")
            _compare(seated + bots, most_bots * SHARED or None, bots, "too_many_bots")

    return check


def _in_turn(connection: Connection, user_id: int, where: str) -> None:
    """Until this transaction ends, whoever counts the same person or address waits: PostgreSQL shows to nobody what
    others have not committed yet. SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        # The address first, everywhere: nobody who holds one of both then waits for the other.
        for kind, name in ((_ADDRESS, where), (_PERSON, str(user_id))):
            connection.execute(select(func.pg_advisory_xact_lock(kind, func.hashtext(name))))


def _compare(count: int, most: int | None, more: int, code: str) -> None:
    if most is not None and more and count > most:
        raise Problem(409, code, most=most)


def _hosted(connection: Connection, hosts: ColumnElement[bool]) -> tuple[int, int]:
    """Tables that have not ended, for the public neither, and bots at them; a place that a bot will fill is as good as
    filled."""
    g, s = schema.games.c, schema.seats.c
    theirs = hosts & g.status.in_((OPEN, LIVE, PAUSED))
    secretly_over = hosts & g.status.in_(ENDED) & (g.wake > time.time())
    games = connection.execute(
        select(func.count()).select_from(schema.games).where(theirs | secretly_over)
    ).scalar_one()
    seats = select(func.count()).select_from(schema.seats).join(schema.games, s.game == g.id)
    filled = (s.kind == "bot") | ((s.kind == "open") & (g.status == OPEN) & g.wake.is_not(None))
    return games, connection.execute(seats.where(theirs, filled)).scalar_one()
