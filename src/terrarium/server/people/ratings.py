"""Ratings of people who want one, by title and number of players, from the games they finish.

The model is the arena's (openskill, Plackett and Luce). Bots are rated there once and for all, so that whoever plays
with them alone has a rating too; theirs do not move here. A game is rated for those who had chosen it when they sat
down.
"""

import time
from dataclasses import dataclass, replace
from typing import Any

import structlog
from sqlalchemy import Connection, insert, select, update
from sqlalchemy.dialects.postgresql import insert as insert_pg
from sqlalchemy.dialects.sqlite import insert as insert_sqlite
from sqlalchemy.exc import IntegrityError

from terrarium.bots.strength import strength
from terrarium.server.errors import Problem
from terrarium.server.people import stats
from terrarium.server.people.sessions import Person
from terrarium.server.room import played
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.store import schema
from terrarium.server.store.rows import REMOVED, RESIGNED, Seat

log = structlog.get_logger()
BEGUN = (25.0, 25.0 / 3)
"""Rating and uncertainty of somebody who has not played yet, as in the arena."""
LAST = 1_000_000
"""The place of whoever left."""
HOUSE = ("unit.", "map.")
"""How the options begin that bring units and maps of the players' own to a table."""
SHOWN = 100
"""Lines of a leaderboard."""
KEPT = 500
"""Games of a history."""
SURE = 3.0
"""So many uncertainties below the rating somebody is almost surely at least as strong: what a leaderboard goes by."""


async def choose(hall: Hall, person: Person, on: bool) -> None:
    """Be rated from the next game on, or not any more. What was rated stays, hidden, until one is rated again."""
    if person.account is None:
        raise Problem(403, "needs_account")
    query = update(schema.users).where(schema.users.c.id == person.user_id).values(rated=on)
    await hall.store.write(lambda connection: connection.execute(query))


# Rating a game


@dataclass(frozen=True)
class Side:
    """Seats that win and lose together, those of them that are placed, and their place."""

    seats: list[int]
    place: int


def left(seat: Seat) -> bool:
    """Did its person leave the game to a bot?"""
    return seat.kind == "human" and seat.stand_in in (RESIGNED, "absent", "time")


def sent_away(room: Room) -> dict[int, int]:
    """Whose rated seat the host took away when the game had begun."""
    return {
        seat.seat: seat.user_id
        for seat in room.seats
        if seat.stand_in == REMOVED and seat.rated and seat.user_id is not None
    }


def at_fault(room: Room) -> list[Seat]:
    """The seats, with the host's as given up where they sent somebody away who was to be rated: who is losing to
    somebody spares themselves nothing by it."""
    if not sent_away(room):
        return room.seats
    return [replace(seat, stand_in=RESIGNED) if seat.user_id == room.meta.host else seat for seat in room.seats]


def sides(seats: list[Seat], placed: list[int], of: list[int], result: dict[str, Any]) -> list[Side]:
    """Everybody who is placed, by side. The winners come first, whoever left comes last, others by their points."""
    scores, winners = result["scores"], result["winners"]
    groups = {side: [seat for seat, own in enumerate(of) if own == side] for side in dict.fromkeys(of)}
    points = {side: 0 if scores is None else sum(scores[seat] for seat in group) for side, group in groups.items()}
    found = []
    for side, group in groups.items():
        people = [seats[seat] for seat in group if seats[seat].kind == "human"]
        if people and all(left(seat) for seat in people):
            place = LAST
        elif any(seat in winners for seat in group):
            place = 0
        elif scores is None:
            place = LAST
        else:
            place = 1 + sum(more > points[side] for more in points.values())
        known = [seat for seat in group if seat in placed]
        if known:
            found.append(Side(known, place))
    return found


Strengths = dict[int, tuple[float, float]]
"""Rating and uncertainty by seat."""


def rated(found: list[Side], before: Strengths) -> Strengths:
    """Everybody's strength after the game."""
    # Loaded when a game is rated: a server must start fast.
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    teams = [[model.rating(mu=before[seat][0], sigma=before[seat][1]) for seat in side.seats] for side in found]
    after = model.rate(teams, ranks=[float(side.place) for side in found])
    return {
        seat: (one.mu, one.sigma)
        for side, team in zip(found, after, strict=True)
        for seat, one in zip(side.seats, team, strict=True)
    }


def follow(hall: Hall, room: Room) -> None:
    """Rate a game that is over, for those who want it."""
    if room.meta.status == "over" and room.meta.result is not None and any(seat.rated for seat in room.seats):
        hall.spawn(_rate_in_time(hall, room))


async def _rate_in_time(hall: Hall, room: Room) -> None:
    await stats.until_public(room)
    await rate(hall, room)


def counts(room: Room) -> bool:
    """What stays out of statistics stays out of ratings too, and so does what was called off, or played with units
    or on a map of the players' own, or from a position that somebody set up."""
    result = room.meta.result
    if room.meta.start is not None or any(name.startswith(HOUSE) for name in room.meta.options):
        return False
    ended = room.meta.status == "over" and result is not None and bool(result["winners"])
    # Nor does a take-back help whoever sent away those who had to agree to it.
    return ended and played.begun_here(room) and (bool(sent_away(room)) or played.counts(room))


async def rate(hall: Hall, room: Room) -> None:
    """Rate one game, once, however often and through however many workers it is asked."""
    meta, result = room.meta, room.meta.result
    if result is None or not counts(room):
        return
    bots = strength(meta.title, meta.players)
    before: Strengths = {
        seat.seat: bots[seat.level] for seat in room.seats if seat.kind == "bot" and seat.level in bots
    }
    people = {
        seat.seat: seat.user_id
        for seat in room.seats
        if seat.kind == "human" and seat.rated and seat.user_id is not None and seat.stand_in != REMOVED
    }
    seats, others = at_fault(room), sent_away(room)
    found = sides(seats, [*before, *people], room.game.sides(), result)
    if len(found) < 2:
        # Nobody else is left to be compared with: then it is whoever was sent away, whose own rating stays as it is.
        found = sides(seats, [*before, *people, *others], room.game.sides(), result)
    if not people or len(found) < 2:
        return

    def write(connection: Connection) -> None:
        known = select(schema.rated_games.c.seat).where(schema.rated_games.c.game == meta.id).limit(1)
        if connection.execute(known).scalar() is not None:
            return
        standing = stand(connection, meta.title, meta.players, [*people.values(), *others.values()])
        strengths = {**before, **{seat: standing[user] for seat, user in {**others, **people}.items()}}
        note(connection, room, people, rated(found, strengths))

    try:
        await hall.store.write(write)
    except IntegrityError:
        log.info("rated_elsewhere", game=meta.id)  # another worker was faster: its rows are there, ours are not


def stand(connection: Connection, title: str, players: int, users: list[int]) -> dict[int, tuple[float, float]]:
    """How these people stand, held fast until the transaction ends: two games may end in the same moment."""
    kind = insert_pg if connection.dialect.name == "postgresql" else insert_sqlite
    t = schema.ratings
    first = {"title": title, "players": players, "rating": BEGUN[0], "uncertainty": BEGUN[1], "games": 0, "sure": 0.0}
    # In one order everywhere, so that two workers never wait for each other.
    for user in sorted(users):
        connection.execute(kind(t).values(user_id=user, **first).on_conflict_do_nothing())
    query = select(t.c.user_id, t.c.rating, t.c.uncertainty).where(
        t.c.title == title, t.c.players == players, t.c.user_id.in_(users)
    )
    rows = connection.execute(query.order_by(t.c.user_id).with_for_update())
    return {row.user_id: (row.rating, row.uncertainty) for row in rows}


def note(connection: Connection, room: Room, people: dict[int, int], after: Strengths) -> None:
    """Write down how everybody stands now; the rows of the game come first, so that they exist once."""
    meta, t, now = room.meta, schema.ratings, time.time()
    about = {"title": meta.title, "players": meta.players}
    rows = [
        {"game": meta.id, "seat": seat, "user_id": user, **about, "at": now}
        | {"rating": after[seat][0], "uncertainty": after[seat][1]}
        for seat, user in people.items()
    ]
    connection.execute(insert(schema.rated_games), rows)
    for seat, user in people.items():
        rating, uncertainty = after[seat]
        mine = (t.c.user_id == user) & (t.c.title == meta.title) & (t.c.players == meta.players)
        values = {"rating": rating, "uncertainty": uncertainty, "sure": rating - SURE * uncertainty}
        connection.execute(update(t).where(mine).values(games=t.c.games + 1, **values))


def counting(hall: Hall) -> stats.Counting:
    """The ratings of games that nobody rated when they ended."""
    g, s, r = schema.games.c, schema.seats.c, schema.rated_games.c
    wanted = select(s.game).where(s.game == g.id, s.rated.is_(True)).exists()
    known = select(r.game).where(r.game == g.id).exists()
    return stats.Counting(hall, "ratings", wanted & ~known, rate)


# Showing ratings


def shown(rating: float, uncertainty: float) -> dict[str, float]:
    return {"rating": round(rating, 2), "uncertainty": round(uncertainty, 2)}


async def leaderboard(hall: Hall, title: str, players: int) -> dict[str, object]:
    """People by how strong they surely are, and the bots of the table beside them."""
    r, u = schema.ratings.c, schema.users.c
    query = select(r.user_id, u.name, r.rating, r.uncertainty, r.games).join_from(schema.ratings, schema.users)
    query = query.where(r.title == title, r.players == players, r.games > 0, u.rated.is_(True))
    query = query.order_by(r.sure.desc(), r.user_id).limit(SHOWN)
    rows = await hall.store.read(lambda connection: connection.execute(query).all())
    people = [
        {"user": row.user_id, "name": row.name, **shown(row.rating, row.uncertainty), "games": row.games}
        for row in rows
    ]
    bots = [{"level": level, **shown(*found)} for level, found in strength(title, players).items()]
    return {"title": title, "players": players, "people": people, "bots": bots}


async def profile(hall: Hall, user_id: int, asker: int | None) -> dict[str, object]:
    """Who somebody is and how they stand, if they want others to see it; oneself always."""
    u, r = schema.users.c, schema.ratings.c

    def read(connection: Connection) -> dict[str, object]:
        who = connection.execute(select(u.id, u.name, u.rated).where(u.id == user_id)).one_or_none()
        if who is None or not (who.rated or asker == user_id):
            raise Problem(404, "not_found")
        query = select(schema.ratings).where(r.user_id == user_id, r.games > 0).order_by(r.title, r.players)
        standing = [
            {"title": row.title, "players": row.players, **shown(row.rating, row.uncertainty), "games": row.games}
            for row in connection.execute(query)
        ]
        return {"user": who.id, "name": who.name, "rated": who.rated, "ratings": standing}

    return await hall.store.read(read)


async def history(hall: Hall, user_id: int, title: str, players: int, asker: int | None) -> list[dict[str, object]]:
    """How somebody's rating came about, the oldest of the latest games first."""
    await profile(hall, user_id, asker)
    g = schema.rated_games.c
    query = select(schema.rated_games).where(g.user_id == user_id, g.title == title, g.players == players)
    query = query.order_by(g.at.desc(), g.game).limit(KEPT)
    rows = await hall.store.read(lambda connection: connection.execute(query).all())
    return [{"at": row.at, "game": row.game, **shown(row.rating, row.uncertainty)} for row in reversed(rows)]
