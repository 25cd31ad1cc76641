"""Who may come in, to the table and to the board on it, and how far they see."""

from typing import Protocol

from terrarium.kernel.contract import SPECTATOR
from terrarium.server.errors import Problem
from terrarium.server.room.room import Room
from terrarium.server.store.rows import ENDED


class Somebody(Protocol):
    """Whoever asks; `people.sessions` knows more of them."""

    @property
    def user_id(self) -> int: ...


def admit(room: Room, person: Somebody | None) -> int:
    """The viewer this person is at this table; Problem where they may not even know it."""
    user_id = None if person is None else person.user_id
    if not room.meta.listed and (user_id is None or user_id not in room.passes):
        raise Problem(403, "invite_needed")
    return room.seat_of(user_id)


def admit_to_board(room: Room, person: Somebody | None) -> int:
    """The same, for looking at the board."""
    viewer = admit(room, person)
    if viewer == SPECTATOR and room.meta.spectators == "none" and room.meta.status not in ENDED:
        raise Problem(403, "no_spectators")
    return viewer


def ended(room: Room, viewer: int, now: float) -> bool:
    """Has the game ended, as far as this viewer may know? To spectators with a delay the end is news too."""
    if room.meta.status not in ENDED:
        return False
    return viewer != SPECTATOR or room.meta.delay <= 0 or room.meta.wake is None or room.meta.wake <= now


def late(room: Room, viewer: int, now: float) -> bool:
    """Does this viewer see the table as it was some time ago?"""
    return viewer == SPECTATOR and room.meta.delay > 0 and not ended(room, viewer, now)


def horizon(room: Room, viewer: int, now: float) -> int:
    """The latest row this viewer may see: all of them, except for spectators with a delay."""
    if not late(room, viewer, now):
        return room.seq
    for row in reversed(room.rows):
        if row.at <= now - room.meta.delay:
            return row.seq
    return room.meta.fair_from
