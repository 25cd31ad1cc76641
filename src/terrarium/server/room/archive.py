"""Lists of games: open tables, running ones, one's own, and the archive; forks and imports."""

import time
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, select

from terrarium.kernel.contract import OVER
from terrarium.server.errors import Problem
from terrarium.server.people.sessions import Person
from terrarium.server.room import history, table
from terrarium.server.room.hall import Hall
from terrarium.server.room.rooms import Room
from terrarium.server.store import records, schema
from terrarium.server.store.rows import ENDED

PAGE = 50


async def games(
    hall: Hall, which: str, title: str | None, before: float | None, user_id: int | None
) -> list[dict[str, object]]:
    """One page of a list, the latest first. `which`: open, live, archive, mine."""
    g, s, p = schema.games.c, schema.seats.c, schema.passes.c

    def read(connection: Connection) -> list[dict[str, object]]:
        query: Select[Any] = select(
            g.id, g.title, g.players, g.map_name, g.lang, g.status, g.clock, g.result, g.turn, g.created, g.updated
        )
        if which == "mine":
            query = query.join_from(schema.games, schema.passes, p.game == g.id)
            query = query.where(p.user_id == user_id, p.seat.is_not(None), g.status != "aborted")
        else:
            statuses = {"open": ["open"], "live": ["live", "paused"], "archive": ["over"]}[which]
            query = query.where(g.listed.is_(True), g.status.in_(statuses))
        if title is not None:
            query = query.where(g.title == title)
        if before is not None:
            query = query.where(g.updated < before)
        found = connection.execute(query.order_by(g.updated.desc(), g.id).limit(PAGE)).all()
        seats: dict[str, list[dict[str, object]]] = {row.id: [] for row in found}
        mine: dict[str, int] = {}
        query = select(s.game, s.seat, s.kind, s.level, s.name).where(s.game.in_(seats)).order_by(s.game, s.seat)
        for row in connection.execute(query):
            entry = {"seat": row.seat, "kind": row.kind, "level": row.level, "name": row.name}
            seats[row.game].append(entry)
        if which == "mine":
            query = select(p.game, p.seat).where(p.user_id == user_id, p.game.in_(seats))
            mine = {row.game: row.seat for row in connection.execute(query)}
        return [_entry(row, seats[row.id], mine.get(row.id)) for row in found]

    return await hall.store.read(read)


def _entry(row: Any, seats: list[dict[str, object]], mine: int | None) -> dict[str, object]:
    shown: dict[str, object] = {
        "id": row.id,
        "title": row.title,
        "players": row.players,
        "map": row.map_name,
        "lang": row.lang,
        "status": row.status,
        "clock": row.clock,
        "seats": seats,
        "result": row.result,
        "created": row.created,
        "updated": row.updated,
    }
    if mine is not None:
        shown["you"] = mine
        shown["your_turn"] = row.status == "live" and row.turn == mine
    return shown


async def fork(
    hall: Hall, room: Room, person: Person, viewer: int, at: int, wish: table.Wish
) -> tuple[Room, str | None]:
    """A new game that begins where another stood.

    From a finished game with everything; from a running one with what `viewer` could see: a fork reveals nothing.
    """
    await history.prepare(hall.store, room)
    state = history.state_at(room, at)
    if state.current_player() == OVER:
        raise Problem(409, "game_over")
    wish.title, wish.map_name, wish.options = room.meta.title, room.meta.map_name, dict(room.meta.options)
    wish.parent = (room.id, at)
    if room.meta.status in ENDED:
        wish.rows = [row._replace(client=None) for row in room.rows[:at]]
        wish.position, wish.start = state, room.meta.start
    else:
        blind = state.blind(viewer)
        wish.position = blind
        wish.start = msgspec.json.encode(blind.dump()).decode()
    return await table.create(hall, person, wish)


async def bring_in(hall: Hall, person: Person, text: str, wish: table.Wish) -> tuple[Room, str | None]:
    """A game from a record: a finished one goes to one's own shelf, an unfinished one can be played on."""
    record, heading = records.parse(text)
    game = records.game_of(hall.titles, record)
    now = time.time()
    done = await hall.store.compute(lambda: records.replay(game, record, heading, now))
    wish.title, wish.map_name, wish.options = record.title, record.map_name, record.options
    wish.rows, wish.position, wish.start, wish.imported = done.rows, done.state, heading.start, True
    if done.state.current_player() == OVER:
        wish.seats = [{"kind": "me"}] + [{"kind": "open"}] * (game.players - 1)
    room, key = await table.create(hall, person, wish)
    if done.state.current_player() == OVER:
        result = {"scores": done.state.scores(), "winners": done.state.winners(), "ended": "rules"}

        def end(connection: Connection, meta: Any, seats: Any) -> None:
            table.set_game(connection, meta.id, status="over", result=result, wake=None)

        await table.change(hall, room, end)
    return room, key
