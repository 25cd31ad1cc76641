"""What a person has one of at a time, whichever worker serves them: a row that is held, renewed and given back.

Whoever holds it renews it; a worker that is killed renews nothing, so nobody is locked out for longer than a lease.
"""

import secrets
import time

from sqlalchemy import Connection, delete, select, update
from sqlalchemy.dialects import postgresql, sqlite

from terrarium.server.store import schema

LEASE_S = 20.0
"""How long a row stands that nobody renews."""
RENEW_S = 5.0
L = schema.leases


def take(connection: Connection, user_id: int) -> str:
    """Hold a person's lease: gives the mark it is held by, or nothing where another one still stands."""
    now, mark = time.time(), secrets.token_hex(8)
    connection.execute(delete(L).where(L.c.user_id == user_id, L.c.until < now))
    kind = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(kind(L).values(user_id=user_id, mark=mark, until=now + LEASE_S).on_conflict_do_nothing())
    held = connection.execute(select(L.c.mark).where(L.c.user_id == user_id)).scalar()
    return mark if held == mark else ""


def renew(connection: Connection, user_id: int, mark: str) -> bool:
    """Hold it longer; False where it has passed on to somebody else."""
    query = update(L).where(L.c.user_id == user_id, L.c.mark == mark).values(until=time.time() + LEASE_S)
    return connection.execute(query).rowcount == 1


def give_back(connection: Connection, user_id: int, mark: str) -> None:
    connection.execute(delete(L).where(L.c.user_id == user_id, L.c.mark == mark))


def give_back_all(connection: Connection) -> None:
    """After a start of the only worker: whoever held one is gone."""
    connection.execute(delete(L))
