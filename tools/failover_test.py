"""Two workers on PostgreSQL and Redis: each of the three is killed while people play, a line for each kill.

    python tools/failover_test.py [--games 40] [--think 0.6]

At every table one seat is connected to the first worker and the other to the second. A player whose socket ends tries
the two workers in turn and sends what was not acknowledged again, with the same id. A line says after how long each
table had its next acknowledged move; at the end the database is read: every acknowledged move is in its log once, no
log has a gap, and every stored position is what its log leads to. The run ends with 1 if a table waited longer than
three seconds or a move was lost or doubled.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from collections import Counter
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sqlalchemy import select  # noqa: E402 - the path above must be in place first
from tests.server import services  # noqa: E402
from tests.server.harness import REAL, Client, Server  # noqa: E402
from websockets.asyncio.client import ClientConnection, connect  # noqa: E402
from websockets.exceptions import InvalidHandshake, WebSocketException  # noqa: E402

from terrarium import catalog  # noqa: E402
from terrarium.server.store import schema  # noqa: E402
from terrarium.server.store.replay_all import check_game  # noqa: E402
from terrarium.server.store.store import make_engine  # noqa: E402

WITHIN_S = 3.0
"""In which players go on."""
SETTLED_S = 3.0
"""How long everybody plays before and after each kill."""


@dataclass
class Table:
    """One game and what its players know of it."""

    game: str
    acked: list[str] = field(default_factory=list)
    at: list[float] = field(default_factory=list)
    over: bool = False

    def went_on(self, since: float) -> float | None:
        """How long after that moment its next move was acknowledged."""
        return next((at - since for at in self.at if at > since), None)


class Player:
    """One seat, at whichever worker answers."""

    def __init__(self, table: Table, seat: int, token: str, ports: list[int], think: float) -> None:
        self.table, self.token, self.ports, self.think = table, token, ports, think
        self.worker = seat
        self.dice = random.Random(f"{table.game} {seat}")
        self.seat = seat
        self.sent = 0
        self.seen, self.done = 0, -1
        """The latest position known, and the latest answered."""
        self.choices: list[dict[str, Any]] = []
        self.waiting: dict[str, Any] | None = None
        self.socket: ClientConnection | None = None

    async def move_to(self, worker: int) -> None:
        """Go over to this worker, as somebody who opens the page again."""
        self.worker = 1 - worker
        if self.socket is not None:
            await self.socket.close()

    async def play(self) -> None:
        """Until the game is over; whoever loses the socket opens another."""
        while not self.table.over:
            try:
                port = self.ports[self.worker]
                address = f"ws://127.0.0.1:{port}/api/v1/games/{self.table.game}/socket"
                headers = {"Authorization": f"Bearer {self.token}"}
                async with connect(address, additional_headers=headers, open_timeout=2, close_timeout=1) as socket:
                    self.socket = socket
                    if self.waiting is not None:
                        await self.send(socket)
                    async for raw in socket:
                        await self.hear(socket, json.loads(raw))
            except (OSError, InvalidHandshake, WebSocketException, TimeoutError):
                pass
            self.worker = 1 - self.worker
            await asyncio.sleep(0.05)

    async def hear(self, socket: ClientConnection, packet: dict[str, Any]) -> None:
        kind, data = packet["type"], packet["data"]
        if kind in ("ack", "refused", "stale"):
            if self.waiting is None or data["id"] != self.waiting["id"]:
                return
            if kind == "ack":
                self.table.acked.append(data["id"])
                self.table.at.append(time.monotonic())
                self.done = self.waiting["expected_seq"]
            self.waiting = None
            if data.get("current"):
                self.look(data["current"]["seq"], data["current"])
        elif kind in ("hello", "update"):
            self.look(packet["seq"], data)
        if self.choices and self.waiting is None and self.seen > self.done:
            self.sent += 1
            wish = {"expected_seq": self.seen, "moves": [self.dice.choice(self.choices)["text"]]}
            await asyncio.sleep(self.think)
            self.waiting = {"id": f"s{self.seat}-{self.sent}", **wish}
            await self.send(socket)

    def look(self, seq: int, data: dict[str, Any]) -> None:
        """The latest position; what somebody shows who knows less is left aside."""
        self.table.over = self.table.over or data.get("status") == "over"
        if seq >= self.seen:
            self.seen, self.choices = seq, data["choices"]

    async def send(self, socket: ClientConnection) -> None:
        await socket.send(json.dumps({"type": "move", "data": self.waiting}))


def judge(database: str, tables: list[Table]) -> Counter[str]:
    """What the database has of what the players were told."""
    found: Counter[str] = Counter()
    engine, titles, r = make_engine(database), catalog.titles(), schema.rows.c
    with engine.connect() as connection:
        for table in tables:
            rows = connection.execute(select(r.seq, r.client).where(r.game == table.game).order_by(r.seq)).all()
            kept = Counter(row.client for row in rows if row.client is not None)
            found["moves"] += len(set(table.acked))
            found["lost"] += sum(1 for name in set(table.acked) if not kept[name])
            found["doubled"] += sum(count - 1 for count in kept.values())
            found["gaps"] += [row.seq for row in rows] != [*range(1, len(rows) + 1)]
            found["different"] += bool(check_game(connection, titles, table.game))
    engine.dispose()
    return found


def told(what: str, tables: list[Table], since: float) -> bool:
    """The line of one kill."""
    playing = [table for table in tables if not table.over]
    waits = [table.went_on(since) for table in playing]
    on = sorted(wait for wait in waits if wait is not None)
    good = bool(on) and len(on) == len(waits) and on[-1] <= WITHIN_S
    figures = f"median {on[len(on) // 2]:.2f} s, longest {on[-1]:.2f} s" if on else "nobody"
    verdict = "ok" if good else "FAILED"
    print(
        f"{what:14} {verdict:6} {len(on)} of {len(waits)} tables went on: {figures} (at most {WITHIN_S:.0f})",
        flush=True,
    )
    return good


async def run(games: int, think: float, database: str, news: ExitStack, address: str, folder: Path) -> bool:
    # As an operator has it, but for the limits on one client.
    settings = {**REAL, "TERRARIUM_REDIS": address, "TERRARIUM_SEED": "", "TERRARIUM_SWEEP_S": "1"}
    workers = [Server(folder, database, **settings) for _ in range(2)]
    for worker in workers:
        worker.fresh = True
        await asyncio.to_thread(worker.start)
    tasks: list[asyncio.Task[None]] = []
    try:
        people = [Client(workers[0].base, name) for name in ("Ada", "Bo")]
        tables = []
        for _ in range(games):
            game = people[0].new_game(["me", "open"], title="small-world")["table"]["id"]
            people[1].post(f"/games/{game}/seats/1/sit")
            tables.append(Table(game))
        ports = [worker.port for worker in workers]
        players = [Player(table, seat, people[seat].token, ports, think) for table in tables for seat in (0, 1)]
        tasks = [asyncio.create_task(player.play()) for player in players]
        await asyncio.sleep(SETTLED_S)
        good = True
        for number, worker in enumerate(workers, 1):
            since = time.monotonic()
            worker.kill()
            await asyncio.sleep(WITHIN_S + SETTLED_S)
            good = told(f"worker {number}", tables, since) and good
            await asyncio.to_thread(worker.start)
            await asyncio.gather(*[player.move_to(player.seat) for player in players])
            await asyncio.sleep(SETTLED_S)
        since = time.monotonic()
        news.close()
        await asyncio.sleep(WITHIN_S + SETTLED_S)
        good = told("redis", tables, since) and good
    finally:
        for task in tasks:
            task.cancel()
        for task in tasks:
            with suppress(asyncio.CancelledError):
                await task
        for worker in workers:
            worker.stop()
    found = judge(database, tables)
    bad = {name: found[name] for name in ("lost", "doubled", "gaps", "different")}
    sound = found["moves"] > 0 and not any(bad.values())
    said = ", ".join(f"{count} {name}" for name, count in bad.items())
    print(f"{'the log':14} {'ok' if sound else 'FAILED':6} {found['moves']} acknowledged moves: {said}", flush=True)
    return good and sound


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--think", type=float, default=0.6, help="seconds a player takes for a move")
    given = parser.parse_args()
    with ExitStack() as stack, ExitStack() as news:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="terrarium-failover-")))
        try:
            database = stack.enter_context(services.postgresql())
            address = news.enter_context(services.redis())
        except services.Unavailable as reason:
            print(reason, file=sys.stderr)
            return 2
        return 0 if asyncio.run(run(given.games, given.think, database, news, address, folder)) else 1


if __name__ == "__main__":
    sys.exit(main())
