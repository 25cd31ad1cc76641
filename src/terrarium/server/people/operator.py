"""What an operator may do, directly in the database: `terrarium admin`. Running workers hear of it by decrees."""

import math
import time
from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Connection, delete, select, update

from terrarium.server.errors import Problem
from terrarium.server.people.sessions import accounts_named
from terrarium.server.room import agree, decrees, moderation, table
from terrarium.server.store import schema
from terrarium.server.store.reading import read_meta, read_seats
from terrarium.server.store.rows import ENDED, LIVE, OPEN, PAUSED
from terrarium.server.store.store import make_engine

T = TypeVar("T")
DAY_S = 86400.0
FOR_EVER = 1e12
"""The end of a ban that has none."""
QUOTAS = ("game", "import", "chat", "deed", "hint", "review", "report", "lab", "unit", "study", "tables", "bots")
"""What one person may be allowed more or less of: tables and bots at once, the others by the hour."""


def act(database: str, work: Callable[[Connection], T]) -> T:
    """Do something in one transaction of its own."""
    engine = make_engine(database)
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            return work(connection)
    finally:
        engine.dispose()


def find(connection: Connection, who: str) -> Any:
    """A person by number, or an account by name; Problem 404 where there is none."""
    u = schema.users
    if who.isascii() and who.isdigit() and len(who) < 16:
        found = connection.execute(select(u).where(u.c.id == int(who))).one_or_none()
    else:
        named = accounts_named(connection, who)
        found = connection.execute(select(u).where(u.c.id == named[0][0])).one() if named else None
    if found is None:
        raise Problem(404, "nobody", who=who)
    return found


def ban(connection: Connection, who: str, days: float | None) -> dict[str, object]:
    """Nobody comes in as this person any more, for so many days or for ever; their seats are taken away."""
    person = find(connection, who)
    until = FOR_EVER if days is None else time.time() + days * DAY_S
    if not math.isfinite(until):
        raise Problem(422, "bad_request", what="days")
    u, s, g, p = schema.users, schema.sessions, schema.games.c, schema.passes.c
    connection.execute(update(u).where(u.c.id == person.id).values(banned=until))
    connection.execute(delete(s).where(s.c.user_id == person.id))
    decrees.issue(connection, decrees.PERSON, user_id=person.id)
    query = select(p.game, p.seat).join_from(schema.passes, schema.games, p.game == g.id)
    query = query.where(p.user_id == person.id, p.seat.is_not(None), g.status.in_((OPEN, LIVE, PAUSED)))
    seated = connection.execute(query.order_by(p.game)).all()
    for game, seat in seated:
        _take_seat(connection, game, seat)
    return {"user": person.id, "name": person.name, "until": None if days is None else until, "seats": len(seated)}


def _take_seat(connection: Connection, game: str, seat: int) -> None:
    connection.execute(select(schema.games.c.id).where(schema.games.c.id == game).with_for_update())
    found = read_meta(connection, game)
    if found is not None and found[0].status in (OPEN, LIVE, PAUSED):
        moderation.take_away(connection, found[0], read_seats(connection, game), seat)
        table.set_seat(connection, game, seat, rated=False)  # it was not the host who sent them away
        _changed(connection, game)


def _changed(connection: Connection, game: str) -> None:
    g = schema.games
    connection.execute(update(g).where(g.c.id == game).values(version=g.c.version + 1))
    decrees.issue(connection, decrees.TABLE, game=game)


def unban(connection: Connection, who: str) -> dict[str, object]:
    person = find(connection, who)
    connection.execute(update(schema.users).where(schema.users.c.id == person.id).values(banned=None))
    decrees.issue(connection, decrees.PERSON, user_id=person.id)
    return {"user": person.id, "name": person.name}


def close_table(connection: Connection, game: str) -> dict[str, object]:
    """Call a game off, whatever its state; no list shows it from now on, also where the end is not public yet."""
    connection.execute(select(schema.games.c.id).where(schema.games.c.id == game).with_for_update())
    found = read_meta(connection, game)
    if found is None:
        raise Problem(404, "no_game")
    if found[0].status in ENDED:
        raise Problem(409, "game_over")
    agree.end(connection, found[0], "aborted", None)
    table.set_game(connection, game, listed=False)
    _changed(connection, game)
    return {"game": game}


def unsay(connection: Connection, lines: list[int]) -> dict[str, object]:
    """Delete lines of chat."""
    t = schema.talk
    found = connection.execute(select(t.c.id, t.c.game).where(t.c.id.in_(lines), t.c.kind == "chat")).all()
    connection.execute(delete(t).where(t.c.id.in_([row.id for row in found])))
    for row in found:
        decrees.issue(connection, decrees.UNSAID, game=row.game, line=row.id)
    return {"deleted": [row.id for row in found]}


def reports(connection: Connection, closed: bool) -> list[dict[str, object]]:
    """What was reported and not settled yet, or everything; the oldest first."""
    r = schema.reports
    query = select(r).order_by(r.c.id)
    if not closed:
        query = query.where(r.c.closed.is_(None))
    return [dict(row._mapping) for row in connection.execute(query.limit(1000))]


def close_report(connection: Connection, number: int) -> dict[str, object]:
    r = schema.reports
    if connection.execute(update(r).where(r.c.id == number).values(closed=time.time())).rowcount == 0:
        raise Problem(404, "not_found")
    return {"report": number}


def take_down(connection: Connection, number: str, undo: bool) -> dict[str, object]:
    """A unit or map of the gallery, or a study, that nobody but its owner sees any more, or that is seen again."""
    at = None if undo else time.time()
    for kind, what in ((schema.units, "unit"), (schema.studies, "study")):
        if connection.execute(update(kind).where(kind.c.id == number).values(taken_down=at)).rowcount:
            return {what: number, "taken_down": not undo}
    raise Problem(404, "not_found")


def set_quota(connection: Connection, who: str, what: str, most: int | None) -> dict[str, object]:
    """What one person may do at most; None: as everybody."""
    if what not in QUOTAS:
        raise Problem(422, "no_quota", what=what, names=", ".join(QUOTAS))
    person = find(connection, who)
    quotas = {name: number for name, number in (person.quotas or {}).items() if name != what}
    if most is not None:
        quotas[what] = most
    connection.execute(update(schema.users).where(schema.users.c.id == person.id).values(quotas=quotas))
    decrees.issue(connection, decrees.PERSON, user_id=person.id)
    return {"user": person.id, "name": person.name, "quotas": quotas}
