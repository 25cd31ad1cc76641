"""Clocks: how long a seat has, and when somebody must look at a game again."""

from typing import Any

from terrarium.server.room.room import Room
from terrarium.server.store.rows import Meta, Seat

BOT_LEASE_S = 20.0
"""A bot that has not answered after this time is asked again, perhaps by another worker."""


def after_move(room: Room, who: int, now: float) -> dict[str, Any]:
    """What the clock says once `who` is to answer: seconds left, start of the question, time to wake."""
    meta = room.meta
    left = [*meta.left]
    before = meta.turn
    if meta.clock["kind"] == "total" and before >= 0:
        left[before] = max(0.0, left[before] - (now - meta.since))
        if who != before:
            left[before] += float(meta.clock.get("increment", 0))
    since = meta.since if who == before and meta.clock["kind"] == "move" else now
    return {"left": left, "since": since, "wake": wake_time(meta, room.seats, who, left, since, now)}


def reveal_time(meta: Meta, now: float) -> float | None:
    """When spectators with a delay may know that a game has ended which ends now; kept as its time to wake."""
    return now + meta.delay if meta.delay > 0 else None


def flag_time(meta: Meta, seat: int, left: list[float], since: float) -> float | None:
    """When the clock of `seat` runs out, if it has one."""
    clock = meta.clock
    if clock["kind"] == "move":
        return since + float(clock["seconds"])
    if clock["kind"] == "total":
        return since + left[seat]
    return None


def wake_time(meta: Meta, seats: list[Seat], seat: int, left: list[float], since: float, now: float) -> float | None:
    """When this game needs a look although nobody moves: a flag, an absent seat, a bot that must answer."""
    if seat < 0:
        return None
    if seats[seat].by_bot:
        return now + BOT_LEASE_S
    return person_wake(meta, seat, left, since)


def person_wake(meta: Meta, seat: int, left: list[float], since: float) -> float | None:
    """The same for a seat that a person plays."""
    times = [flag_time(meta, seat, left, since)]
    if meta.absent_after is not None:
        times.append(since + meta.absent_after)
    known = [at for at in times if at is not None]
    return min(known) if known else None


def standing(room: Room, now: float) -> dict[str, object]:
    """The clock as the table shows it: seconds left of each seat at this moment."""
    meta = room.meta
    if meta.clock["kind"] == "none":
        return {"kind": "none"}
    shown: dict[str, object] = dict(meta.clock)
    running = meta.status == "live" and meta.turn >= 0
    if meta.clock["kind"] == "total":
        left = [*meta.left]
        if running:
            left[meta.turn] = max(0.0, left[meta.turn] - (now - meta.since))
        shown["left"] = [round(value, 1) for value in left]
    elif running:
        shown["left"] = round(max(0.0, meta.since + float(meta.clock["seconds"]) - now), 1)
    return shown
