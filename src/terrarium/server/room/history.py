"""Positions and events of the past, by replaying the log from the nearest snapshot."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from terrarium.kernel.contract import Event, NotationError, State
from terrarium.server.errors import Problem
from terrarium.server.room.room import Room
from terrarium.server.store.rows import Row, line_at, undo_target

EVERY = 50
"""Rows between two snapshots."""
MOST = 500
"""Rows that are told at once; whoever wants more asks for them in portions."""
MOST_STALE = 100
"""Rows that the answer to a submission for an old position tells."""
MOST_ROWS = 10_000
"""Rows of a log after which nothing is taken back any more. A game played to its end has a few hundred."""


class Told(NamedTuple):
    """What one row brought, as every viewer may see it."""

    row: Row
    events: dict[int, list[Event]]


def first_state(room: Room) -> State:
    """The position before the first row."""
    if room.meta.start is None:
        return room.game.new()
    return room.game.load(json.loads(room.meta.start))


def state_at(room: Room, seq: int) -> State:
    """The position after row `seq` (0: the start). `past.prepare` must have run."""
    if not 0 <= seq <= len(room.rows):
        raise Problem(404, "no_position", seq=seq, last=len(room.rows))
    if seq == room.seq:
        return room.state.clone()
    line = line_at(room.rows, seq)
    snapshots = room.snapshots or {}
    known = [index for index, number in enumerate(line) if number in snapshots]
    begin = known[-1] + 1 if known else 0
    state = room.game.load(json.loads(snapshots[line[begin - 1]])) if known else first_state(room)
    for number in line[begin:]:
        step(room, state, room.rows[number - 1])
    return state


def step(room: Room, state: State, row: Row) -> None:
    """Carry out one logged row; a log that today's rules cannot follow is a Problem, not a trace."""
    try:
        action = state.parse(row.text)
    except NotationError as error:
        raise Problem(409, "history_changed") from error
    if state.current_player() != row.who or state.why_illegal(action) is not None:
        raise Problem(409, "history_changed")
    state.apply(action)


def told_between(room: Room, after: int, upto: int, viewers: Sequence[int]) -> list[Told]:
    """What rows after+1 … upto brought, for each of `viewers`."""
    state = state_at(room, after)
    state.watch()
    told = []
    for row in room.rows[after:upto]:
        if row.how == "undo":
            state = state_at(room, undo_target(row))
            state.watch()
            told.append(Told(row, {viewer: [] for viewer in viewers}))
            continue
        step(room, state, row)
        told.append(Told(row, {viewer: state.events(viewer) for viewer in viewers}))
        state.forget_events()
    return told


def last_own_row(room: Room, seat: int) -> int:
    """The row of `seat`'s latest own decision; 0 if it has made none."""
    for row in reversed(room.rows):
        if row.who == seat and row.how != "chance":
            return row.seq
    return 0
