"""Two workers, their tables and the people at them."""

import asyncio
from collections import Counter
from collections.abc import Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from terrarium.server.bots.pool import BotsPool
from terrarium.server.bots.turns import BotTurns
from terrarium.server.errors import Problem
from terrarium.server.ops.settings import Settings
from terrarium.server.people.sessions import Person
from terrarium.server.room import chat, hall
from terrarium.server.room.room import Room
from terrarium.server.wire.connection import Connection
from tests.server.chaos.world import RandomBots, SlowHub, SlowPool, SlowStore, World

TITLES = ("small-world", "underground", "warcraft", "terra-mystica")
PLAYERS = (2, 3, 4, 5)
PLAYED_ON = 30
"""Answers that a game must take at the end to show that nobody is stuck."""


CLOCKS: tuple[dict[str, Any], ...] = (
    {"kind": "none"},
    {"kind": "move", "seconds": 300.0},
    {"kind": "total", "seconds": 900.0, "increment": 5.0},
)


class Fault(AssertionError):
    """What must not happen; the message tells the seed's step."""


@dataclass
class Window:
    """Somebody's open socket, and what came through it."""

    room: Room
    connection: Connection
    first: int = 0
    heard: list[int] = field(default_factory=list)
    """The rows it was told, in the order in which they came."""
    view: Any = None


@dataclass
class Table:
    """One game of the chaos."""

    id: str
    title: str
    host: Person
    people: dict[int, Person]
    keys: dict[int, str] = field(default_factory=dict)
    """The latest key of each seat that asked for one."""
    acks: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By a submission's id: its seat and its row."""
    gone: dict[int, int] = field(default_factory=dict)
    """Who has given up, and how long the log was when they had."""
    windows: list[Window] = field(default_factory=list)
    steps: int = 0


class Workers:
    """Two workers and their tables."""

    def __init__(self, folder: Path, seed: int, at_once: int = 6) -> None:
        self.seed = seed
        self.world = World(seed)
        self.chance = self.world.chance
        self.database = f"sqlite:///{folder}/chaos.db"
        self.at_once = at_once
        self.tables: list[Table] = []
        self.finished = 0
        self.rows = 0
        self.done: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.numbers = 0
        self.step = 0
        combos = [(title, players) for title in TITLES for players in PLAYERS]
        self.chance.shuffle(combos)
        self.combos = combos
        self.played: set[tuple[str, int]] = set()
        self.people: dict[int, Person] = {}
        self.logs: list[Any] = []

    def worker(self, name: str) -> hall.Hall:
        settings = Settings(database=self.database, seed=str(self.seed), bot_pause_s=0.0, worker=name)
        made = hall.Hall(settings, SlowStore(self.database, self.world))
        made.past.pool = SlowPool(self.world)
        made.hub = SlowHub(self.world)
        made.followers = [BotTurns(cast(BotsPool, RandomBots(self.world))).follow]
        made.on_talk = chat.relay
        return made

    def variants(self, title: str) -> Any:
        return self.world.halls[0].titles[title].variants()

    async def person(self) -> Person:
        self.numbers += 1
        _, person = await self.any_hall().sessions.open(f"P{self.numbers}", "en")
        self.people[person.user_id] = person
        return person

    def any_hall(self) -> hall.Hall:
        return self.chance.choice(self.world.halls)

    async def together(self, what: str, made: Table, works: list[Coroutine[Any, Any, Any]]) -> None:
        """Begin all at once. Refusals are answers; anything else that comes out is a fault."""

        async def one(work: Coroutine[Any, Any, Any]) -> None:
            await self.world.wait(8)
            await work

        for result in await asyncio.gather(*[one(work) for work in works], return_exceptions=True):
            if isinstance(result, Problem):
                self.refused[result.code] += 1
                if result.status >= 500 and result.code != "try_again":
                    raise self.fault(made, f"{what}: {result.code}") from result
            elif isinstance(result, BaseException):
                raise self.fault(made, f"{what}: {result!r}") from result

    def fault(self, made: Table, what: str) -> Fault:
        return Fault(f"seed {self.seed}, step {self.step}, game {made.id} ({made.title}): {what}")

    def new_id(self) -> str:
        self.numbers += 1
        return f"c{self.numbers}"

    def close(self, made: Table, window: Window) -> None:
        window.connection.closed = True
        window.room.sockets.discard(window.connection)
        if window in made.windows:
            made.windows.remove(window)

    async def quiet(self) -> None:
        """Until nobody does anything by himself any more."""
        for _ in range(200_000):
            waiting = [task for one in self.world.halls for task in one.tasks if not task.done()]
            hubs = [task for one in self.world.halls for task in cast(SlowHub, one.hub).tasks]
            if not waiting and not hubs:
                return
            await asyncio.sleep(0)
        raise Fault(f"seed {self.seed}, step {self.step}: somebody never comes to rest")

    async def drained(self, window: Window) -> None:
        while window.connection._task is not None and not window.connection.closed:
            await asyncio.sleep(0)
