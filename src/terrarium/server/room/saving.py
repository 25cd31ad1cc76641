"""What was worked out goes to the disk: one transaction, then the room changes."""

from collections.abc import Callable
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, insert, update

from terrarium.kernel.contract import State
from terrarium.server.errors import Conflict
from terrarium.server.room import moves, plans
from terrarium.server.room.history import EVERY
from terrarium.server.room.room import Room
from terrarium.server.store import schema, together
from terrarium.server.store.prepared import Prepared
from terrarium.server.store.rows import Row
from terrarium.server.store.store import Store

_game = schema.games.c
_ADVANCE = Prepared(
    update(schema.games).where(
        _game.id == bindparam("this_id"), _game.seq == bindparam("this_seq"), _game.version == bindparam("this_version")
    )
)
_ADD_ROWS = Prepared(insert(schema.rows))
_ADD_SNAPSHOT = Prepared(insert(schema.snapshots))
_MEANT = ("id", "seq", "version")


class _Move:
    """One move for the disk: what changes in its game's row, the rows of the log, and now and then a snapshot."""

    def __init__(self, game: dict[str, Any], rows: list[dict[str, Any]], snapshot: dict[str, Any] | None) -> None:
        self.game = game
        self.rows = rows
        self.snapshot = snapshot

    def __call__(self, connection: Connection) -> None:
        if _ADVANCE.run(connection, self.game) != 1:
            raise Conflict
        _ADD_ROWS.run(connection, *self.rows)
        if self.snapshot is not None:
            _ADD_SNAPSHOT.run(connection, self.snapshot)

    def done_together(self, connection: Connection, works: "list[_Move]") -> bool:
        """Several moves of SQLite. Those that end a game change more of its row: they go alone, with all others."""
        if not together.ABLE or any(work.game.keys() != self.game.keys() for work in works):
            return False
        if together.change(connection, schema.games, _MEANT, [work.game for work in works]) != len(works):
            return False
        together.add(connection, schema.rows, [row for work in works for row in work.rows])
        snapshots = [work.snapshot for work in works if work.snapshot is not None]
        if snapshots:
            together.add(connection, schema.snapshots, snapshots)
        return True


class Drops:
    """Plans that were carried out, or that came too late, go with the rows that say so: none is played twice."""

    def __init__(self, room: Room, seats: set[int]) -> None:
        self.room = room
        self.left = {seat: plans.without_plan(room.seats[seat].orders) for seat in sorted(seats)}

    def __call__(self, connection: Connection) -> None:
        s = schema.seats
        for seat, orders in self.left.items():
            connection.execute(update(s).where(s.c.game == self.room.id, s.c.seat == seat).values(orders=orders))

    def done(self) -> None:
        for seat, orders in self.left.items():
            self.room.seats[seat].orders = orders


def drops(room: Room, seats: set[int]) -> Drops | None:
    return Drops(room, seats) if seats else None


async def commit(
    store: Store,
    room: Room,
    rows: list[Row],
    state: State,
    who: int,
    now: float,
    also: Callable[[Connection], None] | None = None,
) -> None:
    """One transaction for rows, position, clock and result, and what `also` writes; the room changes only after it is
    on disk.

    `who` is to answer in `state`.

    `Conflict` when another worker was faster: nothing is written then.
    """
    meta = room.meta
    changed = moves.outcome(room, rows, state, who, now)
    seq = changed["seq"]
    position = msgspec.json.encode(state.dump()).decode()
    values = {**changed, "position": position, "this_id": meta.id, "this_seq": meta.seq, "this_version": meta.version}
    added = [{"game": meta.id, **row._asdict()} for row in rows]
    kept = {"game": meta.id, "seq": seq, "dump": position} if seq // EVERY > meta.seq // EVERY else None
    move = _Move(values, added, kept)

    def write(connection: Connection) -> None:
        move(connection)
        if also is not None:
            also(connection)

    await store.write(move if also is None else write)
    if isinstance(also, Drops):
        also.done()
    moves.take_in(room, rows, state, changed)
    if kept is not None and room.snapshots is not None:
        room.snapshots[seq] = position
