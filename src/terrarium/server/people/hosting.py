"""How many tables and bots one person may have at once."""

from sqlalchemy import Connection, func, select

from terrarium.server.errors import Problem
from terrarium.server.room.hall import Hall
from terrarium.server.store import schema
from terrarium.server.store.rows import LIVE, OPEN, PAUSED


async def check(hall: Hall, user_id: int, bots: int) -> None:
    """May this person host one more table with so many bots? Problem 409 where it is too much."""
    settings = hall.settings
    if not settings.quotas:
        return

    def read(connection: Connection) -> tuple[int, int]:
        g, s = schema.games.c, schema.seats.c
        mine = (g.host == user_id) & g.status.in_((OPEN, LIVE, PAUSED))
        games = connection.execute(select(func.count()).select_from(schema.games).where(mine)).scalar_one()
        seats = select(func.count()).select_from(schema.seats).join(schema.games, s.game == g.id)
        return games, connection.execute(seats.where(mine, s.kind == "bot")).scalar_one()

    games, seated = await hall.store.read(read)
    if settings.most_games and games >= settings.most_games:
        raise Problem(409, "too_many_games", most=settings.most_games)
    if settings.most_bots and bots and seated + bots > settings.most_bots:
        raise Problem(409, "too_many_bots", most=settings.most_bots)
