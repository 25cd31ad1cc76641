"""Who is asking: opaque session tokens in a cookie or a header; guests first, accounts for those who want one."""

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from terrarium.server.errors import Problem
from terrarium.server.ops.pools import Pool
from terrarium.server.people.names import NOBODY, clean_name, forms, is_guests, is_mail_address, skeleton
from terrarium.server.store import schema
from terrarium.server.store.store import Store

COOKIE = "terrarium_session"
LIFETIME_S = 180 * 86400.0
_CACHE_S = 10.0
_hasher = PasswordHasher(parallelism=1)  # one thread for each that waits, and no more
T = TypeVar("T")


@cache
def _nobody() -> str:
    """Verified against when there is no such account, so that an answer takes as long either way.

    Made when first needed: hashing is slow on purpose, and a server must start fast.
    """
    return _hasher.hash(secrets.token_hex(16))


@dataclass(frozen=True)
class Person:
    """A session's owner."""

    user_id: int
    name: str
    account: str | None
    email: str | None
    lang: str
    csrf: str
    digest: str
    quotas: dict[str, int] | None = None
    """What this person may do more or less often than others, where the operator said so."""


def digest(token: str) -> str:
    """What is stored of a token: its hash, so that a stolen database opens no session."""
    return hashlib.sha256(token.encode()).hexdigest()


def same(secret: str, given: str) -> bool:
    """Compare without telling by the time it takes."""
    return hmac.compare_digest(secret.encode(), given.encode())


def bearer(headers: Mapping[str, str]) -> str | None:
    """The token of an Authorization header."""
    kind, _, token = str(headers.get("authorization", "")).partition(" ")
    return token.strip() if kind.lower() == "bearer" and token else None


class Sessions:
    """Every session of the database, the recent ones remembered for a few seconds."""

    def __init__(self, store: Store, hashing: Pool) -> None:
        self.store = store
        self.hashing = hashing
        self._cache: OrderedDict[str, tuple[float, Person]] = OrderedDict()

    async def find(self, token: str) -> Person | None:
        """The person with this token, if the session has not ended."""
        key = digest(token)
        cached = self._cache.get(key)
        if cached is not None and cached[0] > time.monotonic():
            return cached[1]

        def read(connection: Connection) -> Person | None:
            s, u = schema.sessions, schema.users
            query = select(u.c.id, u.c.name, u.c.account, u.c.email, u.c.lang, s.c.csrf, s.c.digest, u.c.quotas)
            query = query.join_from(s, u).where(s.c.digest == key, s.c.expires > time.time())
            row = connection.execute(query).one_or_none()
            return None if row is None else Person(*row)

        person = await self.store.read(read)
        if person is not None:
            self._remember(person)
        return person

    def _remember(self, person: Person) -> None:
        self._cache[person.digest] = (time.monotonic() + _CACHE_S, person)
        self._cache.move_to_end(person.digest)
        while len(self._cache) > 20_000:
            self._cache.popitem(last=False)

    def forget(self, user_id: int) -> None:
        """Read this person anew next time."""
        for key in [key for key, (_, person) in self._cache.items() if person.user_id == user_id]:
            del self._cache[key]

    async def open(self, name: str, lang: str) -> tuple[str, Person]:
        """A new guest with a session; gives its token."""
        name = clean_name(name)

        def write(connection: Connection) -> tuple[str, Person]:
            check_own(connection, name, None)
            values = {"name": name, "lang": lang, "created": time.time()}
            user_id = connection.execute(insert(schema.users).values(**values)).inserted_primary_key
            assert user_id is not None
            return _new_session(connection, int(user_id[0]))

        token, person = await self.store.write(write)
        self._remember(person)
        return token, person

    async def _slowly(self, work: Callable[[], T]) -> T:
        """Hash a password where nobody else waits for it; Problem 503 where too many do."""
        try:
            return await self.hashing.run(work)
        except TimeoutError as error:
            raise Problem(503, "busy") from error

    async def change(self, person: Person, name: str | None, lang: str | None) -> None:
        """Another name or language for this person."""
        values: dict[str, str] = {}
        if name is not None:
            values["name"] = clean_name(name)
        if lang is not None:
            values["lang"] = lang
        query = update(schema.users).where(schema.users.c.id == person.user_id).values(**values)

        def write(connection: Connection) -> None:
            if name is not None:
                check_own(connection, values["name"], person.user_id)
            connection.execute(query)

        if values:
            await self.store.write(write)
            self.forget(person.user_id)

    async def check_free(self, name: str) -> None:
        """Problem 409 where nobody can have an account of this name any more."""
        if is_guests(name) or await self.store.read(lambda connection: bool(accounts_named(connection, name))):
            raise Problem(409, "name_taken", name=name)

    async def register(self, person: Person, name: str, password: str | None, email: str | None) -> None:
        """Give a guest an account: games and seats stay. Without a password one comes in some other way."""
        if person.account is not None:
            raise Problem(409, "has_account")
        name = clean_name(name)
        if password is not None and not 8 <= len(password) <= 200:
            raise Problem(422, "weak_password")
        if email is not None and not is_mail_address(email):
            raise Problem(422, "bad_email")
        hashed = None if password is None else await self._slowly(lambda: _hasher.hash(password))
        values = {"name": name, "account": skeleton(name), "password": hashed, "email": email}
        query = update(schema.users).where(schema.users.c.id == person.user_id).values(**values)

        def write(connection: Connection) -> None:
            if is_guests(name) or accounts_named(connection, name):
                raise Problem(409, "name_taken", name=name)
            connection.execute(query)

        try:
            await self.store.write(write)
        except IntegrityError as error:
            raise Problem(409, "name_taken", name=name) from error
        self.forget(person.user_id)

    async def check(self, person: Person, password: str) -> None:
        """Is this the password of the person's account? Problem 403 where it is not. An account that has none takes
        any: whoever came in has shown who they are."""
        query = select(schema.users.c.password).where(schema.users.c.id == person.user_id)
        hashed = await self.store.read(lambda connection: connection.execute(query).scalar())
        if hashed is None and person.account is not None:
            return
        if hashed is None or not await self._slowly(lambda: _verify(str(hashed), password)):
            raise Problem(403, "bad_login")

    async def set_password(self, user_id: int, password: str) -> None:
        """Another password for an account."""
        if not 8 <= len(password) <= 200:
            raise Problem(422, "weak_password")
        hashed = await self._slowly(lambda: _hasher.hash(password))
        query = update(schema.users).where(schema.users.c.id == user_id).values(password=hashed)
        await self.store.write(lambda connection: connection.execute(query))

    async def login(self, guest: Person | None, name: str, password: str) -> tuple[str, Person]:
        """A new session of an account; what the guest of this browser held goes over to it."""
        if "\0" in name:
            raise Problem(403, "bad_login")

        def read(connection: Connection) -> tuple[int, str | None] | None:
            found = accounts_named(connection, name)
            return found[0] if found else None

        found = await self.store.read(read)
        right = await self._slowly(lambda: _verify(_nobody() if found is None else found[1] or _nobody(), password))
        if found is None or not right:
            raise Problem(403, "bad_login")
        return await self.come_in(guest, found[0])

    async def come_in(self, guest: Person | None, user_id: int) -> tuple[str, Person]:
        """A session for somebody who has shown who they are."""

        def write(connection: Connection) -> tuple[str, Person]:
            if guest is not None and guest.account is None and guest.user_id != user_id:
                _hand_over(connection, guest.user_id, user_id)
                connection.execute(delete(schema.sessions).where(schema.sessions.c.digest == guest.digest))
            return _new_session(connection, user_id)

        token, person = await self.store.write(write)
        if guest is not None:
            self._cache.pop(guest.digest, None)
        self._remember(person)
        return token, person


def accounts_named(connection: Connection, name: str) -> list[tuple[int, str | None]]:
    """The account of this name: as names are compared today, or, for older accounts, as they were before."""
    u = schema.users.c
    known = forms(name)
    query = select(u.id, u.password, u.account).where(u.account.in_(known))
    found = sorted(connection.execute(query), key=lambda row: known.index(row.account), reverse=True)
    return [(row.id, row.password) for row in found]


def check_own(connection: Connection, name: str, user_id: int | None) -> None:
    """Problem 409 where this name is, or looks like, that of somebody else's account: nobody sits or talks in another's
    name. Whoever was called so before the account was opened is told when they sit down."""
    if not is_guests(name) and any(found != user_id for found, _ in accounts_named(connection, name)):
        raise Problem(409, "name_of_account", name=name)


def _verify(hashed: str, password: str) -> bool:
    try:
        return _hasher.verify(hashed, password)
    except (VerificationError, InvalidHashError):
        return False


def _new_session(connection: Connection, user_id: int) -> tuple[str, Person]:
    u = schema.users.c
    row = connection.execute(
        select(u.name, u.account, u.email, u.lang, u.banned, u.quotas).where(u.id == user_id)
    ).one()
    if row.banned is not None and row.banned > time.time():
        raise Problem(403, "banned")
    token, csrf, now = secrets.token_urlsafe(32), secrets.token_urlsafe(18), time.time()
    key = digest(token)
    values = {"digest": key, "user_id": user_id, "csrf": csrf, "created": now, "expires": now + LIFETIME_S}
    connection.execute(insert(schema.sessions).values(**values))
    return token, Person(user_id, row.name, row.account, row.email, row.lang, csrf, key, row.quotas)


def _hand_over(connection: Connection, guest: int, account: int) -> None:
    """What the guest had becomes the account's: seats and passes, except where the account already has a seat at that
    table or lost it or its voice there; what was said, made and told."""
    p, s = schema.passes, schema.seats
    kept = p.c.seat.is_not(None) | p.c.barred | p.c.silenced
    mine = set(connection.execute(select(p.c.game).where(p.c.user_id == account, kept)).scalars())
    for game in connection.execute(select(p.c.game).where(p.c.user_id == guest)).scalars().all():
        if game in mine:
            continue
        connection.execute(delete(p).where(p.c.game == game, p.c.user_id == account))
        connection.execute(update(p).where(p.c.game == game, p.c.user_id == guest).values(user_id=account))
        connection.execute(update(s).where(s.c.game == game, s.c.user_id == guest).values(user_id=account))
    k = schema.learning
    done = set(connection.execute(select(k.c.thing).where(k.c.user_id == account)).scalars())
    for thing in connection.execute(select(k.c.thing).where(k.c.user_id == guest)).scalars().all():
        if thing not in done:
            connection.execute(update(k).where(k.c.thing == thing, k.c.user_id == guest).values(user_id=account))
    games = schema.games
    connection.execute(update(games).where(games.c.host == guest).values(host=account))
    c = schema.channels
    # Messages to this very browser go on. An address opens an account whose password is forgotten: nobody gets one by
    # having been a guest here before.
    connection.execute(delete(c).where(c.c.user_id == guest, c.c.kind != "push"))
    for own in (schema.units, schema.studies, schema.talk, schema.channels, schema.plays, schema.reports):
        connection.execute(update(own).where(own.c.user_id == guest).values(user_id=account))
    r, u = schema.reports, schema.users
    connection.execute(update(r).where(r.c.reporter == guest).values(reporter=account))
    # Nobody comes back as this guest: nothing of theirs is left to be forgotten.
    connection.execute(update(u).where(u.c.id == guest).values(name=NOBODY, email=None))
