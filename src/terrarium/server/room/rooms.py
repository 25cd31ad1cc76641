"""The games that are being looked at, held in memory: exactly what the database says, ready to be played on."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

import msgspec
from sqlalchemy import Connection

from terrarium.kernel.contract import SPECTATOR, Game, NotationError, State, Title
from terrarium.server.errors import Problem
from terrarium.server.store.rows import (
    Meta,
    Pass,
    Row,
    Seat,
    advance,
    line_at,
    read_meta,
    read_passes,
    read_rows,
    read_seats,
)
from terrarium.server.store.store import Store
from terrarium.server.wire.connection import Connection as Socket

MAX_GAMES = 200
"""Different games (title, players, map, options) remembered at once."""


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
        for row in reversed(self.rows):
            if row.client == client and row.who == seat:
                return row
        return None

    def extend(self, rows: list[Row]) -> None:
        """Take committed rows into the log."""
        for row in rows:
            self.rows.append(row)
            advance(self.line, row)


class Rooms:
    """Every room of this process, loaded when first asked for."""

    def __init__(self, store: Store, titles: Mapping[str, Title], limit: int) -> None:
        self.store = store
        self.titles = titles
        self.limit = limit
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.make_sure: Callable[[Room], Awaitable[None]] | None = None
        """Asked about every room that was already here: is it still what the database says?"""
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._games: dict[tuple[object, ...], Game] = {}

    def game(self, title: str, players: int, map_name: str, options: Mapping[str, str]) -> Game:
        """A game of the catalogue; NotationError where a wish cannot be met.

        Games are immutable and hold large tables: rooms that play the same one share it.
        """
        if title not in self.titles:
            raise Problem(404, "no_title", title=title)
        key = (title, players, map_name, tuple(sorted(options.items())))
        found = self._games.get(key)
        if found is None:
            found = self.titles[title].game(players, map_name, dict(options))
            if len(self._games) >= MAX_GAMES:
                self._games.clear()
            self._games[key] = found
        return found

    async def get(self, game_id: str) -> Room:
        """The room of this game; Problem 404 if there is none."""
        room = self.rooms.get(game_id)
        if room is None:
            loading = self._loading.get(game_id)
            if loading is None:
                loading = asyncio.ensure_future(self._load(game_id))
                self._loading[game_id] = loading
                loading.add_done_callback(lambda _: self._loading.pop(game_id, None))
            room = await asyncio.shield(loading)
        elif self.make_sure is not None:
            await self.make_sure(room)
        room.used = time.monotonic()
        if game_id in self.rooms:
            self.rooms.move_to_end(game_id)
        return room

    async def _load(self, game_id: str) -> Room:
        def read(connection: Connection) -> Room:
            found = read_meta(connection, game_id)
            if found is None:
                raise Problem(404, "no_game")
            meta, position = found
            game = self._game_of(meta)
            rows = read_rows(connection, game_id)[: meta.seq]
            return Room(
                meta=meta,
                game=game,
                state=game.load(msgspec.json.decode(position)),
                rows=rows,
                seats=read_seats(connection, game_id),
                passes=read_passes(connection, game_id),
                line=line_at(rows, len(rows)),
            )

        room = await self.store.read(read)
        self.rooms[game_id] = room
        self._evict()
        return room

    def _game_of(self, meta: Meta) -> Game:
        try:
            return self.game(meta.title, meta.players, meta.map_name, meta.options)
        except NotationError as error:
            raise Problem(409, "title_changed", title=meta.title) from error

    async def refresh(self, room: Room) -> int:
        """Read again what others may have changed; gives the sequence number the room had before."""
        before = room.seq

        def read(connection: Connection) -> tuple[tuple[Meta, str] | None, list[Row], list[Seat], dict[int, Pass]]:
            # The game's row first: rows committed after it was read are left for the next refresh.
            found = read_meta(connection, room.id)
            return (
                found,
                read_rows(connection, room.id, before),
                read_seats(connection, room.id),
                read_passes(connection, room.id),
            )

        found, rows, seats, passes = await self.store.read(read)
        if found is None:
            raise Problem(404, "no_game")
        meta, position = found
        if meta.seq < room.seq or meta.version < room.meta.version:
            return before  # an older reading than what this process has committed meanwhile
        if meta.seq > room.seq:
            room.extend([row for row in rows if room.seq < row.seq <= meta.seq])
            room.state = room.game.load(msgspec.json.decode(position))
        room.meta, room.seats, room.passes = meta, seats, passes
        return before

    def _evict(self) -> None:
        if len(self.rooms) <= self.limit:
            return
        for game_id, room in list(self.rooms.items()):
            busy = room.sockets or room.lock.locked() or (room.bot_task is not None and not room.bot_task.done())
            if not busy:
                del self.rooms[game_id]
            if len(self.rooms) <= self.limit:
                return
