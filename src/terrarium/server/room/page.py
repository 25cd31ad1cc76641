"""What one viewer may see of a game: positions, rows with their events, the table around the board.

This is the one gate through which a game's data leaves the server; every part is made for one viewer, from views,
events and choices alone. Texts of moves are not among them: a move may hide something.
"""

from collections.abc import Sequence
from contextlib import suppress
from typing import cast

from terrarium import courtesy
from terrarium.kernel import notation
from terrarium.kernel.contract import SPECTATOR, State
from terrarium.server.errors import Problem
from terrarium.server.room import clocks, history
from terrarium.server.room.admission import late
from terrarium.server.room.history import Told
from terrarium.server.room.room import Room
from terrarium.server.store.rows import ENDED, LIVE, OPEN, Meta
from terrarium.server.wire import packets


def told_row(told: Told, viewer: int) -> dict[str, object]:
    """One row of the log as `viewer` may see it."""
    row = told.row
    kind = row.how if row.how in ("chance", "undo") else "move"
    shown: dict[str, object] = {"seq": row.seq, "who": row.who, "kind": kind, "at": round(row.at, 3)}
    if kind == "undo":
        shown["to"] = int(row.text.split()[1])
    elif row.reason:
        shown["reason"] = True
    if row.how == "plan" and row.who == viewer:
        shown["planned"] = True
    shown["events"] = [event.as_dict() for event in told.events[viewer]]
    return shown


View = dict[str, object]
_LARGE = (list, dict)
"""Parts of a view that are worth spelling once for all."""


def position(
    meta: Meta, state: State, viewer: int, asked: bool = False, other: View | None = None
) -> dict[str, object]:
    """A position as `viewer` sees it; where they are `asked`, with the answers that are theirs to give. `other` is
    another's view of it."""
    choices = state.choices(viewer) if asked else []
    view = courtesy.view(state, viewer, meta.coins, other)
    return {"view": view, "choices": [choice.as_dict() for choice in choices]}


class Pages:
    """Everybody's page of one moment: what some rows brought, and the position they led to. Each is made once, and what
    they show alike is made once for all.

    The position is never changed afterwards, so a page that is asked for later still shows this moment.
    """

    def __init__(self, room: Room, told: Sequence[Told], now: float) -> None:
        meta = room.meta
        self.seq = room.seq
        self._room = room
        self._state = room.state
        self._turn = meta.turn
        self._told = told
        self._table = {
            "status": meta.status,
            "result": meta.result,
            "clock": clocks.standing(room, now),
            "ask": meta.ask,
        }
        self._view: View | None = None
        """The first that was made."""
        self._made: dict[int, dict[str, object]] = {}
        self._packets: dict[int, bytes] = {}
        self._spelled: View = {}
        """The parts of the first view as JSON."""

    def of(self, viewer: int) -> dict[str, object]:
        """What changed, and the position it led to, as `viewer` may see it."""
        made = self._made.get(viewer)
        if made is None:
            rows = [told_row(item, viewer) for item in self._told_to(viewer)]
            shown = position(self._room.meta, self._state, viewer, viewer == self._turn, self._view)
            self._view = self._view or cast(View, shown["view"])
            made = self._made[viewer] = {"rows": rows, **shown, **self._table}
        return made

    def packet(self, viewer: int) -> bytes:
        """The same as an `update` for sockets."""
        made = self._packets.get(viewer)
        if made is None:
            page = self.of(viewer)
            shown = {**page, "view": self._once(page["view"])}
            made = self._packets[viewer] = packets.packet(self.seq, "update", shown)
        return made

    def _once(self, view: object) -> View:
        """The same view, with what it shares with the first one spelled once for both."""
        first = self._view
        assert first is not None
        if not self._spelled:
            self._spelled = {name: packets.spelled(part) for name, part in first.items() if isinstance(part, _LARGE)}
        spelled = self._spelled
        return {
            name: spelled[name] if name in spelled and part is first[name] else part
            for name, part in cast(View, view).items()
        }

    def _told_to(self, viewer: int) -> Sequence[Told]:
        if all(viewer in item.events for item in self._told):
            return self._told
        # Came in while the rows were being saved: nobody had looked with these eyes when they were worked out.
        with suppress(Problem):
            return history.told_between(self._room, self.seq - len(self._told), self.seq, [viewer])
        return []


def old_status(status: str) -> str:
    """All that is told of a running game with a delay: that it has begun."""
    return OPEN if status == OPEN else LIVE


def seat_entry(room: Room, seat: int, behind: bool = False) -> dict[str, object]:
    entry = room.seats[seat]
    return {
        "seat": seat,
        "kind": entry.kind,
        "level": entry.level,
        "name": entry.name,
        "stand_in": "" if behind else entry.stand_in,
        "rated": entry.rated,
        "user": entry.user_id,
    }


def table(room: Room, viewer: int, now: float, whole: bool = False) -> dict[str, object]:
    """The table around the board: who sits where, the clock, what is asked. The invitation only for those inside.

    Whoever sees the game with a delay is shown what does not change during it; `whole` is for what is sent later.
    """
    meta = room.meta
    behind = not whole and late(room, viewer, now)
    shown: dict[str, object] = {
        "id": meta.id,
        "title": meta.title,
        "rules_version": meta.rules_version,
        "players": meta.players,
        "map": meta.map_name,
        "options": meta.options,
        "lang": meta.lang,
        "listed": meta.listed,
        "status": old_status(meta.status) if behind else meta.status,
        "seats": [seat_entry(room, seat, behind) for seat in range(meta.players)],
        "clock": dict(meta.clock) if behind else clocks.standing(room, now),
        "absent_after": meta.absent_after,
        "spectators": meta.spectators,
        "delay": meta.delay,
        "coins": meta.coins,
        "ask": None if behind else meta.ask,
        "result": None if behind else meta.result,
        "commitment": meta.commitment,
        "parent": None if meta.parent is None else {"game": meta.parent, "at": meta.parent_seq},
        "imported": meta.imported,
        "created": meta.created,
        "you": None if viewer == SPECTATOR else viewer,
    }
    if meta.status in ENDED and not behind:
        shown["secret"] = meta.secret.hex()
    return shown


def written(room: Room, state: State, usual: dict[str, str]) -> str:
    """As `notation.write_position` writes it; options with their usual value are left out."""
    game = room.game
    head = {"rules": game.rules_version, "players": game.players, "map": game.map_name}
    options = {name: value for name, value in sorted(game.options.items()) if usual.get(name) != value}
    return notation.write_line(game.title, {**head, "options": options, **state.dump()})
