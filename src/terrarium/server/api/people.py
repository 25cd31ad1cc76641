"""Sessions, accounts, and where one's messages go."""

from html import escape
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from terrarium.server import words
from terrarium.server.api import models
from terrarium.server.api.common import (
    answer,
    described,
    guess,
    hall_of,
    letter_page,
    limited,
    person,
    person_or_none,
    spend,
)
from terrarium.server.errors import Problem
from terrarium.server.people import accounts, notify
from terrarium.server.people.names import clean_name, is_mail_address
from terrarium.server.people.sessions import COOKIE, LIFETIME_S, Person
from terrarium.server.room import decrees
from terrarium.server.room.hall import Hall

router = APIRouter(tags=["people"])


def info(who: Person, token: str | None = None) -> dict[str, object]:
    shown: dict[str, object] = {
        "csrf": who.csrf,
        "user": who.user_id,
        "name": who.name,
        "account": who.account is not None,
        "lang": who.lang,
    }
    if token is not None:
        shown["token"] = token
    return shown


def with_cookie(request: Request, response: Response, token: str) -> Response:
    secure = hall_of(request).settings.secure_cookies
    response.set_cookie(COOKIE, token, int(LIFETIME_S), httponly=True, samesite="lax", path="/", secure=secure)
    return response


async def came_in(hall: Hall, guest: Person | None) -> None:
    """What a guest held has gone over to an account: their tables are read again, and nobody is that guest any more."""
    if guest is not None and guest.account is None:
        await decrees.announce(hall, guest.user_id)
        for room in [room for room in hall.rooms.rooms.values() if guest.user_id in room.passes]:
            await hall.catch_up(room)
            await hall.hub.publish("table", room.id)


@router.post("/session", status_code=201, responses={201: {"model": models.SessionInfo}, **described(409)})
async def open_session(request: Request, body: models.OpenSession) -> Response:
    """Open a session as a guest. The token works as a cookie and as `Authorization: Bearer`."""
    hall = hall_of(request)
    limited(request, "session")
    spend(request, None, "session")
    lang = body.lang or words.best_language(request.headers.get("accept-language", ""))
    token, who = await hall.sessions.open(clean_name(body.name), lang)
    return with_cookie(request, answer(info(who, token), 201), token)


@router.get("/session", responses={200: {"model": models.SessionInfo}, **described(401)})
async def show_session(request: Request) -> Response:
    """Who am I?"""
    return answer(info(await person(request)))


@router.get("/me", responses={200: {"model": models.Me}, **described()})
async def me(request: Request) -> Response:
    """My session, or none: for a browser that comes for the first time nothing is wrong yet."""
    who = await person_or_none(request)
    return answer({"session": None if who is None else info(who)})


@router.patch("/session", responses={200: {"model": models.SessionInfo}, **described(401, 403, 409)})
async def change_session(request: Request, body: models.ChangeSession) -> Response:
    """Another name or language."""
    who = await person(request)
    sessions = hall_of(request).sessions
    await sessions.change(who, body.name, body.lang)
    return answer(info(await person(request)))


@router.delete("/session", responses={200: {"model": models.Ok}, **described(401, 403)})
async def close_session(request: Request) -> Response:
    """Sign out."""
    await accounts.sign_out(hall_of(request), await person(request))
    response = answer({"ok": True})
    response.delete_cookie(COOKIE, path="/")
    return response


@router.post("/account", responses={200: {"model": models.SessionInfo}, **described(401, 403, 409)})
async def register(request: Request, body: models.Register) -> Response:
    """Turn the guest of this session into an account; games and seats stay."""
    who = await person(request)
    guess(request, "account")
    await hall_of(request).sessions.register(who, body.name, body.password, body.email)
    return answer(info(await person(request)))


@router.post("/login", responses={200: {"model": models.SessionInfo}, **described(401, 403)})
async def login(request: Request, body: models.Login) -> Response:
    """Sign in to an account; the seats this guest has taken go with it."""
    hall = hall_of(request)
    guess(request, "login")
    guest = await person_or_none(request)
    token, who = await hall.sessions.login(guest, body.name, body.password)
    await came_in(hall, guest)
    return with_cookie(request, answer(info(who, token)), token)


@router.get("/channels", responses={200: {"model": models.Channels}, **described(401)})
async def channels(request: Request) -> Response:
    """Where my messages go, and the key a browser needs to subscribe to push."""
    who = await person(request)
    hall = hall_of(request)
    listed = await notify.channels(hall, who.user_id)
    key = await notify.public_key(hall)
    return answer({"channels": listed, "push_key": key, "email": bool(hall.settings.smtp_url)})


@router.post("/channels", status_code=201, responses={201: {"model": models.Ok}, **described(401, 403, 409)})
async def add_channel(request: Request, body: models.Channel) -> Response:
    """Send my turn messages there too, once the address has agreed: by the link it is sent, or a webhook by giving
    back the `challenge`. `secret` signs what a webhook gets."""
    who = await person(request)
    target: dict[str, object]
    if body.kind == "email":
        if body.address is None or not is_mail_address(body.address):
            raise Problem(422, "bad_email")
        target = {"address": body.address}
    elif body.kind == "webhook":
        target = {"url": body.url or ""}
    else:
        if not body.keys or not {"p256dh", "auth"} <= set(body.keys):
            raise Problem(422, "bad_target")
        target = {"endpoint": body.endpoint or "", "keys": body.keys}
    limited(request, "channel")
    if body.kind != "push":
        spend(request, who, "letter")  # whoever has the address is asked, and did not ask for it
    return answer(await notify.add_channel(hall_of(request), who.user_id, body.kind, target), 201)


@router.post("/channels/{channel}/test", responses={200: {"model": models.Ok}, **described(401, 403, 404, 409)})
async def test_channel(request: Request, channel: int) -> Response:
    """Send a message there now, to see that it arrives; one that was given up is tried again from then on."""
    who = await person(request)
    limited(request, "channel")
    if not 0 < channel < 2**53:
        raise Problem(404, "no_channel")
    await notify.test_channel(hall_of(request), who.user_id, channel)
    return answer({"ok": True})


@router.delete("/channels/{channel}", responses={200: {"model": models.Ok}, **described(401, 403, 404)})
async def drop_channel(request: Request, channel: int) -> Response:
    """Send no more messages there."""
    who = await person(request)
    if not 0 < channel < 2**53:
        raise Problem(404, "no_channel")
    await notify.drop_channel(hall_of(request), who.user_id, channel)
    return answer({"ok": True})


Secret = Annotated[str, Path(min_length=20, max_length=64, pattern="^[A-Za-z0-9_-]+$")]
Answer = Literal["confirm", "stop"]


def _page(lang: str, key: str, button: str = "", status: int = 200) -> Response:
    form = f'<form method="post"><button>{escape(words.sentence(lang, button, {}))}</button></form>' if button else ""
    return letter_page(lang, words.sentence(lang, key, {}), form, status)


@router.get("/letters/{secret}/{what}", include_in_schema=False)
async def letter(request: Request, secret: Secret, what: Answer) -> Response:
    """What a link in a letter opens: a button, for programs that look at mail before people do open links too."""
    limited(request, "letter")
    lang = await notify.known(hall_of(request), secret)
    if lang is None:
        return _page(words.best_language(request.headers.get("accept-language", "")), "letter.gone", status=404)
    return _page(lang, f"letter.{what}_page", f"letter.{what}_button")


@router.post("/letters/{secret}/{what}", include_in_schema=False)
async def answer_letter(request: Request, secret: Secret, what: Answer) -> Response:
    """The button: send me messages, or never again."""
    limited(request, "letter")
    lang = await (notify.agreed if what == "confirm" else notify.stopped)(hall_of(request), secret)
    if lang is None:
        return _page(words.best_language(request.headers.get("accept-language", "")), "letter.gone", status=404)
    return _page(lang, f"letter.{what}_done")
