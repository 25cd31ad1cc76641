"""What somebody has learnt: lessons and puzzles taken up, and the table at which one of them is being played.

Such a table is like any other: the real board, the real rules, bots at the other seats. It is nobody else's, it counts
for no statistics and stands in no list. A person has one at a time: beginning another puts the last one away.
"""

import time
from dataclasses import dataclass
from typing import Any

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from terrarium.kernel import notation
from terrarium.server.errors import Problem
from terrarium.server.people.sessions import Person
from terrarium.server.room import agree, table
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import schema
from terrarium.server.store.rows import LIVE, Meta, Seat


@dataclass(frozen=True)
class Learnt:
    """How far somebody has come with one lesson or puzzle."""

    step: int = 0
    tries: int = 0
    done: float | None = None
    game: str | None = None


@dataclass(frozen=True)
class Scene:
    """Where a lesson or puzzle begins."""

    thing: str
    """`lesson small-world/price`, `puzzle 1a2b3c4d`."""
    position: str
    seat: int
    level: str
    """Of the bots at the other seats."""


async def learnt(hall: Hall, person: Person | None) -> dict[str, Learnt]:
    """All that this person has taken up, by name."""
    if person is None:
        return {}
    c = schema.learning.c
    query = select(c.thing, c.step, c.tries, c.done, c.game).where(c.user_id == person.user_id)
    rows = await hall.store.read(lambda connection: connection.execute(query).all())
    return {row[0]: Learnt(*row[1:]) for row in rows}


async def note(hall: Hall, person: Person, thing: str, **values: Any) -> None:
    """Remember something about one lesson or puzzle."""
    learning = schema.learning
    mine = (learning.c.user_id == person.user_id) & (learning.c.thing == thing)

    def write(connection: Connection) -> None:
        if connection.execute(update(learning).where(mine).values(**values)).rowcount == 0:
            fresh = {"step": 0, "tries": 0, "done": None, "game": None, **values}
            connection.execute(insert(learning).values(user_id=person.user_id, thing=thing, **fresh))

    await hall.store.write(write)


async def reached(hall: Hall, person: Person, thing: str, step: int, done: bool) -> None:
    """This step is behind me; what was once done stays done."""
    values: dict[str, Any] = {"step": step}
    if done:
        values["done"] = time.time()
    await note(hall, person, thing, **values)


async def begin(hall: Hall, person: Person, scene: Scene, lang: str, again: bool) -> tuple[Room, int]:
    """The table of a lesson or puzzle and the step it stands at: the one left behind, or a new one."""
    known = await learnt(hall, person)
    mine = known.get(scene.thing, Learnt())
    if mine.game is not None and not again:
        room = await _found(hall, mine.game)
        if room is not None and room.meta.status == LIVE and person.user_id in room.passes:
            return room, mine.step
    for thing, old in known.items():
        if old.game is not None:
            await put_away(hall, person, old.game)
            await note(hall, person, thing, game=None)
    room = await _set_up(hall, person, scene, lang)
    await note(hall, person, scene.thing, game=room.id, step=0)
    return room, 0


async def _found(hall: Hall, game: str) -> Room | None:
    try:
        return await hall.rooms.get(game)
    except Problem:
        return None


async def _set_up(hall: Hall, person: Person, scene: Scene, lang: str) -> Room:
    head, page = notation.read_line(scene.position)
    options: Any = page["options"]
    game = hall.rooms.game(head, int(str(page["players"])), str(page["map"]), options)
    state = game.load(page)
    seats = [
        {"kind": "me"} if seat == scene.seat else {"kind": "bot", "level": scene.level} for seat in range(game.players)
    ]
    wish = table.Wish(
        title=head,
        seats=seats,
        map_name=game.map_name,
        options=dict(game.options),
        lang=lang,
        listed=False,
        spectators="none",
        position=state,
        start=msgspec.json.encode(state.dump()).decode(),
        imported=True,
    )
    room, _ = await table.create(hall, person, wish)
    return room


async def put_away(hall: Hall, person: Person, game: str) -> None:
    """The table of something else is cleared: nobody comes back to it."""
    room = await _found(hall, game)
    if room is None:
        return

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.status == LIVE:
            agree.end(connection, meta, "aborted", None)
        p = schema.passes
        connection.execute(delete(p).where(p.c.game == meta.id, p.c.user_id == person.user_id))

    await table.change(hall, room, work)
