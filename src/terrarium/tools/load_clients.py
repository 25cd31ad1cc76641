"""The people of a load test, in processes of their own: half a thousand tables of players, or everybody who watches.

`python -m terrarium.tools.load_clients` reads one JSON line (an `Errand`), opens its sockets, says `ready`, waits for
a line, does its errand and writes what it saw into the file of its errand. The wire is spoken by hand: a client library
would take more of the machine than the server under test, and its own delay would be measured as the server's.
"""

import asyncio
import gc
import random
import sys
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, cast

import msgspec


class Seated(msgspec.Struct):
    """One table: its game and the tokens of those who join it here, in the order of their seats."""

    game: str
    tokens: list[str]


class Errand(msgspec.Struct):
    """What one process does. Without a rate it only watches."""

    port: int
    tables: list[Seated]
    moves_per_second: float = 0.0
    seconds: float = 0.0
    report: str = ""
    """The file for what was seen: hundreds of kilobytes, which a pipe to a busy machine garbled now and then."""


class Seen(msgspec.Struct):
    """What one process saw. `acknowledged` are (game, id of the submission)."""

    acks: list[float] = []
    acknowledged: list[tuple[str, str]] = []
    refused: int = 0
    late: int = 0
    unanswered: int = 0
    packets: int = 0
    took: float = 0.0


class _Choice(msgspec.Struct):
    text: str


class _Data(msgspec.Struct):
    choices: list[_Choice] = []
    id: str = ""
    status: str = "live"


class _Packet(msgspec.Struct):
    """Of a packet only what a player needs; the rest is skipped unread."""

    seq: int
    type: str
    data: _Data


_decode = msgspec.json.Decoder(_Packet).decode
TEXT, CLOSE, PING, PONG = 0x81, 0x88, 0x89, 0x8A


def sealed(kind: int, payload: bytes) -> bytes:
    """A packet from a client: masked, as the protocol wants it, with a mask that changes nothing."""
    size = len(payload)
    if size < 126:
        return bytes((kind, 0x80 | size)) + bytes(4) + payload
    return bytes((kind, 0xFE)) + size.to_bytes(2, "big") + bytes(4) + payload


class Wire(asyncio.Protocol):
    """One socket: the handshake, then whole packets to `heard`; pings are answered, as every browser does."""

    def __init__(self, request: bytes, heard: Callable[[bytes], None] | None, seen: Seen) -> None:
        self.request = request
        self.heard = heard
        self.seen = seen
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.rest = b""
        self.transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)  # uvloop's transports are no subclasses of asyncio's
        self.transport.write(self.request)

    def connection_lost(self, _: Exception | None) -> None:
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("the server hung up"))

    def data_received(self, data: bytes) -> None:
        data = self.rest + data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self.rest = head
                return
            if b" 101 " not in head[:20]:
                self.opened.set_exception(ConnectionError(head[:80].decode("latin-1")))
                return
            self.opened.set_result(None)
        at = 0
        while len(data) - at >= 2:
            size, begin = data[at + 1] & 0x7F, at + 2
            if size >= 126:
                begin += 2 if size == 126 else 8
                size = int.from_bytes(data[at + 2 : begin], "big") if len(data) >= begin else 1 << 62
            if len(data) < begin + size:
                break
            self._packet(data[at], data[begin : begin + size])
            at = begin + size
        self.rest = data[at:]

    def _packet(self, kind: int, payload: bytes) -> None:
        if kind == TEXT:
            self.seen.packets += 1
            if self.heard is not None:
                self.heard(payload)
        elif kind == PING and self.transport is not None:
            self.transport.write(sealed(PONG, payload))

    def send(self, payload: bytes) -> None:
        assert self.transport is not None
        self.transport.write(sealed(TEXT, payload))


async def open_wire(port: int, game: str, token: str, heard: Callable[[bytes], None] | None, seen: Seen) -> Wire:
    head = f"GET /api/v1/games/{game}/socket HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: Upgrade\r\n"
    head += "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    head += f"Authorization: Bearer {token}\r\n\r\n"
    _, wire = await asyncio.get_running_loop().create_connection(
        lambda: Wire(head.encode(), heard, seen), "127.0.0.1", port
    )
    await wire.opened
    return wire


class Player:
    """Both seats of one game: the latest position they have seen, and the submission under way."""

    def __init__(self, game: str, seen: Seen) -> None:
        self.game = game
        self.seen = seen
        self.wires: dict[int, Wire] = {}
        self.choices: dict[int, list[str]] = {}
        self.seq = 0
        self.waiting = ""
        self.sent = 0.0
        self.over = False

    def hear(self, seat: int, payload: bytes) -> None:
        now = time.perf_counter()
        packet = _decode(payload)
        if packet.type in ("hello", "update"):
            self.seq = packet.seq
            self.choices[seat] = [choice.text for choice in packet.data.choices]
            self.over = packet.data.status == "over"
        elif packet.type == "ack" and packet.data.id == self.waiting:
            self.seen.acks.append(now - self.sent)
            self.seen.acknowledged.append((self.game, packet.data.id))
            self.waiting = ""
        elif packet.type in ("refused", "stale"):
            self.seen.refused += 1
            self.waiting = ""

    def move(self, number: int, dice: random.Random) -> bool:
        """Play any legal move; False where this table is not ready for one."""
        able = [seat for seat, texts in self.choices.items() if texts]
        if self.over or self.waiting or not able:
            return False
        seat = able[0]
        self.waiting = f"load-{number}"
        wish = {"id": self.waiting, "expected_seq": self.seq, "moves": [dice.choice(self.choices[seat])]}
        self.choices[seat] = []
        payload = msgspec.json.encode({"type": "move", "data": wish})
        self.sent = time.perf_counter()
        self.wires[seat].send(payload)
        return True


async def play(players: list[Player], errand: Errand, seen: Seen) -> None:
    """Submit moves at a steady rate, one at a time per game, then wait for the last answers."""
    dice = random.Random(7)
    order = [*players]
    dice.shuffle(order)
    began = time.perf_counter()
    for count in range(int(errand.moves_per_second * errand.seconds)):
        wait = began + count / errand.moves_per_second - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        if not order[count % len(order)].move(count, dice):
            seen.late += 1
    ends = time.monotonic() + 10
    while any(player.waiting for player in players) and time.monotonic() < ends:
        await asyncio.sleep(0.05)
    seen.unanswered = sum(1 for player in players if player.waiting)
    seen.took = time.perf_counter() - began


async def go(errand: Errand) -> Seen:
    """Join every table, then play or watch until told to stop."""
    seen = Seen()
    gate = asyncio.Semaphore(16)
    players = {table.game: Player(table.game, seen) for table in errand.tables}
    wires: list[Wire] = []
    plays = errand.moves_per_second > 0

    async def join(game: str, seat: int, token: str) -> None:
        player = players[game]
        heard = (lambda payload: player.hear(seat, payload)) if plays else None
        async with gate:
            wire = await open_wire(errand.port, game, token, heard, seen)
        wires.append(wire)
        player.wires[seat] = wire

    await asyncio.gather(
        *[join(table.game, seat, token) for table in errand.tables for seat, token in enumerate(table.tokens)]
    )
    while plays and not all(any(player.choices.values()) for player in players.values()):
        await asyncio.sleep(0.05)
    print("ready", flush=True)
    # What has been set up stays: the collector need not walk through it again and again while the clock runs.
    gc.collect()
    gc.freeze()
    await asyncio.to_thread(sys.stdin.readline)
    if plays:
        await play([*players.values()], errand, seen)
    for wire in wires:
        assert wire.transport is not None
        wire.transport.abort()
    return seen


def runner() -> Callable[[Coroutine[Any, Any, Seen]], Seen]:
    """uvloop's, where there is one; not on Windows."""
    try:
        import uvloop
    except ImportError:
        return asyncio.run
    return uvloop.run


def main() -> None:
    errand = msgspec.json.decode(sys.stdin.readline(), type=Errand)
    seen = runner()(go(errand))
    Path(errand.report).write_bytes(msgspec.json.encode(seen))


if __name__ == "__main__":
    main()
