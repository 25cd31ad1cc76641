"""Statistics of finished games by title, race, power and seat, from what each seat was seen to play."""

from collections.abc import Iterator
from contextlib import suppress

import structlog
from sqlalchemy import Connection, delete, func, insert, select
from sqlalchemy.exc import IntegrityError

from terrarium.kernel.contract import OVER, SPECTATOR, State, Title
from terrarium.server.errors import Problem
from terrarium.server.room import history
from terrarium.server.room.hall import Hall
from terrarium.server.room.rooms import Room
from terrarium.server.store import schema

log = structlog.get_logger()


def units_of(view: dict[str, object], title: Title) -> Iterator[tuple[int, str, str]]:
    """(seat, kind, unit) of every race and power that a seat's part of a view names."""
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


def played_units(room: Room, title: Title) -> set[tuple[int, str, str]]:
    """Everything that was in front of each seat at some moment of the game."""
    found: set[tuple[int, str, str]] = set()
    state: State = history.first_state(room)
    for number in room.line:
        history.step(room, state, room.rows[number - 1])
        if state.current_player() >= 0 or state.current_player() == OVER:
            found.update(units_of(state.view(SPECTATOR), title))
    return found


def follow(hall: Hall, room: Room) -> None:
    """Count a game that is over."""
    if room.meta.status == "over":
        hall.spawn(count(hall, room))


async def count(hall: Hall, room: Room) -> None:
    """Write the rows of statistics of a game that has ended by the rules; once, however often it is asked."""
    result = room.meta.result
    if result is None or result["scores"] is None or room.meta.imported or room.meta.diverged:
        return
    title = hall.titles[room.meta.title]
    try:
        units = await hall.store.compute(lambda: played_units(room, title))
    except Problem:
        log.warning("stats_skipped", game=room.id)
        return
    units |= {(seat, "seat", str(seat + 1)) for seat in range(room.meta.players)}
    meta = room.meta
    shares = hall.rooms.game(meta.title, meta.players, meta.map_name, meta.options).shares(result["winners"])
    rows = []
    for seat, kind, unit in sorted(units):
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
        connection.execute(delete(schema.plays).where(schema.plays.c.game == room.id))
        connection.execute(insert(schema.plays), rows)

    # Another worker may write the same rows at the same moment: either way they are there.
    with suppress(IntegrityError):
        await hall.store.write(write)


async def catch_up(hall: Hall) -> None:
    """After a start: the statistics of games that ended just before the last stop."""

    def read(connection: Connection) -> list[str]:
        g, p = schema.games.c, schema.plays.c
        known = select(p.game).where(p.game == g.id).exists()
        query = select(g.id).where(g.status == "over", g.imported.is_(False), g.diverged.is_(False), ~known)
        return [*connection.execute(query.order_by(g.updated.desc()).limit(100)).scalars()]

    for game in await hall.store.read(read):
        with suppress(Problem, IntegrityError):
            await count(hall, await hall.rooms.get(game))


async def figures(hall: Hall, title: str, players: int | None, user_id: int | None) -> list[dict[str, object]]:
    """How each seat, race and power has done: games, share of wins, mean score."""

    def read(connection: Connection) -> list[dict[str, object]]:
        p = schema.plays.c
        sums = (func.count().label("games"), func.sum(p.won).label("won"), func.avg(p.score).label("score"))
        query = select(p.kind, p.unit, *sums).where(p.title == title).group_by(p.kind, p.unit)
        if players is not None:
            query = query.where(p.players == players)
        if user_id is not None:
            query = query.where(p.user_id == user_id)
        return [
            {
                "kind": row.kind,
                "unit": row.unit,
                "games": row.games,
                "wins": round(float(row.won), 2),
                "win_share": round(float(row.won) / row.games, 4),
                "mean_score": round(float(row.score), 2),
            }
            for row in connection.execute(query.order_by(p.kind, p.unit))
        ]

    return await hall.store.read(read)
