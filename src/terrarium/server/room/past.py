"""The past of a game for the event loop: snapshots read from the database, positions worked out beside the loop."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from sqlalchemy import Connection, select

from terrarium.kernel.contract import State
from terrarium.server.errors import Problem
from terrarium.server.ops.pools import Pool
from terrarium.server.room.history import Told, state_at, told_between
from terrarium.server.room.room import Room
from terrarium.server.store import schema
from terrarium.server.store.store import Store

T = TypeVar("T")


async def prepare(store: Store, room: Room) -> None:
    """Read the game's snapshots; needed once before positions of the past are asked for."""
    if room.snapshots is not None:
        return

    def read(connection: Connection) -> dict[int, str]:
        c = schema.snapshots.c
        query = select(c.seq, c.dump).where(c.game == room.id)
        return {row.seq: row.dump for row in connection.execute(query)}

    room.snapshots = await store.read(read)


class Past:
    """Positions and events of the past for the event loop, worked out beside it."""

    def __init__(self, store: Store, pool: Pool) -> None:
        self.store = store
        self.pool = pool

    async def run(self, room: Room, work: Callable[[], T]) -> T:
        """`work()` in a thread, with the room's snapshots at hand."""
        await prepare(self.store, room)
        try:
            return await self.pool.run(work)
        except TimeoutError as error:
            raise Problem(503, "busy") from error

    async def position(self, room: Room, seq: int) -> State:
        """The position after row `seq`. Whoever wants to change it takes a `clone`."""
        if seq == room.seq:
            return room.state
        return await self.run(room, lambda: state_at(room, seq))

    async def told(self, room: Room, after: int, upto: int, viewers: Sequence[int]) -> list[Told]:
        """What rows after+1 … upto brought, for each of `viewers`."""
        if after >= upto:
            return []
        return await self.run(room, lambda: told_between(room, after, upto, viewers))
