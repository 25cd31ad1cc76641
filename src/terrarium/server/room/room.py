"""One game in memory: exactly what is kept of it, ready to be played on. It needs no database."""

import asyncio
from dataclasses import dataclass, field

from terrarium.kernel.contract import SPECTATOR, Game, State
from terrarium.server.store.rows import Meta, Pass, Row, Seat, advance
from terrarium.server.wire.connection import Connection as Socket


@dataclass(eq=False)
class Room:
    """One game: its position, its log, its seats, and who is connected."""

    meta: Meta
    game: Game
    state: State
    rows: list[Row]
    seats: list[Seat]
    passes: dict[int, Pass]
    line: list[int]
    """The rows that were really played: what is left when undone ones are taken away."""
    snapshots: dict[int, str] | None = None
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    sockets: set[Socket] = field(default_factory=set)
    used: float = 0.0
    checked: float = 0.0
    """When it was last compared with the database while no news came."""
    bot_task: "asyncio.Task[None] | None" = None
    remote: list[str] = field(default_factory=list)
    """Who is connected through other workers."""
    seen: dict[int, float] = field(default_factory=dict)
    """When each seat's person was last here through this worker."""
    _sent: dict[tuple[int, str], int] = field(init=False)
    """The row that each submission made: asked before every move, however long the log is."""

    def __post_init__(self) -> None:
        self._sent = {(row.who, row.client): row.seq for row in self.rows if row.client is not None}

    @property
    def id(self) -> str:
        return self.meta.id

    @property
    def seq(self) -> int:
        return self.meta.seq

    def viewers(self) -> set[int]:
        """Those with whose eyes somebody looks at this table through this worker."""
        return {socket.viewer for socket in self.sockets}

    def seat_of(self, user_id: int | None) -> int:
        """The seat this person holds, or SPECTATOR."""
        if user_id is None:
            return SPECTATOR
        entry = self.passes.get(user_id)
        return SPECTATOR if entry is None or entry.seat is None else entry.seat

    def submitted(self, seat: int, client: str) -> Row | None:
        """The row that this submission made, if it was already carried out."""
        seq = self._sent.get((seat, client))
        return None if seq is None else self.rows[seq - 1]

    def extend(self, rows: list[Row]) -> None:
        """Take committed rows into the log."""
        for row in rows:
            self.rows.append(row)
            if row.client is not None:
                self._sent[row.who, row.client] = row.seq
            advance(self.line, row)
