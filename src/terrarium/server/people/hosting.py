"""How many tables and bots one person may have at once."""

from sqlalchemy import Connection, func, select

from terrarium.server.errors import Problem
from terrarium.server.people.sessions import Person
from terrarium.server.room.hall import Hall
from terrarium.server.store import schema
from terrarium.server.store.rows import LIVE, OPEN, PAUSED


async def check(hall: Hall, person: Person, bots: int) -> None:
    """May this person host one more table with so many bots? Problem 409 where it is too much."""
    settings, own, user_id = hall.settings, person.quotas or {}, person.user_id
    most_games = own.get("tables", settings.most_games if settings.quotas else 0)
    most_bots = own.get("bots", settings.most_bots if settings.quotas else 0)
    if not (most_games or most_bots or own):
        return

    def read(connection: Connection) -> tuple[int, int]:
        g, s = schema.games.c, schema.seats.c
        mine = (g.host == user_id) & g.status.in_((OPEN, LIVE, PAUSED))
        games = connection.execute(select(func.count()).select_from(schema.games).where(mine)).scalar_one()
        seats = select(func.count()).select_from(schema.seats).join(schema.games, s.game == g.id)
        return games, connection.execute(seats.where(mine, s.kind == "bot")).scalar_one()

    games, seated = await hall.store.read(read)
    if (most_games or "tables" in own) and games >= most_games:
        raise Problem(409, "too_many_games", most=most_games)
    if (most_bots or "bots" in own) and bots and seated + bots > most_bots:
        raise Problem(409, "too_many_bots", most=most_bots)
