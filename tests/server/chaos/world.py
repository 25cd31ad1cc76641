"""The slowed world of the chaos: time, waiting and news by the seed; stores, pools, hubs and bots that obey it."""

import asyncio
import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, TypeVar

from sqlalchemy import Connection as Database
from sqlalchemy import event, text

from terrarium.server.bots.pool import Question
from terrarium.server.ops.pools import Pool
from terrarium.server.room import hall
from terrarium.server.room.hub import Hub, News
from terrarium.server.store.rows import REMOVED, RESIGNED
from terrarium.server.store.store import Store

T = TypeVar("T")


NEW_ROWS = text(
    "SELECT r.rowid AS number, r.game, r.seq, r.how, s.kind, s.stand_in, g.status FROM rows r"
    " JOIN seats s ON s.game = r.game AND s.seat = r.who JOIN games g ON g.id = r.game"
    " WHERE r.rowid > :last AND (r.client IS NOT NULL OR r.how IN ('order', 'plan')) ORDER BY r.rowid"
)


class World:
    """What the two workers share: the seed, the time, the news."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.now = 1_700_000_000.0
        self.halls: list[hall.Hall] = []
        self.last = 0
        self.wrong: list[str] = []

    async def wait(self, most: int = 6) -> None:
        """Let the others go first, or not."""
        for _ in range(self.chance.randrange(most)):
            await asyncio.sleep(0)

    def witness(self, database: Database) -> None:
        """Look at every row in the very moment in which it is there: was it this seat's to make?"""
        for row in database.execute(NEW_ROWS, {"last": self.last}):
            self.last = row.number
            if row.how in ("order", "plan"):
                if row.status == "live" and row.stand_in in (RESIGNED, REMOVED):
                    self.wrong.append(f"row {row.seq} of {row.game} is {row.how} of a seat that is {row.stand_in}")
                continue
            bot = row.kind == "bot" or row.stand_in != ""
            if row.status == "live" and bot != (row.how == "bot"):
                self.wrong.append(f"row {row.seq} of {row.game} is {row.how}, but {row.kind} {row.stand_in}")

    @contextmanager
    def running(self) -> Iterator[None]:
        """The server's modules, and no library, see this world's time."""
        told = SimpleNamespace(**vars(time))
        told.time = lambda: self.now
        told.monotonic = lambda: self.now
        changed = [
            module
            for name, module in [*sys.modules.items()]
            if name.startswith("terrarium.server.") and getattr(module, "time", None) is time
        ]
        for module in changed:
            module.time = told  # type: ignore[attr-defined]
        try:
            yield
        finally:
            for module in changed:
                module.time = time  # type: ignore[attr-defined]


class SlowStore(Store):
    """The database of a worker, in the thread of the event loop: slow by turns of the loop, not by the clock."""

    def __init__(self, url: str, world: World) -> None:
        super().__init__(url)
        self.world = world

        @event.listens_for(self.engine, "connect")
        def quick(connection: Any, _: object) -> None:
            connection.execute("PRAGMA synchronous=OFF")  # no power cut here: that is another test's

    async def read(self, work: Callable[[Database], T]) -> T:
        await self.world.wait()
        found = self._read(work)
        await self.world.wait()
        return found

    async def write(self, work: Callable[[Database], T]) -> T:
        await self.world.wait()
        done = self._transact(work)
        with self.engine.connect() as database:
            self.world.witness(database)
        await self.world.wait()
        return done


class SlowPool(Pool):
    """Threads that are none: their work is done in the event loop, some time."""

    def __init__(self, world: World) -> None:
        super().__init__("slow", 1, 1, 1.0)
        self.world = world

    async def run(self, work: Callable[[], T]) -> T:
        await self.world.wait()
        found = work()
        await self.world.wait()
        return found


class SlowHub(Hub):
    """News that come late, in any order, or not at all."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.others: list[hall.Hall] = []
        self.tasks: set[asyncio.Task[None]] = set()

    async def publish(self, kind: str, game: str, seq: int = 0) -> None:
        for other in self.others:
            if self.world.chance.random() < 0.1:
                continue
            task = asyncio.get_running_loop().create_task(self._tell(other, News("other", kind, game, seq)))
            self.tasks.add(task)
            task.add_done_callback(self.tasks.discard)

    async def _tell(self, other: hall.Hall, news: News) -> None:
        await self.world.wait(12)
        await other.on_news(news)


class RandomBots:
    """A pool of bots that need any time and play anything; now and then one fails."""

    def __init__(self, world: World) -> None:
        self.world = world

    def level_or(self, title: str, level: str) -> str:
        return level

    async def ask(self, question: Question) -> tuple[str, str]:
        await self.world.wait(20)
        if self.world.chance.random() < 0.03:
            raise RuntimeError("a bot that fails")
        rooms = self.world.halls[0].rooms
        game = rooms.game(question.title, question.players, question.map_name, question.options)
        state = game.load(question.blind)
        return state.text(self.world.chance.choice(state.legal_actions())), ""
