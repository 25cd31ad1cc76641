"""What was worked out goes to the disk: one transaction, then the room changes."""

from collections.abc import Callable

import msgspec
from sqlalchemy import Connection, bindparam, insert, update

from terrarium.kernel.contract import State
from terrarium.server.errors import Conflict
from terrarium.server.room import moves
from terrarium.server.room.history import EVERY
from terrarium.server.room.room import Room
from terrarium.server.store import schema
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
    snapshot = seq // EVERY > meta.seq // EVERY

    def write(connection: Connection) -> None:
        if _ADVANCE.run(connection, values) != 1:
            raise Conflict
        _ADD_ROWS.run(connection, *added)
        if snapshot:
            _ADD_SNAPSHOT.run(connection, {"game": meta.id, "seq": seq, "dump": position})
        if also is not None:
            also(connection)

    await store.write(write)
    moves.take_in(room, rows, state, changed)
    if snapshot and room.snapshots is not None:
        room.snapshots[seq] = position
