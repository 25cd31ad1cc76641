"""What was worked out goes to the disk: one transaction, then the room changes."""

from collections.abc import Callable, Sequence
from functools import partial
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
_INDEXED = {column.name for index in schema.games.indexes for column in index.columns}
"""What stands in an index is written only where it changes: databases would take it out of there and put it back."""


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
        """Several moves of SQLite; those that change the same columns of their games' rows in one statement."""
        if not together.ABLE:
            return False
        alike: dict[tuple[str, ...], list[dict[str, Any]]] = {}
        for work in works:
            alike.setdefault(tuple(work.game), []).append(work.game)
        if any(together.change(connection, schema.games, _MEANT, games) != len(games) for games in alike.values()):
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


def _one_after_another(works: Sequence[Callable[[Connection], None]], connection: Connection) -> None:
    for work in works:
        work(connection)


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
    known = {"this_id": meta.id, "this_seq": meta.seq, "this_version": meta.version}
    written = {name: value for name, value in changed.items() if name not in _INDEXED or value != getattr(meta, name)}
    values = {**written, "position": position, **known}
    added = [{"game": meta.id, **row._asdict()} for row in rows]
    kept = {"game": meta.id, "seq": seq, "dump": position} if seq // EVERY > meta.seq // EVERY else None
    move = _Move(values, added, kept)
    await store.write(move if also is None else partial(_one_after_another, (move, also)))
    moves.take_in(room, rows, state, changed)
    if kept is not None and room.snapshots is not None:
        room.snapshots[seq] = position
