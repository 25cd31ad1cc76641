"""Telling people that it is their turn, once per turn, where they asked for it, and not while their window is open."""

import asyncio
import base64
import hashlib
import hmac
import secrets
import time
import unicodedata
from contextlib import suppress
from email.message import EmailMessage
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
import structlog
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from terrarium.server import words
from terrarium.server.errors import Problem
from terrarium.server.ops.pools import Busy, is_busy
from terrarium.server.people import outbound
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import schema
from terrarium.server.store.rows import LIVE

log = structlog.get_logger()
MAX_FAILURES = 10
ASKED_S = 3600.0
"""An address that has not agreed is asked no oftener."""


def turn_start(room: Room, seat: int) -> int:
    """The row of another seat after which the present turn of `seat` began: the name of this turn."""
    for row in reversed(room.rows):
        if row.who >= 0 and row.who != seat and row.how != "undo":
            return row.seq
    return 0


def follow(hall: Hall, room: Room) -> None:
    """Remind whoever must act, and tell all when the game is over, unless they are looking at the table."""
    running = room.meta.status == LIVE and room.meta.turn >= 0
    if room.meta.status != "over" and not (running and not room.seats[room.meta.turn].by_bot):
        return
    if running and any(socket.viewer == room.meta.turn for socket in room.sockets):
        return  # after nearly every move: who is asked looks at the table
    here = hall.present(room)["seats"]
    assert isinstance(here, list)
    if running:
        seats = [room.meta.turn]
    else:
        seats = [seat.seat for seat in room.seats]
    seats = [seat for seat in seats if room.seats[seat].kind == "human" and seat not in here]
    if seats:
        hall.spawn(_later(hall, room, seats))


async def _later(hall: Hall, room: Room, seats: list[int]) -> None:
    people = [(user, entry.seat) for user, entry in room.passes.items() if entry.seat in seats]
    found = await hall.store.read(lambda connection: _channels(connection, [user for user, _ in people]))
    if not found:
        return
    await asyncio.sleep(hall.settings.notify_after_s)
    for user, seat in people:
        assert seat is not None
        over = room.meta.status == "over"
        if not over and (room.meta.status != LIVE or room.meta.turn != seat):
            continue
        room.remote = await hall.hub.presence(room.id)
        here = hall.present(room)["seats"]
        if isinstance(here, list) and seat in here:
            continue
        mine = [entry for entry in found if entry["user_id"] == user]
        key = room.seq if over else turn_start(room, seat)
        if mine and await _first(hall, room.id, user, key):
            for entry in mine:
                await send(hall, room, entry, "over" if over else "turn")


def _channels(connection: Connection, users: list[int]) -> list[dict[str, Any]]:
    c, u = schema.channels, schema.users
    query = (
        select(c, u.c.lang)
        .join_from(c, u)
        .where(c.c.user_id.in_(users), c.c.failures < MAX_FAILURES, c.c.confirmed.is_not(None))
    )
    return [dict(row._mapping) for row in connection.execute(query)]


async def _first(hall: Hall, game: str, user: int, seq: int) -> bool:
    """Claim this message; False when it was already sent, perhaps by another worker."""
    values = {"game": game, "user_id": user, "seq": seq, "at": time.time()}
    try:
        await hall.store.write(lambda connection: connection.execute(insert(schema.notices).values(**values)))
    except IntegrityError:
        return False
    return True


def link(hall: Hall, path: str) -> str:
    """An address of this server, as people use it."""
    base = hall.settings.public_url or f"http://{hall.settings.host}:{hall.settings.port}"
    return f"{base.rstrip('/')}/{path}"


async def send(hall: Hall, room: Room, channel: dict[str, Any], what: str) -> None:
    """Send one message; a failure is counted, and an address that keeps failing is left alone."""
    text = words.sentence(channel["lang"], f"notice.{what}", {"title": room.meta.title})
    where = link(hall, f"g/{room.id}")
    try:
        await deliver(hall, channel, {"game": room.id, "title": room.meta.title, "what": what}, text, where)
        failures = 0
    except (OSError, Problem, ValueError, TypeError) as error:
        log.warning("notice_failed", kind=channel["kind"], reason=type(error).__name__)
        if is_busy(error):
            return  # nothing was tried: that tells nothing of the address
        failures = channel["failures"] + 1
    c = schema.channels
    query = update(c).where(c.c.id == channel["id"]).values(failures=failures)
    await hall.store.write(lambda connection: connection.execute(query))


async def deliver(hall: Hall, channel: dict[str, Any], facts: dict[str, str], text: str, where: str) -> bytes:
    """One message to one address; what a webhook answered. OSError, Problem or ValueError where it fails."""
    if channel["kind"] == "email":
        await _email(hall, channel, text, where)
        return b""
    message = msgspec.json.encode({**facts, "text": text, "link": where})
    if channel["kind"] == "push":
        check_push(hall, channel["target"]["endpoint"])
        vapid = await vapid_key(hall)
        url, body, headers = await hall.pools.replays.run(lambda: _pushed(hall, vapid, channel, message))
    else:
        url, body, headers = channel["target"]["url"], message, signed(spoken_secret(channel), message, time.time())
    who = str(channel["user_id"])
    status, answer = await outbound.post(hall.pools, who, url, body, headers, hall.settings.private_webhooks)
    if status >= 400:
        raise ValueError(f"status {status}")
    return answer


def spoken_secret(channel: dict[str, Any]) -> str:
    """What signs the messages to a webhook, told to whoever named it. The secret of its links does not follow from it:
    only who reads what comes to an address may answer for it."""
    return hmac.new(str(channel["secret"]).encode(), b"signature", hashlib.sha256).hexdigest()


def signed(secret: str, body: bytes, now: float) -> dict[str, str]:
    """The headers of a webhook: whoever knows its secret can tell that it comes from here, and that it is new."""
    stamp = str(int(now))
    signature = hmac.new(secret.encode(), stamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return {
        "Content-Type": "application/json",
        "User-Agent": "terrarium",
        "X-Terrarium-Timestamp": stamp,
        "X-Terrarium-Signature": f"sha256={signature}",
    }


async def _email(hall: Hall, channel: dict[str, Any], text: str, where: str) -> None:
    # This and the push libraries are slow to import and seldom needed: a server must start fast.
    import aiosmtplib

    url = urlsplit(hall.settings.smtp_url)
    if not url.hostname:
        return
    lang, stop = channel["lang"], link(hall, f"api/v1/letters/{channel['secret']}/stop")
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = hall.settings.mail_from, channel["target"]["address"], text
    mail["List-Unsubscribe"], mail["List-Unsubscribe-Post"] = f"<{stop}>", "List-Unsubscribe=One-Click"
    mail.set_content(f"{text}\n\n{where}\n\n-- \n{words.sentence(lang, 'letter.stop', {})}\n{stop}\n")
    door = "smtp"
    if hall.pools.fuses.rests(door):
        raise Busy("the mail server does not answer")

    async def call() -> None:
        await aiosmtplib.send(
            mail,
            hostname=url.hostname,
            port=url.port,
            username=unquote(url.username) if url.username else None,
            password=unquote(url.password) if url.password else None,
            use_tls=url.scheme == "smtps",
            timeout=20,
        )

    try:
        await hall.pools.mail.run(str(channel["user_id"]), call)
    except Busy:
        raise
    except (aiosmtplib.SMTPException, OSError) as error:
        silent = (OSError, aiosmtplib.SMTPServerDisconnected, aiosmtplib.SMTPTimeoutError)
        if isinstance(error, aiosmtplib.SMTPResponseException) or not isinstance(error, silent):
            # It answered, or was never asked: this letter alone is wrong, whoever wrote it.
            raise OSError(type(error).__name__) from error
        hall.pools.fuses.failed(door)
        raise OSError(type(error).__name__) from error
    hall.pools.fuses.answered(door)


def check_push(hall: Hall, endpoint: str) -> None:
    """Nobody is asked before a push: it goes to those alone that take them for browsers. Problem where it does not."""
    settings = hall.settings
    if not settings.private_webhooks and not outbound.serves_push(endpoint, settings.push_hosts):
        raise Problem(422, "bad_target")


def _pushed(hall: Hall, vapid: str, channel: dict[str, Any], message: bytes) -> tuple[str, bytes, dict[str, str]]:
    """A message as a browser's push service wants it; encrypting takes a moment: in a thread."""
    from py_vapid import Vapid02
    from pywebpush import WebPusher

    target = channel["target"]
    url: str = target["endpoint"]
    coded = WebPusher(target).encode(message, content_encoding="aes128gcm")
    parts = urlsplit(url)
    claims = {"sub": f"mailto:{hall.settings.mail_from}", "aud": f"{parts.scheme}://{parts.netloc}"}
    vouched = Vapid02.from_pem(vapid.encode()).sign(claims)
    return url, bytes(coded["body"]), {"Content-Encoding": "aes128gcm", "TTL": "86400", "Urgency": "normal", **vouched}


# Addresses agree first


def address_of(kind: str, target: dict[str, Any]) -> str:
    """What is remembered of an address: a hash, the same however it is written."""
    text = str(target.get("address") or target.get("url") or target.get("endpoint") or "").strip().casefold()
    return hashlib.sha256(f"{kind} {mailbox(text) if kind == 'email' else text}".encode()).hexdigest()


def wants_nothing(connection: Connection, kind: str, target: dict[str, Any]) -> bool:
    """Did somebody there say so, perhaps when what was remembered of a mailbox still depended on how it was written?"""
    text = str(target.get("address") or "").strip().casefold()
    local, _, domain = text.rpartition("@")
    before = hashlib.sha256(f"email {local.partition('+')[0] or local}@{domain}".encode()).hexdigest()
    t = schema.letters.c
    known = [address_of(kind, target), *([before] if kind == "email" else [])]
    return connection.execute(select(t.address).where(t.address.in_(known), t.stopped).limit(1)).first() is not None


_DOTLESS = ("gmail.com", "googlemail.com")
"""Where dots in a mailbox's name count for nothing; both are one."""


def mailbox(address: str) -> str:
    """The mailbox that a mail address leads to, to be counted by: what follows a plus leads to the same one, full-width
    letters are letters, and a domain has one form however it is written."""
    local, _, domain = unicodedata.normalize("NFKC", address).casefold().rpartition("@")
    with suppress(UnicodeError):
        domain = domain.encode("idna").decode("ascii")
    local = local.partition("+")[0] or local
    if domain in _DOTLESS:
        local, domain = local.replace(".", "") or local, _DOTLESS[0]
    return f"{local}@{domain}"


def may_ask(connection: Connection, address: str, now: float) -> bool:
    """May an address that has not agreed be asked now? Asking is remembered: once an hour, whoever wants it."""
    t = schema.letters
    known = connection.execute(
        select(t.c.at, t.c.stopped).where(t.c.address == address).with_for_update()
    ).one_or_none()
    if known is None:
        connection.execute(insert(t).values(address=address, at=now, stopped=False))
        return True
    if known.stopped or known.at + ASKED_S > now:
        return False
    connection.execute(update(t).where(t.c.address == address).values(at=now))
    return True


def not_asked(connection: Connection, address: str, at: float) -> None:
    """The question of that moment was never sent: it may be sent at once when somebody wants it again."""
    t = schema.letters
    connection.execute(update(t).where(t.c.address == address, t.c.at == at).values(at=0.0))


async def ask(hall: Hall, channel: dict[str, Any]) -> bool:
    """Ask an address whether it agrees: a mail with a link, or a request whose challenge the receiver may give back,
    and nothing else.

    True where it agreed at once. Nothing is sent to one that was asked within the hour or wants to hear nothing.
    """
    address, now = address_of(channel["kind"], channel["target"]), time.time()
    try:

        def may(connection: Connection) -> bool:
            return not wants_nothing(connection, channel["kind"], channel["target"]) and may_ask(
                connection, address, now
            )

        if not await hall.store.write(may):
            return False
        text = words.sentence(channel["lang"], "letter.confirm", {})
        where = link(hall, f"api/v1/letters/{channel['secret']}/confirm")
        challenge = secrets.token_urlsafe(18)
        answer = await deliver(hall, channel, {"what": "confirm", "challenge": challenge}, text, where)
    except IntegrityError:
        return False  # somebody else asks it at this very moment
    except (OSError, Problem, ValueError, TypeError) as error:
        log.warning("asking_failed", kind=channel["kind"], reason=type(error).__name__)
        if is_busy(error):
            await hall.store.write(lambda connection: not_asked(connection, address, now))
        return False
    # It alone: whoever sends back all that comes to them has not agreed to anything.
    if answer.strip().strip(b'"') != challenge.encode():
        return False
    return await agreed(hall, channel["secret"]) is not None


async def agreed(hall: Hall, secret: str) -> str | None:
    """The address with this secret wants messages; gives the language to thank in, None where there is none."""

    def write(connection: Connection) -> str | None:
        c = schema.channels
        found = _by_secret(connection, secret)
        if found is not None:
            connection.execute(update(c).where(c.c.id == found["id"]).values(confirmed=time.time(), failures=0))
        return None if found is None else str(found["lang"])

    return await hall.store.write(write)


async def stopped(hall: Hall, secret: str) -> str | None:
    """The address with this secret wants to hear nothing more, whoever names it again."""

    def write(connection: Connection) -> str | None:
        found = _by_secret(connection, secret)
        if found is None:
            return None
        address, t = address_of(found["kind"], found["target"]), schema.letters
        if connection.execute(update(t).where(t.c.address == address).values(stopped=True)).rowcount == 0:
            connection.execute(insert(t).values(address=address, at=time.time(), stopped=True))
        connection.execute(delete(schema.channels).where(schema.channels.c.id == found["id"]))
        return str(found["lang"])

    return await hall.store.write(write)


async def known(hall: Hall, secret: str) -> str | None:
    """The language of the person whose address has this secret, None where there is none."""
    found = await hall.store.read(lambda connection: _by_secret(connection, secret))
    return None if found is None else str(found["lang"])


def _by_secret(connection: Connection, secret: str) -> dict[str, Any] | None:
    c, u = schema.channels, schema.users
    row = connection.execute(select(c, u.c.lang).join_from(c, u).where(c.c.secret == secret)).one_or_none()
    return None if row is None or not secret else dict(row._mapping)


async def vapid_key(hall: Hall) -> str:
    """The key that signs browser pushes, made once per database."""

    def write(connection: Connection) -> str:
        from py_vapid import Vapid02

        s = schema.settings
        known = connection.execute(select(s.c.value).where(s.c.name == "vapid")).scalar()
        if known is None:
            fresh = Vapid02()
            fresh.generate_keys()
            known = fresh.private_pem().decode()
            connection.execute(insert(s).values(name="vapid", value=known))
        return str(known)

    try:
        return await hall.store.write(write)
    except IntegrityError:
        return await hall.store.write(write)  # another worker made it in the same moment


async def public_key(hall: Hall) -> str:
    """What a browser needs to subscribe: the public point, base64url without padding."""
    from py_vapid import Vapid02

    vapid = Vapid02.from_pem((await vapid_key(hall)).encode())
    numbers = vapid.public_key.public_numbers()
    point = b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


async def add_channel(hall: Hall, user_id: int, kind: str, target: dict[str, Any]) -> dict[str, object]:
    """Remember an address for this person's messages, and ask it whether it agrees."""
    if kind == "email" and not hall.settings.smtp_url:
        raise Problem(409, "no_mail")
    if kind in ("push", "webhook"):
        url = str(target.get("url" if kind == "webhook" else "endpoint", ""))
        if kind == "push":
            check_push(hall, url)
        await outbound.checked(hall.pools, url, hall.settings.private_webhooks)

    def write(connection: Connection) -> dict[str, Any]:
        c = schema.channels
        mine = connection.execute(select(c.c.id, c.c.target, c.c.kind).where(c.c.user_id == user_id)).all()
        number = next((row.id for row in mine if row.kind == kind and row.target == target), None)
        if number is not None:
            connection.execute(update(c).where(c.c.id == number).values(failures=0))
        elif len(mine) >= 10:
            raise Problem(409, "too_many_channels")
        else:
            now = time.time()
            values = {"user_id": user_id, "kind": kind, "target": target, "failures": 0, "created": now}
            # A browser's push service knows its subscriber: the keys it gave are the agreement.
            values |= {"secret": secrets.token_urlsafe(24), "confirmed": now if kind == "push" else None}
            key = connection.execute(insert(c).values(**values)).inserted_primary_key
            assert key is not None
            number = key[0]
        query = select(c, schema.users.c.lang).join_from(c, schema.users).where(c.c.id == number)
        return dict(connection.execute(query).one()._mapping)

    channel = await hall.store.write(write)
    confirmed = channel["confirmed"] is not None or await ask(hall, channel)
    made: dict[str, object] = {"ok": True, "id": channel["id"], "confirmed": confirmed}
    if kind == "webhook":
        made["secret"] = spoken_secret(channel)
    return made


def shown_target(kind: str, target: dict[str, Any]) -> str:
    """By what a person knows an address again: the mail address, else the server that takes the messages."""
    if kind == "email":
        return str(target["address"])
    return urlsplit(str(target["url" if kind == "webhook" else "endpoint"])).netloc


async def test_channel(hall: Hall, user_id: int, number: int) -> None:
    """Send a message there now; Problem where the address has not agreed yet or cannot be reached."""
    c, u = schema.channels, schema.users
    query = select(c, u.c.lang).join_from(c, u).where(c.c.user_id == user_id, c.c.id == number)
    row = await hall.store.read(lambda connection: connection.execute(query).one_or_none())
    if row is None:
        raise Problem(404, "no_channel")
    channel = dict(row._mapping)
    if channel["confirmed"] is None:
        raise Problem(409, "channel_waits")
    if channel["kind"] == "email" and not hall.settings.smtp_url:
        raise Problem(409, "no_mail")
    text = words.sentence(channel["lang"], "notice.test", {})
    failures = 0
    try:
        await deliver(hall, channel, {"what": "test"}, text, link(hall, "account"))
    except (OSError, Problem, ValueError, TypeError) as error:
        log.warning("notice_failed", kind=channel["kind"], reason=type(error).__name__)
        if is_busy(error):
            raise Problem(503, "busy") from error
        failures = min(channel["failures"] + 1, MAX_FAILURES)
    noted = update(c).where(c.c.id == number).values(failures=failures)
    await hall.store.write(lambda connection: connection.execute(noted))
    if failures:
        raise Problem(409, "notice_failed")


async def channels(hall: Hall, user_id: int) -> list[dict[str, object]]:
    def read(connection: Connection) -> list[dict[str, object]]:
        c = schema.channels
        query = select(c).where(c.c.user_id == user_id).order_by(c.c.id)
        return [
            {
                "id": r.id,
                "kind": r.kind,
                "to": shown_target(r.kind, r.target),
                "failures": r.failures,
                "confirmed": r.confirmed is not None,
            }
            for r in connection.execute(query)
        ]

    return await hall.store.read(read)


async def drop_channel(hall: Hall, user_id: int, channel: int) -> None:
    c = schema.channels
    query = delete(c).where(c.c.user_id == user_id, c.c.id == channel)
    count = await hall.store.write(lambda connection: connection.execute(query).rowcount)
    if count == 0:
        raise Problem(404, "no_channel")
