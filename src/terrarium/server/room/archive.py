"""Lists of games: open tables, running ones, one's own, and the archive; forks and imports."""

import math
import time
from dataclasses import dataclass, replace
from typing import Any

import msgspec
from sqlalchemy import Connection, Select, null, select, tuple_

from terrarium import bots, courtesy
from terrarium.kernel.contract import OVER
from terrarium.server.errors import Problem
from terrarium.server.people.sessions import Person
from terrarium.server.room import quick, table
from terrarium.server.room.admission import ended
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import records, schema
from terrarium.server.store.rows import ENDED, LIVE, PAUSED

PAGE = 50


@dataclass(frozen=True)
class Page:
    """One page of a list, and where the next one begins; None after the last."""

    games: list[dict[str, object]]
    next: str | None


def cursor_of(updated: float, game: str) -> str:
    """Where a list goes on after this game: games may have changed in the same moment."""
    return f"{updated!r}~{game}"


def read_cursor(text: str) -> tuple[float, str]:
    """What `cursor_of` wrote; Problem where it wrote no such thing."""
    number, _, game = text.partition("~")
    try:
        updated = float(number)
    except ValueError:
        updated = math.nan
    if not math.isfinite(updated):
        raise Problem(422, "bad_request", what="cursor")
    return updated, game


async def games(
    hall: Hall, which: str, title: str | None, after: tuple[float, str] | None, user_id: int | None
) -> Page:
    """One page of a list, the latest first. `which`: open, live, archive, mine."""
    g, s, p = schema.games.c, schema.seats.c, schema.passes.c
    now = time.time()

    def chosen(connection: Connection) -> dict[str, int | None]:
        """The games of the page in order, with my seat. Asked of the indexes alone: games are large."""
        if which == "mine":
            query: Select[Any] = select(g.id, g.updated, p.seat).join_from(schema.passes, schema.games, p.game == g.id)
            query = query.where(p.user_id == user_id, p.seat.is_not(None), g.status != "aborted")
            lessons = select(schema.learning.c.game).where(
                schema.learning.c.user_id == user_id, schema.learning.c.game.is_not(None)
            )
            query = query.where(g.id.not_in(lessons))
        else:
            statuses = {"open": ["open"], "live": ["live", "paused"], "archive": ["over"]}[which]
            query = select(g.id, g.updated, null()).where(g.listed.is_(True), g.status.in_(statuses))
        if which == "archive":
            # Asked of the index of those that wake: their own rows are large.
            query = query.where(g.id.not_in(select(g.id).where(g.status == "over", g.wake > now)))
        if title is not None:
            query = query.where(g.title == title)
        if after is not None:
            query = query.where(tuple_(g.updated, g.id) < tuple_(*after))
        found = [*connection.execute(query.order_by(g.updated.desc(), g.id.desc()).limit(PAGE))]
        if which == "live":
            found += connection.execute(secretly_over())
            found = sorted(found, key=lambda row: (row[1], row[0]), reverse=True)[:PAGE]
        return {row[0]: row[2] for row in found}

    def secretly_over() -> Select[Any]:
        """Games with a delay that have ended run on for the public, until their time to wake; they count as running
        (`people.hosting`), so that there are no more of them."""
        hidden = select(g.id, g.updated, null()).where(g.listed.is_(True), g.status.in_(ENDED), g.wake > now)
        if title is not None:
            hidden = hidden.where(g.title == title)
        if after is not None:
            hidden = hidden.where(tuple_(g.updated, g.id) < tuple_(*after))
        return hidden.order_by(g.updated.desc(), g.id.desc()).limit(PAGE)

    def read(connection: Connection) -> Page:
        mine = chosen(connection)
        columns = (
            g.id, g.title, g.players, g.map_name, g.lang, g.status, g.clock, g.result, g.turn, g.created, g.updated,
            g.wake, g.delay,
        )  # fmt: skip
        found = {row.id: row for row in connection.execute(select(*columns).where(g.id.in_(mine)))}
        seats: dict[str, list[dict[str, object]]] = {game: [] for game in mine}
        query = select(s.game, s.seat, s.kind, s.level, s.name).where(s.game.in_(seats)).order_by(s.game, s.seat)
        for row in connection.execute(query):
            entry = {"seat": row.seat, "kind": row.kind, "level": row.level, "name": row.name}
            seats[row.game].append(entry)
        shown = [found[game] for game in mine if game in found]
        last = shown[-1] if len(mine) == PAGE and shown else None
        entries = [_entry(row, seats[row.id], mine[row.id], which != "mine" and _hidden(row, now)) for row in shown]
        return Page(entries, None if last is None else cursor_of(last.updated, last.id))

    return await hall.store.read(read)


def _hidden(row: Any, now: float) -> bool:
    """Is there something about this game that the public does not know yet: that it rests, or has ended?"""
    if row.delay <= 0:
        return False
    return row.status == PAUSED or (row.status in ENDED and row.wake is not None and row.wake > now)


def _entry(row: Any, seats: list[dict[str, object]], mine: int | None, running: bool) -> dict[str, object]:
    shown: dict[str, object] = {
        "id": row.id,
        "title": row.title,
        "players": row.players,
        "map": row.map_name,
        "lang": row.lang,
        "status": LIVE if running else row.status,
        "clock": row.clock,
        "seats": seats,
        "result": None if running else row.result,
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
    state = (await hall.past.position(room, at)).clone()
    if state.current_player() == OVER:
        raise Problem(409, "game_over")
    wish.title, wish.map_name, wish.options = room.meta.title, room.meta.map_name, dict(room.meta.options)
    wish.parent = (room.id, at)
    if ended(room, viewer, time.time()):
        wish.rows = [row._replace(client=None) for row in room.rows[:at]]
        wish.position, wish.start = state, room.meta.start
    else:
        wish.position = courtesy.copy(room.game, state, viewer, room.meta.coins)
        wish.start = msgspec.json.encode(wish.position.dump()).decode()
    return await table.create(hall, person, wish)


async def read_text(hall: Hall, text: str) -> records.Reading:
    """What a stranger's text spells: a record, a position in one line, a log of another server."""
    found = await hall.cell.run(records.read, hall.settings.titles, text, time.time())
    return msgspec.json.decode(found, type=records.Reading)


def usual_seats(done: records.Reading) -> list[dict[str, str]]:
    """Who plays on where nobody says it; a finished game goes to one's own shelf, where nobody plays on."""
    told = replace(done, seats=[]) if done.over else done
    return records.wished_seats(told, bots.levels(done.title), quick.level_of(done.title))


async def bring_in(hall: Hall, person: Person, done: records.Reading, wish: table.Wish) -> tuple[Room, str | None]:
    """A game from a text: a finished one goes to one's own shelf, an unfinished one can be played on."""
    game = hall.rooms.game(done.title, done.players, done.map_name, done.options)
    wish.title, wish.map_name, wish.options = done.title, done.map_name, done.options
    wish.rows, wish.start, wish.imported = done.rows, done.start, True
    wish.position = game.load(msgspec.json.decode(done.position))
    if done.over:
        wish.seats = usual_seats(done)
    room, key = await table.create(hall, person, wish)
    if done.over:
        result = {"scores": done.scores, "winners": done.winners, "ended": "rules"}

        def end(connection: Connection, meta: Any, seats: Any) -> None:
            table.set_game(connection, meta.id, status="over", result=result, wake=None)

        await table.change(hall, room, end)
    return room, key
