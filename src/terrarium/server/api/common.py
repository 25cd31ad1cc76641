"""What every endpoint needs: who asks, in which language, for which game, and how answers are made."""

from collections.abc import AsyncIterator, Callable
from html import escape
from typing import Annotated, Any, TypeVar

import msgspec
from fastapi import Path, Request
from starlette.responses import HTMLResponse, Response, StreamingResponse

from terrarium.kernel.contract import SPECTATOR
from terrarium.server import words
from terrarium.server.api import models
from terrarium.server.errors import Problem
from terrarium.server.people.sessions import COOKIE, Person, bearer, same
from terrarium.server.room.admission import admit
from terrarium.server.room.hall import Hall
from terrarium.server.room.room import Room
from terrarium.server.wire.limits import Limits, block

GameId = Annotated[str, Path(min_length=14, max_length=14, pattern="^[a-z2-9]+$")]
SeatNumber = Annotated[int, Path(ge=0, le=7)]
T = TypeVar("T")
_SAFE = ("GET", "HEAD", "OPTIONS")

_encode = msgspec.json.Encoder().encode
_LETTER = """<!doctype html>
<html lang="{lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Terrarium</title></head><body><h1>Terrarium</h1><p>{sentence}</p>{form}</body></html>
"""


def described(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The failures an endpoint may answer with, for OpenAPI."""
    return {status: {"model": models.Failure} for status in (400, *statuses, 413, 422, 429, 503)}


def answer(data: object, status: int = 200) -> Response:
    """A JSON answer."""
    return Response(_encode(data), status, media_type="application/json", headers={"Cache-Control": "no-store"})


def listed(data: dict[str, object], name: str, entries: AsyncIterator[dict[str, object]]) -> Response:
    """A JSON answer with a list in it that is sent as it comes, so that no long one is ever spelled as a whole."""

    async def parts() -> AsyncIterator[bytes]:
        between = _encode(data).removesuffix(b"}") + b',"' + name.encode() + b'":['
        async for entry in entries:
            yield between + _encode(entry)
            between = b","
        yield (b"" if between == b"," else between) + b"]}"

    return StreamingResponse(parts(), media_type="application/json", headers={"Cache-Control": "no-store"})


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def limits_of(request: Request) -> Limits:
    limits: Limits = request.app.state.limits
    return limits


def client_of(request: Request) -> str:
    """The address block a request comes from: what limits count."""
    return block(request.client.host if request.client is not None else "?")


async def person_or_none(request: Request) -> Person | None:
    """Who asks, if they have a session. A cookie alone changes nothing: the page's token must come with it."""
    hall = hall_of(request)
    token = bearer(request.headers)
    if token is not None:
        person = await hall.sessions.find(token)
        if person is None:
            raise Problem(401, "session_gone")
        _noted(request, person)
        return person
    cookie = request.cookies.get(COOKIE)
    if cookie is None:
        return None
    person = await hall.sessions.find(cookie)
    if (
        person is not None
        and request.method not in _SAFE
        and not same(person.csrf, request.headers.get("x-csrf-token", ""))
    ):
        raise Problem(403, "csrf")
    if person is not None:
        _noted(request, person)
    return person


def _noted(request: Request, person: Person) -> None:
    request.state.user = person.user_id  # for the log
    hall_of(request).came(person.user_id, client_of(request))


async def person(request: Request) -> Person:
    """Who asks; Problem 401 without a session."""
    found = await person_or_none(request)
    if found is None:
        raise Problem(401, "sign_in")
    return found


async def language(request: Request) -> str:
    """`?lang=`, then the person's language, then Accept-Language."""
    wish = request.query_params.get("lang")
    if wish in words.LANGUAGES:
        return wish
    token = bearer(request.headers) or request.cookies.get(COOKIE)
    if token is not None:
        found = await hall_of(request).sessions.find(token)
        if found is not None:
            return found.lang
    return words.best_language(request.headers.get("accept-language", ""))


def letter_page(lang: str, sentence: str, form: str, status: int = 200) -> Response:
    """What a link in a letter opens: a sentence and perhaps a button, without the client. Its form says where it comes
    from, which a browser leaves out under the policy that every other page has."""
    text = _LETTER.format(lang=lang, sentence=escape(sentence), form=form)
    return HTMLResponse(text, status, headers={"Cache-Control": "no-store", "Referrer-Policy": "same-origin"})


async def drafted(request: Request, work: Callable[[], T]) -> T:
    """What somebody's unit or map comes to: looking at one builds a game, beside what players wait for, one at a time.
    Problem 503 where too many wait."""
    try:
        return await hall_of(request).pools.drafts.run(work)
    except TimeoutError as error:
        raise Problem(503, "busy") from error


async def seated(request: Request, game: str) -> tuple[Room, Person, int]:
    """Room, person and seat of somebody who plays here."""
    who = await person(request)
    room = await hall_of(request).rooms.get(game)
    seat = admit(room, who)
    if seat == SPECTATOR:
        raise Problem(403, "players_only")
    hall_of(request).saw(room, seat)
    return room, who, seat


def guess(request: Request, what: str) -> None:
    """Count an attempt at something secret; Problem 429 when there were too many from this client."""
    bucket = limits_of(request).guesses.of(f"{what} {client_of(request)}")
    if not bucket.take():
        raise too_fast(bucket.wait())


def limited(request: Request, what: str) -> None:
    """Count something that costs more than a question; Problem 429 when there was too much of it from this client."""
    bucket = limits_of(request).connects.of(f"{what} {client_of(request)}")
    if not bucket.take():
        raise too_fast(bucket.wait())


def spend(request: Request, who: Person | None, what: str) -> None:
    """Count something of which one person and one address may have only so much an hour; Problem 429 beyond it."""
    seconds = charge(request, who, what, 1.0)
    if seconds > 0:
        raise too_fast(seconds)


def charge(request: Request, who: Person | None, what: str, amount: float) -> float:
    """Count something as so many of what one may have in an hour; seconds to wait where that was too much."""
    person, quotas = (None, None) if who is None else (who.user_id, who.quotas)
    return limits_of(request).spend(what, person, client_of(request), quotas, amount)


def too_fast(seconds: float) -> Problem:
    problem = Problem(429, "too_fast", seconds=max(1, round(seconds)))
    problem.headers["Retry-After"] = str(max(1, round(seconds)))
    return problem
