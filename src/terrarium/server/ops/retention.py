"""What is not kept for ever: ended sessions, guests who left nothing behind, tables nobody came to, old messages.

Every rule is a number of days that the operator sets; 0 keeps for ever. The work is done in slices, so that players
never wait for it, and each slice begins where the last one ended.
"""

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import structlog
from sqlalchemy import ColumnElement, Connection, Table, delete, select

from terrarium.server.errors import Problem
from terrarium.server.ops.settings import Settings
from terrarium.server.room import agree, table
from terrarium.server.room.hall import Hall
from terrarium.server.store import schema
from terrarium.server.store.rows import OPEN, Meta, Seat

log = structlog.get_logger()
SLICE = 500
"""Rows looked at in one transaction."""
DAY_S = 86400.0
EVERY_S = 3600.0
FIRST_S = 60.0


@dataclass
class Pruned:
    """How much one round has taken away."""

    sessions: int = 0
    guests: int = 0
    tables: int = 0
    notices: int = 0


class Retention:
    """The operator's rules, applied again and again."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.settings = hall.settings
        self.reached = 0
        """The number of the last guest looked at."""

    async def forever(self) -> None:
        """A round every hour, the first soon after the start."""
        await asyncio.sleep(FIRST_S)
        while True:
            try:
                await self.once()
            except Exception:
                log.exception("pruning_failed")
            await asyncio.sleep(EVERY_S)

    async def once(self, slices: int = 200) -> Pruned:
        """One round: at most so many slices of each kind."""
        sessions = await self._slices(slices, ended_sessions)
        notices = 0
        for old in (old_notices, unanswered, asked_long_ago):
            notices += await self._slices(slices, partial(old, settings=self.settings))
        done = Pruned(sessions, await self.guests(slices), await self.tables(), notices)
        if done != Pruned():
            log.info("pruned", sessions=done.sessions, guests=done.guests, tables=done.tables, notices=done.notices)
        return done

    async def _slices(self, most: int, work: Callable[[Connection], int]) -> int:
        total = 0
        for _ in range(most):
            gone = await self.hall.store.write(work)
            total += gone
            if gone < SLICE:
                break
        return total

    async def guests(self, slices: int) -> int:
        """Guests without a session who never sat anywhere: nobody can come back as one of them."""
        if not self.settings.keep_guests_days:
            return 0
        limit, total = time.time() - self.settings.keep_guests_days * DAY_S, 0
        for _ in range(slices):
            start = self.reached
            self.reached, gone = await self.hall.store.write(
                lambda connection: guests(connection, start, limit)  # noqa: B023
            )
            total += gone
            if self.reached == 0:
                break
        return total

    async def tables(self) -> int:
        """Tables that waited too long for people are closed; whoever sat there finds them closed, not gone."""
        if not self.settings.keep_open_tables_days:
            return 0
        g, limit = schema.games.c, time.time() - self.settings.keep_open_tables_days * DAY_S
        query = select(g.id).where(g.status == OPEN, g.updated < limit).order_by(g.updated).limit(SLICE)
        old = await self.hall.store.read(lambda connection: [*connection.execute(query).scalars()])
        for game in old:
            try:
                await table.change(self.hall, await self.hall.rooms.get(game), close)
            except Problem as problem:
                log.warning("prune_problem", game=game, code=problem.code)
        return len(old)


def _drop(connection: Connection, kind: Table, key: ColumnElement[object], which: ColumnElement[bool]) -> int:
    """Delete one slice of the rows that fit."""
    some = select(key).where(which).limit(SLICE).scalar_subquery()
    return connection.execute(delete(kind).where(key.in_(some))).rowcount


def ended_sessions(connection: Connection) -> int:
    """Sessions whose time is up."""
    s = schema.sessions
    return _drop(connection, s, s.c.digest, s.c.expires < time.time())


def old_notices(connection: Connection, settings: Settings) -> int:
    """That a message was sent is remembered only as long as it could be sent twice."""
    if not settings.keep_notices_days:
        return 0
    n, limit = schema.notices.c, time.time() - settings.keep_notices_days * DAY_S
    some = connection.execute(select(n.game, n.user_id, n.seq).where(n.at < limit).order_by(n.at).limit(SLICE)).all()
    for game, user_id, seq in some:
        connection.execute(delete(schema.notices).where(n.game == game, n.user_id == user_id, n.seq == seq))
    return len(some)


def unanswered(connection: Connection, settings: Settings) -> int:
    """Addresses that were asked and never agreed."""
    if not settings.keep_notices_days:
        return 0
    c, limit = schema.channels, time.time() - settings.keep_notices_days * DAY_S
    return _drop(connection, c, c.c.id, c.c.confirmed.is_(None) & (c.c.created < limit))


def asked_long_ago(connection: Connection, settings: Settings) -> int:
    """That an address was asked; not that it wants to hear nothing more, which is remembered for ever."""
    if not settings.keep_notices_days:
        return 0
    t, limit = schema.letters, time.time() - settings.keep_notices_days * DAY_S
    return _drop(connection, t, t.c.address, t.c.stopped.is_(False) & (t.c.at < limit))


def guests(connection: Connection, start: int, limit: float) -> tuple[int, int]:
    """One slice of people from a number on: (where the next slice begins, how many were deleted)."""
    u = schema.users.c
    people = [*connection.execute(select(u.id).where(u.id > start).order_by(u.id).limit(SLICE)).scalars()]
    if not people:
        return 0, 0
    known = [
        select(kind.c[column]).where(kind.c[column] == u.id).exists()
        for kind, column in (
            (schema.sessions, "user_id"),
            (schema.passes, "user_id"),
            (schema.seats, "user_id"),
            (schema.games, "host"),
            (schema.plays, "user_id"),
            (schema.units, "user_id"),
            (schema.studies, "user_id"),
        )
    ]
    query = select(u.id).where(u.id.in_(people), u.account.is_(None), u.created < limit, *[~there for there in known])
    gone = [*connection.execute(query).scalars()]
    # Who sits nowhere has no turn to be told of.
    for kind in (schema.notices, schema.learning, schema.channels):
        connection.execute(delete(kind).where(kind.c.user_id.in_(gone)))
    connection.execute(delete(schema.users).where(u.id.in_(gone)))
    return (people[-1] if len(people) == SLICE else 0), len(gone)


def close(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
    """Nobody came. Asked of the table as it is now: the last seat may have been taken a moment ago."""
    if meta.status == OPEN:
        agree.end(connection, meta, "aborted", None)
