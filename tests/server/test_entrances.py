"""Ways into an account beside a password: passkeys, and sign-in through somebody else."""

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import httpx2
import pytest
import requests

from terrarium.server.errors import Problem
from terrarium.server.ops.pools import Pools
from terrarium.server.people import oauth
from terrarium.server.room.hall import Hall
from tests.server.authenticator import Authenticator
from tests.server.harness import Client, Server, wait_for
from tests.server.inbox import Inbox, agree, wishes
from tests.server.provider import Provider
from tests.server.test_accounts import account
from tests.support.patience import CEILING_S

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)


def local(server: Server) -> str:
    """The server under a name: an address is no place for passkeys."""
    return server.base.replace("127.0.0.1", "localhost")


def add(client: Client, device: Authenticator, status: int = 201, **more: Any) -> Any:
    options = client.post("/passkeys/options", **more)["options"]
    return client.post("/passkeys", status, credential=device.make(options), **more)


def enter(client: Client, device: Authenticator, status: int = 200) -> Any:
    options = client.post("/login/passkey/options")["options"]
    return client.post("/login/passkey", status, credential=device.sign(options))


# Passkeys


@BOTH
def test_a_passkey_opens_an_account(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database) as server:
        base = local(server)
        ada, device = account(base, "Ada"), Authenticator(base)
        assert add(ada, device)["account"] is True
        guest = Client(base, "Guest")
        game = guest.new_game()["table"]["id"]
        opened = enter(guest, device)
        assert (opened["name"], opened["user"]) == ("Ada", ada.user)
        again = Client(base, token=opened["token"])
        assert again.get(f"/games/{game}")["you"] == 0, "what the guest held came along"
        (kept,) = again.get("/passkeys")["passkeys"]
        assert kept["used"] is not None
        assert [one["name"] for one in ada.get("/account/data")["passkeys"]] == ["Passkey"]
        ada.call("DELETE", f"/passkeys/{kept['id']}")
        assert enter(Client(base, "Guest"), device, 403)["error"]["code"] == "bad_passkey"


@BOTH
def test_a_guest_becomes_an_account_without_a_password(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database) as server:
        base = local(server)
        bo, device = Client(base, "Guest"), Authenticator(base)
        made = add(bo, device, account="Bo")
        assert (made["name"], made["account"]) == ("Bo", True)
        other = Client(base, "Guest")
        assert other.post("/passkeys/options", 409, account="bo")["error"]["code"] == "name_taken"
        assert other.post("/login", 403, name="Bo", password="anything at all")["error"]["code"] == "bad_login"
        assert enter(other, device)["name"] == "Bo"
        (kept,) = bo.get("/passkeys")["passkeys"]
        assert bo.call("DELETE", f"/passkeys/{kept['id']}", 409)["error"]["code"] == "last_way_in"
        bo.call("PUT", "/account/password", old="", new="correct horse")
        bo.call("DELETE", f"/passkeys/{kept['id']}")
        bo.post("/account/forget", 403, password="not this one")
        bo.post("/account/forget", password="correct horse")


def test_who_lost_their_only_passkey_gets_a_password_by_their_confirmed_mail(tmp_path: Path) -> None:
    inbox = Inbox()
    try:
        with Server(tmp_path, **wishes(inbox)) as server:
            bo = Client(local(server), "Guest")
            add(bo, Authenticator("https://table.example"), account="Bo")
            bo.post("/channels", 201, kind="email", address="bo@example.org")
            agree(server, inbox.mails.pop())
            Client(server.base).post("/account/reset", name="Bo")
            wait_for(lambda: inbox.mails)
            joined = inbox.mails[0].replace("=\n", "")
            (path,) = re.findall(r"https://table.example(/api/v1/account/reset/[0-9a-f-]+)", joined)[:1]
            with httpx2.Client(base_url=server.base, timeout=CEILING_S) as browser:
                assert browser.post(path, data={"password": "correct horse"}).status_code == 200
                assert browser.post(path, data={"password": "another one"}).status_code == 404
            Client(server.base).post("/login", name="Bo", password="correct horse")
    finally:
        inbox.close()


def test_what_is_no_passkey_of_this_server(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        base = local(server)
        ada, bo = account(base, "Ada"), account(base, "Bo")
        device = Authenticator(base)
        add(ada, device)
        assert add(bo, device, 409)["error"]["code"] == "passkey_known"
        # From another site.
        assert add(ada, Authenticator("https://evil.example"), 403)["error"]["code"] == "bad_passkey"
        # The question that somebody else was asked.
        options = ada.post("/passkeys/options")["options"]
        assert bo.post("/passkeys", 403, credential=Authenticator(base).make(options))
        question = ada.post("/login/passkey/options")["options"]
        assert bo.post("/login/passkey", 403, credential=device.sign(question))
        # A key that signs as another one.
        impostor = Authenticator(base)
        impostor.id = device.id
        assert enter(Client(base, "Guest"), impostor, 403)["error"]["code"] == "bad_passkey"


def test_what_is_no_answer_at_all(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        base = local(server)
        broken: dict[str, Any]
        for broken in ({}, {"response": {}}, {"response": {"clientDataJSON": "%%%"}}, {"rawId": 7, "response": None}):
            assert (
                Client(base, "Guest").post("/login/passkey", 422, credential=broken)["error"]["code"] == "bad_passkey"
            )


def test_an_answer_counts_once(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        base = local(server)
        ada, device = account(base, "Ada"), Authenticator(base)
        add(ada, device)
        options = ada.post("/login/passkey/options")["options"]
        signed = device.sign(options)
        ada.post("/login/passkey", credential=signed)
        assert ada.post("/login/passkey", 403, credential=signed)["error"]["code"] == "bad_passkey"


# Somebody else


@pytest.fixture
def provider() -> Iterator[Provider]:
    made = Provider()
    yield made
    made.close()


def with_provider(folder: Path, provider: Provider, database: str = "") -> Server:
    path = folder / "providers.toml"
    path.write_text(provider.file())
    return Server(folder, database, TERRARIUM_OAUTH=str(path), TERRARIUM_ORIGINS="http://table.example")


def browser(base: str) -> httpx2.Client:
    """A browser with a session cookie."""
    made = httpx2.Client(base_url=base, timeout=CEILING_S, headers={"Origin": base})
    opened = made.post("/api/v1/session", json={"name": "Guest"}).json()
    made.headers["X-CSRF-Token"] = opened["csrf"]
    return made


def through(page: httpx2.Client, provider: Provider) -> httpx2.Response:
    """There and back: gives the answer to coming back."""
    begun = page.post("/api/v1/oauth/local", json={})
    assert begun.status_code == 200, begun.text
    assert begun.json()["url"].startswith(provider.base)
    there = httpx2.get(begun.json()["url"], timeout=CEILING_S)
    assert there.status_code == 302
    return page.get(there.headers["location"])


def me(page: httpx2.Client) -> dict[str, Any]:
    found: dict[str, Any] = page.get("/api/v1/me").json()["session"]
    return found


@BOTH
def test_somebody_signs_in_through_a_provider(database: str, tmp_path: Path, provider: Provider) -> None:
    with with_provider(tmp_path, provider, database) as server:
        page = browser(server.base)
        assert page.get("/api/v1/oauth").json() == {"providers": [{"id": "local", "name": "The neighbour"}]}
        back = through(page, provider)
        assert (back.status_code, back.headers["location"]) == (303, "/account")
        assert (me(page)["name"], me(page)["account"]) == ("Ada", True)
        # Another browser: the same person, by what the provider calls them for ever, not by their name.
        provider.person = {"sub": "1", "preferred_username": "Ada Lovelace"}
        other = browser(server.base)
        through(other, provider)
        assert me(other)["user"] == me(page)["user"]
        # Somebody else of the same name.
        provider.person = {"sub": "2", "preferred_username": "Ada"}
        third = browser(server.base)
        through(third, provider)
        assert (me(third)["name"], me(third)["user"] != me(page)["user"]) == ("Ada 2", True)
        data = page.get("/api/v1/account/data").json()["logins"]
        assert [(one["provider"], one["subject"]) for one in data] == [("local", "1")]


def test_an_account_can_be_linked(tmp_path: Path, provider: Provider) -> None:
    with with_provider(tmp_path, provider) as server:
        page = browser(server.base)
        page.post("/api/v1/account", json={"name": "Bo", "password": "correct horse"})
        through(page, provider)
        assert me(page)["name"] == "Bo"
        other = browser(server.base)
        through(other, provider)
        assert me(other)["user"] == me(page)["user"]


def test_an_answer_belongs_to_the_session_that_asked(tmp_path: Path, provider: Provider) -> None:
    with with_provider(tmp_path, provider) as server:
        page, victim = browser(server.base), browser(server.base)
        url = page.post("/api/v1/oauth/local", json={}).json()["url"]
        location = httpx2.get(url, timeout=CEILING_S).headers["location"]
        assert victim.get(location).headers["location"] == "/account?problem=bad_login"
        assert me(victim)["account"] is False
        # A code that the provider did not give; a browser that comes back with none.
        wrong = location.replace("code=", "code=x")
        assert page.get(wrong).headers["location"] == "/account?problem=no_provider"
        assert page.get("/api/v1/oauth/local/back").headers["location"] == "/account?problem=bad_login"
        assert page.post("/api/v1/oauth/nobody", json={}).status_code == 404
        assert me(page)["account"] is False


def test_a_provider_that_keeps_failing_is_left_alone() -> None:
    asked = []

    def failing(error: Exception) -> Any:
        asked.append(error)
        raise error

    def answer(status: int) -> requests.HTTPError:
        made = requests.Response()
        made.status_code = status
        return requests.HTTPError(response=made)

    async def run() -> None:
        hall = SimpleNamespace(pools=Pools())
        entrances = oauth.Entrances.__new__(oauth.Entrances)
        entrances.hall = cast(Hall, hall)
        # What it refuses, somebody may have had it refuse: a wrong code cuts it off for nobody.
        for error in [answer(400)] * 5 + [answer(503), requests.ConnectionError(), requests.Timeout()]:
            with pytest.raises(Problem, match="no_provider"):
                await entrances._outside("https://id.example/token", lambda error=error: failing(error))
        assert len(asked) == 8
        with pytest.raises(Problem, match="no_provider"):
            await entrances._outside("https://id.example/token", lambda: {"sub": "1"})
        assert await entrances._outside("https://other.example/token", lambda: {"sub": "1"}) == {"sub": "1"}
        hall.pools.close()

    asyncio.run(run())


def test_a_provider_that_is_gone_is_told(tmp_path: Path, provider: Provider) -> None:
    with with_provider(tmp_path, provider) as server:
        provider.close()
        found = browser(server.base).post("/api/v1/oauth/local", json={})
        assert (found.status_code, found.json()["error"]["code"]) == (502, "no_provider")


@pytest.mark.parametrize("text", ["[a]\nname = 'x'", "a = 1", "[a]\nissuer = 'x'\nclient_id = 'y'", "[a", "['a b']"])
def test_a_file_that_names_no_provider(tmp_path: Path, text: str) -> None:
    path = tmp_path / "providers.toml"
    path.write_text(text)
    with pytest.raises(ValueError):  # noqa: PT011 - TOML's own errors are among them
        oauth.read(str(path))


def test_without_a_file_there_is_nobody_else(base: str) -> None:
    assert Client(base).get("/oauth") == {"providers": []}
    assert oauth.read("") == {}
