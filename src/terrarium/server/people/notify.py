"""Telling people that it is their turn, once per turn, where they asked for it, and not while their window is open."""

import asyncio
import base64
import http.client
import time
from email.message import EmailMessage
from typing import Any
from urllib.parse import unquote, urlsplit

import msgspec
import structlog
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from terrarium.server import words
from terrarium.server.errors import Problem
from terrarium.server.people import outbound
from terrarium.server.room.hall import Hall
from terrarium.server.room.rooms import Room
from terrarium.server.store import schema
from terrarium.server.store.rows import LIVE

log = structlog.get_logger()
MAX_FAILURES = 10


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
    query = select(c, u.c.lang).join_from(c, u).where(c.c.user_id.in_(users), c.c.failures < MAX_FAILURES)
    return [dict(row._mapping) for row in connection.execute(query)]


async def _first(hall: Hall, game: str, user: int, seq: int) -> bool:
    """Claim this message; False when it was already sent, perhaps by another worker."""
    values = {"game": game, "user_id": user, "seq": seq, "at": time.time()}
    try:
        await hall.store.write(lambda connection: connection.execute(insert(schema.notices).values(**values)))
    except IntegrityError:
        return False
    return True


def link(hall: Hall, room: Room) -> str:
    base = hall.settings.public_url or f"http://{hall.settings.host}:{hall.settings.port}"
    return f"{base.rstrip('/')}/g/{room.id}"


async def send(hall: Hall, room: Room, channel: dict[str, Any], what: str) -> None:
    """Send one message; a failure is counted, and an address that keeps failing is left alone."""
    text = words.sentence(channel["lang"], f"notice.{what}", {"title": room.meta.title})
    message = {"game": room.id, "title": room.meta.title, "what": what, "text": text, "link": link(hall, room)}
    try:
        if channel["kind"] == "email":
            await _email(hall, channel["target"]["address"], text, message["link"])
        else:
            vapid = await vapid_key(hall) if channel["kind"] == "push" else ""
            await hall.store.compute(lambda: _post(hall, vapid, channel, message))
        failures = 0
    except (OSError, http.client.HTTPException, Problem, ValueError, TypeError) as error:
        log.warning("notice_failed", kind=channel["kind"], reason=type(error).__name__)
        failures = channel["failures"] + 1
    c = schema.channels
    query = update(c).where(c.c.id == channel["id"]).values(failures=failures)
    await hall.store.write(lambda connection: connection.execute(query))


async def _email(hall: Hall, address: str, text: str, where: str) -> None:
    # This and the push libraries are slow to import and seldom needed: a server must start fast.
    import aiosmtplib

    url = urlsplit(hall.settings.smtp_url)
    if not url.hostname:
        return
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = hall.settings.mail_from, address, text
    mail.set_content(f"{text}\n\n{where}\n")
    try:
        await aiosmtplib.send(
            mail,
            hostname=url.hostname,
            port=url.port,
            username=unquote(url.username) if url.username else None,
            password=unquote(url.password) if url.password else None,
            use_tls=url.scheme == "smtps",
            timeout=20,
        )
    except aiosmtplib.SMTPException as error:
        raise OSError(type(error).__name__) from error


def _post(hall: Hall, vapid: str, channel: dict[str, Any], message: dict[str, str]) -> None:
    body = msgspec.json.encode(message)
    headers = {"Content-Type": "application/json", "User-Agent": "terrarium"}
    target = channel["target"]
    url: str = target["url"] if channel["kind"] == "webhook" else target["endpoint"]
    if channel["kind"] == "push":
        from py_vapid import Vapid02
        from pywebpush import WebPusher

        coded = WebPusher(target).encode(body, content_encoding="aes128gcm")
        body = bytes(coded["body"])
        parts = urlsplit(url)
        claims = {"sub": f"mailto:{hall.settings.mail_from}", "aud": f"{parts.scheme}://{parts.netloc}"}
        signed = Vapid02.from_pem(vapid.encode()).sign(claims)
        headers = {"Content-Encoding": "aes128gcm", "TTL": "86400", "Urgency": "normal", **signed}
    status = outbound.post(url, body, headers, hall.settings.private_webhooks)
    if status >= 400:
        raise ValueError(f"status {status}")


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


async def add_channel(hall: Hall, user_id: int, kind: str, target: dict[str, Any]) -> int:
    """Remember an address for this person's messages."""
    if kind == "email" and not hall.settings.smtp_url:
        raise Problem(409, "no_mail")
    if kind in ("push", "webhook"):
        url = str(target.get("url" if kind == "webhook" else "endpoint", ""))
        await hall.store.compute(lambda: outbound.checked(url, hall.settings.private_webhooks))

    def write(connection: Connection) -> int:
        c = schema.channels
        known = connection.execute(select(c.c.id, c.c.target, c.c.kind).where(c.c.user_id == user_id)).all()
        for row in known:
            if row.kind == kind and row.target == target:
                connection.execute(update(c).where(c.c.id == row.id).values(failures=0))
                return int(row.id)
        if len(known) >= 10:
            raise Problem(409, "too_many_channels")
        values = {"user_id": user_id, "kind": kind, "target": target, "failures": 0, "created": time.time()}
        key = connection.execute(insert(c).values(**values)).inserted_primary_key
        assert key is not None
        return int(key[0])

    return await hall.store.write(write)


async def channels(hall: Hall, user_id: int) -> list[dict[str, object]]:
    def read(connection: Connection) -> list[dict[str, object]]:
        c = schema.channels
        query = select(c).where(c.c.user_id == user_id).order_by(c.c.id)
        return [{"id": r.id, "kind": r.kind, "failures": r.failures} for r in connection.execute(query)]

    return await hall.store.read(read)


async def drop_channel(hall: Hall, user_id: int, channel: int) -> None:
    c = schema.channels
    query = delete(c).where(c.c.user_id == user_id, c.c.id == channel)
    count = await hall.store.write(lambda connection: connection.execute(query).rowcount)
    if count == 0:
        raise Problem(404, "no_channel")
