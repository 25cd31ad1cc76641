"""Signing in through somebody else (OAuth 2, OpenID Connect), as the operator's file of providers says.

[example]
name = "Example"
issuer = "https://id.example"              # where its OpenID configuration is; or the three addresses:
# authorize_url, token_url, userinfo_url
client_id = "…"
client_secret = "…"
"""

import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import structlog
from sqlalchemy import Connection, insert, select
from sqlalchemy.exc import IntegrityError

from terrarium.server.errors import Problem
from terrarium.server.people import signing
from terrarium.server.people.names import MOST, clean_name
from terrarium.server.people.sessions import Person
from terrarium.server.room.hall import Hall
from terrarium.server.store import schema

log = structlog.get_logger()
WAIT_S = 600.0
"""How long somebody may take at the provider's."""
CALL_S = 8.0
DISCOVERY = "/.well-known/openid-configuration"
TRIES = 30
"""Names that are tried for a new account: the provider's, then with a number."""


@dataclass(frozen=True)
class Provider:
    """One place that knows people."""

    id: str
    name: str
    client_id: str
    client_secret: str
    issuer: str = ""
    authorize_url: str = ""
    token_url: str = ""
    userinfo_url: str = ""
    scope: str = "openid profile"
    subject: str = "sub"
    """Where the provider's answer names the person, for ever the same."""
    called: tuple[str, ...] = ("preferred_username", "name", "login", "nickname")
    """Where it says what they are called; the first that fits."""


def read(path: str) -> dict[str, Provider]:
    """The operator's file; ValueError where it is none."""
    if not path:
        return {}
    data = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    found = {}
    for id, values in data.items():
        if not id.isascii() or not id.replace("-", "").isalnum() or not isinstance(values, dict):
            raise ValueError(id)
        kept = {key: tuple(value) if isinstance(value, list) else value for key, value in values.items()}
        try:
            found[id] = Provider(id=id, **{"name": id, **kept})  # type: ignore[arg-type]
        except TypeError as error:
            raise ValueError(id) from error
        known = found[id]
        if not (known.issuer or (known.authorize_url and known.token_url and known.userinfo_url)):
            raise ValueError(id)
    return found


class Entrances:
    """The providers of one worker."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.providers = read(hall.settings.oauth)
        self._found: dict[str, dict[str, str]] = {}

    def get(self, id: str) -> Provider:
        if id not in self.providers:
            raise Problem(404, "not_found")
        return self.providers[id]

    async def addresses(self, provider: Provider) -> dict[str, str]:
        """Where to ask: as the file says, or as the issuer's OpenID configuration does."""
        if provider.authorize_url:
            return {"authorize": provider.authorize_url, "token": provider.token_url, "who": provider.userinfo_url}
        if provider.id not in self._found:
            told = await self._outside(provider.issuer, lambda: _fetch(provider.issuer.rstrip("/") + DISCOVERY))
            if told.get("issuer", "").rstrip("/") != provider.issuer.rstrip("/"):
                raise Problem(502, "no_provider", name=provider.name)
            names = {"authorize": "authorization_endpoint", "token": "token_endpoint", "who": "userinfo_endpoint"}
            self._found[provider.id] = {what: str(told[name]) for what, name in names.items()}
        return self._found[provider.id]

    async def _outside(self, url: str, work: Any) -> dict[str, Any]:
        """A call to a provider, in threads of its own and with a deadline. One that keeps failing is left alone for a
        while: each call for it would take one of a few threads from the others."""
        fuses, where = self.hall.pools.fuses, f"provider {urlsplit(url).hostname}"
        if fuses.rests(where):
            raise Problem(502, "no_provider", name="")
        try:
            found: dict[str, Any] = await self.hall.pools.entrances.run(work)
        except (TimeoutError, OSError, ValueError, KeyError, LookupError) as error:
            if _its_own_fault(error):
                fuses.failed(where)
            log.warning("provider_failed", reason=type(error).__name__)
            raise Problem(502, "no_provider", name="") from error
        fuses.answered(where)
        return found

    async def begin(self, id: str, person: Person, back: str) -> str:
        """Where the browser goes to sign in; it comes back to `back` with what binds the answer to this session."""
        provider = self.get(id)
        where = await self.addresses(provider)
        key = await signing.key_of(self.hall.store)
        state = signing.challenge(key, f"oauth {id} {person.digest}", WAIT_S).hex()
        from authlib.integrations.requests_client import OAuth2Session

        client = OAuth2Session(
            provider.client_id, provider.client_secret, scope=provider.scope, redirect_uri=back,
            code_challenge_method="S256",
        )  # fmt: skip
        url, _ = client.create_authorization_url(where["authorize"], state=state, code_verifier=_verifier(key, state))
        return str(url)

    async def finish(self, id: str, person: Person, back: str, code: str, state: str) -> tuple[str, Person]:
        """The browser is back: a session of the account that the provider's answer belongs to, or of a new one."""
        provider = self.get(id)
        key = await signing.key_of(self.hall.store)
        try:
            given = bytes.fromhex(state)
        except ValueError as error:
            raise Problem(403, "bad_login") from error
        if not signing.recognised(key, f"oauth {id} {person.digest}", given):
            raise Problem(403, "bad_login")
        where = await self.addresses(provider)
        told = await self._outside(where["token"], lambda: _ask(provider, where, back, code, _verifier(key, state)))
        subject = str(told.get(provider.subject) or "")[:255]
        if not subject:
            raise Problem(502, "no_provider", name=provider.name)
        user_id = await self._account(provider, person, subject, told)
        if user_id == person.user_id:
            return "", person
        return await self.hall.sessions.come_in(person, user_id)

    async def _account(self, provider: Provider, person: Person, subject: str, told: dict[str, Any]) -> int:
        """Whose account this is: the one it was linked to before, else the one that is signed in, else a new one."""
        lo = schema.logins
        query = select(lo.c.user_id).where(lo.c.provider == provider.id, lo.c.subject == subject)
        known = await self.hall.store.read(lambda connection: connection.execute(query).scalar())
        if known is not None:
            return int(known)
        if person.account is None:
            await self._register(provider, person, told)

        def write(connection: Connection) -> None:
            values = {"provider": provider.id, "subject": subject, "user_id": person.user_id, "created": time.time()}
            connection.execute(insert(lo).values(**values))

        try:
            await self.hall.store.write(write)
        except IntegrityError as error:
            raise Problem(409, "try_again") from error
        return person.user_id

    async def _register(self, provider: Provider, person: Person, told: dict[str, Any]) -> None:
        wished = next((str(told[field]) for field in provider.called if told.get(field)), person.name)
        try:
            name = clean_name(wished[: MOST - 4])
        except Problem:
            name = clean_name(person.name)[: MOST - 4]
        for number in range(1, TRIES):
            try:
                await self.hall.sessions.register(person, name if number == 1 else f"{name} {number}", None, None)
                return
            except Problem as problem:
                if problem.code != "name_taken":
                    raise
        raise Problem(409, "name_taken", name=name)


def _verifier(key: str, state: str) -> str:
    """What only this server can say about its own question (PKCE); it follows from it, so nothing is kept."""
    return signing.sign(key, f"pkce {state}").hex()


def _its_own_fault(error: BaseException) -> bool:
    """Did a provider fail by itself? What it refuses, somebody may have had it refuse."""
    import requests

    if isinstance(error, requests.HTTPError):
        return error.response is not None and error.response.status_code >= 500
    return isinstance(error, requests.ConnectionError | requests.Timeout)


def _fetch(url: str) -> dict[str, Any]:
    import requests

    answer = requests.get(url, timeout=CALL_S, allow_redirects=False)
    answer.raise_for_status()
    found = answer.json()
    return found if isinstance(found, dict) else {}


def _ask(provider: Provider, where: dict[str, str], back: str, code: str, verifier: str) -> dict[str, Any]:
    """Give the code for a token, and ask with it who that is."""
    from authlib.common.errors import AuthlibBaseError
    from authlib.integrations.requests_client import OAuth2Session

    # Asked at once: however short a token lives, it is not too old.
    client = OAuth2Session(provider.client_id, provider.client_secret, redirect_uri=back, leeway=0)
    try:
        client.fetch_token(where["token"], code=code, code_verifier=verifier, timeout=CALL_S)
        answer = client.get(where["who"], timeout=CALL_S)
    except AuthlibBaseError as error:
        raise ValueError(error.error) from error
    answer.raise_for_status()
    found = answer.json()
    return found if isinstance(found, dict) else {}
