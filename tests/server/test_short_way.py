"""The short ways of the server: a packet is framed and sent at once while its client reads, queued otherwise; one that
comes in whole goes straight to who waits for it.
"""

import asyncio
import weakref
from collections.abc import Callable
from copy import copy
from functools import partial
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect
from websockets.utils import apply_mask

from terrarium.server.ops.settings import MAX_BODY
from terrarium.server.wire import protocol
from terrarium.server.wire.connection import MAX_HELD, MAX_QUEUED, Backlog, Connection
from terrarium.server.wire.protocol import BINARY, TEXT, Gate, Inbox, Wire, content_at, framed
from tests.server.harness import Client as Person
from tests.server.harness import two_players
from tests.support.patience import CEILING_S, PAUSE_S, Patience


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_packet_is_framed_as_the_protocol_wants_it(size: int) -> None:
    data = b"x" * size
    assert framed(TEXT, data) == Frame(Opcode.TEXT, data).serialize(mask=False)
    assert framed(BINARY, data) == Frame(Opcode.BINARY, data).serialize(mask=False)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535])
@pytest.mark.parametrize("kind", [Opcode.TEXT, Opcode.BINARY])
def test_a_whole_frame_is_seen_where_there_is_one(size: int, kind: Opcode) -> None:
    frame = Frame(kind, b"x" * size).serialize(mask=True)
    begin = content_at(frame)
    assert apply_mask(frame[begin:], frame[begin - 4 : begin]) == b"x" * size
    assert content_at(frame[:-1]) == 0
    assert content_at(frame + b"x") == 0
    assert content_at(frame + frame) == 0


@pytest.mark.parametrize(
    "frame",
    [
        b"",
        b"\x81",
        Frame(Opcode.TEXT, b"x" * 65_536).serialize(mask=True),
        Frame(Opcode.TEXT, b"in pieces", fin=False).serialize(mask=True),
        Frame(Opcode.CONT, b"in pieces").serialize(mask=True),
        b"\xc1" + Frame(Opcode.TEXT, b"packed").serialize(mask=True)[1:],
        Frame(Opcode.TEXT, b"not masked").serialize(mask=False),
    ],
)
def test_all_else_is_left_to_the_parser(frame: bytes) -> None:
    assert content_at(frame) == 0


REQUEST = b"""GET / HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"""


class Line(asyncio.Transport):
    """A transport that leads nowhere."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.reading = True
        self.stops = 0
        self.closing = False

    def write(self, data: Any) -> None:
        self.written += data

    def pause_reading(self) -> None:
        self.reading = False
        self.stops += 1

    def resume_reading(self) -> None:
        self.reading = True

    def is_closing(self) -> bool:
        return self.closing

    def close(self) -> None:
        self.closing = True

    abort = close


def hear(*chunks: bytes, busy: bool = False) -> tuple[list[Any], Line]:
    """What somebody behind a socket hears when these bytes come in, one lot after another; `busy`: only at the end."""
    heard: list[Any] = []

    async def run() -> Line:
        free = asyncio.Event()

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            while True:
                if busy:
                    await free.wait()
                message = await receive()
                heard.append(message.get("text", message.get("bytes", message["type"])))

        line = Line()
        wire = Wire(Config(app, ws_max_size=MAX_BODY), ServerState(), {}, asyncio.get_running_loop())
        wire.connection_made(line)
        for chunk in (REQUEST, *chunks):
            wire.data_received(chunk)
            for _ in range(5):
                await asyncio.sleep(0)
        free.set()
        for _ in range(10):
            await asyncio.sleep(0)
        found = copy(line)
        for task in wire.tasks:
            task.cancel()
        return found

    return heard, asyncio.run(run())


def said(content: bytes, kind: Opcode = Opcode.TEXT, **more: Any) -> bytes:
    return Frame(kind, content, **more).serialize(mask=True)


def test_a_whole_message_goes_to_who_waits_without_stopping_the_line() -> None:
    heard, line = hear(said(b"one"), said(b"two", Opcode.BINARY), said("三".encode()))
    assert heard == ["one", b"two", "三"]
    assert (line.stops, line.reading, line.closing) == (0, True, False)


def test_who_is_busy_stops_the_line() -> None:
    heard, line = hear(said(b"one"), said(b"two"), busy=True)
    assert heard == ["one", "two"]
    assert line.stops == 1
    assert line.reading


def cut(frame: bytes, at: int) -> list[bytes]:
    return [frame[:at], frame[at:]]


REST = [said(b"two"), said(b"three")]
CUTS = {
    "two at once": [said(b"one") + said(b"two"), said(b"three")],
    "cut in the head": [*cut(said(b"one"), 1), *REST],
    "cut in the mask": [*cut(said(b"one"), 4), *REST],
    "cut in the text": [said(b"one"), *cut(said(b"two") + said(b"three"), 8)],
    "in pieces": [said(b"o", fin=False), said(b"n", Opcode.CONT, fin=False), said(b"e", Opcode.CONT), *REST],
    "a ping between": [said(b"one"), said(b"", Opcode.PING), said(b"two"), said(b"", Opcode.PONG), said(b"three")],
    "a ping between pieces": [said(b"on", fin=False), said(b"", Opcode.PING), said(b"e", Opcode.CONT), *REST],
}


@pytest.mark.parametrize("busy", [False, True])
@pytest.mark.parametrize("chunks", CUTS.values(), ids=CUTS)
def test_messages_arrive_however_they_are_cut(chunks: list[bytes], busy: bool) -> None:
    heard, line = hear(*chunks, busy=busy)
    assert heard == ["one", "two", "three"]
    assert line.reading
    assert not line.closing


@pytest.mark.parametrize(
    ("chunks", "code"),
    [
        ([said(b"one"), said(b"\xff\xfe")], 1007),
        ([said(b"one"), said(b"tw", fin=False), said(b"another")], 1002),
        ([said(b"one"), b"\xc1" + said(b"two")[1:]], 1002),
        ([said(b"one"), Frame(Opcode.TEXT, b"two").serialize(mask=False)], 1002),
        ([said(b"one"), said(b"x" * (MAX_BODY + 1))], 1009),
        ([said(b"one"), b"\x8a" + said(b"x" * 126)[1:]], 1002),
    ],
)
def test_what_breaks_the_protocol_ends_the_line(chunks: list[bytes], code: int) -> None:
    heard, line = hear(*chunks)
    assert heard[:2] == ["one", "websocket.disconnect"]
    assert code.to_bytes(2, "big") in line.written
    assert line.closing


@pytest.mark.parametrize("answer", [said(b"", Opcode.PONG), said(b"x", Opcode.PONG), said(b"anything")])
def test_whoever_is_silent_from_one_ping_to_the_next_is_gone(answer: bytes) -> None:
    async def run() -> None:
        async def app(_: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await receive()
            await receive()

        line = Line()
        wire = Wire(Config(app, ws_ping_interval=CEILING_S), ServerState(), {}, asyncio.get_running_loop())
        wire.connection_made(line)
        wire.data_received(REQUEST)
        for _ in range(5):
            await asyncio.sleep(0)
        for _ in range(3):
            line.written = b""
            wire.send_keepalive_ping()
            assert line.written == Frame(Opcode.PING, b"").serialize(mask=False)
            assert wire.ping_timer is not None
            wire.data_received(answer)
            assert not line.closing
        wire.send_keepalive_ping()
        wire.send_keepalive_ping()
        assert (1011).to_bytes(2, "big") in line.written
        assert line.closing
        for task in wire.tasks:
            task.cancel()

    asyncio.run(run())


def test_whoever_reads_nothing_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though they answer every ping: what is sent to them would stay for ever."""
    monkeypatch.setattr(protocol, "READING_S", PAUSE_S)

    async def run() -> None:
        async def app(_: Any, receive: Any, send: Any) -> None:
            await receive()
            await send({"type": "websocket.accept"})
            await receive()

        reads, never = Line(), Line()
        tasks: set[asyncio.Task[Any]] = set()
        for line in (reads, never):
            wire = Wire(Config(app), ServerState(), {}, asyncio.get_running_loop())
            wire.connection_made(line)
            wire.data_received(REQUEST)
            for _ in range(5):
                await asyncio.sleep(0)
            tasks |= wire.tasks
            wire.pause_writing()
            if line is reads:
                wire.resume_writing()
        patience = Patience()
        while not never.closing:
            assert patience.lasts(), "it may read nothing for ever"
            await asyncio.sleep(PAUSE_S)
        assert not reads.closing
        for task in tasks:
            task.cancel()

    asyncio.run(run())


class Client:
    """Somebody who reads, or not."""

    def __init__(self, delay: float = 0.0, waits: Callable[[int], bool] | None = None) -> None:
        self.reads = True
        self.got: list[tuple[str, bytes]] = []
        self.closed: list[int] = []
        self.ready = asyncio.Event()
        self.connection = Connection(0, None, "en", delay, self.deliver, self.close, self.post, waits)

    def post(self, data: bytes) -> bool:
        if self.reads:
            self.got.append(("at once", data))
        return self.reads

    async def deliver(self, data: bytes) -> None:
        await self.ready.wait()
        self.got.append(("queued", data))

    async def close(self, code: int) -> None:
        self.closed.append(code)


def test_what_waits_is_never_overtaken() -> None:
    async def run() -> None:
        client = Client()
        client.connection.send(b"1")
        client.reads = False
        client.connection.send(b"2")
        client.reads = True
        client.connection.send(b"3")  # could go at once, but the second still waits
        client.ready.set()
        while len(client.got) < 3:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        client.connection.send(b"4")
        assert client.got == [("at once", b"1"), ("queued", b"2"), ("queued", b"3"), ("at once", b"4")]

    asyncio.run(run())


def test_what_a_delay_holds_back_is_bounded_and_goes_with_its_socket() -> None:
    """A delay may be a day: nobody fills the memory by coming, going or moving often enough at such a table."""

    async def run() -> None:
        far = 86_400.0
        many, large, left = Client(far), Client(far), Client(far)
        for client in (many, large, left):
            client.connection._owner = None
        for _ in range(MAX_HELD + 1):
            many.connection.send(b"x")
        for _ in range(5):
            large.connection.send(b"x" * 1_000_000)
        here = weakref.ref(held := Held())
        left.connection.send(held)  # type: ignore[arg-type]
        del held
        assert here() is not None
        left.connection.gone()
        assert here() is None, "nothing waits for a socket that is closed"
        for client in (many, large):
            await client.connection.ended()
            assert client.closed == [1013]
        soon = Client(0.01)
        for data in (b"1", b"2", b"3"):
            soon.connection.send(data)
        assert soon.got == []
        patience = Patience()
        while len(soon.got) < 3:
            assert patience.lasts(), "what was held back never came"
            await asyncio.sleep(PAUSE_S)
        assert [data for _, data in soon.got] == [b"1", b"2", b"3"]

    asyncio.run(run())


def test_what_waits_for_all_sockets_of_an_address_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Backlog, "MOST", 1000)

    async def run() -> None:
        backlog = Backlog()
        eves = [Client(waits=partial(backlog.add, "eve")) for _ in range(3)]
        bo = Client(waits=partial(backlog.add, "bo"))
        for client in (*eves, bo):
            client.reads, client.connection._owner = False, None
            client.connection.send(b"x" * 400)
        await eves[2].connection.ended()
        assert [client.closed for client in (*eves, bo)] == [[], [], [1013], []], "the third was too much"
        # Whatever comes of them, nothing stays counted.
        eves[0].connection.gone()
        eves[1].ready.set()
        while not eves[1].got:
            await asyncio.sleep(0)
        bo.connection.cut(1013)
        await bo.connection.ended()
        assert not backlog._of

    asyncio.run(run())


def test_a_ping_comes_back_and_is_short(base: str) -> None:
    ada = Person(base)
    with ada.socket(ada.new_game()["table"]["id"]) as socket:
        socket.send("ping", text="x" * 900)
        assert len(socket.until("pong")["data"]["text"]) == 900
        socket.send("ping", text="x" * 1000)
        assert socket.until("refused", "pong")["type"] == "refused"


class Held:
    """A packet that can be seen to be let go of."""

    def __len__(self) -> int:
        return 4


def test_who_never_reads_is_cut_off_all_the_same() -> None:
    async def run() -> None:
        client = Client()
        client.connection._owner = None  # the test itself goes on
        client.reads = False
        for _ in range(MAX_QUEUED + 2):
            client.connection.send(b"x")
        await client.connection.ended()
        assert client.closed == [1013]
        client.reads = True
        client.connection.send(b"y")
        assert client.got == []

    asyncio.run(run())


def test_texts_and_bytes_both_arrive(base: str) -> None:
    ada, bo, game = two_players(base)
    with ada.socket(game) as mine, bo.socket(game, query="?binary=1") as yours:
        seq = mine.until("hello")["seq"]
        assert isinstance(yours.connection.recv(CEILING_S), bytes)
        mine.send("move", id="m1", expected_seq=seq, moves=["add 1"])
        assert mine.until("ack")["data"]["id"] == "m1"
        assert mine.until("update")["seq"] == yours.until("update")["seq"] == seq + 1


def test_a_socket_with_no_table_behind_it_is_refused(base: str) -> None:
    ada = Person(base, "Ada")
    for path in ("/api/v1/games/x/other", "/api/v1/games/x/socket/more", "/api/v1/games/aaaaaaaaaaaaaa/socket"):
        address = base.replace("http", "ws") + path
        with (
            pytest.raises(InvalidStatus),
            connect(address, additional_headers={"Authorization": f"Bearer {ada.token}"}),
        ):
            pass


def test_an_inbox_gives_everything_in_order_to_who_waits() -> None:
    async def run() -> None:
        inbox = Inbox()
        assert inbox.empty()
        reading = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        for number in range(3):
            inbox.put_nowait(number)
        assert await reading == 0
        assert await inbox.get() == 1
        inbox.put_nowait(3)
        assert [await inbox.get(), await inbox.get()] == [2, 3]
        assert inbox.empty()
        left = asyncio.create_task(inbox.get())
        await asyncio.sleep(0)
        left.cancel()
        with pytest.raises(asyncio.CancelledError):
            await left
        inbox.put_nowait(4)
        assert await inbox.get() == 4

    asyncio.run(run())


def test_a_gate_lets_through_whoever_waited_when_it_opens() -> None:
    async def run() -> None:
        gate = Gate()
        assert gate.is_set()
        assert await gate.wait()
        gate.clear()
        waiting = [asyncio.create_task(gate.wait()) for _ in range(3)]
        await asyncio.sleep(0)
        waiting[0].cancel()
        await asyncio.sleep(0)
        assert not any(task.done() for task in waiting[1:])
        gate.set()
        assert await asyncio.gather(*waiting[1:]) == [True, True]
        assert waiting[0].cancelled()

    asyncio.run(run())
