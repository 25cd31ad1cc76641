"""Sitting down and getting up: making a table, its seats, its start."""

import json
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import msgspec
from sqlalchemy import Connection, func, insert, select, update

from terrarium import bots, courtesy
from terrarium.kernel.contract import CHANCE, SPECTATOR, Game, NotationError, State, Title
from terrarium.kernel.handmade import MAP
from terrarium.server.errors import Problem, unreadable
from terrarium.server.people.sessions import Person, check_own, digest, same
from terrarium.server.room import chance, chat, submission
from terrarium.server.room.dealt import dealt_first
from terrarium.server.room.hall import Hall
from terrarium.server.room.moves import Work
from terrarium.server.room.page import Pages
from terrarium.server.room.room import Room
from terrarium.server.room.wishes import board_of, title_of
from terrarium.server.store import schema
from terrarium.server.store.reading import read_meta, read_seats
from terrarium.server.store.rows import LIVE, OPEN, Meta, Row, Seat
from terrarium.server.words import USUAL

_LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
Allowed = Callable[[Connection], None]
"""Looks whether something may be made, in the transaction that makes it; Problem where it may not."""


def anything(_: Connection) -> None:
    """Where nobody set a limit."""


@dataclass
class Wish:
    """What somebody wants to play."""

    title: str
    seats: list[dict[str, str]]
    """Per seat {"kind": "me" | "open" | "bot", "level": …}."""
    map_name: str = ""
    options: dict[str, str] = field(default_factory=dict)
    lang: str = USUAL
    listed: bool = True
    clock: dict[str, Any] = field(default_factory=lambda: {"kind": "none"})
    absent_after: float | None = None
    spectators: str = "live"
    delay: float = 0.0
    coins: str = courtesy.HIDDEN
    rows: list[Row] = field(default_factory=list)
    position: State | None = None
    start: str | None = None
    parent: tuple[str, int] | None = None
    imported: bool = False
    fill_after: float | None = None
    """Seconds after which bots take the seats that are still free."""
    first: str = ""
    """A race or power that comes with the first combo."""
    allowed: Allowed = anything


def new_id() -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(14))


def seat_key() -> str:
    return secrets.token_urlsafe(18)


def find_game(hall: Hall, wish: Wish, secret: bytes) -> Game:
    """The game that is wished for, checked against its title; where no board is named, the secret draws one."""
    title = title_of(hall.titles, wish, bots.levels(wish.title))
    house = house_map(hall, wish)
    if house:
        wish.options = {**house, **wish.options}
    map_name = board_of(title, wish, secret)
    try:
        house = house_units(hall, title, len(wish.seats), map_name, wish.options)
        return hall.rooms.game(wish.title, len(wish.seats), map_name, {**house, **wish.options})
    except NotationError as error:
        raise unreadable(wish.title, error.code, error.details) from error


def house_map(hall: Hall, wish: Wish) -> dict[str, str]:
    """The map of the house that a wish names; nothing where it names none or brings its own."""
    if not hall.settings.house_maps or not wish.map_name or MAP + wish.map_name in wish.options:
        return {}
    for page in json.loads(hall.settings.house_maps):
        name, value = page["option"]
        if page["title"] == wish.title and name == MAP + wish.map_name:
            return {str(name): str(value)}
    return {}


def house_units(hall: Hall, title: Title, players: int, map_name: str, options: dict[str, str]) -> dict[str, str]:
    """The units of the house that come to a table: those that its title takes, beside what was brought along."""
    if not title.guests or not hall.settings.house_units:
        return {}
    return dict(fitting(title, players, map_name, tuple(sorted(options.items())), hall.settings.house_units))


@lru_cache(200)
def fitting(
    title: Title, players: int, map_name: str, options: tuple[tuple[str, str], ...], house: str
) -> tuple[tuple[str, str], ...]:
    """Which units of the house fit into a game, one after another: a relic only where relics are hidden, none whose id
    somebody else has. No table stays closed because of the house."""
    wished = dict(options)
    kept: dict[str, str] = {}
    for name, value in json.loads(house).items():
        if name not in wished:
            with suppress(NotationError):
                title.game(players, map_name, {**kept, name: value, **wished})
                kept[name] = value
    return tuple(kept.items())


async def new_secret(hall: Hall, person: Person) -> bytes:
    """What all chance of a new game follows from."""
    if not hall.settings.seed:
        return chance.new_secret()
    games = schema.games.c
    query = select(func.count()).where(games.host == person.user_id)
    made = await hall.store.read(lambda connection: connection.execute(query).scalar_one())
    return chance.seeded_secret(hall.settings.seed, made + 1)


async def create(hall: Hall, person: Person, wish: Wish) -> tuple[Room, str | None]:
    """A new table; gives the room and the key of the seat its maker took, if any."""
    secret = await new_secret(hall, person)
    game = find_game(hall, wish, secret)
    game_id, now = new_id(), time.time()
    state = wish.position if wish.position is not None else game.new()
    if wish.first:
        if f"unit.{wish.first}" not in game.options:  # nobody chooses the deal of an ordinary game
            raise Problem(422, "bad_request", what="first")
        begins = next((number for number, seat in enumerate(wish.seats) if seat["kind"] == "me"), 0)
        wish.rows, state = dealt_first(game, wish.first, begins, secret, now)
    seconds = float(wish.clock.get("seconds", 0))
    values = {
        "id": game_id,
        "title": game.title,
        "rules_version": game.rules_version,
        "players": game.players,
        "map_name": game.map_name,
        "options": game.options,
        "host": person.user_id,
        "lang": wish.lang,
        "listed": wish.listed,
        "invite": secrets.token_urlsafe(16),
        "status": OPEN,
        "version": 1,
        "seq": len(wish.rows),
        "position": msgspec.json.encode(state.dump()).decode(),
        "start": wish.start,
        "secret": secret,
        "commitment": chance.commitment(secret),
        "fair_from": len(wish.rows),
        "clock": wish.clock,
        "left": [seconds] * game.players,
        "since": now,
        "absent_after": wish.absent_after,
        "spectators": wish.spectators,
        "delay": wish.delay,
        "wake": None if wish.fill_after is None else now + wish.fill_after,
        "turn": state.current_player(),
        "parent": wish.parent[0] if wish.parent else None,
        "parent_seq": wish.parent[1] if wish.parent else None,
        "imported": wish.imported,
        "diverged": False,
        "created": now,
        "updated": now,
        "coins": wish.coins,
    }
    key = seat_key()
    mine: int | None = None

    def write(connection: Connection) -> None:
        nonlocal mine
        wish.allowed(connection)
        connection.execute(insert(schema.games).values(**values))
        for number, seat in enumerate(wish.seats):
            took = seat["kind"] == "me" and mine is None
            if took:
                check_own(connection, person.name, person.user_id)
                mine = number
            bot = seat["kind"] == "bot"
            entry = {
                "game": game_id,
                "seat": number,
                "kind": "bot" if bot else "human" if took else "open",
                "level": seat.get("level", "random") if bot else "",
                "name": person.name if took else "",
                "user_id": person.user_id if took else None,
                "key_digest": digest(key) if took else None,
                "stand_in": "",
                "orders": [],
                "note": "",
                "seen": now if took else 0.0,
                "rated": took and wants_rating(connection, person.user_id),
            }
            connection.execute(insert(schema.seats).values(**entry))
        connection.execute(insert(schema.passes).values(game=game_id, user_id=person.user_id, seat=mine, muted=[]))
        if wish.rows:
            connection.execute(insert(schema.rows), [{"game": game_id, **row._asdict()} for row in wish.rows])
        start_if_full(connection, game_id)

    await hall.store.write(write)
    room = await hall.rooms.get(game_id)
    await begin(hall, room)
    return room, None if mine is None else key


def start_if_full(connection: Connection, game_id: str) -> None:
    """Begin when nobody is missing."""
    waiting = select(schema.seats.c.seat).where(schema.seats.c.game == game_id, schema.seats.c.kind == "open")
    if connection.execute(waiting).first() is not None:
        return
    games, now = schema.games, time.time()
    # `wake` makes the sweep begin the game should this process end before it has drawn the first chance.
    values = {"status": LIVE, "since": now, "wake": now}
    connection.execute(update(games).where(games.c.id == game_id, games.c.status == OPEN).values(**values))


async def begin(hall: Hall, room: Room) -> None:
    """Draw what is to be drawn before the first decision, then wake whoever is to answer."""
    if room.meta.status == LIVE:
        await hall.whole(_begin(hall, room))


async def _begin(hall: Hall, room: Room) -> None:
    async with room.lock:
        if room.meta.status == LIVE and needs_settling(room):
            work = Work(room, room.viewers(), time.time())
            work.settle()
            if work.rows and await submission.commit(hall, room, work):
                hall.tell(room, Pages(room, work.told, time.time()))
    await hall.after(room, "moved")


def needs_settling(room: Room) -> bool:
    """Does the game stand where nobody has anything to decide?"""
    who = room.meta.turn
    return who == CHANCE or (who >= 0 and len(room.state.legal_actions()) == 1)


Change = Callable[[Connection, Meta, list[Seat]], None]


async def change(hall: Hall, room: Room, work: Change) -> None:
    """Change the table in one transaction that sees the table as it is now, then tell everybody."""

    def write(connection: Connection) -> None:
        lock = select(schema.games.c.id).where(schema.games.c.id == room.id).with_for_update()
        connection.execute(lock)
        found = read_meta(connection, room.id)
        if found is None:
            raise Problem(404, "no_game")
        work(connection, found[0], read_seats(connection, room.id))
        games = schema.games
        connection.execute(update(games).where(games.c.id == room.id).values(version=games.c.version + 1))

    async def carry_out() -> None:
        async with room.lock:
            await hall.store.write(write)
            await hall.refresh(room)
        await hall.after(room, "table")

    await hall.whole(carry_out())


def set_seat(connection: Connection, game: str, seat: int, **values: object) -> None:
    s = schema.seats
    connection.execute(update(s).where(s.c.game == game, s.c.seat == seat).values(**values))


def set_game(connection: Connection, game: str, **values: object) -> None:
    connection.execute(update(schema.games).where(schema.games.c.id == game).values(**values))


def set_pass(connection: Connection, game: str, user_id: int, seat: int | None) -> None:
    p = schema.passes
    where = (p.c.game == game) & (p.c.user_id == user_id)
    if connection.execute(update(p).where(where).values(seat=seat)).rowcount == 0:
        connection.execute(insert(p).values(game=game, user_id=user_id, seat=seat, muted=[]))


EMPTY: dict[str, object] = {
    "kind": "open",
    "name": "",
    "user_id": None,
    "key_digest": None,
    "orders": [],
    "note": "",
    "rated": False,
}
"""A seat that somebody has left."""


def wants_rating(connection: Connection, user_id: int) -> bool:
    """Asked when somebody sits down: who is losing does not change it any more."""
    return bool(connection.execute(select(schema.users.c.rated).where(schema.users.c.id == user_id)).scalar())


def check_barred(connection: Connection, game: str, person: Person) -> None:
    """Whose seat the host took away takes none here again."""
    p = schema.passes.c
    if connection.execute(select(p.barred).where(p.game == game, p.user_id == person.user_id)).scalar():
        raise Problem(403, "barred")


def seat_now(connection: Connection, game: str, person: Person) -> int:
    """The seat this person has at this moment, whatever a room remembers; SPECTATOR where they have none."""
    p = schema.passes.c
    found = connection.execute(select(p.seat).where(p.game == game, p.user_id == person.user_id)).scalar()
    return SPECTATOR if found is None else int(found)


def _seat(seats: list[Seat], number: int) -> Seat:
    if not 0 <= number < len(seats):
        raise Problem(404, "no_seat", seat=number)
    return seats[number]


async def sit(hall: Hall, room: Room, person: Person, number: int, name: str) -> str:
    """Take an open seat; gives the key that opens it from another device."""
    key = seat_key()

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        check_barred(connection, meta.id, person)
        already = seat_now(connection, meta.id, person)
        if already != SPECTATOR:
            raise Problem(409, "already_seated", seat=already)
        seat = _seat(seats, number)
        if seat.kind != "open":
            # Asked first: who sees the table late is not told whether its game rests or has ended.
            raise Problem(409, "seat_taken", seat=number)
        if meta.status != OPEN:
            raise Problem(409, "game_over")
        check_own(connection, name, person.user_id)
        values: dict[str, object] = {
            "kind": "human",
            "name": name,
            "user_id": person.user_id,
            "key_digest": digest(key),
        }
        values |= {"seen": time.time(), "rated": wants_rating(connection, person.user_id)}
        set_seat(connection, meta.id, number, **values)
        set_pass(connection, meta.id, person.user_id, number)
        chat.add(connection, meta.id, "sat", number, name, user=person.user_id)
        start_if_full(connection, meta.id)

    await change(hall, room, work)
    await begin(hall, room)
    return key


async def stand(hall: Hall, room: Room, person: Person) -> None:
    """Leave one's seat before the game begins."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        seat = seat_now(connection, meta.id, person)
        if seat == SPECTATOR:
            raise Problem(403, "players_only")
        if meta.status != OPEN:
            raise Problem(409, "already_started")
        set_seat(connection, meta.id, seat, **EMPTY)
        p = schema.passes
        connection.execute(update(p).where(p.c.game == meta.id, p.c.seat == seat).values(seat=None))
        chat.add(connection, meta.id, "stood", seat, seats[seat].name, user=seats[seat].user_id)

    await change(hall, room, work)


async def seat_bot(hall: Hall, room: Room, person: Person, number: int, level: str, allowed: Allowed) -> None:
    """The host gives an open seat to a bot."""
    if level not in bots.levels(room.meta.title):
        raise Problem(422, "no_level", level=level)

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if meta.host != person.user_id:
            raise Problem(403, "host_only")
        if _seat(seats, number).kind != "open":
            raise Problem(409, "seat_taken", seat=number)
        allowed(connection)
        set_seat(connection, meta.id, number, kind="bot", level=level)
        start_if_full(connection, meta.id)

    await change(hall, room, work)
    await begin(hall, room)


async def claim(hall: Hall, room: Room, person: Person, number: int, key: str) -> None:
    """Come back to one's seat from another device, with the key that sitting down gave."""

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        check_barred(connection, meta.id, person)
        seat = _seat(seats, number)
        if not same(seat.key_digest or digest(""), digest(key)) or seat.key_digest is None:
            raise Problem(403, "wrong_key")
        set_pass(connection, meta.id, person.user_id, number)

    await change(hall, room, work)


async def enter(hall: Hall, room: Room, person: Person, invite: str) -> None:
    """Come in with the invitation."""
    if not same(room.meta.invite, invite):
        raise Problem(403, "wrong_invite")
    if person.user_id in room.passes:
        return

    def work(connection: Connection, meta: Meta, seats: list[Seat]) -> None:
        if (
            connection.execute(
                select(schema.passes.c.game).where(
                    schema.passes.c.game == meta.id, schema.passes.c.user_id == person.user_id
                )
            ).first()
            is None
        ):
            set_pass(connection, meta.id, person.user_id, None)

    await change(hall, room, work)
