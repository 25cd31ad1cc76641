"""Statistics of finished games by title, race, power and seat, from what each seat was seen to play."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any

import structlog
from sqlalchemy import ColumnElement, Connection, func, insert, select, update
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
EVERY_S = 15.0
"""How often games are looked for that nobody counted."""
LATE_S = 60.0
"""So long after its moment a game may come to be known: a commit takes a while, and clocks differ."""
PAGE = 100


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


class Counting:
    """Has games counted that nobody counted when they ended: their worker was stopped or killed, perhaps while a delay
    had not passed. Every worker does so; what is counted twice is there once."""

    def __init__(
        self,
        hall: Hall,
        name: str,
        uncounted: ColumnElement[bool],
        count: Callable[[Hall, Room], Coroutine[Any, Any, None]],
    ) -> None:
        self.hall = hall
        self.name = f"counted {name}"
        self.uncounted = uncounted
        self.count = count

    async def forever(self) -> None:
        """All that ended since the last start, then, again and again, those whose delay has passed."""
        since = await self._from_start()
        while True:
            await asyncio.sleep(EVERY_S)
            now = time.time()
            with suppress(Problem):  # no database just now: the same again
                await self.catch_up(since, now, schema.games.c.wake)
                since = now - LATE_S

    async def _from_start(self) -> float:
        now, s = time.time(), schema.settings
        query = select(s.c.value).where(s.c.name == self.name)
        with suppress(Problem, IntegrityError):
            begun = await self.hall.store.read(lambda connection: connection.execute(query).scalar())
            await self.catch_up(float(begun or 0), now, func.coalesce(schema.games.c.wake, schema.games.c.updated))
            await self.hall.store.write(lambda connection: self._note(connection, now - LATE_S))
        return now - LATE_S

    def _note(self, connection: Connection, until: float) -> None:
        s = schema.settings
        if connection.execute(update(s).where(s.c.name == self.name).values(value=repr(until))).rowcount == 0:
            connection.execute(insert(s).values(name=self.name, value=repr(until)))

    async def catch_up(self, since: float, until: float, ended: ColumnElement[Any]) -> None:
        """Count those that ended, as `ended` says, within this time, one page after another."""
        g = schema.games.c
        after: tuple[float, str] = (since, "")
        query = select(ended, g.id).where(g.status == "over", self.uncounted).order_by(ended, g.id).limit(PAGE)
        while True:
            moment, game = after
            page = query.where(ended >= moment, ended <= until, (ended > moment) | (g.id > game))
            found = await self.hall.store.read(lambda connection: connection.execute(page).all())  # noqa: B023
            for _, one in found:
                try:
                    await self.count(self.hall, await self.hall.rooms.get(one))
                except (Problem, IntegrityError) as problem:
                    log.warning("count_skipped", game=one, what=self.name, reason=str(problem)[:200])
            if len(found) < PAGE:
                return
            after = tuple(found[-1])


def counting(hall: Hall) -> Counting:
    """The statistics of games that nobody counted."""
    g, p = schema.games.c, schema.plays.c
    known = select(p.game).where(p.game == g.id).exists()
    uncounted = g.imported.is_(False) & g.diverged.is_(False) & g.parent.is_(None) & ~known
    return Counting(hall, "statistics", uncounted, count)


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
