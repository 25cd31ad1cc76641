"""What was played in a finished game: the races and powers in front of each seat, and what they came to."""

from collections.abc import Collection, Iterator
from typing import Any

from terrarium.kernel.contract import OVER, SPECTATOR, Game, State, Title
from terrarium.kernel.handmade import map_in
from terrarium.server.room import history
from terrarium.server.room.room import Room
from terrarium.server.store.rows import ALONE

HOUSE = "unit."
"""How the options begin that bring units of somebody's own to a table."""
Unit = tuple[int, str, str]
"""Seat, kind and name."""


def units_of(view: dict[str, object], title: Title, house: Collection[str] = ()) -> Iterator[Unit]:
    """(seat, kind, unit) of every race and power that a seat's part of a view names; those of the players' own are of
    the kind `house`."""
    races, powers = set(title.races), set(title.powers)

    def names(value: object) -> Iterator[str]:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            for inner in value.values():
                yield from names(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from names(inner)

    seats = view.get("seats")
    for seat, entry in enumerate(seats if isinstance(seats, list) else []):
        for name in names(entry):
            if name in races:
                yield seat, "race", name
            elif name in powers:
                yield seat, "power", name
            elif name in house:
                yield seat, "house", name


def units_in(room: Room, title: Title) -> set[Unit]:
    """Everything that was in front of each seat at some moment of the game."""
    found: set[Unit] = set()
    house = {name.removeprefix(HOUSE) for name in room.meta.options if name.startswith(HOUSE)}
    state: State = history.first_state(room)
    for number in room.line:
        history.step(room, state, room.rows[number - 1])
        if state.current_player() >= 0 or state.current_player() == OVER:
            found.update(units_of(state.view(SPECTATOR), title, house))
    return found


def counts(room: Room) -> bool:
    """Only games that were played here from their beginning, and in which nobody took back against bots alone."""
    return begun_here(room) and not any(row.how == "undo" and row.reason == ALONE for row in room.rows)


def begun_here(room: Room) -> bool:
    """Was it played here from its beginning, by the same rules?"""
    meta = room.meta
    return not (meta.imported or meta.diverged or meta.parent is not None)


Played = tuple[list[dict[str, Any]], list[tuple[str, float]]]
"""Rows of statistics, and works by their fingerprints with what they won."""


def played(room: Room, game: Game, title: Title) -> Played:
    """What a game that ended by the rules adds to the figures."""
    meta, result = room.meta, room.meta.result
    assert result is not None
    units = units_in(room, title) | {(seat, "seat", str(seat + 1)) for seat in range(meta.players)}
    shares = game.shares(result["winners"])
    rows: list[dict[str, Any]] = []
    works: list[tuple[str, float]] = []
    if chart := map_in(meta.options):
        works.append((meta.options[chart].partition(" ")[0], 0.0))  # a map is played on by all, and wins nothing
    for seat, kind, unit in sorted(units):
        if kind == "house":  # counted with the unit itself: others may have the same name
            works.append((meta.options[HOUSE + unit].partition(" ")[0], shares[seat]))
            continue
        entry = room.seats[seat]
        rows.append(
            {
                "game": room.id,
                "title": meta.title,
                "players": meta.players,
                "seat": seat,
                "user_id": entry.user_id,
                "bot": entry.level if entry.kind == "bot" else entry.stand_in,
                "kind": kind,
                "unit": unit,
                "score": result["scores"][seat],
                "won": shares[seat],
            }
        )
    return rows, works
