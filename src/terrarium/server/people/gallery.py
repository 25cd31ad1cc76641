"""The gallery: what people made, kept here, shown to others and played. Units are on one shelf, maps on the other; each
is kept by its data, as a game carries it.

Whoever has the number of a work may see it; the lists show what was published. What an operator takes down is gone for
everybody but its owner. Games that were played with it have their own copy.
"""

import secrets
import time
from typing import Any

from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, or_, select, update

from terrarium.server.errors import Problem
from terrarium.server.people.names import clean_text
from terrarium.server.people.sessions import Person
from terrarium.server.room.hall import Hall
from terrarium.server.store import schema
from terrarium.server.workshop.works import LEAST_SHOWN, MAPS, MOST, PAGE, Shelf, Work, same_but_worth, shelf_of

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
LENGTH = 14
U = schema.units


def _found(connection: Connection, number: str, shelf: Shelf | None) -> Any:
    query = select(U, schema.users.c.name.label("author")).join_from(U, schema.users).where(U.c.id == number)
    row = connection.execute(query).one_or_none()
    if row is None or shelf not in (None, shelf_of(row.kind)):
        raise Problem(404, "not_found")
    return row


def _mine(connection: Connection, person: Person, number: str, shelf: Shelf) -> Any:
    row = _found(connection, number, shelf)
    if row.user_id != person.user_id:
        raise Problem(403, "not_your_unit")
    return row


async def show(hall: Hall, number: str, user_id: int | None, shelf: Shelf | None = None) -> Any:
    """One work, of any shelf unless one is named, for whoever has its number."""
    row = await hall.store.read(lambda connection: _found(connection, number, shelf))
    if row.taken_down is not None and row.user_id != user_id:
        raise Problem(404, "not_found")
    return row


async def keep(hall: Hall, person: Person, work: Work, number: str | None, copied: str | None = None) -> Any:
    """A new work of this person's, or another content for one of theirs, which is then to be published anew unless only
    what bots hold it worth has changed."""
    now = time.time()
    values = {"title": work.title, "kind": work.kind, "names": work.names, "data": work.data, "updated": now}
    values |= {"players": work.players, "fingerprint": work.fingerprint}

    def write(connection: Connection) -> Any:
        if number is not None:
            was = _mine(connection, person, number, work.shelf)
            if was.fingerprint != work.fingerprint or was.title != work.title:
                fresh: dict[str, Any] = {"published": None, "figures": None, "verdict": "", "plays": 0, "won": 0.0}
                if was.title == work.title and same_but_worth(was.data, work.data):
                    fresh = {}
                connection.execute(update(U).where(U.c.id == number).values(**values, **fresh))
            return _found(connection, number, work.shelf)
        kept = connection.execute(select(func.count()).select_from(U).where(U.c.user_id == person.user_id))
        if int(kept.scalar_one()) >= MOST:
            raise Problem(409, "too_many_units", most=MOST)
        made = "".join(secrets.choice(LETTERS) for _ in range(LENGTH))
        first = {"id": made, "user_id": person.user_id, "created": now}
        first |= {"copied": copied, "verdict": "", "plays": 0, "won": 0.0}
        connection.execute(insert(U).values(**values, **first))
        return _found(connection, made, work.shelf)

    return await hall.store.write(write)


async def drop(hall: Hall, person: Person, number: str, shelf: Shelf) -> None:
    def write(connection: Connection) -> None:
        _mine(connection, person, number, shelf)
        connection.execute(delete(U).where(U.c.id == number))

    await hall.store.write(write)


async def may_publish(hall: Hall, person: Person, number: str, shelf: Shelf) -> Any:
    """A work of one's own that may be shown to all once it is checked; Problem where it may not."""
    if person.account is None:
        raise Problem(403, "needs_account")
    row = await hall.store.read(lambda connection: _mine(connection, person, number, shelf))
    if row.taken_down is not None:
        raise Problem(403, "taken_down")
    return row


async def publish(hall: Hall, person: Person, number: str, fingerprint: str | None, shelf: Shelf) -> Any:
    """Show a work in the lists, if it is still the one that was checked; None: show it there no more."""

    def write(connection: Connection) -> Any:
        was = _mine(connection, person, number, shelf)
        if fingerprint is not None and (was.fingerprint != fingerprint or was.taken_down is not None):
            raise Problem(409, "unit_changed")
        now = None if fingerprint is None else was.published or time.time()
        connection.execute(update(U).where(U.c.id == number).values(published=now))
        return _found(connection, number, shelf)

    return await hall.store.write(write)


async def listed(
    hall: Hall, shelf: Shelf, which: str, user_id: int | None, wishes: dict[str, str], cursor: str | None
) -> tuple[list[Any], str | None]:
    """A page of a shelf: one's own, the newest published ones, or the most played; and where the next page begins."""
    by = {"mine": U.c.updated, "published": U.c.published, "played": U.c.plays}[which]
    query = select(U, schema.users.c.name.label("author")).join_from(U, schema.users)
    query = query.where(U.c.kind.in_(MAPS) if shelf == "maps" else U.c.kind.not_in(MAPS))
    if wishes.get("players"):
        query = query.where(U.c.players.in_([0, int(wishes["players"])]))
    if which == "mine":
        query = query.where(U.c.user_id == user_id)
    else:
        query = query.where(U.c.published.is_not(None), U.c.taken_down.is_(None))
    for name in ("title", "kind", "verdict"):
        if wishes.get(name):
            query = query.where(U.c[name] == wishes[name])
    sought = clean_text(wishes.get("find", "")).casefold()
    if sought:
        people = func.lower(schema.users.c.name).contains(sought, autoescape=True)
        query = query.where(U.c.names.contains(sought, autoescape=True) | people)
    if cursor is not None:
        query = query.where(_after(by, cursor))
    query = query.order_by(by.desc(), U.c.id.desc()).limit(PAGE + 1)
    rows = list(await hall.store.read(lambda connection: connection.execute(query).all()))
    more = None
    if len(rows) > PAGE:
        last = rows[PAGE - 1]
        more = f"{float(last._mapping[by.name])!r} {last.id}"
    return rows[:PAGE], more


def _after(by: Any, cursor: str) -> ColumnElement[bool]:
    value, _, number = cursor.partition(" ")
    try:
        start = float(value)
    except ValueError as error:
        raise Problem(422, "bad_request", what="cursor") from error
    if not 0 <= start < 1e12:
        raise Problem(422, "bad_request", what="cursor")
    return or_(by < start, and_(by == start, U.c.id < number))


async def note_figures(hall: Hall, title: str, fingerprint: str, figures: dict[str, Any]) -> None:
    """What the lab has found of a work: kept with it, whoever asked, unless more is known."""
    if figures["games"] < LEAST_SHOWN:
        return
    same = (U.c.title == title) & (U.c.fingerprint == fingerprint)

    def write(connection: Connection) -> None:
        for row in connection.execute(select(U.c.id, U.c.figures).where(same)).all():
            if row.figures is None or row.figures["games"] <= figures["games"]:
                values = {"figures": figures, "verdict": figures["verdict"]}
                connection.execute(update(U).where(U.c.id == row.id).values(**values))

    await hall.store.write(write)


def count(connection: Connection, title: str, played: list[tuple[str, float]]) -> None:
    """A game has ended in which these works were played, by their fingerprints, and won so much."""
    for fingerprint, won in sorted(played):
        same = (U.c.title == title) & (U.c.fingerprint == fingerprint)
        connection.execute(update(U).where(same).values(plays=U.c.plays + 1, won=U.c.won + won))
