"""The hall: the rooms of one worker with their database and the news of other workers; and who is told what."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import structlog
from sqlalchemy import Connection, update

from terrarium.kernel.contract import SPECTATOR
from terrarium.server.errors import Problem
from terrarium.server.ops import metrics
from terrarium.server.ops.cell import Cell
from terrarium.server.ops.pools import Pools
from terrarium.server.ops.settings import Settings
from terrarium.server.ops.titles import load_titles
from terrarium.server.people.sessions import Sessions
from terrarium.server.room import page
from terrarium.server.room.hub import Hub, News
from terrarium.server.room.page import Pages
from terrarium.server.room.past import Past
from terrarium.server.room.room import Room
from terrarium.server.room.rooms import Rooms
from terrarium.server.room.whole import carried_out
from terrarium.server.store import records, schema
from terrarium.server.store.store import Store
from terrarium.server.wire import packets
from terrarium.server.wire.limits import SHARED

log = structlog.get_logger()
T = TypeVar("T")
MOST_KNOWN = 20_000
"""People whose address is remembered."""
MOST_NEIGHBOURS = 1000
"""Of those who come from one address, so many are looked at together."""
DOUBT_S = 0.2
"""How long a room is taken for true while no news comes."""

Follower = Callable[["Hall", Room], None]
Talk = Callable[["Hall", Room, int], Awaitable[None]]


async def _unheard(hall: "Hall", room: Room, number: int) -> None:
    """Nobody at this worker's tables wants to hear what is said."""


def make_hub(settings: Settings) -> Hub:
    """News over Redis where there is one; alone otherwise."""
    if not settings.redis:
        return Hub()
    # Imported only where it is used: a server of one process starts faster without it.
    from terrarium.server.room.redis_hub import RedisHub

    return RedisHub(settings.redis, settings.worker, settings.redis_s)


class Hall:
    """The rooms of this worker and what they need."""

    def __init__(self, settings: Settings, store: Store | None = None) -> None:
        self.settings = settings
        self.store = Store(settings.database, settings.database_s) if store is None else store
        self.cell = Cell(settings.reading_s, settings.reading_mb, partial(records.prepare, settings.titles))
        self.titles = load_titles(settings.titles)
        self.rooms = Rooms(self.store, self.titles, settings.rooms)
        self.pools = Pools()
        self.past = Past(self.store, self.pools.history)
        self.sessions = Sessions(self.store, self.pools.hashing)
        self.hub = make_hub(settings)
        self.rooms.make_sure = self.make_sure
        self.quick = asyncio.Lock()
        """Held while somebody looks for a quick game: who comes at the same moment then finds the other's table."""
        self.tasks: set[asyncio.Task[Any]] = set()
        self.followers: list[Follower] = []
        """What follows a change of a room, whoever made it. The hall knows none of them: `app.assemble` names them."""
        self.heeded = -1
        """The last decree that was acted on (`room.decrees`); -1 before the first look."""
        self.decrees: set[int] = set()
        """Those of the latest that were acted on: one with a lower number may come to be seen later."""
        self.whence: OrderedDict[int, str] = OrderedDict()
        """From which address people came last, as limits count them."""
        self.on_talk: Talk = _unheard
        """Takes the news that somebody at a table said line number so and so."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something beside the present request; a failure is logged, never lost."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def came(self, user_id: int, where: str) -> None:
        """This person comes from there."""
        self.whence[user_id] = where
        self.whence.move_to_end(user_id)
        if len(self.whence) > MOST_KNOWN:
            self.whence.popitem(last=False)

    def neighbours(self, user_id: int) -> list[int]:
        """Who came from the address of this person of late, the latest of them; not who is there alone."""
        where = self.whence.get(user_id)
        found = [] if where is None else [user for user, there in reversed(self.whence.items()) if there == where]
        return found[:MOST_NEIGHBOURS] if len(found) > 1 else []

    def share_of(self, user_id: int | None) -> tuple[str, str]:
        """In whose name bots think for somebody, and the person within it. Anybody can be a hundred guests: those who
        come from one address are five at most, as everywhere where addresses are counted. A table asks one thing at a
        time, so that those of one person take turns by themselves."""
        where = None if user_id is None else self.whence.get(user_id)
        return str(user_id) if where is None or user_id is None else f"{where} {user_id % SHARED}", str(user_id)

    async def whole(self, work: Coroutine[Any, Any, T]) -> T:
        """Carry something out to its end, even if whoever asked for it goes away in the middle.

        Between the disk and the room nobody may stop: a move that is saved must be in the room and be told.
        """
        return await carried_out(work, self.spawn)

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self.tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("task_failed", exc_info=task.exception())

    async def stop(self) -> None:
        for task in [*self.tasks]:
            task.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await task
        await self.hub.stop()
        self.cell.stop()
        self.pools.close()
        self.store.close()

    # Telling people

    def tell(self, room: Room, pages: Pages) -> None:
        """Send everybody at this table what happened, each as they may see it."""
        for socket in room.sockets:
            if socket.told >= pages.seq:
                continue  # came in after the commit: its first packet had all of this
            socket.told = pages.seq
            socket.send(pages.packet(socket.viewer))
        metrics.PACKETS.inc(len(room.sockets))

    def tell_table(self, room: Room) -> None:
        """Send everybody the table: seats, pause, requests for agreement."""
        now = time.time()
        made: dict[int, bytes] = {}
        for socket in room.sockets:
            data = made.get(socket.viewer)
            if data is None:
                shown = page.table(room, socket.viewer, now, whole=True)
                data = made[socket.viewer] = packets.packet(room.seq, "table", shown)
            socket.send(data)

    def present(self, room: Room, late: bool = False) -> dict[str, object]:
        """Which seats have a window open, and how many people watch; nothing for those who see the table `late`."""
        if late:
            return {"seats": [], "watching": 0}
        who = [str(socket.viewer) for socket in room.sockets] + room.remote
        seats = sorted({int(name) for name in who if int(name) >= 0})
        return {"seats": seats, "watching": sum(1 for name in who if int(name) == SPECTATOR)}

    def saw(self, room: Room, seat: int) -> None:
        """The person of this seat is here, now; the database is told now and then, where it matters."""
        now, set_time = time.time(), room.meta.absent_after
        room.seen[seat] = now
        entry = room.seats[seat]
        if set_time is None or now - entry.seen < set_time / 4:
            return
        entry.seen = now
        s = schema.seats
        query = update(s).where(s.c.game == room.id, s.c.seat == seat, s.c.seen < now).values(seen=now)
        self.spawn(self._note(lambda connection: connection.execute(query)))

    async def _note(self, work: Callable[[Connection], object]) -> None:
        await self.store.write(work)

    def away(self, room: Room, seat: int, now: float) -> float:
        """For how many seconds the person of this seat has not been here."""
        here = self.present(room)["seats"]
        if isinstance(here, list) and seat in here:
            return 0.0
        last = max(room.seats[seat].seen, room.seen.get(seat, 0.0))
        # Nobody wrote down when they were last here (an old game): count from the question that they are asked.
        return now - (last or room.meta.since)

    def tell_presence(self, room: Room) -> None:
        data = packets.packet(room.seq, "presence", self.present(room))
        for socket in room.sockets:
            if socket.delay <= 0:  # who sees the table late is not told who is here, as in `present`
                socket.send(data)

    async def presence_changed(self, room: Room) -> None:
        """Somebody came or went."""
        self.tell_presence(room)
        await self.hub.set_presence(room.id, [str(socket.viewer) for socket in room.sockets])
        await self.hub.publish("presence", room.id)

    # News from other workers

    async def on_news(self, news: News | None) -> None:
        """Another worker changed a game (None: news may have been missed, look at everything)."""
        if news is None:
            for room in [*self.rooms.rooms.values()]:
                self.spawn(self.catch_up(room))
            return
        known = self.rooms.rooms.get(news.game)
        if known is None:
            return
        if news.kind == "presence":
            before = set(known.remote)
            known.remote = await self.hub.presence(known.id)
            for name in before - set(known.remote):
                if int(name) >= 0:
                    known.seen[int(name)] = time.time()
            self.tell_presence(known)
        elif news.kind == "talk":
            await self.on_talk(self, known, news.seq)
        elif news.kind == "table" or news.seq > known.seq:
            self.spawn(self.catch_up(known))

    async def make_sure(self, room: Room) -> None:
        """While no news comes from other workers, only the database knows what they did."""
        if self.hub.deaf and time.monotonic() - room.checked > DOUBT_S:
            room.checked = time.monotonic()
            await self.catch_up(room)

    async def catch_up(self, room: Room) -> None:
        """Read a room again and tell its sockets what is new."""
        async with room.lock:
            await self.refresh(room)

    async def refresh(self, room: Room) -> None:
        """The same, for callers that hold the room's lock."""
        version, passes = room.meta.version, room.passes
        around = page.table(room, SPECTATOR, 0.0, whole=True)
        before = await self.rooms.refresh(room)
        if room.seq > before and room.sockets:
            try:
                told = await self.past.told(room, before, room.seq, sorted(room.viewers()))
            except Problem:
                told = []
            self.tell(room, Pages(room, told, time.time()))
        if room.meta.version != version:
            # What a seat noted for itself is nobody else's business, not even that it did.
            if room.passes != passes or page.table(room, SPECTATOR, 0.0, whole=True) != around:
                self.tell_table(room)
            for socket in [*room.sockets]:
                # A seat that was given up or handed over must not go on seeing its secrets.
                if socket.viewer != room.seat_of(socket.user_id):
                    socket.cut(1012)

    async def keep_up(self, room: Room, seen: int) -> None:
        """Somebody has seen row `seen`. Where this room has not, another worker died between saving it and telling us;
        for callers that hold the room's lock."""
        if seen > room.seq and self.hub.shared:
            await self.refresh(room)

    # After every change

    async def after(self, room: Room, kind: str) -> None:
        """What follows a committed change: tell other workers, wake the bot, plan the notification."""
        await self.hub.publish(kind, room.id, room.seq)
        self.wake(room)

    def wake(self, room: Room) -> None:
        """Let everybody act whose turn has come: bots answer, people are reminded, a finished game is counted."""
        for follower in self.followers:
            follower(self, room)
