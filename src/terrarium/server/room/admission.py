"""Who may come in, to the table and to the board on it, and how far they see."""

from terrarium.kernel.contract import SPECTATOR
from terrarium.server.errors import Problem
from terrarium.server.people.sessions import Person
from terrarium.server.room.rooms import Room
from terrarium.server.store.rows import ENDED


def admit(room: Room, person: Person | None) -> int:
    """The viewer this person is at this table; Problem where they may not even know it."""
    user_id = None if person is None else person.user_id
    if not room.meta.listed and (user_id is None or user_id not in room.passes):
        raise Problem(403, "invite_needed")
    return room.seat_of(user_id)


def admit_to_board(room: Room, person: Person | None) -> int:
    """The same, for looking at the board."""
    viewer = admit(room, person)
    if viewer == SPECTATOR and room.meta.spectators == "none" and room.meta.status in ("open", "live", "paused"):
        raise Problem(403, "no_spectators")
    return viewer


def horizon(room: Room, viewer: int, now: float) -> int:
    """The latest row this viewer may see: all of them, except for spectators with a delay."""
    if viewer != SPECTATOR or room.meta.delay <= 0 or room.meta.status in ENDED:
        return room.seq
    seen = room.meta.fair_from
    for row in room.rows:
        if row.at <= now - room.meta.delay:
            seen = max(seen, row.seq)
    return seen
