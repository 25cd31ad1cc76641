"""The short way out of the server: a packet is framed and sent at once while its client reads, queued otherwise."""

import asyncio

import pytest
from websockets.exceptions import InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from terrarium.server.wire.connection import MAX_QUEUED, Connection
from terrarium.server.wire.protocol import BINARY, TEXT, Gate, Inbox, framed
from tests.server.harness import Client as Person
from tests.server.harness import two_players
from tests.support.patience import CEILING_S


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 70_000])
def test_a_packet_is_framed_as_the_protocol_wants_it(size: int) -> None:
    data = b"x" * size
    assert framed(TEXT, data) == Frame(Opcode.TEXT, data).serialize(mask=False)
    assert framed(BINARY, data) == Frame(Opcode.BINARY, data).serialize(mask=False)


class Client:
    """Somebody who reads, or not."""

    def __init__(self) -> None:
        self.reads = True
        self.got: list[tuple[str, bytes]] = []
        self.closed: list[int] = []
        self.ready = asyncio.Event()
        self.connection = Connection(0, None, "en", 0.0, self.deliver, self.close, self.post)

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
