"""What one viewer may see of a game: positions, rows with their events, the table around the board.

This is the one gate through which a game's data leaves the server; every part is made for one viewer, from views,
events and choices alone. Texts of moves are not among them: a move may hide something.
"""

from collections.abc import Sequence

from terrarium.kernel.contract import SPECTATOR, State
from terrarium.server.room import clocks
from terrarium.server.room.history import Told
from terrarium.server.room.rooms import Room
from terrarium.server.store.rows import ENDED


def told_row(told: Told, viewer: int) -> dict[str, object]:
    """One row of the log as `viewer` may see it."""
    row = told.row
    kind = row.how if row.how in ("chance", "undo") else "move"
    shown: dict[str, object] = {"seq": row.seq, "who": row.who, "kind": kind, "at": round(row.at, 3)}
    if kind == "undo":
        shown["to"] = int(row.text.split()[1])
    elif row.reason:
        shown["reason"] = True
    shown["events"] = [event.as_dict() for event in told.events[viewer]]
    return shown


def position(state: State, viewer: int) -> dict[str, object]:
    """A position as `viewer` sees it, with the answers that are theirs to give."""
    choices = state.choices(viewer) if viewer >= 0 else []
    return {"view": state.view(viewer), "choices": [choice.as_dict() for choice in choices]}


def update(room: Room, viewer: int, told: Sequence[Told], now: float) -> dict[str, object]:
    """What changed, and the position it led to."""
    return {
        "rows": [told_row(item, viewer) for item in told],
        **position(room.state, viewer),
        "status": room.meta.status,
        "result": room.meta.result,
        "clock": clocks.standing(room, now),
        "ask": room.meta.ask,
    }


def seat_entry(room: Room, seat: int) -> dict[str, object]:
    entry = room.seats[seat]
    return {
        "seat": seat,
        "kind": entry.kind,
        "level": entry.level,
        "name": entry.name,
        "stand_in": entry.stand_in,
    }


def table(room: Room, viewer: int, now: float) -> dict[str, object]:
    """The table around the board: who sits where, the clock, what is asked. The invitation only for those inside."""
    meta = room.meta
    shown: dict[str, object] = {
        "id": meta.id,
        "title": meta.title,
        "rules_version": meta.rules_version,
        "players": meta.players,
        "map": meta.map_name,
        "options": meta.options,
        "lang": meta.lang,
        "listed": meta.listed,
        "status": meta.status,
        "seats": [seat_entry(room, seat) for seat in range(meta.players)],
        "clock": clocks.standing(room, now),
        "absent_after": meta.absent_after,
        "spectators": meta.spectators,
        "delay": meta.delay,
        "ask": meta.ask,
        "result": meta.result,
        "commitment": meta.commitment,
        "parent": None if meta.parent is None else {"game": meta.parent, "at": meta.parent_seq},
        "imported": meta.imported,
        "created": meta.created,
        "you": None if viewer == SPECTATOR else viewer,
    }
    if meta.status in ENDED:
        shown["secret"] = meta.secret.hex()
    return shown
