"""The games that are being looked at, held in memory: exactly what the database says, ready to be played on."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Mapping

import msgspec
from sqlalchemy import Connection

from terrarium.kernel.contract import Game, NotationError, Title
from terrarium.server.errors import Problem
from terrarium.server.room.room import Room
from terrarium.server.store.reading import read_meta, read_passes, read_rows, read_seats
from terrarium.server.store.rows import Meta, Pass, Row, Seat, line_at
from terrarium.server.store.store import Store

MAX_GAMES = 200
"""Different games (title, players, map, options) remembered at once."""
MOST_ROWS = 500_000
"""Rows of all logs remembered at once: a log may have ten thousand of them, which are megabytes."""
IDLE_S = 1800.0
"""A room that nobody has asked for so long is forgotten."""


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
        """Make room for the latest: those that were asked for longest ago go, as far as nobody is there."""
        rows = sum(room.seq for room in self.rooms.values())
        for game_id, room in list(self.rooms.items())[:-1]:
            if len(self.rooms) <= self.limit and rows <= MOST_ROWS:
                return
            if not _busy(room):
                del self.rooms[game_id]
                rows -= room.seq

    def forget_idle(self) -> None:
        """Let go of what nobody has asked for in a long time."""
        before = time.monotonic() - IDLE_S
        for game_id, room in list(self.rooms.items()):
            if room.used > before:
                return  # the others were asked for later
            if not _busy(room):
                del self.rooms[game_id]


def _busy(room: Room) -> bool:
    """Is somebody there, or something being done?"""
    return bool(room.sockets) or room.lock.locked() or (room.bot_task is not None and not room.bot_task.done())
