"""The short way out of the server: a packet is framed and sent at once while its client reads, queued otherwise."""

import asyncio

import pytest
from websockets.frames import Frame, Opcode

from terrarium.server.wire.connection import MAX_QUEUED, Connection
from terrarium.server.wire.protocol import BINARY, TEXT, framed
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
