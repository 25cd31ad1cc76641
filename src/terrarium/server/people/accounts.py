"""What one can do with one's own account: another password, also a forgotten one; sessions; one's data, to have or to
have forgotten."""

import hashlib
import hmac
import time
from collections.abc import AsyncIterator
from typing import Any

import structlog
from sqlalchemy import Connection, Delete, delete, select, update

from terrarium.server import words
from terrarium.server.errors import Problem
from terrarium.server.people import notify, signing
from terrarium.server.people.names import NOBODY
from terrarium.server.people.sessions import Person, accounts_named, digest
from terrarium.server.room import chat, decrees, table
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import schema
from terrarium.server.store.rows import Meta, Seat

log = structlog.get_logger()
RESET_S = 3600.0
"""How long the link to a new password works."""
SHOWN = 16
"""Letters of a session's hash that name it."""
WAYS_IN = (schema.passkeys, schema.logins)


async def change_password(hall: Hall, person: Person, old: str, new: str) -> None:
    """Another password; all other sessions end."""
    await hall.sessions.check(person, old)
    await hall.sessions.set_password(person.user_id, new)
    await end_sessions(hall, person, None)


# Sessions


async def sessions(hall: Hall, person: Person) -> list[dict[str, object]]:
    """Where this person is signed in."""

    def read(connection: Connection) -> list[dict[str, object]]:
        s = schema.sessions
        query = select(s).where(s.c.user_id == person.user_id, s.c.expires > time.time()).order_by(s.c.created)
        return [
            {"id": r.digest[:SHOWN], "created": r.created, "expires": r.expires, "this": r.digest == person.digest}
            for r in connection.execute(query.limit(200))
        ]

    return await hall.store.read(read)


async def end_sessions(hall: Hall, person: Person, which: str | None) -> int:
    """End one session by its name, or all but this one; gives how many ended."""
    s = schema.sessions
    mine = s.c.user_id == person.user_id
    query = delete(s).where(mine, s.c.digest != person.digest)
    if which is not None:
        query = delete(s).where(mine, s.c.digest.startswith(which, autoescape=True))
    return await _end(hall, person.user_id, query)


async def sign_out(hall: Hall, person: Person) -> None:
    """End this session."""
    s = schema.sessions
    await _end(hall, person.user_id, delete(s).where(s.c.digest == person.digest))


async def _end(hall: Hall, user_id: int, query: Delete) -> int:
    """End sessions, here and in all other workers, with the windows that are open in them; gives how many ended."""

    def write(connection: Connection) -> int:
        ended = connection.execute(query).rowcount
        if ended:
            decrees.issue(connection, decrees.PERSON, user_id=user_id)
        return ended

    ended = await hall.store.write(write)
    if ended:
        decrees.look_again(hall, user_id)
    return ended


# A forgotten password


def _signature(key: str, user_id: int, until: int, hashed: str | None) -> str:
    """Bound to the password that is to be replaced, or to there being none: a link works once."""
    return hmac.new(key.encode(), f"{user_id} {until} {hashed}".encode(), hashlib.sha256).hexdigest()


async def forgotten(hall: Hall, name: str) -> None:
    """Send the link to a new password to the mail addresses that the account has confirmed; nobody is told whether
    there is such an account."""

    def read(connection: Connection) -> tuple[Any, list[dict[str, Any]]]:
        u, c = schema.users, schema.channels
        named = accounts_named(connection, name)
        if not named:
            return None, []
        found = connection.execute(select(u).where(u.c.id == named[0][0])).one()
        query = select(c, u.c.lang).join_from(c, u).where(c.c.user_id == found.id, c.c.kind == "email")
        rows = connection.execute(query.where(c.c.confirmed.is_not(None)))
        return found, [dict(row._mapping) for row in rows]

    if "\0" in name:
        return
    found, channels = await hall.store.read(read)
    if not channels:
        return
    until = int(time.time() + RESET_S)
    signature = _signature(await signing.key_of(hall.store), found.id, until, found.password)
    where = notify.link(hall, f"api/v1/account/reset/{found.id}-{until}-{signature}")
    asked = hashlib.sha256(f"reset {found.id}".encode()).hexdigest()
    if await hall.store.write(lambda connection: notify.may_ask(connection, asked, time.time())):
        for channel in channels:
            hall.spawn(_send_reset(hall, channel, where))


async def _send_reset(hall: Hall, channel: dict[str, Any], where: str) -> None:
    try:
        text = words.sentence(channel["lang"], "letter.reset", {})
        await notify.deliver(hall, channel, {"what": "reset"}, text, where)
    except (OSError, Problem, ValueError) as error:
        log.warning("notice_failed", kind="email", reason=type(error).__name__)


async def reset(hall: Hall, link: str, password: str) -> None:
    """A new password with the link of a mail; Problem 404 where it is none or was used. Every session ends."""
    number, _, rest = link.partition("-")
    until, _, signature = rest.partition("-")
    valid = all(part.isascii() and part.isdigit() and len(part) <= 15 for part in (number, until))
    if not valid or int(until) < time.time():
        raise Problem(404, "not_found")
    query = select(schema.users.c.password).where(schema.users.c.id == int(number), schema.users.c.account.is_not(None))
    found = await hall.store.read(lambda connection: connection.execute(query).one_or_none())
    hashed = None if found is None else found.password
    right = _signature(await signing.key_of(hall.store), int(number), int(until), hashed)
    if found is None or not hmac.compare_digest(right, signature):
        raise Problem(404, "not_found")
    await hall.sessions.set_password(int(number), password)
    await _end(hall, int(number), delete(schema.sessions).where(schema.sessions.c.user_id == int(number)))


# One's data


async def export(hall: Hall, person: Person) -> dict[str, object]:
    """Everything that is kept about this person but the studies, which may be long."""

    def read(connection: Connection) -> dict[str, object]:
        me = person.user_id
        u, g, s, t, c = schema.users, schema.games, schema.seats, schema.talk, schema.channels
        who = connection.execute(select(u).where(u.c.id == me)).one()
        seats = select(s.c.game, s.c.seat, s.c.name, s.c.note, s.c.orders, g.c.title, g.c.status, g.c.created)
        seats = seats.join_from(s, g, g.c.id == s.c.game).where(s.c.user_id == me).order_by(g.c.created)
        of_me = t.c.user_id == me
        said = select(t.c.game, t.c.text, t.c.at).where(of_me, t.c.kind == chat.SAID).order_by(t.c.id)
        heard = select(t.c.game, t.c.kind, t.c.name, t.c.text, t.c.at).where(of_me, t.c.kind != chat.SAID)
        p, n = schema.passes.c, schema.notices.c
        tables = select(p.game, p.seat, p.muted, p.silenced, p.barred).where(p.user_id == me).order_by(p.game)
        notices = select(n.game, n.seq, n.at).where(n.user_id == me).order_by(n.at)
        places = select(c.c.kind, c.c.target, c.c.created, c.c.confirmed).where(c.c.user_id == me)
        k = schema.learning.c
        learnt = select(k.thing, k.step, k.tries, k.done).where(k.user_id == me).order_by(k.thing)
        r, h = schema.ratings, schema.rated_games
        standing = select(r).where(r.c.user_id == me).order_by(r.c.title, r.c.players)
        came = select(h).where(h.c.user_id == me).order_by(h.c.at)
        pk, lo = schema.passkeys.c, schema.logins.c
        keys = select(pk.name, pk.created, pk.used).where(pk.user_id == me).order_by(pk.created)
        logins = select(lo.provider, lo.subject, lo.created).where(lo.user_id == me).order_by(lo.created)
        un = schema.units.c
        units = select(un.id, un.title, un.data, un.figures, un.plays, un.won, un.created, un.updated, un.published)
        units = units.where(un.user_id == me).order_by(un.created)
        re = schema.reports.c
        told = select(re.game, re.unit, re.study, re.text, re.at).where(re.reporter == me).order_by(re.id)
        person_ = {"id": who.id, "name": who.name, "account": who.account, "email": who.email, "lang": who.lang}
        return {
            "person": {**person_, "created": who.created, "rated": who.rated},
            "seats": [dict(row._mapping) for row in connection.execute(seats)],
            "chat": [dict(row._mapping) for row in connection.execute(said)],
            "told": [dict(row._mapping) for row in connection.execute(heard.order_by(t.c.id))],
            "tables": [dict(row._mapping) for row in connection.execute(tables)],
            "notices": [dict(row._mapping) for row in connection.execute(notices)],
            "channels": [dict(row._mapping) for row in connection.execute(places)],
            "learning": [dict(row._mapping) for row in connection.execute(learnt)],
            "ratings": [dict(row._mapping) for row in connection.execute(standing)],
            "passkeys": [dict(row._mapping) for row in connection.execute(keys)],
            "logins": [dict(row._mapping) for row in connection.execute(logins)],
            "units": [dict(row._mapping) for row in connection.execute(units)],
            "rated_games": [dict(row._mapping) for row in connection.execute(came)],
            "reports": [dict(row._mapping) for row in connection.execute(told)],
        }

    found = await hall.store.read(read)
    return {**found, "sessions": await sessions(hall, person)}


async def studies(hall: Hall, person: Person) -> AsyncIterator[dict[str, object]]:
    """This person's studies, one after the other: together they may be more than anybody should wait for."""
    st = schema.studies.c
    kept = select(st.id).where(st.user_id == person.user_id).order_by(st.created, st.id)
    one = select(st.id, st.name, st.title, st.players, st.map_name, st.options, st.start, st.nodes, st.copied)
    one = one.add_columns(st.created, st.updated)
    for study in await hall.store.read(lambda connection: [*connection.execute(kept).scalars()]):
        query = one.where(st.id == study)
        row = await hall.store.read(lambda connection: connection.execute(query).one_or_none())  # noqa: B023
        if row is not None:
            yield dict(row._mapping)


async def forget(hall: Hall, person: Person, password: str | None) -> None:
    """Forget this person: name, account, addresses, sessions, units, studies, what was said and noted. Games stay, with
    nobody's name at the seat, those that run go on as if the person were away for good; reports stay, with nobody's
    number and without what the person had said."""
    if person.account is not None:
        await hall.sessions.check(person, password or "")
    me = person.user_id

    def write(connection: Connection) -> list[str]:
        u, s, t, p = schema.users, schema.seats, schema.talk, schema.passes
        games = [*connection.execute(select(p.c.game).where(p.c.user_id == me)).scalars()]
        for seat in connection.execute(select(s.c.game, s.c.name).where(s.c.user_id == me)).all():
            # Lines of the table (who sat down, who asked for what) had a name and no number until lately.
            told = (t.c.game == seat.game) & (t.c.name == seat.name) & t.c.user_id.is_(None)
            connection.execute(update(t).where(told).values(name=NOBODY))
        connection.execute(
            update(s).where(s.c.user_id == me).values(name=NOBODY, user_id=None, note="", orders=[], key_digest=None)
        )
        mine = t.c.user_id == me
        connection.execute(update(t).where(mine, t.c.kind == chat.SAID).values(text=NOBODY))
        connection.execute(update(t).where(mine).values(name=NOBODY, user_id=None))
        connection.execute(update(schema.games).where(schema.games.c.host == me).values(host=None))
        connection.execute(update(schema.plays).where(schema.plays.c.user_id == me).values(user_id=None))
        re = schema.reports
        connection.execute(update(re).where(re.c.user_id == me).values(user_id=None, said=NOBODY))
        connection.execute(update(re).where(re.c.reporter == me).values(reporter=None))
        own = (p, schema.notices, schema.channels, schema.learning, schema.sessions, schema.units, schema.studies)
        for kind in (*own, schema.ratings, schema.rated_games, *WAYS_IN):
            connection.execute(delete(kind).where(kind.c.user_id == me))
        connection.execute(delete(u).where(u.c.id == me))
        decrees.issue(connection, decrees.PERSON, user_id=me)
        # Other workers read the tables again.
        g = schema.games
        connection.execute(update(g).where(g.c.id.in_(games)).values(version=g.c.version + 1))
        return games

    games = await hall.store.write(write)
    decrees.look_again(hall, me)
    for game in games:
        if game in hall.rooms.rooms:
            await hall.catch_up(hall.rooms.rooms[game])
        await hall.hub.publish("table", game)


async def new_key(hall: Hall, room: Room, person: Person, seat: int) -> str:
    """Another key for one's own seat; the old one opens nothing more, and nobody else who used it sits there."""
    key = table.seat_key()

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if table.seat_now(connection, meta.id, person) != seat:
            raise Problem(403, "players_only")  # sent away meanwhile
        table.set_seat(connection, meta.id, seat, key_digest=digest(key))
        p = schema.passes
        others = (p.c.game == meta.id) & (p.c.seat == seat) & (p.c.user_id != person.user_id)
        connection.execute(update(p).where(others).values(seat=None))

    await table.change(hall, room, work)
    return key
