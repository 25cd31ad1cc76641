"""One client sends thousands of illegal actions a second; the others play on. Prints how they fared.

    python tools/flood_test.py --per-second 5000 --seconds 20

The flood comes over the socket and over HTTP in turn, from an address of its own (127.0.0.2), and connects again as
often as it is cut off: `cut_off` counts that. The honest players' acknowledgements are timed where they arrive.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import msgspec  # noqa: E402 - the path above must be in place first
from tests.server.harness import Server, two_players  # noqa: E402

from terrarium.tools.load_clients import TEXT, Errand, Seated, sealed  # noqa: E402
from terrarium.tools.loadtest import Crowd  # noqa: E402

ATTACKER = "127.0.0.2"
PARALLEL = 64
"""Connections over which the flood of HTTP requests comes."""
ILLEGAL = {"id": "f", "expected_seq": 0, "moves": ["take"]}


@dataclass
class Flood:
    """What one client tried."""

    sent: int = 0
    refused: int = 0
    cut_off: int = 0
    turned_away: int = 0


class Attack:
    """One client that sends as fast as it can, up to a rate, until it is told to stop."""

    def __init__(self, port: int, game: str, token: str, per_second: float) -> None:
        self.port = port
        self.per_second = per_second
        self.flood = Flood()
        self.began = time.monotonic()
        body = msgspec.json.encode(ILLEGAL)
        host = f"Host: 127.0.0.1:{port}\r\nAuthorization: Bearer {token}\r\n"
        self.hello = (
            f"GET /api/v1/games/{game}/socket HTTP/1.1\r\n{host}Connection: Upgrade\r\nUpgrade: websocket\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        ).encode()
        head = f"POST /api/v1/games/{game}/moves HTTP/1.1\r\n{host}Content-Type: application/json\r\n"
        self.request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        self.packet = sealed(TEXT, msgspec.json.encode({"type": "move", "data": ILLEGAL}))

    async def pause(self) -> None:
        """Keep to the rate."""
        ahead = self.flood.sent / self.per_second - (time.monotonic() - self.began)
        await asyncio.sleep(max(0.0, ahead))

    async def over_socket(self) -> None:
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ATTACKER, 0))
            writer.write(self.hello)
            try:
                head = await reader.readuntil(b"\r\n\r\n")
                if b" 101 " not in head[:20]:
                    self.flood.turned_away += 1
                    await asyncio.sleep(0.01)
                    continue
                drain = asyncio.create_task(reader.read())
                while not drain.done():
                    writer.write(self.packet * 20)
                    self.flood.sent += 20
                    await writer.drain()
                    await self.pause()
                self.flood.refused += drain.result().count(b'"refused"')
                self.flood.cut_off += 1
            except (OSError, asyncio.IncompleteReadError):
                self.flood.cut_off += 1
            finally:
                writer.close()

    async def over_http(self) -> None:
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(ATTACKER, 0))
                try:
                    await self.ask(reader, writer)
                finally:
                    writer.close()
            except (OSError, asyncio.IncompleteReadError):
                self.flood.cut_off += 1

    async def ask(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Requests one after another on one connection, until the server hangs up."""
        while True:
            self.flood.sent += 1
            writer.write(self.request)
            head = await reader.readuntil(b"\r\n\r\n")
            length = int(head.lower().partition(b"content-length: ")[2].split(b"\r\n")[0])
            await reader.readexactly(length)
            if b" 429 " in head[:20]:
                self.flood.turned_away += 1
            else:
                self.flood.refused += 1
            await self.pause()
            if b"connection: close" in head.lower():
                self.flood.cut_off += 1
                return


async def measure(server: Server, way: str, per_second: float, seconds: float, games: int) -> dict[str, object]:
    """Honest players with and without a flood of one kind."""
    tables = []
    for _ in range(games):
        # Two sessions and one game for each table, as slowly as the limits of one address allow.
        ada, bo, game = await asyncio.to_thread(two_players, server.base, options={"rounds": "40"})
        tables.append(Seated(game, [ada.token, bo.token]))
    eve, _, target = await asyncio.to_thread(two_players, server.base)
    crowd = await Crowd.gather(Errand(server.port, tables, 20.0, seconds))
    attack = Attack(server.port, target, eve.token, per_second)
    work = {"socket": [attack.over_socket], "http": [attack.over_http] * PARALLEL, "none": []}[way]
    tasks = [asyncio.create_task(one()) for one in work]
    try:
        seen = await crowd.finish(seconds)
    finally:
        for task in tasks:
            task.cancel()
        await crowd.leave()
    acks = sorted(seen.acks)
    return {
        "flood": way,
        "sent_per_second": round(attack.flood.sent / seconds),
        "refused": attack.flood.refused,
        "turned_away": attack.flood.turned_away,
        "cut_off": attack.flood.cut_off,
        "honest_moves": len(acks),
        "honest_p50_ms": round(acks[len(acks) // 2] * 1000, 2),
        "honest_p99_ms": round(acks[int(len(acks) * 0.99)] * 1000, 2),
        "load_average": round(os.getloadavg()[0], 2),
    }


def flood(per_second: float, seconds: float, games: int) -> list[dict[str, object]]:
    with tempfile.TemporaryDirectory(prefix="terrarium-flood-") as folder:
        # The limits an operator gets; only honest people of this test come from one address and are many.
        server = Server(Path(folder), TERRARIUM_RATE="20", TERRARIUM_CONNECT_RATE="10", TERRARIUM_LOG_LEVEL="error")
        with server:
            return [asyncio.run(measure(server, way, per_second, seconds, games)) for way in ("none", "socket", "http")]


def main() -> int:
    parser = argparse.ArgumentParser(description="Flood a server with illegal actions while others play.")
    parser.add_argument("--per-second", type=float, default=5000)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--games", type=int, default=10)
    given = parser.parse_args()
    figures = flood(given.per_second, given.seconds, given.games)
    for line in figures:
        print(json.dumps(line))
    slow = [line for line in figures if float(str(line["honest_p99_ms"])) >= 100]
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
