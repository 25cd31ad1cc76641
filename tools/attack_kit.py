"""What the attacks of `attack_test.py` are made with: strangers and honest people, each from an address of their own,
servers with an operator's limits, and what is sent to them."""

import json
import random
import socketserver
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import httpx2  # noqa: E402 - the path above must be in place first
from tests.server.harness import REAL, Client, Server  # noqa: E402
from tests.support.spoil import some_way_in  # noqa: E402
from websockets.frames import Frame, Opcode  # noqa: E402

from terrarium import catalog  # noqa: E402

OPERATOR = {
    **REAL,
    "TERRARIUM_RATE": "20",
    "TERRARIUM_CONNECT_RATE": "10",
    "TERRARIUM_QUOTAS": "1",
    "TERRARIUM_BOT_SIMULATIONS": "0",
    "TERRARIUM_BOT_GRACE_S": "15",
    "TERRARIUM_LOG_LEVEL": "info",
    "TERRARIUM_PRIVATE_WEBHOOKS": "1",
    "TERRARIUM_NOTIFY_AFTER_S": "0.1",
}
QUICK_S = 1.0
"""Within which an honest move is to be acknowledged, whatever others do."""
BOT_S = 2.0
"""Within which an honest person's bot is to answer."""
SEATS = [{"kind": "me"}, {"kind": "open"}]
Line = tuple[bool, str]


class Person(Client):
    """A client from an address of its own."""

    def __init__(self, base: str, address: str, name: str = "Eve") -> None:
        with httpx2.Client(base_url=base + "/api/v1", headers={"X-Forwarded-For": address}, timeout=60) as first:
            opened = first.post("/session", json={"name": name}).json()
        super().__init__(base, token=opened["token"])
        self.user = opened["user"]
        self.http.headers["X-Forwarded-For"] = address
        self.address = address


class Honest:
    """Two people who play on while something happens, and how long they wait for each acknowledgement."""

    def __init__(self, base: str) -> None:
        self.ada, self.bo = Person(base, "198.51.100.1", "Ada"), Person(base, "198.51.100.2", "Bo")
        self.game = self.ada.new_game(["me", "open"], title="small-world")["table"]["id"]
        self.bo.post(f"/games/{self.game}/seats/1/sit")
        self.waits: list[float] = []

    def play(self, moves: int) -> float:
        """Some moves, one after the other; the longest wait."""
        waits = []
        for _ in range(moves):
            view: dict[str, Any] = {}
            for person in (self.ada, self.bo):
                began = time.monotonic()
                view = person.view(self.game)
                waits.append(time.monotonic() - began)
                if view.get("choices"):
                    break
            if not view.get("choices"):
                break
            began = time.monotonic()
            person.play(self.game, view["choices"][-1]["text"], seq=view["seq"])
            waits.append(time.monotonic() - began)
        self.waits += waits
        return max(waits)


def told(worst: float, limit: float, more: str) -> Line:
    return worst <= limit, f"worst wait {worst * 1000:.0f} ms (at most {limit * 1000:.0f}); {more}"


def memory(pid: int) -> float:
    """Megabytes of a process and its children."""
    total = 0.0
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            stat = (path / "stat").read_text().rsplit(")", 1)[1].split()
            if int(path.name) == pid or int(stat[1]) == pid:
                total += int((path / "statm").read_text().split()[1]) * 4096 / 1e6
    return total


@contextmanager
def tarpit() -> Iterator[str]:
    """An address that takes requests and never answers."""

    class Never(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with suppress(OSError):
                while self.request.recv(65536):
                    pass

    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Never)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def own_server(**wishes: str) -> Iterator[Server]:
    """Another one, with limits of its own."""
    with (
        tempfile.TemporaryDirectory(prefix="terrarium-attack-") as folder,
        Server(Path(folder), **{**OPERATOR, **wishes}) as own,
    ):
        yield own


def long_record(rows: int) -> str:
    """A game that is taken back and played again until its log has so many rows."""
    game = catalog.game("small-world", 2)
    state, first, _ = some_way_in(game, random.Random(4), 200)
    again = [f"{max(state.current_player(), 0)} takeback {len(first) - 1}", first[-1]]
    return "\n".join([catalog.new_record(game).format().strip(), *first, *again * ((rows - len(first)) // 2)])


def window_request(game: str, person: Person) -> bytes:
    """A handshake, by hand."""
    return (
        f"GET /api/v1/games/{game}/socket HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
        f"Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n"
        f"X-Forwarded-For: {person.address}\r\nAuthorization: Bearer {person.token}\r\n\r\n"
    ).encode()


def said(data: dict[str, str]) -> bytes:
    """A ping as a client's frame."""
    return Frame(Opcode.TEXT, json.dumps({"type": "ping", "data": data}).encode()).serialize(mask=True)
