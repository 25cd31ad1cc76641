"""One's own account: another password, a forgotten one, sessions, one's data, the key of a seat."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed

from tests.server.harness import Client, Server, Socket, two_players, wait_for
from tests.server.inbox import Inbox, agree, wishes
from tests.support.patience import CEILING_S

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)
SECRET, BETTER = "correct horse", "battery staple"


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    made = Inbox()
    yield made
    made.close()


def account(base: str, name: str) -> Client:
    client = Client(base, name)
    client.post("/account", name=name, password=SECRET)
    return client


def signed_in(base: str, name: str, password: str) -> Client:
    opened = httpx2.post(f"{base}/api/v1/login", json={"name": name, "password": password}, timeout=CEILING_S)
    assert opened.status_code == 200, opened.text
    return Client(base, token=opened.json()["token"])


def closed(window: Socket) -> bool:
    """Has the server hung up?"""
    try:
        window.heard()
    except ConnectionClosed:
        return True
    return False


def test_another_password_ends_all_other_sessions(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = account(server.base, "Ada")
        other = signed_in(server.base, "Ada", SECRET)
        assert ada.call("PUT", "/account/password", 403, old="wrong one", new=BETTER)["error"]["code"] == "bad_login"
        assert ada.call("PUT", "/account/password", 422, old=SECRET, new="short")["error"]["code"] == "bad_request"
        ada.call("PUT", "/account/password", old=SECRET, new=BETTER)
        assert ada.get("/session")["name"] == "Ada"
        assert other.get("/session", 401)["error"]["code"] == "session_gone"
        assert signed_in(server.base, "Ada", BETTER).get("/session")["account"] is True
        assert Client(server.base, "Guest").call("PUT", "/account/password", 403, old="", new=BETTER)


def test_sessions_are_listed_and_ended(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = account(server.base, "Ada")
        one, two = (signed_in(server.base, "Ada", SECRET) for _ in range(2))
        listed = ada.get("/sessions")["sessions"]
        assert [entry["this"] for entry in listed] == [True, False, False]
        ada.call("DELETE", f"/sessions/{listed[1]['id']}")
        assert sorted([one.http.get("/session").status_code, two.http.get("/session").status_code]) == [200, 401]
        eve = Client(server.base, "Eve")
        assert eve.call("DELETE", f"/sessions/{listed[2]['id']}", 404)
        ada.call("DELETE", "/sessions")
        assert len(ada.get("/sessions")["sessions"]) == 1
        assert two.get("/session", 401)
        assert eve.get("/session")


def test_a_forgotten_password_is_replaced_by_a_confirmed_mail_once(inbox: Inbox, tmp_path: Path) -> None:
    with Server(tmp_path, **wishes(inbox)) as server:
        ada = account(server.base, "Ada")
        bo = Client(server.base, "Bo")
        ada.post("/channels", 201, kind="email", address="ada@example.org")
        # An address that has not agreed gets nothing; nobody learns whether there is such an account.
        for name in ("Ada", "Nobody"):
            assert bo.post("/account/reset", name=name) == {"ok": True}
        agree(server, inbox.mails.pop())
        assert inbox.mails == []
        bo.post("/account/reset", name="ada")
        bo.post("/account/reset", name="ada")  # once an hour
        wait_for(lambda: inbox.mails)
        assert len(inbox.mails) == 1
        joined = inbox.mails[0].replace("=\n", "")
        path = re.findall(r"https://table.example(/api/v1/account/reset/[0-9a-f-]+)", joined)[0]
        with httpx2.Client(base_url=server.base, timeout=CEILING_S) as browser:
            assert 'type="password"' in browser.get(path).text
            assert browser.post(path[:-1] + "x", data={"password": BETTER}).status_code == 422
            forged = path[:-1] + ("0" if path[-1] != "0" else "1")
            assert browser.post(forged, data={"password": BETTER}).status_code == 404
            assert browser.post(path, data={"password": BETTER}).status_code == 200
            assert browser.post(path, data={"password": "another one"}).status_code == 404
        assert ada.get("/session", 401)
        assert signed_in(server.base, "Ada", BETTER)


def test_windows_of_an_ended_session_close(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada = account(server.base, "Ada")
        game = ada.new_game(["me", "open"])["table"]["id"]
        Client(server.base, "Bo").post(f"/games/{game}/seats/1/sit")
        another: dict[str, Any] = {"old": SECRET, "new": BETTER}
        ways: list[tuple[str, str, dict[str, Any]]]
        ways = [("DELETE", "/sessions", {}), ("PUT", "/account/password", another)]
        for method, path, body in ways:
            thief = signed_in(server.base, "Ada", SECRET)
            with thief.socket(game) as window:
                window.until("hello")
                ada.call(method, path, **body)
                assert closed(window)
            assert thief.get("/session", 401)
            assert ada.get("/session"), "mine goes on"
        watcher = Client(server.base, "Cy")
        with watcher.socket(game) as window:
            window.until("hello")
            watcher.call("DELETE", "/session")
            assert closed(window)


@BOTH
def test_windows_of_an_ended_session_close_in_other_workers(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database) as one, Server(tmp_path, database) as two:
        ada = account(one.base, "Ada")
        game = ada.new_game(["me", "open"])["table"]["id"]
        with ada.at(two.base).socket(game) as window:
            window.until("hello")
            ada.post("/account/forget", password=SECRET)
            wait_for(lambda: closed(window))


@pytest.mark.parametrize("name", ["Iris 1508", "Bernard", "Ａda"])
def test_a_forgotten_password_is_replaced_whatever_letters_the_name_has(
    inbox: Inbox, tmp_path: Path, name: str
) -> None:
    with Server(tmp_path, **wishes(inbox)) as server:
        person = account(server.base, name)
        person.post("/channels", 201, kind="email", address="somebody@example.org")
        agree(server, inbox.mails.pop())
        person.post("/account/reset", name=name.upper())
        wait_for(lambda: inbox.mails)


def test_my_data_can_be_had_and_forgotten(base: str) -> None:
    ada, bo, game = two_players(base)
    bo.post("/account", name="Bo the Forgotten", password=SECRET)
    bo.post(f"/games/{game}/chat", 201, text="something private")
    bo.call("PUT", f"/games/{game}/note", note="my plan")
    data = bo.get("/account/data")
    assert data["person"]["account"] == "bo the forgotten"
    assert [(seat["game"], seat["note"]) for seat in data["seats"]] == [(game, "my plan")]
    assert [line["text"] for line in data["chat"]] == ["something private"]
    assert len(data["sessions"]) == 1
    assert bo.post("/account/forget", 403, password="wrong one")["error"]["code"] == "bad_login"
    bo.post("/account/forget", password=SECRET)
    assert bo.get("/session", 401)
    shown = str(ada.get(f"/games/{game}")) + str(ada.get(f"/games/{game}/chat"))
    assert "Bo" not in shown
    assert "private" not in shown
    ada.play(game, "end")  # the game goes on
    assert Client(base, "Cy").post("/account", name="Bo the Forgotten", password=SECRET)


def test_what_a_guest_said_belongs_to_the_account_they_sign_in_to(base: str) -> None:
    account(base, "Hal")
    guest, host = Client(base, "Passer-by"), Client(base, "Host")
    game, private = host.new_game(["me", "open", "open"])["table"]["id"], host.new_game(listed=False)["table"]
    invite = host.get(f"/games/{private['id']}")["invite"]
    guest.post(f"/games/{game}/seats/1/sit")
    line = guest.post(f"/games/{game}/chat", 201, text="as a guest")["id"]
    guest.post("/reports", 201, game=game, text="too loud")
    guest.post(f"/games/{private['id']}/enter", invite=invite)
    guest.post(f"/games/{private['id']}/seats/1/sit")
    # The account has been let in there too, but sits nowhere: the seat goes over all the same.
    signed_in(base, "Hal", SECRET).post(f"/games/{private['id']}/enter", invite=invite)
    hal = Client(base, token=guest.post("/login", name="Hal", password=SECRET)["token"])
    assert hal.get(f"/games/{private['id']}")["you"] == 1
    data = hal.get("/account/data")
    assert [said["text"] for said in data["chat"]] == ["as a guest"]
    assert [told["kind"] for told in data["told"] if told["game"] == game] == ["sat"]
    assert [told["text"] for told in data["reports"]] == ["too loud"]
    assert {table["game"] for table in data["tables"]} == {game, private["id"]}
    hal.post(f"/games/{game}/stand")
    host.post("/reports", 201, game=game, line=line)
    hal.post("/account/forget", password=SECRET)
    shown = str(host.get(f"/games/{game}/chat"))
    assert "Passer-by" not in shown
    assert "as a guest" not in shown


def test_nothing_that_a_table_told_of_somebody_has_their_name_when_they_are_forgotten(base: str) -> None:
    host, bo = Client(base, "Host"), Client(base, "Bo")
    left, removed, silenced = (host.new_game(["me", "open", "open"])["table"]["id"] for _ in range(3))
    bo.post(f"/games/{left}/seats/1/sit")
    bo.post(f"/games/{left}/stand")
    bo.post(f"/games/{removed}/seats/1/sit", name="Another Bo")
    host.post(f"/games/{removed}/seats/1/remove")
    bo.post(f"/games/{silenced}/seats/1/sit")
    host.call("PUT", f"/games/{silenced}/silence", author=bo.user)
    bo.call("PATCH", "/session", name="Bo the Second")
    told = [line for game in (left, removed, silenced) for line in host.get(f"/games/{game}/chat")["chat"]]
    assert [line["kind"] for line in told] == ["sat", "stood", "sat", "removed", "sat", "silenced"]
    assert {line["author"] for line in told} == {None}, "the table said it"
    bo.post("/account/forget", password="")
    told = [line for game in (left, removed, silenced) for line in host.get(f"/games/{game}/chat")["chat"]]
    assert {line["name"] for line in told} == {"—"}


def test_a_new_key_shuts_out_whoever_had_the_old_one(base: str) -> None:
    ada = Client(base, "Ada")
    made = ada.new_game(["me", "open"])
    game, old = made["table"]["id"], made["key"]
    eve = Client(base, "Eve")
    eve.post(f"/games/{game}/seats/0/claim", key=old)
    assert eve.get(f"/games/{game}")["you"] == 0
    key = ada.post(f"/games/{game}/key")["key"]
    assert eve.get(f"/games/{game}")["you"] != 0
    assert eve.post(f"/games/{game}/seats/0/claim", 403, key=old)["error"]["code"] == "wrong_key"
    assert ada.get(f"/games/{game}")["you"] == 0
    eve.post(f"/games/{game}/seats/0/claim", key=key)
    assert Client(base, "Di").post(f"/games/{game}/key", 403)["error"]["code"] == "players_only"
