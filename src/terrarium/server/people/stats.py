"""Statistics of finished games by title, race, power and seat, from what each seat was seen to play."""

import asyncio
import time
from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import Any

import structlog
from sqlalchemy import Connection, func, insert, select
from sqlalchemy.dialects.postgresql import insert as insert_pg
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.exc import IntegrityError

from terrarium.kernel.contract import OVER, SPECTATOR, State, Title
from terrarium.kernel.handmade import map_in
from terrarium.server.errors import Problem
from terrarium.server.people import gallery
from terrarium.server.room import history
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.room.undo import ALONE
from terrarium.server.store import schema

log = structlog.get_logger()


def units_of(view: dict[str, object], title: Title, house: Collection[str] = ()) -> Iterator[tuple[int, str, str]]:
    """(seat, kind, unit) of every race and power that a seat's part of a view names; those of the players' own are of
    the kind `house`."""
    races, powers = set(title.races), set(title.powers)

    def names(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for inner in value.values():
                yield from names(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from names(inner)

    seats = view.get("seats")
    for seat, entry in enumerate(seats if isinstance(seats, list) else []):
        for name in names(entry):
            if name in races:
                yield seat, "race", name
            elif name in powers:
                yield seat, "power", name
            elif name in house:
                yield seat, "house", name


def played_units(room: Room, title: Title) -> set[tuple[int, str, str]]:
    """Everything that was in front of each seat at some moment of the game."""
    found: set[tuple[int, str, str]] = set()
    house = {name.removeprefix(gallery.HOUSE) for name in room.meta.options if name.startswith(gallery.HOUSE)}
    state: State = history.first_state(room)
    for number in room.line:
        history.step(room, state, room.rows[number - 1])
        if state.current_player() >= 0 or state.current_player() == OVER:
            found.update(units_of(state.view(SPECTATOR), title, house))
    return found


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


def counts(room: Room) -> bool:
    """Only games that were played here from their beginning, and in which nobody took back against bots alone."""
    meta = room.meta
    if meta.imported or meta.diverged or meta.parent is not None:
        return False
    return not any(row.how == "undo" and row.reason == ALONE for row in room.rows)


async def count(hall: Hall, room: Room) -> None:
    """Write the rows of statistics of a game that has ended by the rules; once, however often it is asked."""
    result = room.meta.result
    if result is None or result["scores"] is None or not counts(room):
        return
    title = hall.titles[room.meta.title]
    try:
        units = await hall.pools.replays.run(lambda: played_units(room, title))
    except Problem:
        log.warning("stats_skipped", game=room.id)
        return
    units |= {(seat, "seat", str(seat + 1)) for seat in range(room.meta.players)}
    meta = room.meta
    shares = hall.rooms.game(meta.title, meta.players, meta.map_name, meta.options).shares(result["winners"])
    rows = []
    played: list[tuple[str, float]] = []
    if chart := map_in(meta.options):
        played.append((meta.options[chart].partition(" ")[0], 0.0))  # a map is played on by all, and wins nothing
    for seat, kind, unit in sorted(units):
        if kind == "house":  # counted with the unit itself: others may have the same name
            played.append((meta.options[gallery.HOUSE + unit].partition(" ")[0], shares[seat]))
            continue
        entry = room.seats[seat]
        rows.append(
            {
                "game": room.id,
                "title": room.meta.title,
                "players": room.meta.players,
                "seat": seat,
                "user_id": entry.user_id,
                "bot": entry.level if entry.kind == "bot" else entry.stand_in,
                "kind": kind,
                "unit": unit,
                "score": result["scores"][seat],
                "won": shares[seat],
            }
        )

    def write(connection: Connection) -> None:
        p = schema.plays
        if connection.execute(select(p.c.id).where(p.c.game == room.id).limit(1)).scalar() is None:
            connection.execute(insert(p), rows)
            tally(connection, rows)
            gallery.count(connection, meta.title, played)

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
