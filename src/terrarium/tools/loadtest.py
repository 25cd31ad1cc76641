"""A load test anybody can run: start a server, fill it with games and sockets, play at a steady rate, print figures.

Players and spectators are processes of their own (`load_clients`); an acknowledgement is timed where the player gets
it. They share the machine with the server, so the figures are those of the whole, not of the server alone.
"""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import select

from terrarium.server.store import schema
from terrarium.server.store.store import make_engine
from terrarium.tools.load_clients import Errand, Seated, Seen

PATIENCE_S = 120.0
"""How long clients may take to come in and to go: a load test ends, whatever happens."""


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
        "TERRARIUM_QUOTAS": "0",
        "TERRARIUM_CONNECT_RATE": "1000000",
        "TERRARIUM_LOG_LEVEL": "warning",
    }
    return subprocess.Popen([sys.executable, "-m", "terrarium.server", "--port", str(port)], env=environment)


PROCESSES = Path("/proc")


def rss_mb(pid: int) -> float:
    """Resident memory of a process; 0 where the system does not tell."""
    status = PROCESSES / str(pid) / "status"
    for line in status.read_text().splitlines() if status.is_file() else []:
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def cpu_s(pid: int) -> float:
    """Processor time a process has used; 0 where the system does not tell."""
    stat = PROCESSES / str(pid) / "stat"
    if not stat.is_file():
        return 0.0
    fields = stat.read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def load_average() -> float:
    """How busy the machine was in the last minute; 0 where the system does not tell."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0


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


async def make_table(http: Http, plan: Plan, sessions: list[str]) -> str:
    """A game between two of the sessions."""
    wish = {"title": plan.title, "seats": [{"kind": "me"}, {"kind": "open"}], "options": plan.options}
    made = await http.post("/games", wish, sessions[0])
    await http.post(f"/games/{made['table']['id']}/seats/1/sit", {}, sessions[1])
    game: str = made["table"]["id"]
    return game


def compare(database: str, seen: Seen) -> tuple[int, int]:
    """(acknowledged moves that are not in the log, rows that are there twice), read from the database itself."""
    engine = make_engine(database)
    r = schema.rows.c
    with engine.connect() as connection:
        stored = connection.execute(select(r.game, r.client).where(r.client.is_not(None))).all()
    engine.dispose()
    kept = [(row.game, row.client) for row in stored]
    return len(set(seen.acknowledged) - set(kept)), len(kept) - len(set(kept))


class Crowd:
    """A process of clients."""

    def __init__(self, process: asyncio.subprocess.Process, report: Path) -> None:
        self.process = process
        self.report = report

    @classmethod
    async def gather(cls, errand: Errand) -> "Crowd":
        """Start it and wait until all of its sockets are open."""
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-m", "terrarium.tools.load_clients")
        with tempfile.NamedTemporaryFile(prefix="terrarium-load-", suffix=".json", delete=False) as file:
            errand.report = file.name
        crowd = cls(await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe), Path(errand.report))
        assert crowd.process.stdout is not None
        crowd._write(msgspec.json.encode(errand) + b"\n")
        try:
            said = await asyncio.wait_for(crowd.process.stdout.readline(), PATIENCE_S)
        except TimeoutError:
            said = b""
        if said != b"ready\n":
            await crowd.leave()
            raise RuntimeError("not every socket could be opened")
        return crowd

    def _write(self, line: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line)

    async def finish(self, seconds: float = 0.0) -> Seen:
        """Let it play, or stop watching; gives what it saw."""
        self._write(b"go\n")
        await asyncio.wait_for(self.process.communicate(), seconds + PATIENCE_S)
        said = self.report.read_bytes()
        await self.leave()
        try:
            return msgspec.json.decode(said, type=Seen)
        except msgspec.DecodeError as error:
            raise RuntimeError(f"what the clients saw cannot be read: {error}") from error

    async def leave(self) -> None:
        """End it if it has not ended."""
        if self.process.returncode is None:
            self.process.kill()
            await self.process.wait()
        self.report.unlink(missing_ok=True)


async def fill(plan: Plan, port: int) -> tuple[list[Seated], list[Seated]]:
    """Make the tables; gives who plays at them and who watches them."""
    http, gate = Http(port), asyncio.Semaphore(16)

    async def limited(work: Coroutine[Any, Any, Any]) -> Any:
        async with gate:
            return await work

    # Forty sessions play, the last eight only watch.
    opened = await asyncio.gather(*[limited(http.post("/session", {"name": f"P{i}"})) for i in range(48)])
    tokens = [entry["token"] for entry in opened]
    pairs = [[tokens[2 * i % 40], tokens[(2 * i + 1) % 40]] for i in range(plan.games)]
    games = await asyncio.gather(*[limited(make_table(http, plan, pair)) for pair in pairs])
    per_table = [plan.sockets // plan.games + (1 if i < plan.sockets % plan.games else 0) for i in range(plan.games)]
    playing = [Seated(game, pair) for game, pair in zip(games, pairs, strict=True)]
    watching = [
        Seated(game, [tokens[40 + number % 8] for number in range(max(0, count - 2))])
        for game, count in zip(games, per_table, strict=True)
    ]
    return playing, watching


async def exercise(plan: Plan, database: str, port: int, pid: int) -> dict[str, object]:
    """Set up, play, measure."""
    await wait_ready(port)
    playing, watching = await fill(plan, port)
    crowds: list[Crowd] = []
    try:
        crowds.append(await Crowd.gather(Errand(port, watching)))
        crowds.append(await Crowd.gather(Errand(port, playing, plan.moves_per_second, plan.seconds)))
        await asyncio.sleep(1)
        cpu = cpu_s(pid)
        seen = await crowds[1].finish(plan.seconds)
        cpu = cpu_s(pid) - cpu
        memory = rss_mb(pid)
        await crowds[0].finish()
    finally:
        for crowd in crowds:
            await crowd.leave()
    lost, duplicated = compare(database, seen)
    acks = sorted(seen.acks) or [0.0]
    return {
        "games": plan.games,
        "sockets": sum(len(table.tokens) for table in [*playing, *watching]),
        "moves_per_second": round(len(acks) / (seen.took or 1.0), 1),
        "ack_p50_ms": round(acks[len(acks) // 2] * 1000, 2),
        "ack_p99_ms": round(acks[min(len(acks) - 1, int(len(acks) * 0.99))] * 1000, 2),
        "rss_mb": round(memory, 1),
        "lost": lost + seen.unanswered,
        "duplicated": duplicated,
        "refused": seen.refused,
        "cpu_ms_per_move": round(cpu / len(acks) * 1000, 2),
        "load_average": round(load_average(), 2),
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
