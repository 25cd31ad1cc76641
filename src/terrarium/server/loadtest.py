"""A load test anybody can run: start a server, fill it with games and sockets, play at a steady rate, print figures.

The players share the machine with the server, so the figures are those of the whole, not of the server alone.
"""

import asyncio
import gc
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select
from websockets.asyncio.client import ClientConnection, connect

from terrarium.server import schema
from terrarium.server.store import make_engine


class _Choice(msgspec.Struct):
    text: str


class _Data(msgspec.Struct):
    choices: list[_Choice] = []
    id: str = ""
    status: str = "live"


class _Frame(msgspec.Struct):
    """Of a frame only what a player needs; the rest is skipped unread."""

    seq: int
    type: str
    data: _Data


_decode = msgspec.json.Decoder(_Frame).decode


@dataclass
class Plan:
    games: int
    sockets: int
    moves_per_second: float
    seconds: float
    title: str = ""
    titles: str = "terrarium.catalog:titles"
    database: str = ""
    options: dict[str, str] = field(default_factory=dict)


@dataclass
class Table:
    """One game: its players' sockets, the latest position each has seen, and the submission under way."""

    id: str
    tokens: list[str]
    players: list[ClientConnection] = field(default_factory=list)
    seq: int = 0
    choices: list[list[str]] = field(default_factory=lambda: [[], []])
    waiting: str = ""
    sent: float = 0.0
    over: bool = False


@dataclass
class Figures:
    acks: list[float] = field(default_factory=list)
    acknowledged: list[tuple[str, str]] = field(default_factory=list)
    refused: int = 0
    late: int = 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def start_server(plan: Plan, database: str, port: int) -> subprocess.Popen[bytes]:
    """A server process as an operator would start it, without the limits meant for one client."""
    environment = {
        **os.environ,
        "TERRARIUM_DATABASE": database,
        "TERRARIUM_TITLES": plan.titles,
        "TERRARIUM_RATE": "1000000",
        "TERRARIUM_CONNECT_RATE": "1000000",
        "TERRARIUM_LOG_LEVEL": "warning",
    }
    return subprocess.Popen([sys.executable, "-m", "terrarium.server", "--port", str(port)], env=environment)


def rss_mb(pid: int) -> float:
    """Resident memory of a process."""
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


class Http:
    """The small requests of setting up, by hand: a full client library would take longer than the server."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def post(self, path: str, body: object, token: str = "") -> Any:
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        data = msgspec.json.encode(body)
        bearer = f"Authorization: Bearer {token}\r\n" if token else ""
        head = f"POST /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{bearer}"
        head += f"Content-Type: application/json\r\nContent-Length: {len(data)}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode() + data)
        answer = await reader.read()
        writer.close()
        status, _, rest = answer.partition(b"\r\n")
        if status.split()[1][:1] != b"2":
            raise RuntimeError(f"{path}: {answer[-300:]!r}")
        return msgspec.json.decode(rest.partition(b"\r\n\r\n")[2])


async def wait_ready(port: int, seconds: float = 30) -> None:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise RuntimeError("the server does not answer")


async def make_table(http: Http, plan: Plan, sessions: list[str]) -> Table:
    """A game between two of the sessions."""
    wish = {"title": plan.title, "seats": [{"kind": "me"}, {"kind": "open"}], "options": plan.options}
    made = await http.post("/games", wish, sessions[0])
    await http.post(f"/games/{made['table']['id']}/seats/1/sit", {}, sessions[1])
    return Table(made["table"]["id"], sessions)


async def listen(table: Table, seat: int, connection: ClientConnection, figures: Figures) -> None:
    """Follow one player's socket."""
    async for raw in connection:
        frame = _decode(raw)
        if frame.type in ("hello", "update"):
            table.seq = frame.seq
            table.choices[seat] = [choice.text for choice in frame.data.choices]
            table.over = frame.data.status == "over"
        elif frame.type == "ack" and frame.data.id == table.waiting:
            figures.acks.append(time.perf_counter() - table.sent)
            figures.acknowledged.append((table.id, frame.data.id))
            table.waiting = ""
        elif frame.type in ("refused", "stale"):
            figures.refused += 1
            table.waiting = ""


async def drain(connection: ClientConnection) -> None:
    """A spectator who only looks."""
    async for _ in connection:
        pass


async def open_socket(port: int, game: str, token: str) -> ClientConnection:
    return await connect(
        f"ws://127.0.0.1:{port}/api/v1/games/{game}/socket",
        additional_headers={"Authorization": f"Bearer {token}"},
        compression=None,
        ping_interval=None,
        open_timeout=60,
        proxy=None,
    )


async def play(tables: list[Table], plan: Plan, figures: Figures, dice: random.Random) -> None:
    """Submit moves at a steady rate, one at a time per game."""
    began = time.perf_counter()
    count = 0
    order = [*tables]
    dice.shuffle(order)
    total = int(plan.moves_per_second * plan.seconds)
    while count < total:
        due = began + count / plan.moves_per_second
        wait = due - time.perf_counter()
        if wait > 0:
            await asyncio.sleep(wait)
        table = order[count % len(order)]
        count += 1
        seat = 0 if table.choices[0] else 1
        if table.over or table.waiting or not table.choices[seat]:
            figures.late += 1
            continue
        table.waiting = f"load-{count}"
        wish = {"id": table.waiting, "expected_seq": table.seq, "moves": [dice.choice(table.choices[seat])]}
        table.choices[seat] = []
        table.sent = time.perf_counter()
        await table.players[seat].send(msgspec.json.encode({"type": "move", "data": wish}).decode())
    ends = time.monotonic() + 10
    while any(table.waiting for table in tables) and time.monotonic() < ends:
        await asyncio.sleep(0.05)


def compare(database: str, figures: Figures) -> tuple[int, int]:
    """(acknowledged moves that are not in the log, rows that are there twice), read from the database itself."""
    engine = make_engine(database)
    r = schema.rows.c
    with engine.connect() as connection:
        stored = connection.execute(select(r.game, r.client).where(r.client.is_not(None))).all()
    engine.dispose()
    kept = [(row.game, row.client) for row in stored]
    return len(set(figures.acknowledged) - set(kept)), len(kept) - len(set(kept))


async def exercise(plan: Plan, database: str, port: int, pid: int) -> dict[str, object]:
    """Set up, play, measure."""
    http, dice = Http(port), random.Random(7)
    await wait_ready(port)
    gate = asyncio.Semaphore(16)

    async def limited(work: Any) -> Any:
        async with gate:
            return await work

    # Forty sessions play, the last eight only watch.
    opened = await asyncio.gather(*[limited(http.post("/session", {"name": f"P{i}"})) for i in range(48)])
    tokens = [entry["token"] for entry in opened]
    pairs = [[tokens[2 * i % 40], tokens[(2 * i + 1) % 40]] for i in range(plan.games)]
    tables = await asyncio.gather(*[limited(make_table(http, plan, pair)) for pair in pairs])
    figures = Figures()
    tasks: list[asyncio.Task[None]] = []
    watchers: list[ClientConnection] = []

    async def join(table: Table, number: int) -> None:
        connection = await open_socket(port, table.id, table.tokens[number] if number < 2 else tokens[40 + number % 8])
        if number < 2:
            table.players.append(connection)
            tasks.append(asyncio.create_task(listen(table, number, connection, figures)))
        else:
            watchers.append(connection)
            tasks.append(asyncio.create_task(drain(connection)))

    per_table = [plan.sockets // plan.games + (1 if i < plan.sockets % plan.games else 0) for i in range(plan.games)]
    for number in range(max(per_table)):
        wanted = [table for table, count in zip(tables, per_table, strict=True) if max(count, 2) > number]
        await asyncio.gather(*[limited(join(table, number)) for table in wanted])
    while not all(any(table.choices) for table in tables):
        await asyncio.sleep(0.05)
    await asyncio.sleep(1)
    # What has been set up stays: the collector need not walk through it again and again while the clock runs.
    gc.collect()
    gc.freeze()
    began = time.perf_counter()
    await play(tables, plan, figures, dice)
    took = time.perf_counter() - began
    memory = rss_mb(pid)
    for task in tasks:
        task.cancel()
    for connection in [*watchers, *[player for table in tables for player in table.players]]:
        connection.transport.abort()
    lost, duplicated = compare(database, figures)
    acks = sorted(figures.acks) or [0.0]
    return {
        "games": len(tables),
        "sockets": sum(max(count, 2) for count in per_table),
        "moves_per_second": round(len(figures.acks) / took, 1),
        "ack_p50_ms": round(acks[len(acks) // 2] * 1000, 2),
        "ack_p99_ms": round(acks[min(len(acks) - 1, int(len(acks) * 0.99))] * 1000, 2),
        "rss_mb": round(memory, 1),
        "lost": lost + sum(1 for table in tables if table.waiting),
        "duplicated": duplicated,
        "refused": figures.refused,
    }


def run(plan: Plan) -> dict[str, object]:
    """The whole test with a server of its own, which is ended again."""
    with tempfile.TemporaryDirectory(prefix="terrarium-load-") as folder:
        database = plan.database or f"sqlite:///{folder}/load.db"
        port = free_port()
        server = start_server(plan, database, port)
        try:
            return asyncio.run(exercise(plan, database, port, server.pid))
        finally:
            server.send_signal(signal.SIGTERM)
            try:
                server.wait(15)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
