"""Other ways into an account than a password: passkeys, and sign-in through somebody else."""

from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field
from starlette.responses import RedirectResponse, Response

from terrarium.server.api import models
from terrarium.server.api.common import answer, described, guess, hall_of, limited, person, person_or_none
from terrarium.server.api.people import came_in, info, with_cookie
from terrarium.server.errors import Problem
from terrarium.server.people import passkeys
from terrarium.server.people.oauth import Entrances

router = APIRouter(tags=["people"])
ProviderId = Annotated[str, Path(max_length=40, pattern="^[a-zA-Z0-9-]+$")]
PasskeyId = Annotated[str, Path(min_length=16, max_length=16, pattern="^[0-9a-f]+$")]


class NewPasskey(models.Body):
    """`account`: the name that a guest wants to be known by."""

    account: models.Name | None = None


class Passkey(models.Body):
    credential: dict[str, Any]
    account: models.Name | None = None
    name: models.Name = "Passkey"


class PasskeyLogin(models.Body):
    credential: dict[str, Any]


class Options(BaseModel):
    """As the browser's `navigator.credentials` takes them, in base64."""

    options: dict[str, Any]


class PasskeyInfo(BaseModel):
    id: str
    name: str
    created: float
    used: float | None


class Passkeys(BaseModel):
    passkeys: list[PasskeyInfo]


class ProviderInfo(BaseModel):
    id: str
    name: str


class Providers(BaseModel):
    providers: list[ProviderInfo]


class Url(BaseModel):
    url: Annotated[str, Field(description="where the browser goes")]


def entrances_of(request: Request) -> Entrances:
    found: Entrances = request.app.state.entrances
    return found


def origin_of(request: Request) -> str:
    """This server as the browser knows it."""
    public = hall_of(request).settings.public_url
    if public:
        parts = urlsplit(public)
        return f"{parts.scheme}://{parts.netloc}"
    return f"{request.url.scheme}://{request.url.netloc}"


def rp_of(request: Request) -> str:
    return urlsplit(origin_of(request)).hostname or ""


# Passkeys


@router.get("/passkeys", responses={200: {"model": Passkeys}, **described(401)})
async def list_passkeys(request: Request) -> Response:
    """The passkeys of my account."""
    return answer({"passkeys": await passkeys.listed(hall_of(request), await person(request))})


@router.post("/passkeys/options", responses={200: {"model": Options}, **described(401, 403, 409)})
async def passkey_options(request: Request, body: NewPasskey) -> Response:
    """What `navigator.credentials.create` needs."""
    who = await person(request)
    limited(request, "passkey")
    return answer({"options": await passkeys.begin(hall_of(request), who, rp_of(request), body.account)})


@router.post("/passkeys", status_code=201, responses={201: {"model": models.SessionInfo}, **described(401, 403, 409)})
async def add_passkey(request: Request, body: Passkey) -> Response:
    """Keep a passkey for my account; a guest becomes an account by it."""
    who = await person(request)
    guess(request, "passkey")
    where = (rp_of(request), origin_of(request))
    await passkeys.add(hall_of(request), who, *where, body.credential, body.account, body.name)
    return answer(info(await person(request)), 201)


@router.delete("/passkeys/{passkey}", responses={200: {"model": models.Ok}, **described(401, 403, 404, 409)})
async def remove_passkey(request: Request, passkey: PasskeyId) -> Response:
    """Forget one of my passkeys."""
    await passkeys.remove(hall_of(request), await person(request), passkey)
    return answer({"ok": True})


@router.post("/login/passkey/options", responses={200: {"model": Options}, **described(401, 403)})
async def passkey_question(request: Request) -> Response:
    """What `navigator.credentials.get` needs to sign in."""
    guest = await person_or_none(request)
    limited(request, "passkey")
    return answer({"options": await passkeys.ask(hall_of(request), guest, rp_of(request))})


@router.post("/login/passkey", responses={200: {"model": models.SessionInfo}, **described(401, 403)})
async def passkey_login(request: Request, body: PasskeyLogin) -> Response:
    """Sign in with a passkey; the seats this guest has taken go with it."""
    hall = hall_of(request)
    guess(request, "login")
    guest = await person_or_none(request)
    token, who = await passkeys.enter(hall, guest, rp_of(request), origin_of(request), body.credential)
    await came_in(hall, guest)
    return with_cookie(request, answer(info(who, token)), token)


# Somebody else


@router.get("/oauth", responses={200: {"model": Providers}, **described()})
async def providers(request: Request) -> Response:
    """Through whom one can sign in here."""
    found = [{"id": one.id, "name": one.name} for one in entrances_of(request).providers.values()]
    return answer({"providers": found})


def _back(request: Request, provider: str) -> str:
    return f"{origin_of(request)}/api/v1/oauth/{provider}/back"


@router.post("/oauth/{provider}", responses={200: {"model": Url}, **described(401, 403, 404, 502)})
async def oauth_begin(request: Request, provider: ProviderId) -> Response:
    """Where the browser goes to sign in there."""
    who = await person(request)
    limited(request, "oauth")
    return answer({"url": await entrances_of(request).begin(provider, who, _back(request, provider))})


@router.get("/oauth/{provider}/back", include_in_schema=False)
async def oauth_back(
    request: Request,
    provider: ProviderId,
    code: Annotated[str, Query(max_length=4000)] = "",
    state: Annotated[str, Query(max_length=400)] = "",
) -> Response:
    """The browser comes back from there, and goes on to the account page whatever came of it."""
    hall = hall_of(request)
    guess(request, "oauth")
    try:
        who = await person(request)
        if not code:
            raise Problem(403, "bad_login")
        token, _ = await entrances_of(request).finish(provider, who, _back(request, provider), code, state)
    except Problem as problem:
        return RedirectResponse(f"/account?problem={problem.code}", 303)
    response = RedirectResponse("/account", 303)
    if not token:
        return response
    await came_in(hall, who)
    return with_cookie(request, response, token)
