"""A real server for tests: a process on a free port, spoken to over HTTP and WebSocket, ended by its process id."""

import http.client
import itertools
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
from websockets.sync.client import ClientConnection, connect

from tests.server.clockwork import Clock
from tests.server.nursery import PYTHONPATH, ROOT, Forked, nursery
from tests.support.patience import CEILING_S, PAUSE_S, Patience, wait_for

__all__ = ["QUICK", "REAL", "Client", "Server", "Socket", "free_port", "two_players", "wait_for"]

QUICK = {
    "TERRARIUM_TITLES": "tests.server.toy:titles",
    "TERRARIUM_RATE": "100000",
    "TERRARIUM_CONNECT_RATE": "100000",
    "TERRARIUM_QUOTAS": "0",
    "TERRARIUM_BOT_PAUSE_S": "0",
    # Bots count simulations and never look at a clock: the same seed gives the same game on every machine.
    # Any other seed must do as well: TEST_SEED=7 pytest tests/web
    "TERRARIUM_SEED": os.environ.get("TEST_SEED", "tests"),
    "TERRARIUM_BOT_SIMULATIONS": "64",
    "TERRARIUM_BOT_GRACE_S": str(CEILING_S),
    "TERRARIUM_BOT_NICE": "0",
    "TERRARIUM_SWEEP_S": "0.2",
    "TERRARIUM_LOG_LEVEL": "debug",
}
_numbers = itertools.count(1)
GOODBYE_S = 2
"""How long a socket waits for a goodbye before it goes without."""
REAL = {"TERRARIUM_TITLES": "terrarium.catalog:titles"}
"""The titles of the catalogue instead of the toy."""


def free_port() -> int:
    """A port that nobody else is given for a minute.

    A connection to it that this side ends first leaves it to rest: the system gives it to nobody who takes any port,
    while a server that names it may have it.
    """
    with socket.socket() as probe, socket.socket() as visitor:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        probe.bind(("127.0.0.1", 0))
        probe.listen(1)
        address = probe.getsockname()
        visitor.connect(address)
        probe.accept()[0].close()
        return int(address[1])


class Server:
    """One worker process. `fresh`: started as an operator starts it, not forked from one that has all imported."""

    fresh = False
    clock: Clock | None = None
    """What it runs by instead of the computer's time."""

    def __init__(self, folder: Path, database: str = "", **settings: str) -> None:
        self.folder = folder
        self.port = free_port()
        self.base = f"http://127.0.0.1:{self.port}"
        self.database = database or f"sqlite:///{folder}/game.db"
        self.settings = settings
        self.process: subprocess.Popen[bytes] | Forked | None = None
        self.log = folder / f"server-{self.port}.log"

    def timed(self, clock: Clock) -> "Server":
        """The same, before it is started, with a clock that only the test winds."""
        self.clock = clock
        return self

    def start(self) -> "Server":
        environment = {**os.environ, **QUICK, "TERRARIUM_DATABASE": self.database, **self.settings}
        environment["PYTHONPATH"] = PYTHONPATH
        if self.fresh:
            command = [sys.executable, "-m", "terrarium.server", "--port", str(self.port)]
            with self.log.open("ab") as out:
                self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=out, stderr=out)
        else:
            clock = str(self.clock.path) if self.clock is not None else ""
            self.process = nursery.fork(environment, self.port, self.log, clock)
        try:
            self.wait_ready()
        except AssertionError:
            self.kill()  # a server that never answered must not stay behind
            raise
        return self

    def wait_ready(self) -> None:
        ends = time.monotonic() + CEILING_S
        while time.monotonic() < ends:
            assert self.process is not None
            if self.process.poll() is not None:
                raise AssertionError("the server ended: " + self.log.read_text()[-3000:])
            if self.healthy():
                return
            time.sleep(PAUSE_S)
        tail = self.log.read_text()[-3000:] if self.log.exists() else ""
        raise AssertionError("the server does not answer: " + tail)

    def healthy(self) -> bool:
        """Does it answer? Asked by hand, as often as need be: a client library takes longer than the server."""
        probe = http.client.HTTPConnection("127.0.0.1", self.port, timeout=CEILING_S)
        try:
            probe.request("GET", "/healthz")
            return probe.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            probe.close()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(CEILING_S)
            except subprocess.TimeoutExpired:
                self.kill()
        self.process = None

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        if self.process is not None and self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.process = None

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()


class Client:
    """One person, as a program sees the API."""

    def __init__(self, base: str, name: str = "Ada", lang: str = "en", token: str = "") -> None:
        self.base = base
        self.http = httpx2.Client(base_url=base + "/api/v1", timeout=CEILING_S)
        if not token:
            opened = self.http.post("/session", json={"name": name, "lang": lang}).json()
            token = opened["token"]
            self.user = opened["user"]
        self.token = token
        self.http.cookies.clear()
        self.http.headers["Authorization"] = f"Bearer {token}"
        self.ids = 0
        self.number = next(_numbers)

    def at(self, base: str) -> "Client":
        """The same person at another worker."""
        return Client(base, token=self.token)

    def call(self, method: str, path: str, status: int = 200, **body: Any) -> Any:
        answer = self.http.request(method, path, json=body if method in ("POST", "PUT", "PATCH") else None)
        assert answer.status_code == status, (method, path, answer.status_code, answer.text)
        kind = answer.headers["content-type"]
        return answer.json() if kind.startswith("application/json") else answer.text

    def get(self, path: str, status: int = 200) -> Any:
        return self.call("GET", path, status)

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        return self.call("POST", path, status, **body)

    def new_game(self, seats: list[str] | None = None, **wishes: Any) -> dict[str, Any]:
        wished = seats or ["me", "open"]
        kinds = [{"kind": kind} if kind in ("me", "open") else {"kind": "bot", "level": kind} for kind in wished]
        made: dict[str, Any] = self.post("/games", 201, title=wishes.pop("title", "coins"), seats=kinds, **wishes)
        return made

    def view(self, game: str) -> Any:
        return self.get(f"/games/{game}/view")

    def ended(self, game: str) -> None:
        """Wait until a game is over, as long as somebody plays."""
        patience = Patience()
        while (table := self.get(f"/games/{game}"))["status"] != "over":
            assert patience.lasts(table["seq"]), "nobody plays on"
            time.sleep(PAUSE_S)

    def play(self, game: str, *moves: str, seq: int | None = None, status: int = 200, id: str = "") -> Any:
        self.ids += 1
        number = self.view(game)["seq"] if seq is None else seq
        wish = {"id": id or f"c{self.number}.{self.ids}", "expected_seq": number, "moves": [*moves]}
        return self.post(f"/games/{game}/moves", status, **wish)

    def answer(self, game: str, agree: bool, status: int = 200) -> Any:
        """Answer what is asked at the table now."""
        asked = self.get(f"/games/{game}")["ask"]
        return self.post(f"/games/{game}/answer", status, agree=agree, ask=asked["id"] if asked else 0)

    @contextmanager
    def socket(self, game: str, query: str = "", **headers: str) -> Iterator["Socket"]:
        address = self.base.replace("http", "ws") + f"/api/v1/games/{game}/socket{query}"
        sent = {"Authorization": f"Bearer {self.token}", **headers}
        with connect(
            address, additional_headers=sent, open_timeout=CEILING_S, close_timeout=GOODBYE_S, max_size=None
        ) as opened:
            yield Socket(opened)


class Socket:
    """An open socket that reads packets."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection

    def read(self) -> dict[str, Any]:
        packet: dict[str, Any] = json.loads(self.connection.recv(CEILING_S))
        return packet

    def until(self, *kinds: str) -> dict[str, Any]:
        """The next packet of these kinds; those before it are passed over."""
        while (packet := self.read())["type"] not in kinds:
            pass
        return packet

    def heard(self) -> list[dict[str, Any]]:
        """Everything that was on its way here when this is asked."""
        self.send("ping", id="so far")
        packets = []
        while (packet := self.read())["type"] != "pong" or packet["data"].get("id") != "so far":
            packets.append(packet)
        return packets

    def send(self, kind: str, **data: Any) -> None:
        self.connection.send(json.dumps({"type": kind, "data": data}))


def two_players(base: str, **wishes: Any) -> tuple[Client, Client, str]:
    """Ada and Bo at a table that has begun."""
    ada, bo = Client(base, "Ada"), Client(base, "Bo")
    game = ada.new_game(["me", "open"], **wishes)["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    return ada, bo, game
