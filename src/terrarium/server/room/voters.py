"""Whose people have a say when a seat wants something of the whole table."""

from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store.rows import Seat


def needed(hall: Hall, room: Room, by: int, now: float) -> list[int]:
    """The seats whose people must agree. Only who gave up, or was away for the set time, is passed over."""

    def voter(seat: Seat) -> bool:
        if seat.kind != "human" or seat.seat == by or seat.gone:
            return False
        set_time = room.meta.absent_after
        return not seat.stand_in or set_time is None or hall.away(room, seat.seat, now) < set_time

    return [seat.seat for seat in room.seats if voter(seat)]
