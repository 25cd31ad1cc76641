"""Statistics of finished games by title, race, power and seat, from what each seat was seen to play."""

import asyncio
import time
from contextlib import suppress
from typing import Any

import structlog
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.dialects.postgresql import insert as insert_pg
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.exc import IntegrityError

from terrarium.server.errors import Problem
from terrarium.server.people import gallery
from terrarium.server.room import played
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import schema

log = structlog.get_logger()


def follow(hall: Hall, room: Room) -> None:
    """Count a game that is over."""
    if room.meta.status == "over" and room.meta.result is not None and room.meta.result["scores"] is not None:
        hall.spawn(_count_in_time(hall, room))


async def until_public(room: Room) -> None:
    """Figures are public: a game with a delay is counted when spectators may know that it has ended."""
    if room.meta.wake is not None:
        await asyncio.sleep(max(0.0, room.meta.wake - time.time()))


async def _count_in_time(hall: Hall, room: Room) -> None:
    await until_public(room)
    await count(hall, room)


async def count(hall: Hall, room: Room) -> None:
    """Write the rows of statistics of a game that has ended by the rules; once, however often it is asked."""
    result = room.meta.result
    if result is None or result["scores"] is None or not played.counts(room):
        return
    meta = room.meta
    game = hall.rooms.game(meta.title, meta.players, meta.map_name, meta.options)
    try:
        rows, works = await hall.pools.replays.run(lambda: played.played(room, game, hall.titles[meta.title]))
    except Problem:
        log.warning("stats_skipped", game=room.id)
        return

    def write(connection: Connection) -> None:
        p = schema.plays
        if connection.execute(select(p.c.id).where(p.c.game == room.id).limit(1)).scalar() is None:
            connection.execute(insert(p), rows)
            tally(connection, rows)
            gallery.count(connection, meta.title, works)

    # Another worker may write the same rows at the same moment: either way they are there, once.
    with suppress(IntegrityError):
        await hall.store.write(write)


def tally(connection: Connection, rows: list[dict[str, Any]]) -> None:
    """Add rows of `plays` to the sums that everybody's statistics show."""
    kind = insert_pg if connection.dialect.name == "postgresql" else insert_sqlite
    t = schema.tallies
    # In one order everywhere, so that two workers never wait for each other's row.
    for row in sorted(rows, key=lambda row: (row["kind"], row["unit"], row["seat"])):
        key = {name: row[name] for name in ("title", "players", "kind", "unit")}
        query = kind(t).values(**key, games=1, won=row["won"], score=row["score"])
        more = query.excluded
        added = {"games": t.c.games + 1, "won": t.c.won + more.won, "score": t.c.score + more.score}
        connection.execute(query.on_conflict_do_update(index_elements=[*key], set_=added))


async def catch_up(hall: Hall) -> None:
    """After a start: the statistics of games that ended just before the last stop."""

    def read(connection: Connection) -> list[str]:
        g, p = schema.games.c, schema.plays.c
        known = select(p.game).where(p.game == g.id).exists()
        query = select(g.id).where(g.status == "over", g.imported.is_(False), g.diverged.is_(False), ~known)
        query = query.where(g.parent.is_(None), g.wake.is_(None) | (g.wake <= time.time()))
        return [*connection.execute(query.order_by(g.updated.desc()).limit(100)).scalars()]

    for game in await hall.store.read(read):
        with suppress(Problem, IntegrityError):
            await count(hall, await hall.rooms.get(game))


async def figures(hall: Hall, title: str, players: int | None, user_id: int | None) -> list[dict[str, object]]:
    """How each seat, race and power has done: games, share of wins, mean score. Everybody's, or one person's."""

    def read(connection: Connection) -> list[dict[str, object]]:
        if user_id is None:
            source: Any = schema.tallies.c
            sums: Any = (func.sum(source.games), func.sum(source.won), func.sum(source.score))
        else:
            source = schema.plays.c
            sums = (func.count(), func.sum(source.won), func.sum(source.score))
        query = select(source.kind, source.unit, *sums).where(source.title == title)
        if user_id is not None:
            query = query.where(source.user_id == user_id)
        if players is not None:
            query = query.where(source.players == players)
        query = query.group_by(source.kind, source.unit).order_by(source.kind, source.unit)
        return [
            {
                "kind": kind,
                "unit": unit,
                "games": int(games),
                "wins": round(float(won), 2),
                "win_share": round(float(won) / int(games), 4),
                "mean_score": round(float(score) / int(games), 2),
            }
            for kind, unit, games, won, score in connection.execute(query)
        ]

    return await hall.store.read(read)
