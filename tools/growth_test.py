"""A year of strangers in the database; then what each list, figure and new session costs the server.

    python tools/growth_test.py                                 # 10^5 games, 10^6 sessions, SQLite
    python tools/growth_test.py --database postgresql+psycopg://…/terrarium_growth

Prints a line for each question: the server's milliseconds of processor time an answer (the limit is 15), and the
slowest answer by the clock. The database is filled by SQL alone, with real positions and records of statistics; the
server is a process of its own, asked over HTTP, and ended by its process id.
"""

import argparse
import hashlib
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from itertools import islice
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from sqlalchemy import Connection, Table, func, insert, select  # noqa: E402 - the path above must be in place first
from tests.server.harness import REAL, Client, Server  # noqa: E402

from terrarium import catalog  # noqa: E402
from terrarium.kernel.contract import State  # noqa: E402
from terrarium.server.store import migrate, schema  # noqa: E402
from terrarium.server.store.store import make_engine  # noqa: E402

LIMIT_MS = 15.0
REGULAR = 1
"""The number of somebody who has sat at every fiftieth table."""
TOKEN = "growth-test-of-a-regular"
START = 1_700_000_000.0
"""When the first of these games began."""


@dataclass
class Cost:
    """What one kind of question costs."""

    question: str
    cpu_ms: float
    worst_ms: float

    @property
    def held(self) -> bool:
        return self.cpu_ms <= LIMIT_MS


class Crowd:
    """So many people and games, the same ones each time."""

    def __init__(self, games: int, sessions: int) -> None:
        self.games = games
        self.sessions = sessions
        self.luck = random.Random(7)
        self.titles = [*catalog.titles().values()]
        self.dumps = {title.id: json.dumps(self.begun(title.id).dump()) for title in self.titles}

    def begun(self, title: str) -> State:
        return catalog.game(title, 2, "", {}).new()

    def users(self) -> Iterator[dict[str, Any]]:
        for number in range(1, self.sessions + 1):
            yield {"id": number, "name": f"guest {number}", "lang": "en", "created": START}

    def logged_in(self) -> Iterator[dict[str, Any]]:
        ends = time.time() + 90 * 86400
        for number in range(1, self.sessions + 1):
            token = TOKEN if number == REGULAR else f"growth-test-{number}"
            digest = hashlib.sha256(token.encode()).hexdigest()
            yield {"digest": digest, "user_id": number, "csrf": "c" * 24, "created": START, "expires": ends}

    def id(self, number: int) -> str:
        return f"g{number:010d}"

    def people(self, number: int, players: int) -> list[int]:
        """Who sits at a table: a pair of strangers or more, and at every fiftieth the regular."""
        found = [1 + (number * 7 + seat * 131) % self.sessions for seat in range(players)]
        if number % 50 == 0:
            found[0] = REGULAR
        return found

    def tables(self) -> Iterator[dict[str, Any]]:
        for number in range(self.games):
            title = self.titles[number % len(self.titles)]
            players = 2 + number % 3
            # Most games are over, some run, a few wait for people: as on a server that has been open for a year.
            status = ["open", "live", "paused", *["aborted"] * 5, *["over"] * 92][number * 37 % 100]
            ended = {"scores": [50] * players, "winners": [0], "ended": "rules"} if status == "over" else None
            yield {
                "id": self.id(number), "title": title.id, "rules_version": 1, "players": players, "map_name": "",
                "options": {}, "host": self.people(number, players)[0], "lang": "en", "listed": number % 5 != 0,
                "invite": "i" * 20, "status": status, "version": 1, "seq": 0, "position": self.dumps[title.id],
                "start": None, "secret": bytes(32), "commitment": "0" * 64, "fair_from": 0, "clock": {"kind": "none"},
                "left": [], "since": START, "absent_after": None, "spectators": "live", "delay": 0.0, "wake": None,
                "ask": None, "turn": 0, "result": ended, "parent": None, "parent_seq": None, "imported": False,
                "diverged": False, "created": START + number, "updated": START + number * 60.0,
            }  # fmt: skip

    def seats(self) -> Iterator[dict[str, Any]]:
        for number in range(self.games):
            for seat, who in enumerate(self.people(number, 2 + number % 3)):
                yield {
                    "game": self.id(number), "seat": seat, "kind": "human", "level": "", "name": f"guest {who}",
                    "user_id": who, "key_digest": None, "stand_in": "", "orders": [], "note": "",
                }  # fmt: skip

    def passes(self) -> Iterator[dict[str, Any]]:
        for number in range(self.games):
            for seat, who in enumerate(dict.fromkeys(self.people(number, 2 + number % 3))):
                yield {"game": self.id(number), "user_id": who, "seat": seat, "muted": []}

    def plays(self) -> Iterator[dict[str, Any]]:
        for number in range(self.games):
            title = self.titles[number % len(self.titles)]
            players = 2 + number % 3
            for seat, who in enumerate(self.people(number, players)):
                units = [("seat", str(seat + 1))]
                units += [("race", name) for name in self.luck.sample(title.races, min(2, len(title.races)))]
                units += [("power", name) for name in self.luck.sample(title.powers, min(2, len(title.powers)))]
                for kind, unit in units:
                    yield {
                        "game": self.id(number), "title": title.id, "players": players, "seat": seat, "user_id": who,
                        "bot": "", "kind": kind, "unit": unit, "score": self.luck.randrange(40, 120),
                        "won": float(seat == number % players),
                    }  # fmt: skip

    def fill(self, connection: Connection) -> None:
        made: list[tuple[Table, Callable[[], Iterator[dict[str, Any]]]]] = [
            (schema.users, self.users),
            (schema.sessions, self.logged_in),
            (schema.games, self.tables),
            (schema.seats, self.seats),
            (schema.passes, self.passes),
            (schema.plays, self.plays),
        ]
        for table, rows in made:
            left = rows()
            while some := list(islice(left, 5000)):
                connection.execute(insert(table), some)
        p, t = schema.plays.c, schema.tallies.c
        key = (p.title, p.players, p.kind, p.unit)
        sums = select(*key, func.count(), func.sum(p.won), func.sum(p.score)).group_by(*key)
        names = [t.title, t.players, t.kind, t.unit, t.games, t.won, t.score]
        connection.execute(insert(schema.tallies).from_select(names, sums))


def cpu_s(process: int) -> float:
    """The processor time of all threads of a process so far."""
    tasks = Path(f"/proc/{process}/task")
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e9


def asked(server: Server, question: str, ask: Callable[[], object], times: int) -> Cost:
    """Ask the same often; the first time, which may warm something up, is not counted."""
    ask()
    assert server.process is not None
    before, worst = cpu_s(server.process.pid), 0.0
    for _ in range(times):
        began = time.perf_counter()
        ask()
        worst = max(worst, time.perf_counter() - began)
    return Cost(question, 1000 * (cpu_s(server.process.pid) - before) / times, 1000 * worst)


def far_page(client: Client, which: str, pages: int) -> str:
    """The address of a page far back in a list."""
    address = f"/games?which={which}"
    for _ in range(pages):
        cursor = client.get(address)["next"]
        if cursor is None:
            break
        address = f"/games?which={which}&cursor={cursor}"
    return address


def costs(server: Server, times: int) -> Iterator[Cost]:
    """Every question, asked by a regular of the house."""
    client = Client(server.base, token=TOKEN)
    addresses = {
        "lobby": "/games?which=open",
        "lobby, one title": "/games?which=open&title=terra-mystica",
        "running games": "/games?which=live",
        "archive": "/games?which=archive",
        "archive, one title": "/games?which=archive&title=small-world",
        "archive, far back": far_page(client, "archive", 60),
        "mine": "/games?which=mine",
        "mine, far back": far_page(client, "mine", 10),
        "statistics": "/titles/small-world/statistics",
        "statistics of a number of players": "/titles/small-world/statistics?players=3",
        "my statistics": "/titles/small-world/statistics?mine=true",
    }
    for question, address in addresses.items():
        yield asked(server, question, lambda address=address: client.get(address), times)  # type: ignore[misc]
    names = iter(range(10**9))
    yield asked(server, "new session", lambda: Client(server.base, f"Ada {next(names)}"), times)


def main() -> int:
    parser = argparse.ArgumentParser(description="What a full database costs.")
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--sessions", type=int, default=1_000_000)
    parser.add_argument("--times", type=int, default=40, help="how often each question is asked")
    parser.add_argument("--database", default="", help="an empty database; else a SQLite file in a temporary folder")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="terrarium-growth-") as folder:
        server = Server(Path(folder), given.database, **REAL)
        server.fresh = True
        began = time.perf_counter()
        migrate.upgrade(server.database)
        engine = make_engine(server.database)
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            Crowd(given.games, given.sessions).fill(connection)
        engine.dispose()
        filled = time.perf_counter() - began
        with server:
            found = list(costs(server, given.times))
    if given.json:
        lines = [{**asdict(cost), "held": cost.held} for cost in found]
        print(json.dumps({"games": given.games, "sessions": given.sessions, "limit_ms": LIMIT_MS, "costs": lines}))
    else:
        print(f"{given.games} games, {given.sessions} sessions, filled in {filled:.0f} s; limit {LIMIT_MS:.0f} ms")
        for cost in found:
            verdict = "held" if cost.held else "TOO MUCH"
            print(f"{cost.question:36} {cost.cpu_ms:8.2f} ms of CPU, worst {cost.worst_ms:8.1f} ms  {verdict}")
    return 0 if all(cost.held for cost in found) else 1


if __name__ == "__main__":
    sys.exit(main())
