"""One's own account: password, sessions, data, the key of a seat."""

from html import escape
from typing import Annotated
from urllib.parse import parse_qs

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from terrarium.server import words
from terrarium.server.api import models
from terrarium.server.api.common import (
    GameId,
    answer,
    described,
    guess,
    hall_of,
    letter_page,
    limited,
    listed,
    person,
    seated,
)
from terrarium.server.errors import Problem
from terrarium.server.people import accounts
from terrarium.server.people.sessions import COOKIE

router = APIRouter(tags=["people"])
SessionName = Annotated[str, Path(min_length=16, max_length=16, pattern="^[0-9a-f]+$")]
Link = Annotated[str, Path(max_length=120, pattern="^[0-9a-f-]+$")]


@router.put("/account/password", responses={200: {"model": models.Ok}, **described(401, 403)})
async def change_password(request: Request, body: models.ChangePassword) -> Response:
    """Another password. All other sessions of the account end."""
    who = await person(request)
    guess(request, "password")
    await accounts.change_password(hall_of(request), who, body.old, body.new)
    return answer({"ok": True})


@router.post("/account/reset", responses={200: {"model": models.Ok}, **described()})
async def forgotten(request: Request, body: models.ForgottenPassword) -> Response:
    """I forgot my password: a link goes to the mail addresses that the account has confirmed, if there are any."""
    guess(request, "reset")
    await accounts.forgotten(hall_of(request), body.name)
    return answer({"ok": True})


_FORM = """<form method="post"><input type="password" name="password" minlength="8" maxlength="200" required
autocomplete="new-password"><button>{button}</button></form>"""


def _page(lang: str, key: str, button: str, status: int = 200) -> Response:
    form = _FORM.format(button=escape(words.sentence(lang, button, {}))) if button else ""
    return letter_page(lang, words.sentence(lang, key, {}), form, status)


@router.get("/account/reset/{link}", include_in_schema=False)
async def reset_page(request: Request, link: Link) -> Response:
    """What the link in the mail opens."""
    limited(request, "letter")
    lang = words.best_language(request.headers.get("accept-language", ""))
    return _page(lang, "letter.reset_page", "letter.reset_button")


@router.post("/account/reset/{link}", include_in_schema=False)
async def reset(request: Request, link: Link) -> Response:
    """The new password, from the form of that page."""
    guess(request, "new password")
    lang = words.best_language(request.headers.get("accept-language", ""))
    given = parse_qs((await request.body()).decode("utf-8", "replace")).get("password", [""])[0]
    try:
        await accounts.reset(hall_of(request), link, given)
    except Problem as problem:
        if problem.status != 404:
            raise
        return _page(lang, "letter.gone", "", 404)
    return _page(lang, "letter.reset_done", "")


@router.get("/sessions", responses={200: {"model": models.SessionList}, **described(401)})
async def sessions(request: Request) -> Response:
    """Where I am signed in."""
    who = await person(request)
    return answer({"sessions": await accounts.sessions(hall_of(request), who)})


@router.delete("/sessions", responses={200: {"model": models.Ok}, **described(401, 403)})
async def end_others(request: Request) -> Response:
    """Sign out everywhere but here."""
    who = await person(request)
    await accounts.end_sessions(hall_of(request), who, None)
    return answer({"ok": True})


@router.delete("/sessions/{session}", responses={200: {"model": models.Ok}, **described(401, 403, 404)})
async def end_one(request: Request, session: SessionName) -> Response:
    """Sign out there."""
    who = await person(request)
    if not await accounts.end_sessions(hall_of(request), who, session):
        raise Problem(404, "not_found")
    return answer({"ok": True})


@router.get("/account/data", responses={200: {"model": models.MyData}, **described(401)})
async def export(request: Request) -> Response:
    """Everything that is kept about me."""
    who = await person(request)
    limited(request, "data")
    hall = hall_of(request)
    return listed(await accounts.export(hall, who), "studies", accounts.studies(hall, who))


@router.post("/account/forget", responses={200: {"model": models.Ok}, **described(401, 403)})
async def forget(request: Request, body: models.ForgetMe) -> Response:
    """Forget me: name, account, addresses, sessions, chat and notes. Games stay, without my name."""
    who = await person(request)
    guess(request, "password")
    await accounts.forget(hall_of(request), who, body.password)
    response = answer({"ok": True})
    response.delete_cookie(COOKIE, path="/")
    return response


@router.post("/games/{game}/key", responses={200: {"model": models.SeatKey}, **described(401, 403, 404)})
async def new_key(request: Request, game: GameId) -> Response:
    """Another key for my seat: whoever else opened it with the old one sits there no more."""
    room, who, seat = await seated(request, game)
    limited(request, "key")
    return answer({"key": await accounts.new_key(hall_of(request), room, who, seat)})
