"""What goes out and comes back: signed, for a while, bound to what it was made for. Nothing is kept of it."""

import hashlib
import hmac
import secrets
import time

from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from terrarium.server.store import schema
from terrarium.server.store.store import Store

NONCE = 16
UNTIL = 8


async def key_of(store: Store) -> str:
    """What signs the links and challenges of this database, made once."""

    def write(connection: Connection) -> str:
        t = schema.settings
        known = connection.execute(select(t.c.value).where(t.c.name == "links")).scalar()
        if known is None:
            known = secrets.token_hex(32)
            connection.execute(insert(t).values(name="links", value=known))
        return str(known)

    try:
        return await store.write(write)
    except IntegrityError:
        return await store.write(write)  # another worker made it in the same moment


def sign(key: str, about: str) -> bytes:
    return hmac.new(key.encode(), about.encode(), hashlib.sha256).digest()


def challenge(key: str, what: str, seconds: float) -> bytes:
    """Random, and recognised again for so long by whoever says what it was for."""
    head = secrets.token_bytes(NONCE) + int(time.time() + seconds).to_bytes(UNTIL, "big")
    return head + sign(key, f"{what} {head.hex()}")


def recognised(key: str, what: str, given: bytes) -> bool:
    """Did this server make it, for this, and not too long ago?"""
    head, signature = given[: NONCE + UNTIL], given[NONCE + UNTIL :]
    if len(head) != NONCE + UNTIL or int.from_bytes(head[NONCE:], "big") < time.time():
        return False
    return hmac.compare_digest(sign(key, f"{what} {head.hex()}"), signature)
