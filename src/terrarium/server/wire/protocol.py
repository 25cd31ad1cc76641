"""The protocols of uvicorn, for clients that do not say what they want, do not read, or do not leave when told to."""

import asyncio
import struct
import sys
import time
from collections import Counter
from typing import Any

try:
    import resource
except ImportError:  # not on Windows
    resource = None  # type: ignore[assignment]

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.utils import apply_mask

from terrarium.server.ops import metrics
from terrarium.server.ops.settings import MAX_BODY, MAX_RECORD
from terrarium.server.wire.limits import block, is_among

log = structlog.get_logger()
GOODBYE_S = 2.0
"""How long a client that was cut off may take to say goodbye."""
GOODBYE_BYTES = 64 * 1024
"""How much it may still send before its connection ends without one: a flood is not read to its end."""
READING_S = 30.0
"""How long a client may take to read what it is sent before its connection ends."""
MAX_HEAD = 64 * 1024
"""Bytes of what stands before a request's body; beyond it the connection ends."""
MAX_MESSAGE = MAX_HEAD + 2 * (MAX_RECORD + MAX_BODY)
"""Bytes of a whole request, with all that may stand between the pieces of its body and after it."""
POST = "terrarium.post"
"""Under which name a socket finds the short way out, among the extensions of its scope."""
TEXT, BINARY, PONG = 0x81, 0x82, 0x8A
PING = bytes((0x89, 0))
"""The whole frame: it need not say which it is, since anything that is heard after it answers it."""
_WHOLE = (TEXT, BINARY, 0x88, PING[0], PONG)
"""How frames begin that are the last of their message, with nothing that was not agreed upon."""
_SHORT, _MIDDLE, _LONG = struct.Struct("!BB"), struct.Struct("!BBH"), struct.Struct("!BBQ")
SPARE_FILES = 64
"""Files that are never given to connections: the database and the logs need some."""


def open_files() -> int:
    """How many files this process may have open. A file's number tells how many it has: the lowest free is taken."""
    if resource is None:
        return sys.maxsize
    soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return sys.maxsize if soft == resource.RLIM_INFINITY else soft


class Door:
    """How many connections this worker has, in all and from each address."""

    def __init__(self) -> None:
        self.each = 0
        """From one address that is no proxy of ours; 0: as many as come."""
        self.proxies: tuple[str, ...] = ()
        self.request_s = 10.0
        self.open = 0
        self._from: Counter[str] = Counter()
        self._told = -60.0

    def enter(self, address: str, file: int = 0) -> bool:
        """One more connection, which is this file; False where it is one too many."""
        where = block(address)
        crowded = self.each and self._from[where] >= self.each and not is_among(address, self.proxies)
        full = file >= open_files() - SPARE_FILES
        self.open += 1
        self._from[where] += 1
        if not crowded and not full:
            return True
        metrics.CUT_OFF.labels("full" if full else "connections").inc()
        if time.monotonic() - self._told > 10:
            self._told = time.monotonic()
            log.error("no_more_files" if full else "connections_of_one_address", connections=self.open, file=file)
        return False

    def leave(self, address: str) -> None:
        where = block(address)
        self.open -= 1
        self._from[where] -= 1
        if self._from[where] <= 0:
            del self._from[where]


DOOR = Door()
"""This worker's; `ops.run` says how many it lets in."""


def framed(kind: int, data: bytes) -> bytes:
    """One packet as a server's frame: whole, and not masked."""
    size = len(data)
    if size < 126:
        return _SHORT.pack(kind, size) + data
    if size < 65_536:
        return _MIDDLE.pack(kind, 126, size) + data
    return _LONG.pack(kind, 127, size) + data


def content_at(data: bytes) -> int:
    """Where the content of a client's frame begins, if this is one: by itself, whole, not in pieces, and not very long.
    Else 0."""
    if len(data) < 6 or data[0] not in _WHOLE or not 0x80 <= data[1] < 0xFF:
        return 0
    size, begin = data[1] - 0x80, 6
    if size == 126:
        size, begin = data[2] << 8 | data[3], 8
    return begin if begin + size == len(data) else 0


def _file(transport: asyncio.Transport) -> int:
    opened = transport.get_extra_info("socket")
    return 0 if opened is None else int(opened.fileno())


def _address(transport: asyncio.Transport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else "?"


class Awaited:
    """Whose request is awaited: who does not say it whole within some seconds is cut off. One that opens no socket or
    never ends would keep its parser waiting for ever."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _half: asyncio.TimerHandle | None = None

    def _begin(self) -> None:
        if self._half is None:
            self._half = self.loop.call_later(DOOR.request_s, self._hang_up)

    def _hang_up(self) -> None:
        metrics.CUT_OFF.labels("half").inc()
        self.transport.abort()

    def _arrived(self) -> None:
        if self._half is not None:
            self._half.cancel()
            self._half = None


class Reading:
    """Who is sent something and does not read it is cut off after a while: what waits for them fills the memory, and
    their pongs alone would keep it there for ever."""

    loop: asyncio.AbstractEventLoop
    transport: asyncio.Transport
    _unread: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        if self._unread is None:
            self._unread = self.loop.call_later(READING_S, self._give_up)

    def resume_writing(self) -> None:
        self._has_read()
        super().resume_writing()  # type: ignore[misc]

    def _give_up(self) -> None:
        metrics.CUT_OFF.labels("unread").inc()
        self.transport.abort()

    def _has_read(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class Http(Awaited, Reading, HttpToolsProtocol):
    """One connection for requests. Whoever begins one says it whole within some seconds, and not endlessly around what
    it says; whoever asks, reads."""

    _in_head = True
    _came = 0
    """Bytes of the request that is coming in."""
    _where = ""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._where = _address(transport)
        if not DOOR.enter(self._where, _file(transport)):
            transport.abort()
            return
        self._begin()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._half is None:
            return  # nothing is under way
        self._came += len(data)
        if self._came > (MAX_HEAD if self._in_head else MAX_MESSAGE):
            metrics.CUT_OFF.labels("head").inc()
            self.transport.abort()

    def on_header(self, name: bytes, value: bytes) -> None:
        if self._in_head:  # what comes after a body is nothing that anybody asks for
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head, self._came = False, 0
        super().on_headers_complete()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_head, self._came = True, 0
        self._begin()

    def on_message_complete(self) -> None:
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        self._has_read()
        self._left()
        super().handle_websocket_upgrade()

    def _left(self) -> None:
        if self._where:
            DOOR.leave(self._where)
            self._where = ""

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        self._has_read()
        self._left()
        super().connection_lost(exc)


class Inbox:
    """What one client sent, for the one task that reads it. An `asyncio.Queue` holds four deques, which are most of a
    socket at which nothing happens."""

    __slots__ = ("_came", "_next", "_waiter")

    def __init__(self) -> None:
        self._came: list[Any] = []
        self._next: list[Any] = []
        """The same, the oldest last: taken from its end."""
        self._waiter: asyncio.Future[None] | None = None

    def empty(self) -> bool:
        return not self._came and not self._next

    def awaited(self) -> bool:
        """Does somebody wait for the next message?"""
        return self._waiter is not None and not self._waiter.done()

    def put_nowait(self, message: Any) -> None:
        self._came.append(message)
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def get(self) -> Any:
        while self.empty():
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None
        if not self._next:
            self._came.reverse()
            self._next, self._came = self._came, []
        return self._next.pop()


class Gate:
    """Open while the client reads; the same as `asyncio.Event`, which keeps a deque for those who wait."""

    __slots__ = ("_open", "_waiters")

    def __init__(self) -> None:
        self._open = True
        self._waiters: list[asyncio.Future[None]] = []

    def is_set(self) -> bool:
        return self._open

    def set(self) -> None:
        self._open = True
        for waiter in self._waiters:
            if not waiter.done():
                waiter.set_result(None)

    def clear(self) -> None:
        self._open = False

    async def wait(self) -> bool:
        if self._open:
            return True
        waiter = asyncio.get_running_loop().create_future()
        self._waiters.append(waiter)
        try:
            await waiter
        finally:
            self._waiters.remove(waiter)
        return True


class Wire(Awaited, Reading, WebSocketsSansIOProtocol):
    """One socket. After we have closed it, little more is read from it, and not for long."""

    _where = ""
    _pinged = False
    """Has it been silent since the last ping?"""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.close_timeout = GOODBYE_S
        self.queue = Inbox()  # type: ignore[assignment]
        self.writable = Gate()  # type: ignore[assignment]
        self._late = 0
        self._in_pieces = False
        """Has the parser been given anything but whole frames?"""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._where = _address(transport)
        DOOR.enter(self._where)
        self._begin()

    def handle_connect(self, event: Request) -> None:
        self._arrived()
        super().handle_connect(event)
        if self.response.status_code == 101:
            ways: Any = {"post": self.post, "settled": self.settled}
            self.scope["extensions"] = {**(self.scope.get("extensions") or {}), POST: ways}

    def settled(self) -> None:
        """The handshake is over: what was said in it need not be remembered as long as the socket is open."""
        self.scope["headers"] = []
        self.request.headers.clear()
        self.response.headers.clear()

    def post(self, kind: int, data: bytes) -> bool:
        """Send one whole packet at once; False where it must go the usual way: not yet open, closing, or its client has
        to read first what it was sent.

        The usual way leads through a task, a message and several calls for each packet, and a move is told to everybody
        at its table.
        """
        if not self.handshake_complete or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        transport = self.transport
        if transport.is_closing():
            return False
        transport.write(framed(kind, data))
        return True

    def send_keepalive_ping(self) -> None:
        """Ask from time to time whether the client is there; whoever was silent since the last time is not."""
        if self._pinged:
            self.keepalive_timeout()
        elif not self.close_sent and not self.transport.is_closing():
            self._pinged = True
            self.transport.write(PING)
            self.schedule_ping()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        self._has_read()
        if self._where:
            DOOR.leave(self._where)
            self._where = ""
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        try:
            await super().run_asgi()
        finally:
            # Closing waits until everything is sent; to somebody who does not read that would be for ever.
            self.loop.call_later(GOODBYE_S, self.transport.abort)

    def data_received(self, data: bytes) -> None:
        self._pinged = False
        if self.close_sent:
            self._late += len(data)
            if self._late > GOODBYE_BYTES:
                self.transport.abort()
                return
        elif self.handshake_initiated and not self._in_pieces and self._taken(data):
            return
        super().data_received(data)

    def _taken(self, data: bytes) -> bool:
        """The short way in: a whole message for somebody who waits for it goes straight to them. False where it must go
        the usual way: through a parser, and with reading stopped until it is fetched.

        Once something came in pieces the parser may stand in the middle of it: all that follows goes the usual way.
        """
        begin = content_at(data)
        if begin == 0:
            self._in_pieces = True
            return False
        if data[0] == PONG and begin == 6:
            return True  # all that it says has been heard
        inbox: Any = self.queue
        if data[0] not in (TEXT, BINARY) or not self.handshake_complete or not inbox.awaited():
            return False
        content = apply_mask(data[begin:], data[begin - 4 : begin])
        if data[0] == BINARY:
            inbox.put_nowait({"type": "websocket.receive", "bytes": content})
            return True
        try:
            inbox.put_nowait({"type": "websocket.receive", "text": content.decode()})
        except UnicodeDecodeError:
            return False  # the parser says goodbye
        return True
