"""Tables: making one, finding one, sitting down, and what a table decides beside the moves."""

import time
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from terrarium.kernel.contract import NotationError
from terrarium.kernel.handmade import map_in
from terrarium.server import words
from terrarium.server.api import models
from terrarium.server.api.common import (
    GameId,
    SeatNumber,
    answer,
    charge,
    client_of,
    described,
    drafted,
    guess,
    hall_of,
    language,
    limits_of,
    person,
    person_or_none,
    seated,
    spend,
    too_fast,
)
from terrarium.server.errors import Problem, unreadable
from terrarium.server.people import hosting
from terrarium.server.people.names import clean_name
from terrarium.server.people.sessions import Person
from terrarium.server.room import agree, archive, chat, page, plans, quick, table
from terrarium.server.room.admission import admit, horizon, late
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.workshop.maps import drawn_in

router = APIRouter(tags=["games"])
ROWS_EACH = 2000
"""Rows of a record that count as one import: hardly a game has as many, and what is kept of it grows with them."""


def shown_table(hall: Hall, room: Room, who: Person | None) -> dict[str, object]:
    """The table for this person; the invitation only for those who are inside."""
    now = time.time()
    viewer = room.seat_of(None if who is None else who.user_id)
    data = page.table(room, viewer, now)
    data["seq"] = horizon(room, viewer, now)
    data["present"] = hall.present(room, late(room, viewer, now))
    if who is not None and who.user_id in room.passes:
        data["invite"] = room.meta.invite
        data["host"] = room.meta.host == who.user_id
    return data


def _seated(hall: Hall, room: Room, who: Person, key: str | None, status: int) -> Response:
    return answer({"table": shown_table(hall, room, who), "key": key, "link": f"/g/{room.id}"}, status)


def limited(request: Request) -> None:
    """Making games writes a lot: as many as new sockets, not as many as requests."""
    bucket = limits_of(request).connects.of("game " + client_of(request))
    if not bucket.take():
        raise too_fast(bucket.wait())


async def may_host(request: Request, who: Person, body: models.TableWish) -> table.Allowed:
    """One more table for this person, if it is not one too many; what looks again when it is made."""
    spend(request, who, "game")
    allowed = hosting.allowed(hall_of(request), who, sum(1 for seat in body.seats if seat.kind == "bot"))
    await hall_of(request).store.read(allowed)
    return allowed


async def to_wish(request: Request, body: models.TableWish, allowed: table.Allowed) -> table.Wish:
    return table.Wish(
        allowed=allowed,
        title="",
        seats=[seat.model_dump() for seat in body.seats],
        lang=body.lang or await language(request),
        listed=body.listed,
        clock={"kind": "none"} if body.clock.kind == "none" else body.clock.model_dump(),
        absent_after=body.absent_after,
        spectators="delay" if body.spectators == "live" and body.delay > 0 else body.spectators,
        delay=body.delay if body.spectators != "none" else 0.0,
        coins=body.coins,
    )


async def as_drawn(request: Request, title: str, options: dict[str, str]) -> None:
    """A map of somebody's own shows the borders it states; Problem 422 where it does not, for nobody could see them.
    A drawing takes long, so it is made beside what players wait for, and there is one at most."""
    try:
        name = map_in(options)
        shown = not name or await drafted(request, partial(drawn_in, options[name]))
    except NotationError as error:
        raise unreadable(title, error.code, error.details) from error
    if not shown:
        raise unreadable(title, "map_data", {"where": "borders", "reason": "drawing"})


@router.post("/games", status_code=201, responses={201: {"model": models.Seated}, **described(401, 403, 404)})
async def create(request: Request, body: models.NewGame) -> Response:
    """Set up a table. It begins when the last open seat is taken."""
    who = await person(request)
    limited(request)
    allowed = await may_host(request, who, body)
    wish = await to_wish(request, body, allowed)
    wish.title, wish.map_name, wish.options, wish.first = body.title, body.map, dict(body.options), body.first
    await as_drawn(request, body.title, wish.options)
    room, key = await table.create(hall_of(request), who, wish)
    return _seated(hall_of(request), room, who, key, 201)


@router.post("/quick", responses={200: {"model": models.Seated}, **described(401, 403, 404, 409)})
async def quick_game(request: Request, body: models.QuickWish) -> Response:
    """A seat with whoever waits for this title; where nobody does, a table at which bots fill up after a minute."""
    who = await person(request)
    limited(request)
    hall = hall_of(request)
    found = await quick.join(hall, who, body.title)
    if found is None:
        spend(request, who, "game")
        allowed = hosting.allowed(hall, who, quick.SEATS - 1)
        found = await quick.seat_or_table(hall, who, body.title, await language(request), allowed)
    return _seated(hall, found[0], who, found[1], 200)


@router.post("/games/import", status_code=201, responses={201: {"model": models.Brought}, **described(401, 403, 404)})
async def bring_in(request: Request, body: models.ImportRecord) -> Response:
    """Make a game from a record, a position in one line or a log of the public Terra Mystica server. What is unfinished
    can be played on; without `seats` I take the seat that is asked and bots take the others."""
    who = await person(request)
    limited(request)
    spend(request, who, "import")
    done = await archive.read_text(hall_of(request), body.record)
    if len(done.rows) >= ROWS_EACH:
        charge(request, who, "import", len(done.rows) // ROWS_EACH)  # it is here: what is too much is missing next time
    if not body.seats:
        body.seats = [models.SeatWish.model_validate(seat) for seat in archive.usual_seats(done)]
    allowed = await may_host(request, who, body)
    hall = hall_of(request)
    room, key = await archive.bring_in(hall, who, done, await to_wish(request, body, allowed))
    note = None
    if done.stopped is not None:
        code, args = done.stopped
        note = words.sentence(await language(request), "error." + code, args, done.title)
    shown = {"table": shown_table(hall, room, who), "key": key, "link": f"/g/{room.id}", "note": note}
    return answer(shown, 201)


@router.get("/games", responses={200: {"model": models.Games}, **described(401)})
async def games(
    request: Request,
    which: Literal["open", "live", "archive", "mine"] = "open",
    title: Annotated[str | None, Query(max_length=40, pattern="^[a-z0-9-]+$")] = None,
    before: Annotated[float | None, Query(ge=0, le=1e12, allow_inf_nan=False)] = None,
    cursor: Annotated[str | None, Query(max_length=60)] = None,
) -> Response:
    """Open tables, running games, the archive, or my own. `cursor`: the `next` of the page before.

    `before` (the `updated` of the last one seen) also works; it passes over games that changed in that very moment.
    """
    user_id = (await person(request)).user_id if which == "mine" else None
    after = None if before is None else (before, "")
    if cursor is not None:
        after = archive.read_cursor(cursor)
    found = await archive.games(hall_of(request), which, title, after, user_id)
    return answer({"games": found.games, "next": found.next})


@router.get("/games/{game}", responses={200: {"model": models.TableInfo}, **described(401, 403, 404)})
async def show(request: Request, game: GameId) -> Response:
    """The table around the board."""
    who = await person_or_none(request)
    room = await hall_of(request).rooms.get(game)
    admit(room, who)
    return answer(shown_table(hall_of(request), room, who))


@router.post("/games/{game}/enter", responses={200: {"model": models.TableInfo}, **described(401, 403, 404)})
async def enter(request: Request, game: GameId, body: models.Enter) -> Response:
    """Come in with the invitation of a private table."""
    who = await person(request)
    guess(request, "invite")
    room = await hall_of(request).rooms.get(game)
    await table.enter(hall_of(request), room, who, body.invite)
    return answer(shown_table(hall_of(request), room, who))


@router.post(
    "/games/{game}/seats/{seat}/sit", responses={200: {"model": models.Seated}, **described(401, 403, 404, 409)}
)
async def sit(request: Request, game: GameId, seat: SeatNumber, body: models.Sit) -> Response:
    """Take an open seat. `key` opens it from another device: keep it."""
    who = await person(request)
    room = await hall_of(request).rooms.get(game)
    admit(room, who)
    name = who.name if body.name is None else clean_name(body.name)
    spend(request, who, "deed")
    key = await table.sit(hall_of(request), room, who, seat, name)
    return _seated(hall_of(request), room, who, key, 200)


@router.post(
    "/games/{game}/seats/{seat}/claim", responses={200: {"model": models.TableInfo}, **described(401, 403, 404)}
)
async def claim(request: Request, game: GameId, seat: SeatNumber, body: models.Claim) -> Response:
    """Come back to my seat from another device, with its key."""
    who = await person(request)
    guess(request, "key")
    room = await hall_of(request).rooms.get(game)
    await table.claim(hall_of(request), room, who, seat, body.key)
    return answer(shown_table(hall_of(request), room, who))


@router.post(
    "/games/{game}/seats/{seat}/bot", responses={200: {"model": models.TableInfo}, **described(401, 403, 404, 409)}
)
async def seat_bot(request: Request, game: GameId, seat: SeatNumber, body: models.SeatBot) -> Response:
    """The host gives an open seat to a bot."""
    who = await person(request)
    room = await hall_of(request).rooms.get(game)
    admit(room, who)
    allowed = hosting.allowed(hall_of(request), who, 1, tables=0)
    await table.seat_bot(hall_of(request), room, who, seat, body.level, allowed)
    return answer(shown_table(hall_of(request), room, who))


@router.post("/games/{game}/stand", responses={200: {"model": models.TableInfo}, **described(401, 403, 404, 409)})
async def stand(request: Request, game: GameId) -> Response:
    """Leave my seat before the game begins."""
    room, who, _ = await seated(request, game)
    spend(request, who, "deed")
    await table.stand(hall_of(request), room, who)
    return answer(shown_table(hall_of(request), room, who))


@router.post("/games/{game}/back", responses={200: {"model": models.TableInfo}, **described(401, 403, 404)})
async def back(request: Request, game: GameId) -> Response:
    """I am here again: the bot gives me my seat back."""
    room, who, seat = await seated(request, game)
    await agree.back(hall_of(request), room, seat)
    return answer(shown_table(hall_of(request), room, who))


@router.post("/games/{game}/resign", responses={200: {"model": models.TableInfo}, **described(401, 403, 404, 409)})
async def resign(request: Request, game: GameId) -> Response:
    """Give up."""
    room, who, seat = await seated(request, game)
    await agree.resign(hall_of(request), room, seat)
    return answer(shown_table(hall_of(request), room, who))


@router.post("/games/{game}/ask", responses={200: {"model": models.TableInfo}, **described(401, 403, 404, 409)})
async def ask(request: Request, game: GameId, body: models.Ask) -> Response:
    """Ask the others for a take-back (to row `to`), a pause, or to abort the game."""
    room, who, seat = await seated(request, game)
    spend(request, who, "deed")
    await agree.ask(hall_of(request), room, seat, body.kind, body.to)
    return answer(shown_table(hall_of(request), room, who))


@router.post("/games/{game}/answer", responses={200: {"model": models.TableInfo}, **described(401, 403, 404, 409)})
async def reply(request: Request, game: GameId, body: models.Answer) -> Response:
    """Agree to what is asked, or not."""
    room, who, seat = await seated(request, game)
    spend(request, who, "deed")
    await agree.answer(hall_of(request), room, seat, body.agree, body.ask)
    return answer(shown_table(hall_of(request), room, who))


@router.post("/games/{game}/resume", responses={200: {"model": models.TableInfo}, **described(401, 403, 404, 409)})
async def resume(request: Request, game: GameId) -> Response:
    """Go on after a pause."""
    room, who, seat = await seated(request, game)
    spend(request, who, "deed")
    await agree.resume(hall_of(request), room, seat)
    return answer(shown_table(hall_of(request), room, who))


@router.delete("/games/{game}", responses={200: {"model": models.TableInfo}, **described(401, 403, 404, 409)})
async def abort(request: Request, game: GameId) -> Response:
    """The host clears a table at which the game has not begun."""
    who = await person(request)
    room = await hall_of(request).rooms.get(game)
    admit(room, who)
    await agree.abort_open(hall_of(request), room, who)
    return answer(shown_table(hall_of(request), room, who))


@router.get("/games/{game}/chat", responses={200: {"model": models.Chat}, **described(401, 403, 404)})
async def read_chat(request: Request, game: GameId, after: Annotated[int, Query(ge=0, le=2**53)] = 0) -> Response:
    """The latest lines after line `after`."""
    who = await person_or_none(request)
    room = await hall_of(request).rooms.get(game)
    viewer = admit(room, who)
    now = time.time()
    delay = room.meta.delay if late(room, viewer, now) else 0.0
    user_id = None if who is None else who.user_id
    return answer({"chat": await chat.lines(hall_of(request), room, user_id, after, now, delay)})


@router.post("/games/{game}/chat", status_code=201, responses={201: {"model": models.Ok}, **described(401, 403, 404)})
async def say(request: Request, game: GameId, body: models.Say) -> Response:
    """Say something at the table."""
    who = await person(request)
    room = await hall_of(request).rooms.get(game)
    admit(room, who)
    spend(request, who, "chat")
    number = await chat.say(hall_of(request), room, who, body.text)
    return answer({"ok": True, "id": number}, 201)


@router.put("/games/{game}/mute", responses={200: {"model": models.Ok}, **described(401, 403, 404)})
async def mute(request: Request, game: GameId, body: models.Mute) -> Response:
    """Hide somebody's lines from me, or show them again."""
    who = await person(request)
    room = await hall_of(request).rooms.get(game)
    admit(room, who)
    return answer({"ok": True, "muted": await chat.mute(hall_of(request), room, who, body.author, body.on)})


@router.get("/games/{game}/private", responses={200: {"model": models.Private}, **described(401, 403, 404)})
async def private(request: Request, game: GameId) -> Response:
    """My standing orders, the plan for my next turn, my note to myself, whom I muted."""
    room, who, seat = await seated(request, game)
    entry = room.seats[seat]
    muted = [*chat.muted_by(room, who.user_id)]
    own = {"orders": plans.without_plan(entry.orders), "plan": plans.shown(entry.orders)}
    return answer({**own, "note": entry.note, "muted": muted})


@router.put("/games/{game}/orders", responses={200: {"model": models.Ok}, **described(401, 403, 404, 409)})
async def orders(request: Request, game: GameId, body: models.Orders) -> Response:
    """What to play without asking me."""
    room, _, seat = await seated(request, game)
    wished = [order.model_dump(exclude_none=True) for order in body.orders]
    await agree.set_orders(hall_of(request), room, seat, wished)
    return answer({"ok": True})


@router.put("/games/{game}/note", responses={200: {"model": models.Ok}, **described(401, 403, 404)})
async def note(request: Request, game: GameId, body: models.Note) -> Response:
    """A note to myself."""
    room, _, seat = await seated(request, game)
    if "\0" in body.note:
        raise Problem(422, "bad_request", what="note")
    await agree.set_note(hall_of(request), room, seat, body.note)
    return answer({"ok": True})
