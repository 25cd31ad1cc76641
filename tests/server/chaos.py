"""Chaos: everything that can be done at a table, in random interleavings, by several seats on two workers.

Everything runs in one thread. Reads and writes wait for as many turns of the event loop as the seed says, before and
after; news between the workers comes late or never; time passes when the seed says so. So the same seed gives the same
interleaving, and a fault that was found once is found again.

`Chaos` looks after every few steps whether each game replays to its stored position with the draws of its secret,
whether whatever was acknowledged is in the log once, whether every window was told every row once and in order, whether
nobody who gave up or was replaced moved; and at last whether every game can be played on.
"""

import asyncio
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar, cast

import msgspec
from sqlalchemy import Connection as Database
from sqlalchemy import event, select, text
from structlog.testing import capture_logs

from terrarium.kernel.contract import SPECTATOR
from terrarium.kernel.record import Record
from terrarium.server.bots.pool import BotsPool, Question
from terrarium.server.bots.turns import BotTurns
from terrarium.server.errors import Problem
from terrarium.server.ops import sweep
from terrarium.server.ops.pools import Pool
from terrarium.server.ops.settings import Settings
from terrarium.server.people.sessions import Person
from terrarium.server.room import agree, chat, clocks, hall, submission, table, undo
from terrarium.server.room.hub import Hub, News
from terrarium.server.room.room import Room
from terrarium.server.store import migrate, records, schema
from terrarium.server.store.reading import read_meta, read_rows, read_seats
from terrarium.server.store.replay_all import check_game
from terrarium.server.store.rows import ENDED, LIVE, PAUSED
from terrarium.server.store.store import Store
from terrarium.server.wire import sockets
from terrarium.server.wire.connection import Connection

T = TypeVar("T")
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


NEW_ROWS = text(
    "SELECT r.rowid AS number, r.game, r.seq, r.how, s.kind, s.stand_in, g.status FROM rows r"
    " JOIN seats s ON s.game = r.game AND s.seat = r.who JOIN games g ON g.id = r.game"
    " WHERE r.rowid > :last AND r.client IS NOT NULL ORDER BY r.rowid"
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
    people: dict[int, Person]
    acks: dict[str, tuple[int, int]] = field(default_factory=dict)
    """By a submission's id: its seat and its row."""
    gone: dict[int, int] = field(default_factory=dict)
    """Who has given up, and how long the log was when they had."""
    windows: list[Window] = field(default_factory=list)
    steps: int = 0


class Chaos:
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

    # Setting up

    def worker(self, name: str) -> hall.Hall:
        settings = Settings(database=self.database, seed=str(self.seed), bot_pause_s=0.0, worker=name)
        made = hall.Hall(settings, SlowStore(self.database, self.world))
        made.past.pool = SlowPool(self.world)
        made.hub = SlowHub(self.world)
        made.followers = [BotTurns(cast(BotsPool, RandomBots(self.world))).follow]
        made.on_talk = chat.relay
        return made

    async def open_table(self) -> Table:
        """A table for which several people rush; some take more than one seat, some get up again."""
        title, players = self.combos[len(self.played) % len(self.combos)]
        while not any(variant.players[0] <= players <= variant.players[1] for variant in self.variants(title)):
            self.combos.remove((title, players))
            title, players = self.combos[len(self.played) % len(self.combos)]
        self.played.add((title, players))
        bots = self.chance.randrange(players)
        host = await self.person()
        kinds = [{"kind": "me"}, *[{"kind": "open"}] * (players - 1 - bots)]
        kinds += [{"kind": "bot", "level": "random"}] * bots
        self.chance.shuffle(kinds)
        wish = table.Wish(
            title, kinds, clock=self.chance.choice(CLOCKS), absent_after=self.chance.choice([None, 120.0])
        )
        one = self.any_hall()
        room, _ = await table.create(one, host, wish)
        made = Table(room.id, title, {room.seat_of(host.user_id): host})
        while room.meta.status == "open":
            await self.rush(made, host)
            await one.catch_up(room)
        self.check_seats(made)
        made.people = {room.seat_of(user): self.people[user] for user in room.passes if room.seat_of(user) >= 0}
        return made

    def variants(self, title: str) -> Any:
        return self.world.halls[0].titles[title].variants()

    async def rush(self, made: Table, host: Person) -> None:
        people = [await self.person() for _ in range(3)]
        wishes: list[Coroutine[Any, Any, Any]] = []
        for person in people:
            for _ in range(2):
                worker = self.any_hall()
                room = await worker.rooms.get(made.id)
                if self.chance.random() < 0.2:
                    wishes.append(table.stand(worker, room, person))
                seat = self.chance.randrange(room.meta.players)
                wishes.append(table.sit(worker, room, person, seat, person.name))
        await self.together("sit", made, wishes)

    async def person(self) -> Person:
        self.numbers += 1
        _, person = await self.any_hall().sessions.open(f"P{self.numbers}", "en")
        self.people[person.user_id] = person
        return person

    def any_hall(self) -> hall.Hall:
        return self.chance.choice(self.world.halls)

    # Doing things

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

    async def act(self, made: Table) -> None:
        """A few people do something at the same moment, each through either worker."""
        works: list[Coroutine[Any, Any, Any]] = []
        names: list[str] = []
        for _ in range(self.chance.choice((1, 1, 2, 2, 3, 4))):
            worker = self.any_hall()
            room = await worker.rooms.get(made.id)
            name = self.chance.choices([*DEEDS], [weight for weight, _ in DEEDS.values()])[0]
            seat = self.chance.choice([*made.people])
            if name in ("move", "plan") and room.meta.turn in made.people and self.chance.random() < 0.9:
                seat = room.meta.turn
            self.done[name] += 1
            names.append(name)
            works.append(DEEDS[name][1](self, made, worker, room, seat))
        await self.together("+".join(names), made, works)

    def new_id(self) -> str:
        self.numbers += 1
        return f"c{self.numbers}"

    async def move(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        if room.seats[seat].stand_in not in ("", "resigned") and self.chance.random() < 0.7:
            await agree.back(worker, room, seat)
        legal = room.state.legal_actions() if room.state.current_player() >= 0 else []
        text = room.state.text(self.chance.choice(legal)) if legal else "nothing"
        wish = submission.Submission(self.new_id(), room.seq, [text])
        await self._submit(made, worker, room, seat, wish)
        if self.chance.random() < 0.1:
            # No answer came: the same again, perhaps at the other worker. And once, by mistake, something else.
            other = self.any_hall()
            again = await other.rooms.get(made.id)
            await self._submit(made, other, again, seat, wish)
            try:
                await submission.submit(other, again, seat, submission.Submission(wish.id, again.seq, ["else"]))
            except Problem as problem:
                if problem.code != "id_used":
                    raise self.fault(made, f"another move with the same id: {problem.code}") from problem
            else:
                raise self.fault(made, "another move with the same id was acknowledged")

    async def plan(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """Several lines in one submission."""
        state, texts = room.state.blind(seat), []
        for _ in range(self.chance.randrange(1, 5)):
            if state.current_player() != seat:
                break
            action = self.chance.choice(state.legal_actions())
            texts.append(state.text(action))
            state.apply(action)
        if texts:
            wish = submission.Submission(self.new_id(), room.seq, texts)
            await self._submit(made, worker, room, seat, wish)

    async def _submit(self, made: Table, worker: hall.Hall, room: Room, seat: int, wish: submission.Submission) -> None:
        done = await submission.submit(worker, room, seat, wish)
        known = made.acks.setdefault(wish.id, (seat, done.row))
        if known != (seat, done.row):
            raise self.fault(made, f"{wish.id} acknowledged as {known} and as {(seat, done.row)}")

    async def undo(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        name = self.new_id()
        done = await undo.undo(worker, room, seat, name, room.seq, self.chance.random() < 0.5)
        made.acks[name] = (seat, done.row)

    async def ask(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        kind = self.chance.choices(agree.KINDS, (12, 4, 1))[0]
        to = None
        if kind == "takeback":
            near = [0, *room.line][-12:]
            to = self.chance.choice(near) if self.chance.random() < 0.9 else self.chance.randrange(room.seq + 2)
        await agree.ask(worker, room, seat, kind, to)

    async def answer(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        asked = room.meta.ask
        number = asked["id"] if asked is not None and self.chance.random() < 0.95 else self.chance.randrange(30)
        await agree.answer(worker, room, seat, self.chance.random() < 0.85, number)

    async def withdraw(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        if room.meta.ask is not None:
            await agree.answer(worker, room, room.meta.ask["by"], False, room.meta.ask["id"])

    async def resign(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        await agree.resign(worker, room, seat)
        made.gone.setdefault(seat, room.seq)

    async def back(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        await agree.back(worker, room, seat)

    async def resume(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        await agree.resume(worker, room, seat)

    async def pass_time(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """Clocks run, bots are asked again, seats are stood in for."""
        self.world.now += self.chance.choice((1.0, 30.0, 130.0, 310.0))
        await sweep.once(worker)

    async def orders(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        wished = [{"ask": "*", "play": "*"}] if self.chance.random() < 0.1 else []
        await agree.set_orders(worker, room, seat, wished)

    async def say(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        await chat.say(worker, room, made.people[seat], "hello")

    async def look(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """A window is opened, or closed and opened again where it was."""
        viewer = self.chance.choice((seat, SPECTATOR))
        old = next((w for w in made.windows if w.connection.viewer == viewer and w.room is room), None)
        after = 0
        if old is not None:
            await self.drained(old)
            self.check_window(made, old)
            after = old.heard[-1] if old.heard else old.first
            self.close(made, old)
        user = made.people[viewer].user_id if viewer >= 0 else None
        await self.open(made, worker, room, viewer, user, after)

    async def open(self, made: Table, worker: hall.Hall, room: Room, viewer: int, user: int | None, after: int) -> None:
        window: Window

        async def deliver(data: bytes) -> None:
            await self.world.wait(3)
            packet = msgspec.json.decode(data)
            if packet["type"] in ("hello", "update"):
                window.heard += [row["seq"] for row in packet["data"]["rows"]]
                window.view = packet["data"]["view"]

        async def close(_: int) -> None: ...

        connection = Connection(viewer, user, "en", 0.0, deliver, close)
        connection._owner = None
        window = Window(room, connection, after)
        await sockets.join(worker, room, connection, after, 0)
        made.windows.append(window)

    async def crash(self, made: Table, worker: hall.Hall, room: Room, seat: int) -> None:
        """A worker forgets the room: what it had not told yet comes with the next window."""
        if room.lock.locked() or (room.bot_task is not None and not room.bot_task.done()):
            return
        for window in [window for window in made.windows if window.room is room]:
            self.close(made, window)
        if worker.rooms.rooms.get(made.id) is room:
            del worker.rooms.rooms[made.id]

    def close(self, made: Table, window: Window) -> None:
        window.connection.closed = True
        window.room.sockets.discard(window.connection)
        if window in made.windows:
            made.windows.remove(window)

    # Looking after it

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

    def check_seats(self, made: Table) -> None:
        with self.world.halls[0].store.engine.connect() as database:
            seats = read_seats(database, made.id)
            p = schema.passes.c
            passes = database.execute(select(p.user_id, p.seat).where(p.game == made.id, p.seat.is_not(None))).all()
        owners = {seat.seat: seat.user_id for seat in seats if seat.kind == "human"}
        if len(set(owners.values())) != len(owners):
            raise self.fault(made, f"somebody has two seats: {owners}")
        if {row.seat: row.user_id for row in passes} != owners:
            raise self.fault(made, f"seats {owners}, but passes {[tuple(row) for row in passes]}")

    async def check(self, made: Table) -> None:
        """Is everything about this game as it must be?"""
        await self.quiet()
        for worker in self.world.halls:
            await worker.on_news(None)
        await self.quiet()
        titles = self.world.halls[0].titles
        with self.world.halls[0].store.engine.connect() as database:
            differences = check_game(database, titles, made.id)
            found = read_meta(database, made.id)
            assert found is not None
            meta, position = found
            rows = read_rows(database, made.id)
            s = schema.snapshots.c
            snapshots = {row.seq: row.dump for row in database.execute(select(s.seq, s.dump).where(s.game == made.id))}
        if differences:
            raise self.fault(made, f"does not replay: {differences}, {[(r.who, r.text) for r in rows[-12:]]}")
        if [row.seq for row in rows] != [*range(1, meta.seq + 1)]:
            raise self.fault(made, "rows are missing or too many")
        self.check_draws(made, meta, rows)
        self.check_log(made, rows)
        for worker in self.world.halls:
            room = worker.rooms.rooms.get(made.id)
            if room is not None and (room.seq, room.meta.version) != (meta.seq, meta.version):
                raise self.fault(made, f"{worker.settings.worker} is at {room.seq}, the database at {meta.seq}")
            if room is not None and room.state.dump() != msgspec.json.decode(position):
                raise self.fault(made, f"{worker.settings.worker} has another position than the database")
        for window in [*made.windows]:
            await self.drained(window)
            self.check_window(made, window)
            if window.view != msgspec.json.decode(
                msgspec.json.encode(window.room.state.view(window.connection.viewer))
            ):
                raise self.fault(made, f"a window of {window.connection.viewer} shows an old position")
        self.check_turn(made, meta)
        if self.world.wrong:
            raise self.fault(made, self.world.wrong[0])
        for entry in self.logs:
            if entry["log_level"] == "error" and entry["event"] != "bot_failed":
                raise self.fault(made, f"logged: {entry}")
        self.logs.clear()
        await self.check_snapshots(made, snapshots)

    def check_draws(self, made: Table, meta: Any, rows: list[Any]) -> None:
        title = self.world.halls[0].titles[meta.title]
        game = records.game_of(
            self.world.halls[0].titles,
            Record(meta.title, meta.rules_version, meta.players, meta.map_name, meta.options),
        )
        heading = records.Heading(fair=(meta.fair_from, meta.commitment, meta.secret.hex()), start=meta.start)
        _, wrong, honest = records.verify(records.of_rows(game, title, rows), heading, game)
        if wrong or not honest:
            raise self.fault(made, f"draws {wrong} are not those of the secret")

    def check_log(self, made: Table, rows: list[Any]) -> None:
        for name, (seat, number) in made.acks.items():
            if not 0 < number <= len(rows) or (rows[number - 1].client, rows[number - 1].who) != (name, seat):
                raise self.fault(made, f"{name} was acknowledged as row {number}, which is another")
        for row in rows:
            if row.how in ("chosen", "undo") and row.client and row.seq > made.gone.get(row.who, row.seq):
                raise self.fault(made, f"seat {row.who} gave up and made row {row.seq}")

    def check_window(self, made: Table, window: Window) -> None:
        if window.connection.closed:
            return
        wanted = [*range(window.first + 1, window.first + 1 + len(window.heard))]
        if window.heard != wanted:
            raise self.fault(made, f"a window of {window.connection.viewer} was told rows {window.heard}")

    def check_turn(self, made: Table, meta: Any) -> None:
        if meta.status == LIVE and meta.turn < 0:
            raise self.fault(made, f"the game runs and nobody is to move ({meta.turn})")
        if meta.status in ENDED and meta.ask is not None:
            raise self.fault(made, "something is still asked at a table that has ended")

    async def check_snapshots(self, made: Table, snapshots: dict[int, str]) -> None:
        worker = self.world.halls[0]
        room = await worker.rooms.get(made.id)
        with worker.store.engine.connect() as database:
            rows = read_rows(database, made.id)
        title = worker.titles[room.meta.title]
        for seq, dump in snapshots.items():
            record = records.of_rows(room.game, title, rows[:seq])
            state = records.replay(room.game, record, records.Heading(start=room.meta.start)).state
            if msgspec.json.decode(msgspec.json.encode(state.dump())) != msgspec.json.decode(dump):
                raise self.fault(made, f"the snapshot at row {seq} is of another position")

    async def play_on(self, made: Table) -> None:
        """Everybody who may comes back; then the game must take answers until it ends, or enough of them."""
        worker = self.any_hall()
        room = await worker.rooms.get(made.id)
        await worker.catch_up(room)
        here = [seat for seat in made.people if room.seats[seat].stand_in != "resigned"]
        if room.meta.ask is not None:
            await self.withdraw(made, worker, room, 0)
        if room.meta.status == PAUSED:
            if not here:
                raise self.fault(made, "paused, and nobody is left who could go on")
            await agree.resume(worker, room, here[0])
        for seat in here:
            await agree.back(worker, room, seat)
        for _ in range(PLAYED_ON):
            await self.quiet()
            await worker.catch_up(room)
            if room.meta.status in ENDED:
                return
            before, seat = room.seq, room.meta.turn
            if seat in here:
                text = room.state.text(self.chance.choice(room.state.legal_actions()))
                await submission.submit(worker, room, seat, submission.Submission(self.new_id(), room.seq, [text]))
            else:
                self.world.now += clocks.BOT_LEASE_S + 1
                await sweep.once(worker)
                await self.quiet()
                await worker.catch_up(room)
            if room.seq == before and room.meta.status == LIVE:
                raise self.fault(made, f"stuck: {seat} is to move and cannot ({room.seats[seat]})")

    async def finish(self, made: Table) -> None:
        await self.check(made)
        room = await self.world.halls[0].rooms.get(made.id)
        if room.meta.status not in ENDED:
            await self.play_on(made)
            await self.check(made)
        self.finished += 1
        self.rows += room.seq
        self.tables.remove(made)
        for window in [*made.windows]:
            self.close(made, window)
        for worker in self.world.halls:
            worker.rooms.rooms.pop(made.id, None)

    async def run(self, steps: int, told: Callable[[str], None] | None = None, until: float = 0.0) -> None:
        """So many steps, or as many as there is time for; then every game is looked at and played on."""
        migrate.upgrade(self.database)
        with self.world.running(), capture_logs() as self.logs:
            self.world.halls = [self.worker("one"), self.worker("two")]
            for one, other in (self.world.halls, self.world.halls[::-1]):
                cast(SlowHub, one.hub).others = [other]
            try:
                while self.step < steps and (not until or time.monotonic() < until):
                    await self.one_step()
                    if told is not None and self.step % 1000 == 0:
                        told(self.summary())
                for made in [*self.tables]:
                    await self.finish(made)
            finally:
                for worker in self.world.halls:
                    await worker.stop()

    async def one_step(self) -> None:
        self.step += 1
        while len(self.tables) < self.at_once:
            self.tables.append(await self.open_table())
        made = self.chance.choice(self.tables)
        made.steps += 1
        self.world.now += self.chance.random()
        await self.act(made)
        if made.steps % 40 == 0:
            await self.check(made)
        room = await self.world.halls[0].rooms.get(made.id)
        if room.meta.status in ENDED or made.steps > 400:
            await self.finish(made)

    def summary(self) -> str:
        return (
            f"{self.step} steps, {sum(self.done.values())} deeds, {sum(self.refused.values())} refused, "
            f"{self.finished} games, {self.rows} rows"
        )


Deed = Callable[[Chaos, Table, hall.Hall, Room, int], Coroutine[Any, Any, None]]
DEEDS: dict[str, tuple[float, Deed]] = {
    "move": (50, Chaos.move),
    "plan": (8, Chaos.plan),
    "undo": (10, Chaos.undo),
    "ask": (10, Chaos.ask),
    "answer": (12, Chaos.answer),
    "withdraw": (2, Chaos.withdraw),
    "resign": (0.3, Chaos.resign),
    "back": (4, Chaos.back),
    "resume": (5, Chaos.resume),
    "pass_time": (3, Chaos.pass_time),
    "orders": (1, Chaos.orders),
    "say": (1, Chaos.say),
    "look": (5, Chaos.look),
    "crash": (2, Chaos.crash),
}


def chaos(folder: Path, seed: int, steps: int, told: Callable[[str], None] | None = None, until: float = 0.0) -> Chaos:
    """Run it; Fault where something is wrong."""
    made = Chaos(folder, seed)
    asyncio.run(made.run(steps, told, until))
    return made
