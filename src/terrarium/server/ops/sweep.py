"""The sweep: games that need something although nobody moves: flags, absent seats, bots, unfinished starts."""

import asyncio
import time
from functools import partial

import structlog
from sqlalchemy import Connection, select, update

from terrarium.server.errors import Problem
from terrarium.server.ops import metrics
from terrarium.server.room import agree, clocks, decrees, quick
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.room.table import begin, needs_settling, set_game
from terrarium.server.store import schema
from terrarium.server.store.rows import LIVE

log = structlog.get_logger()
PRESENCE_EVERY_S = 20.0
AT_ONCE = 500
"""Games asked about in one question to the database."""


async def forever(hall: Hall) -> None:
    """Sweep until the server stops."""
    renewed = 0.0
    while True:
        try:
            await decrees.heed(hall)
            await once(hall)
            metrics.ROOMS.set(len(hall.rooms.rooms))
            if hall.hub.shared:
                await compare(hall)
            if time.monotonic() - renewed > PRESENCE_EVERY_S:
                renewed = time.monotonic()
                hall.rooms.forget_idle()
                for room in [*hall.rooms.rooms.values()]:
                    if room.sockets:
                        for seat in [viewer for viewer in room.viewers() if viewer >= 0]:
                            hall.saw(room, seat)
                        await hall.hub.set_presence(room.id, [str(socket.viewer) for socket in room.sockets])
        except Exception:
            log.exception("sweep_failed")
        await asyncio.sleep(hall.settings.sweep_s)


async def compare(hall: Hall) -> int:
    """Are the tables at which somebody sits what the database says? News may have been lost: with the hub, or with a
    worker that died between saving a move and telling of it. Gives how many were read again."""
    watched = [room for room in hall.rooms.rooms.values() if room.sockets]
    behind: list[Room] = []
    for first in range(0, len(watched), AT_ONCE):
        some = {room.id: room for room in watched[first : first + AT_ONCE]}
        for game_id, seq, version in await hall.store.read(partial(_stand, games=[*some])):
            if seq > some[game_id].seq or version > some[game_id].meta.version:
                behind.append(some[game_id])
    for room in behind:
        await hall.catch_up(room)
    return len(behind)


def _stand(connection: Connection, games: list[str]) -> list[tuple[str, int, int]]:
    """Where these games stand: rows in the log, changes of the table."""
    g = schema.games.c
    found = connection.execute(select(g.id, g.seq, g.version).where(g.id.in_(games)))
    return [(row.id, row.seq, row.version) for row in found]


async def once(hall: Hall) -> int:
    """Look at every game whose time has come; gives how many there were."""

    def due(connection: Connection) -> list[str]:
        g = schema.games.c
        query = select(g.id).where(g.status == LIVE, g.wake <= time.time()).order_by(g.wake).limit(200)
        return [*connection.execute(query).scalars()]

    ids = await hall.store.read(due)
    for game_id in ids:
        try:
            await look(hall, await hall.rooms.get(game_id))
        except Exception as error:
            await _passed_over(hall, game_id, error)
    for game_id in await quick.due(hall):
        try:
            await quick.fill(hall, await hall.rooms.get(game_id))
        except Exception as error:
            await _passed_over(hall, game_id, error)
    return len(ids)


async def _passed_over(hall: Hall, game_id: str, error: Exception) -> None:
    """Whatever is wrong with one game, those behind it do not wait for it."""
    if isinstance(error, Problem):
        log.warning("sweep_problem", game=game_id, code=error.code)
    else:
        log.error("sweep_problem", game=game_id, code="", exc_info=error)
    await _leave(hall, game_id, 60)


async def look(hall: Hall, room: Room) -> None:
    """Do what this game waits for."""
    await hall.catch_up(room)
    meta, now = room.meta, time.time()
    if meta.status != LIVE or meta.wake is None or meta.wake > now:
        return
    if needs_settling(room):
        await begin(hall, room)
        return
    seat = room.seats[meta.turn]
    if seat.by_bot:
        await _rest(hall, room, clocks.BOT_LEASE_S)
        hall.wake(room)
        return
    flag = clocks.flag_time(meta, meta.turn, meta.left, meta.since)
    if flag is not None and flag <= now:
        await agree.stand_in(hall, room, meta.turn, "time")
        return
    room.remote = await hall.hub.presence(room.id)
    left_s = 60.0
    if meta.absent_after is not None:
        away = min(hall.away(room, meta.turn, now), now - meta.since)
        if away >= meta.absent_after:
            await agree.stand_in(hall, room, meta.turn, "absent")
            return
        left_s = meta.absent_after - away
    # The person is here but slow, or not gone for long: look again when the flag falls, or when they may be missed.
    again = [at for at in (flag, now + left_s) if at is not None]
    await _rest(hall, room, min(again) - now)


async def _rest(hall: Hall, room: Room, seconds: float) -> None:
    """Look at this game again later, if nothing has happened in it meanwhile: a move has its own time to wake."""
    meta, wake = room.meta, time.time() + max(1.0, seconds)
    g = schema.games.c
    query = update(schema.games).where(g.id == meta.id, g.seq == meta.seq, g.version == meta.version).values(wake=wake)
    if (await hall.store.write(lambda connection: connection.execute(query).rowcount)) == 1 and meta is room.meta:
        meta.wake = wake


async def _leave(hall: Hall, game_id: str, seconds: float) -> None:
    """Leave a game that cannot be opened alone for a while."""
    await hall.store.write(lambda connection: set_game(connection, game_id, wake=time.time() + seconds))


async def wake_bots(hall: Hall) -> None:
    """After a start of the only worker: no bot is thinking, so every bot on turn is asked now."""

    def write(connection: Connection) -> None:
        g, s = schema.games, schema.seats
        bots = select(s.c.game).where(
            s.c.game == g.c.id, s.c.seat == g.c.turn, (s.c.kind == "bot") | (s.c.stand_in != "")
        )
        connection.execute(update(g).where(g.c.status == LIVE, bots.exists()).values(wake=time.time()))

    await hall.store.write(write)
