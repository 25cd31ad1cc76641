"""Order at a table: its host silences people in the chat and takes seats away."""

import time

from sqlalchemy import Connection, insert, select, update

from terrarium.server.errors import Problem
from terrarium.server.people.sessions import Person
from terrarium.server.room import chat
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.room.table import EMPTY, change, set_game, set_seat
from terrarium.server.store import schema
from terrarium.server.store.rows import ENDED, LIVE, OPEN, PAUSED, REMOVED, Meta, Seat


def check_host(meta: Meta, person: Person) -> None:
    if meta.host != person.user_id:
        raise Problem(403, "host_only")


def _late(meta: Meta) -> bool:
    """Does a host without a seat see the game as it was some time ago? What they may do would tell of its end, and they
    cannot judge yet what is going on."""
    if meta.status == OPEN or meta.delay <= 0:
        return False
    return meta.status not in ENDED or (meta.wake is not None and meta.wake > time.time())


async def remove(hall: Hall, room: Room, person: Person, number: int) -> None:
    """The host takes somebody's seat away: before the game it is open again, afterwards a bot plays it to the end."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        check_host(meta, person)
        if not 0 <= number < len(seats):
            raise Problem(404, "no_seat", seat=number)
        p = schema.passes.c
        mine = connection.execute(select(p.seat).where(p.game == meta.id, p.user_id == person.user_id)).scalar()
        if seats[number].kind != "human" or mine == number or (mine is None and _late(meta)):
            raise Problem(409, "cannot_remove", seat=number)
        if meta.status not in (OPEN, LIVE, PAUSED):
            raise Problem(409, "game_over")
        take_away(connection, meta, seats, number)

    await change(hall, room, work)


def take_away(connection: Connection, meta: Meta, seats: list[Seat], number: int) -> None:
    """Everybody who opened this seat may watch from now on, as far as others may, but sit here no more."""
    seat, p = seats[number], schema.passes
    connection.execute(update(p).where(p.c.game == meta.id, p.c.seat == number).values(seat=None, barred=True))
    chat.add(connection, meta.id, "removed", number, seat.name, user=seat.user_id)
    if meta.status == OPEN:
        set_seat(connection, meta.id, number, **EMPTY)
        return
    set_seat(connection, meta.id, number, stand_in=REMOVED, key_digest=None, orders=[])
    # Whatever the table was being asked, it was asked of other people.
    set_game(connection, meta.id, ask=None)
    people = [entry for entry in seats if entry.kind == "human" and not entry.gone and entry.seat != number]
    if meta.status == PAUSED and not people:
        # Nobody is left who could end the pause.
        set_game(connection, meta.id, status=LIVE, since=time.time() - meta.since, wake=time.time())
    elif meta.status == LIVE and meta.turn == number:
        set_game(connection, meta.id, wake=time.time())


async def silence(hall: Hall, room: Room, person: Person, user_id: int, on: bool) -> None:
    """The host lets somebody say nothing more at this table, or lets them speak again."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        check_host(meta, person)
        if user_id == person.user_id:
            raise Problem(409, "cannot_remove", seat=-1)
        p, u = schema.passes, schema.users
        who = connection.execute(select(u.c.name).where(u.c.id == user_id)).scalar()
        if who is None:
            raise Problem(404, "not_found")
        where = (p.c.game == meta.id) & (p.c.user_id == user_id)
        entry = connection.execute(select(p.c.seat, p.c.barred, p.c.silenced).where(where)).one_or_none()
        t = schema.talk.c
        spoke = select(t.id).where(t.user_id == user_id, t.game == meta.id, t.kind == chat.SAID).limit(1)
        if entry is not None and entry.silenced == on:
            return
        here = entry is not None and (entry.seat is not None or entry.barred or entry.silenced)
        if not here and connection.execute(spoke).first() is None:
            raise Problem(404, "not_found")  # else the table would tell of anybody, as often as its host likes
        if entry is not None:
            connection.execute(update(p).where(where).values(silenced=on))
        elif not meta.listed:
            raise Problem(404, "not_found")  # a pass would let them in
        else:
            connection.execute(insert(p).values(game=meta.id, user_id=user_id, seat=None, muted=[], silenced=on))
        chat.add(connection, meta.id, "silenced" if on else "speaks", None, who, user=user_id)

    await change(hall, room, work)
