"""Reading a game from the database: its row, its seats, who may come in, its log."""

from sqlalchemy import Connection, select

from terrarium.server.store import schema
from terrarium.server.store.rows import Meta, Pass, Row, Seat


def read_meta(connection: Connection, game_id: str) -> tuple[Meta, str] | None:
    """The game's row and its position."""
    row = connection.execute(select(schema.games).where(schema.games.c.id == game_id)).one_or_none()
    if row is None:
        return None
    data = dict(row._mapping)
    position: str = data.pop("position")
    return Meta(**data), position


def read_seats(connection: Connection, game_id: str) -> list[Seat]:
    query = select(schema.seats).where(schema.seats.c.game == game_id).order_by(schema.seats.c.seat)
    found = []
    for row in connection.execute(query):
        data = dict(row._mapping)
        del data["game"]
        found.append(Seat(**data))
    return found


def read_passes(connection: Connection, game_id: str) -> dict[int, Pass]:
    query = select(schema.passes).where(schema.passes.c.game == game_id)
    return {
        row.user_id: Pass(row.seat, tuple(row.muted), row.barred, row.silenced) for row in connection.execute(query)
    }


def read_rows(connection: Connection, game_id: str, after: int = 0) -> list[Row]:
    c = schema.rows.c
    query = select(c.seq, c.who, c.text, c.how, c.client, c.reason, c.at, c.wish)
    query = query.where(c.game == game_id, c.seq > after).order_by(c.seq)
    return [Row(*row) for row in connection.execute(query)]
