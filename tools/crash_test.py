"""Kill the server at random moments under load, again and again, and count what was lost. Must print zeros.

    python tools/crash_test.py --kills 500 --database sqlite
    python tools/crash_test.py --kills 500 --database postgresql

Drivers play games over HTTP and try every submission again, with the same id, until it is answered. After each
`kill -9` the database is read directly: every acknowledged move is in the log once, in the order it was played; the
rows have no gap; and the stored position equals a replay of the log.
"""

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sqlalchemy import select  # noqa: E402 - the path above must be in place first
from tests.server.harness import QUICK, Server  # noqa: E402
from tests.server.services import postgresql  # noqa: E402

from terrarium.server.ops.titles import load_titles  # noqa: E402
from terrarium.server.store import schema  # noqa: E402
from terrarium.server.store.replay_all import check_game  # noqa: E402
from terrarium.server.store.store import make_engine  # noqa: E402

BAD = ("lost", "duplicated", "reordered", "different", "no_answer", "fell")
"""The figures that must be zero."""


class Driver:
    """One game, both seats played by one person who never gives up."""

    def __init__(self, port: int, number: int, dice: random.Random) -> None:
        self.port = port
        self.number = number
        self.dice = dice
        self.tokens: list[str] = []
        self.game = ""
        self.games: list[str] = []
        self.submitted: dict[str, list[str]] = {}
        self.acked: dict[tuple[str, str], int] = {}

    async def request(self, method: str, path: str, body: object, token: str = "") -> tuple[int, Any]:
        """One HTTP request; tried again until some server answers it."""
        data = json.dumps(body).encode() if body is not None else b""
        head = f"{method} /api/v1{path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nContent-Length: {len(data)}\r\n"
        head += "Content-Type: application/json\r\nConnection: close\r\n"
        head += f"Authorization: Bearer {token}\r\n\r\n" if token else "\r\n"
        while True:
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.write(head.encode() + data)
                answer = await reader.read()
                writer.close()
                status, _, rest = answer.partition(b"\r\n")
                return int(status.split()[1]), json.loads(rest.partition(b"\r\n\r\n")[2])
            except (OSError, ValueError, IndexError):
                # Killed before, while or after it did what was asked: only another attempt can tell.
                await asyncio.sleep(0.02)

    async def sit_down(self) -> None:
        while len(self.tokens) < 2:
            status, opened = await self.request("POST", "/session", {"name": f"D{self.number}"})
            if status == 201:
                self.tokens.append(opened["token"])
        wish = {"title": "coins", "seats": [{"kind": "me"}, {"kind": "open"}], "options": {"rounds": "40"}}
        status, made = await self.request("POST", "/games", wish, self.tokens[0])
        assert status == 201, made
        self.game = made["table"]["id"]
        await self.request("POST", f"/games/{self.game}/seats/1/sit", {}, self.tokens[1])
        self.games.append(self.game)
        self.submitted[self.game] = []

    async def play(self) -> None:
        """Play on for ever; a new game when one is over."""
        while True:
            if not self.game:
                await self.sit_down()
            for token in self.tokens:
                status, shown = await self.request("GET", f"/games/{self.game}/view", None, token)
                if status != 200 or not shown["choices"]:
                    continue
                await self.submit(token, shown["seq"], self.dice.choice(shown["choices"])["text"])
            if status == 200 and shown["view"]["over"]:
                self.game = ""

    async def submit(self, token: str, seq: int, text: str) -> None:
        name = f"d{self.number}-{len(self.submitted[self.game])}"
        self.submitted[self.game].append(name)
        wish = {"id": name, "expected_seq": seq, "moves": [text]}
        status, answer = await self.request("POST", f"/games/{self.game}/moves", wish, token)
        if status == 200:
            self.acked[self.game, name] = answer["row"]


class Verdict:
    def __init__(self) -> None:
        self.lost = self.duplicated = self.reordered = self.different = self.no_answer = self.fell = 0

    def as_dict(self) -> dict[str, int]:
        return dict(vars(self))


def judge(database: str, drivers: list[Driver], verdict: Verdict) -> int:
    """Compare what the drivers know with what the database holds; gives the number of rows looked at."""
    engine = make_engine(database)
    r = schema.rows.c
    total = 0
    with engine.connect() as connection:
        for driver in drivers:
            for game in driver.games[-2:]:
                query = select(r.seq, r.client).where(r.game == game).order_by(r.seq)
                rows = connection.execute(query).all()
                total += len(rows)
                stored = [row.client for row in rows if row.client is not None]
                place = {row.client: row.seq for row in rows if row.client is not None}
                mine = {name: seq for (of, name), seq in driver.acked.items() if of == game}
                verdict.lost += sum(1 for name in mine if name not in place)
                verdict.duplicated += len(stored) - len(set(stored))
                known = set(stored)
                order = [name for name in driver.submitted[game] if name in known]
                verdict.reordered += order != stored or any(place.get(name, seq) != seq for name, seq in mine.items())
                gapless = [row.seq for row in rows] == [*range(1, len(rows) + 1)]
                verdict.different += not gapless or bool(
                    check_game(connection, load_titles(QUICK["TERRARIUM_TITLES"]), game)
                )
    engine.dispose()
    return total


def any_done(tasks: list[asyncio.Task[None]]) -> bool:
    """Has a driver, who should play for ever, come to an end?"""
    return any(task.done() for task in tasks)


async def run(database: str, folder: Path, kills: int, games: int, seed: int) -> dict[str, object]:
    dice, verdict = random.Random(seed), Verdict()
    server = Server(folder, database, TERRARIUM_LOG_LEVEL="error")
    await asyncio.to_thread(server.start)
    drivers = [Driver(server.port, number, random.Random(seed + number)) for number in range(games)]
    tasks = [asyncio.create_task(driver.play()) for driver in drivers]
    began, done, known = time.monotonic(), 0, 0
    try:
        for kill in range(1, kills + 1):
            done = kill
            await asyncio.sleep(dice.uniform(0.02, 0.5))
            # Every other one when something was played since the last: a busy machine may need longer than that.
            while kill % 2 and sum(len(driver.acked) for driver in drivers) == known and not any_done(tasks):
                await asyncio.sleep(0.01)
            known = sum(len(driver.acked) for driver in drivers)
            assert server.process is not None
            verdict.fell += server.process.poll() is not None
            server.kill()
            await asyncio.to_thread(judge, database, drivers, verdict)
            for task in tasks:
                if task.done():
                    task.result()
            try:
                await asyncio.to_thread(server.start)
            except AssertionError as error:
                # What was seen so far still counts, and a server that does not come back is a finding of its own.
                print(f"after kill {kill}: {error}", file=sys.stderr)
                verdict.no_answer += 1
                break
            if kill % 50 == 0:
                print(f"{kill} kills, {sum(len(d.acked) for d in drivers)} moves", file=sys.stderr)
    finally:
        for task in tasks:
            task.cancel()
        server.stop()
    judge(database, drivers, verdict)
    acknowledged = sum(len(driver.acked) for driver in drivers)
    seconds = round(time.monotonic() - began)
    return {"kills": done, "acknowledged": acknowledged, **verdict.as_dict(), "seconds": seconds}


def crash(kind: str, kills: int, games: int, seed: int) -> dict[str, object]:
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="terrarium-crash-")))
        database = stack.enter_context(postgresql()) if kind == "postgresql" else f"sqlite:///{folder}/crash.db"
        return {"database": kind, **asyncio.run(run(database, folder, kills, games, seed))}


def main() -> int:
    parser = argparse.ArgumentParser(description="Kill the server under load and count what was lost.")
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--games", type=int, default=8)
    parser.add_argument("--database", choices=["sqlite", "postgresql"], default="sqlite")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    figures = crash(given.database, given.kills, given.games, given.seed)
    print(json.dumps(figures))
    return 1 if any(figures[name] for name in BAD) else 0


if __name__ == "__main__":
    sys.exit(main())
