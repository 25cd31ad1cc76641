"""The WebSocket of a game: `{seq, type, data}` packets down, small requests up, resume from any sequence number."""

import asyncio
import re
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec
import structlog
from starlette.requests import cookie_parser
from starlette.websockets import WebSocket, WebSocketDisconnect

from terrarium.kernel.contract import SPECTATOR
from terrarium.server import words
from terrarium.server.errors import Problem
from terrarium.server.ops import metrics
from terrarium.server.ops.pools import CALLER
from terrarium.server.ops.settings import MAX_BODY
from terrarium.server.people.sessions import COOKIE, Person, bearer
from terrarium.server.room import agree, chat, history, page, past, submission, undo
from terrarium.server.room.admission import admit_to_board, horizon, late
from terrarium.server.room.hall import Hall
from terrarium.server.room.history import Told
from terrarium.server.room.room import Room
from terrarium.server.wire import packets
from terrarium.server.wire.connection import Connection
from terrarium.server.wire.guard import allowed_hosts, check_host, check_origin, headers_of
from terrarium.server.wire.limits import Bucket, Limits, block
from terrarium.server.wire.protocol import BINARY, POST, TEXT

log = structlog.get_logger()
POLICY, TOO_BIG, AGAIN = 1008, 1009, 1013
PATH = re.compile("/api/v1/games/(?P<game>[^/]+)/socket")
GAME = re.compile("[a-z2-9]{14}")
STRIKES = 50
"""Refused or unreadable packets within ten seconds after which a client is cut off."""
MAX_PING = 1000
"""Bytes of a ping, which comes back as it is."""

COUNTED = {"chat": "chat", "ask": "deed", "answer": "deed"}
"""Packets that make lines in the chat, and as what they are counted by the hour."""


class Sent(msgspec.Struct, forbid_unknown_fields=True):
    """A packet from a client: move, undo, chat, ask, answer, back, ping."""

    type: str
    data: dict[str, Any] = {}


class UndoWish(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    expected_seq: int
    turn: bool = False


_decode = msgspec.json.Decoder(Sent).decode


def read_packet(raw: str | bytes) -> Sent:
    """What a client sent; Problem where it is no packet."""
    if len(raw) > MAX_BODY:
        raise Problem(413, "too_large", limit=MAX_BODY)
    try:
        return _decode(raw)
    except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
        raise Problem(422, "bad_request", what="frame") from error


class Guest(NamedTuple):
    """Who comes in through a socket, with whose eyes they look, and what they know already."""

    room: Room
    viewer: int
    who: Person | None
    lang: str
    client: str
    after: int | None
    heard: int

    @property
    def user_id(self) -> int | None:
        return None if self.who is None else self.who.user_id


async def endpoint(socket: WebSocket) -> None:
    """One socket from its handshake to its end."""
    guest = await _admitted(socket)
    if guest is None:
        return
    try:
        await _serve(socket.app.state.hall, socket, guest)
    finally:
        socket.app.state.limits.sockets.leave(guest.user_id, guest.client)


async def _admitted(socket: WebSocket) -> Guest | None:
    """The handshake; None where it was turned away."""
    hall: Hall = socket.app.state.hall
    limits: Limits = socket.app.state.limits
    headers = headers_of(socket.scope)
    lang = words.best_language(headers.get("accept-language", ""))
    try:
        client = block(socket.client.host if socket.client is not None else "?")
        CALLER.set(client)
        bucket = limits.connects.of("socket " + client)
        if not bucket.take():
            await limits.connects.hold(bucket)
            raise Problem(429, "too_fast", seconds=10)
        check_host(headers, allowed_hosts(hall.settings))
        check_origin(headers, hall.settings.origins)
        who = await _person(hall, headers)
        if who is not None:
            hall.came(who.user_id, client)
        if GAME.fullmatch(socket.path_params["game"]) is None:
            raise Problem(404, "no_game")  # nothing that a database should be asked for
        room = await hall.rooms.get(socket.path_params["game"])
        viewer = admit_to_board(room, who)
        after = _number(socket.query_params.get("after"))
        heard = _number(socket.query_params.get("chat")) or 0
        wished = socket.query_params.get("lang")
        spoken = wished if wished in words.LANGUAGES else who.lang if who is not None else lang
        guest = Guest(room, viewer, who, spoken, client, after, heard)
        if not limits.sockets.enter(guest.user_id, client):
            metrics.CUT_OFF.labels("sockets").inc()
            raise Problem(429, "too_many_sockets")
    except Problem as problem:
        await _refuse(socket, problem, lang)
        return None
    return guest


async def _serve(hall: Hall, socket: WebSocket, guest: Guest) -> None:
    """An admitted socket until it ends."""
    room, viewer = guest.room, guest.viewer
    await socket.accept()
    delay = room.meta.delay if late(room, viewer, time.time()) else 0.0
    deliver, kind = (socket.send_bytes, BINARY) if _binary(socket) else (_text(socket), TEXT)
    post = _short_way(socket, kind)
    waits = partial(socket.app.state.limits.backlog.add, guest.client)
    connection = Connection(viewer, guest.user_id, guest.lang, delay, deliver, socket.close, post, waits)
    metrics.SOCKETS.inc()
    try:
        await join(hall, room, connection, guest.after, guest.heard)
        await _listen(hall, room, connection, socket, guest)
    except (WebSocketDisconnect, RuntimeError):
        pass  # gone, or being cut off while it was still sending
    except asyncio.CancelledError:
        if not connection.closed:
            raise  # the server stops
    finally:
        metrics.SOCKETS.dec()
        connection.gone()
        room.sockets.discard(connection)
        if viewer >= 0:
            room.seats[viewer].seen = 0.0  # when somebody leaves is worth writing down to the second
            hall.saw(room, viewer)
        hall.spawn(hall.presence_changed(room))
        if room.meta.turn == viewer and room.meta.status == "live":
            hall.wake(room)


def _binary(socket: WebSocket) -> bool:
    return socket.query_params.get("binary") == "1"


def _text(socket: WebSocket) -> Any:
    async def send(data: bytes) -> None:
        await socket.send_text(data.decode())

    return send


def _short_way(socket: WebSocket, kind: int) -> Callable[[bytes], bool] | None:
    """Out without a task and a message for each packet, where the server has such a way (`protocol.Wire`)."""
    found = socket.scope.get("extensions", {}).get(POST)
    if found is None:
        return None
    found["settled"]()
    return partial(found["post"], kind)


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise Problem(422, "bad_request", what="after")
    return int(text)


async def _person(hall: Hall, headers: dict[str, str]) -> Person | None:
    token = bearer(headers)
    if token is not None:
        found = await hall.sessions.find(token)
        if found is None:
            raise Problem(401, "session_gone")
        return found
    cookie = cookie_parser(headers.get("cookie", "")).get(COOKIE)
    if cookie is not None and "origin" not in headers:
        raise Problem(403, "missing_origin")
    return None if cookie is None else await hall.sessions.find(cookie)


async def _refuse(socket: WebSocket, problem: Problem, lang: str) -> None:
    """Turn a handshake away with the same body as HTTP."""
    from starlette.responses import Response

    body = packets.encode(problem.body(words.sentence(lang, problem.key, problem.args_, problem.title)))
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        await socket.send_denial_response(Response(body, problem.status, media_type="application/json"))
    else:
        await socket.close(POLICY)


async def join(hall: Hall, room: Room, connection: Connection, after: int | None, heard: int) -> None:
    """Bring a new socket up to date, then let it hear everything that follows."""
    viewer = connection.viewer
    if after is not None:
        async with room.lock:
            await hall.keep_up(room, after)
    talk = await chat.lines(hall, room, connection.user_id, heard, time.time(), connection.delay)
    await past.prepare(hall.store, room)
    seen = horizon(room, viewer, time.time())
    told: list[Told] = []
    upto = seen if after is None else max(min(after, seen), seen - history.MOST)
    while True:
        state = await hall.past.position(room, seen)
        if after is not None and upto < seen:
            with suppress(Problem):
                told += await hall.past.told(room, upto, seen, [viewer])
            upto = seen
        # No await between this look and joining: nothing can fall between the two.
        now = time.time()
        newer = horizon(room, viewer, now)
        if newer == seen:
            break
        seen = newer
    behind = late(room, viewer, now)
    if behind:
        data = {"rows": [], **page.position(room.meta, state, viewer), "status": page.old_status(room.meta.status)}
    else:
        data = {"seq": seen, **page.Pages(room, [], now).of(viewer)}
    data["rows"] = [page.told_row(item, viewer) for item in told]
    room.sockets.add(connection)
    connection.told = room.seq
    shown = {"table": page.table(room, viewer, now), "chat": talk, "present": hall.present(room, behind)}
    connection.send(packets.packet(seen, "hello", {**data, **shown}), at_once=True)
    if seen < room.seq:
        connection.owe(hall.spawn(_send_pending(hall, room, connection, seen, now)))
    hall.spawn(hall.presence_changed(room))
    if viewer >= 0:
        hall.saw(room, viewer)
        if room.seats[viewer].stand_in == "absent":
            hall.spawn(agree.back(hall, room, viewer))


async def _send_pending(hall: Hall, room: Room, connection: Connection, seen: int, now: float) -> None:
    """A delayed spectator who comes in between gets, in time, what happened within the delay."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    groups: dict[float, int] = {}
    for row in room.rows[seen : room.seq]:
        groups[row.at] = row.seq
    after = seen
    for at, upto in groups.items():
        # Made when it is due: a delay may be a day, and a position for each who waits would fill the memory.
        await asyncio.sleep(max(0.0, began + at + connection.delay - now - loop.time()))
        try:
            told = await hall.past.told(room, after, upto, [connection.viewer])
            state = await hall.past.position(room, upto)
        except Problem:
            connection.cut(AGAIN)  # what comes next would make no sense without it
            return
        shown = [page.told_row(item, connection.viewer) for item in told]
        data = packets.packet(upto, "update", {"rows": shown, **page.position(room.meta, state, connection.viewer)})
        connection.send(data, at_once=True)
        after = upto


async def _listen(hall: Hall, room: Room, connection: Connection, socket: WebSocket, guest: Guest) -> None:
    """Answer a client's packets one after another until it leaves or is cut off. One socket that says too much is cut
    off; many of one address take turns, and wait."""
    who, rate = guest.who, hall.settings.rate
    limits: Limits = socket.app.state.limits
    bucket = Bucket(rate, rate * 5)
    strikes = Bucket(STRIKES / 10, STRIKES)
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect" or connection.closed:
            return
        if not bucket.take():
            metrics.CUT_OFF.labels("rate").inc()
            connection.cut(POLICY)
            await connection.ended()
            return
        waits = limits.packets.of(guest.client).queue()
        if waits > 0:
            await asyncio.sleep(waits)
        raw = message.get("text")
        if raw is None:
            raw = message.get("bytes") or b""
        reference = ""
        try:
            sent = read_packet(raw)
            reference = str(sent.data.get("id", ""))[:64]
            if sent.type in COUNTED and who is not None:
                _count(socket, who, COUNTED[sent.type])
            await _answer(hall, room, connection, who, sent)
        except Problem as problem:
            metrics.REFUSALS.labels(problem.code).inc()
            if problem.status == 413 or not strikes.take():
                metrics.CUT_OFF.labels("strikes").inc()
                connection.cut(TOO_BIG if problem.status == 413 else POLICY)
                await connection.ended()
                return
            sentence = words.sentence(connection.lang, problem.key, problem.args_, problem.title)
            body = {"id": reference, **problem.body(sentence)}
            kind = "stale" if problem.code == "stale" else "refused"
            seen = horizon(room, connection.viewer, time.time())
            connection.send(packets.packet(seen, kind, body), at_once=True)


def _count(socket: WebSocket, who: Person, what: str) -> None:
    limits: Limits = socket.app.state.limits
    where = block(socket.client.host if socket.client is not None else "?")
    seconds = limits.spend(what, who.user_id, where, who.quotas)
    if seconds > 0:
        raise Problem(429, "too_fast", seconds=max(1, round(seconds)))


async def _answer(hall: Hall, room: Room, connection: Connection, who: Person | None, sent: Sent) -> None:
    if sent.type == "ping":
        if len(msgspec.json.encode(sent.data)) > MAX_PING:
            raise Problem(422, "bad_request", what="ping")
        connection.send(packets.packet(horizon(room, connection.viewer, time.time()), "pong", sent.data), at_once=True)
        return
    if who is None:
        raise Problem(401, "sign_in")
    if sent.type == "chat":
        text = sent.data.get("text")
        if not isinstance(text, str):
            raise Problem(422, "bad_request", what="text")
        await chat.say(hall, room, who, text)
        return
    await hall.make_sure(room)
    seat = room.seat_of(who.user_id)
    if seat == SPECTATOR or seat != connection.viewer:
        raise Problem(403, "players_only")
    hall.saw(room, seat)
    if sent.type in ("move", "undo"):

        def acknowledge(done: submission.Done) -> None:
            data = {"id": sent.data["id"], "row": done.row, "done": done.done, "repeated": done.repeated}
            connection.send(packets.packet(done.pages.seq, "ack", data))

        await _submit(hall, room, seat, sent, acknowledge)
    elif sent.type == "ask":
        kind, to = sent.data.get("kind"), sent.data.get("to")
        if kind not in agree.KINDS or not (to is None or type(to) is int):  # what is true or false is no row
            raise Problem(422, "bad_request", what="ask")
        await agree.ask(hall, room, seat, kind, to)
    elif sent.type == "answer":
        number = sent.data.get("ask")
        if type(number) is not int:
            raise Problem(422, "bad_request", what="ask")
        await agree.answer(hall, room, seat, sent.data.get("agree") is True, number)
    elif sent.type == "back":
        await agree.back(hall, room, seat)
    else:
        raise Problem(422, "bad_request", what="type")


async def _submit(hall: Hall, room: Room, seat: int, sent: Sent, acknowledge: submission.Acknowledge) -> None:
    try:
        if sent.type == "move":
            lines = msgspec.convert(sent.data, submission.Submission)
            await submission.submit(hall, room, seat, lines, acknowledge=acknowledge)
            return
        wish = msgspec.convert(sent.data, UndoWish)
    except msgspec.ValidationError as error:
        raise Problem(422, "bad_request", what=sent.type) from error
    if not 1 <= len(wish.id) <= 64 or not wish.id.isprintable():
        raise Problem(422, "bad_request", what="id")
    await undo.undo(hall, room, seat, wish.id, wish.expected_seq, wish.turn, acknowledge)
