"""Order among strangers: hosts silence and remove, anybody reports, an operator acts while workers run."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed

from terrarium.cli.main import app
from tests.server import services
from tests.server.harness import Client, Server, Socket, two_players, wait_for
from tests.server.test_accounts import SECRET, account

BOTH = pytest.mark.parametrize("database", ["sqlite", "postgresql"], indirect=True)


def admin(database: str, *words: str, code: int = 0) -> Any:
    """`terrarium admin … --json` in this process: what it prints."""
    done = CliRunner().invoke(app, ["admin", *words, "--json", "--database", database])
    assert done.exit_code == code, done.output
    return json.loads(done.stdout) if code == 0 else done.output


AGAIN = 1012
"""The socket's goodbye to somebody who may be somebody else when they come again."""


def cut_off(socket: Socket) -> int:
    """Read until the server hangs up; gives its reason."""
    try:
        while True:
            socket.read()
    except ConnectionClosed as closed:
        return 0 if closed.rcvd is None else closed.rcvd.code


# The host


def test_a_host_removes_somebody_before_the_game(base: str) -> None:
    ada, bo, cy = (Client(base, name) for name in ("Ada", "Bo", "Cy"))
    game = ada.new_game(["me", "open", "open"])["table"]["id"]
    key = bo.post(f"/games/{game}/seats/1/sit")["key"]
    assert bo.post(f"/games/{game}/seats/0/remove", 403)["error"]["code"] == "host_only"
    assert cy.post(f"/games/{game}/seats/1/remove", 403)["error"]["code"] == "host_only"
    assert ada.post(f"/games/{game}/seats/0/remove", 409)["error"]["code"] == "cannot_remove"
    assert ada.post(f"/games/{game}/seats/2/remove", 409)["error"]["code"] == "cannot_remove"
    assert ada.post(f"/games/{game}/seats/7/remove", 404)["error"]["code"] == "no_seat"
    seats = ada.post(f"/games/{game}/seats/1/remove")["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "open", "open"]
    for attempt in (("sit", {}), ("claim", {"key": key})):
        assert bo.post(f"/games/{game}/seats/1/{attempt[0]}", 403, **attempt[1])["error"]["code"] == "barred"
    assert Client(base, "Bo again").post(f"/games/{game}/seats/1/claim", 403, key=key)["error"]["code"] == "wrong_key"
    cy.post(f"/games/{game}/seats/1/sit")


def test_a_host_removes_somebody_during_the_game_and_a_bot_plays_on(base: str) -> None:
    ada, bo, game = two_players(base, options={"rounds": "2"})
    ada.play(game, "end")
    ada.post(f"/games/{game}/ask", kind="pause")
    with bo.socket(game) as socket:
        socket.until("hello")
        table = ada.post(f"/games/{game}/seats/1/remove")
        assert table["seats"][1]["stand_in"] == "removed"
        assert table["ask"] is None, "it was asked of somebody who is gone"
        assert cut_off(socket) == AGAIN
    assert bo.get(f"/games/{game}")["you"] is None
    for attempt in ("back", "resign"):
        assert bo.post(f"/games/{game}/{attempt}", 403)["error"]["code"] == "players_only"
    while ada.get(f"/games/{game}")["status"] != "over":
        wait_for(lambda: ada.view(game)["choices"] or ada.view(game)["view"]["over"], "the bot never played")
        if ada.view(game)["choices"]:
            ada.play(game, ada.view(game)["choices"][-1]["text"])


def test_removing_the_last_person_ends_a_pause(base: str) -> None:
    ada, bo = Client(base, "Ada"), Client(base, "Bo")
    game = ada.new_game(["open", "random"], options={"rounds": "1"})["table"]["id"]
    bo.post(f"/games/{game}/seats/0/sit")
    bo.post(f"/games/{game}/ask", kind="pause")
    assert ada.get(f"/games/{game}")["status"] == "paused"
    ada.post(f"/games/{game}/seats/0/remove")
    ada.ended(game)


def test_a_host_silences_somebody(base: str) -> None:
    ada, bo, game = two_players(base)
    eve = Client(base, "Eve")
    bo.post(f"/games/{game}/chat", 201, text="hello")
    author = next(line["author"] for line in ada.get(f"/games/{game}/chat")["chat"] if line["text"] == "hello")
    assert author == bo.user
    assert bo.call("PUT", f"/games/{game}/silence", 403, author=ada.user)["error"]["code"] == "host_only"
    assert ada.call("PUT", f"/games/{game}/silence", 409, author=ada.user)
    assert ada.call("PUT", f"/games/{game}/silence", 404, author=eve.user), "who never sat here nor said anything"
    eve.post(f"/games/{game}/chat", 201, text="hi")
    for who in (bo, eve):
        ada.call("PUT", f"/games/{game}/silence", author=who.user)
        assert who.post(f"/games/{game}/chat", 403, text="again")["error"]["code"] == "silenced"
    with bo.socket(game) as socket:
        socket.send("chat", text="over the socket")
        assert socket.until("refused")["data"]["error"]["code"] == "silenced"
    ada.call("PUT", f"/games/{game}/silence", author=bo.user, on=False)
    bo.post(f"/games/{game}/chat", 201, text="thanks")
    private = ada.new_game(listed=False)["table"]["id"]
    told = len(ada.get(f"/games/{game}/chat")["chat"])
    ada.call("PUT", f"/games/{game}/silence", author=bo.user, on=False)
    assert len(ada.get(f"/games/{game}/chat")["chat"]) == told, "nothing has changed"
    assert ada.call("PUT", f"/games/{private}/silence", 404, author=bo.user), "no pass for a stranger"


# Reports


@BOTH
def test_reports_are_among_my_data_and_know_nobody_who_is_forgotten(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database) as server:
        ada, bo, game = two_players(server.base)
        line = bo.post(f"/games/{game}/chat", 201, text="something foul")["id"]
        ada.post("/reports", 201, game=game, line=line, text="please look")
        (kept,) = ada.get("/account/data")["reports"]
        assert (kept["game"], kept["text"]) == (game, "please look")
        assert bo.get("/account/data")["reports"] == [], "who told of me is not mine to know"
        bo.post("/account/forget", password="")
        (found,) = admin(database, "reports")["reports"]
        assert (found["reporter"], found["user_id"], found["text"]) == (ada.user, None, "please look")
        assert "foul" not in found["said"]
        ada.post("/account/forget", password="")
        (found,) = admin(database, "reports")["reports"]
        assert (found["reporter"], found["text"]) == (None, "please look")


@BOTH
def test_reports_reach_the_operator(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database) as server:
        ada, bo, game = two_players(server.base)
        line = bo.post(f"/games/{game}/chat", 201, text="something foul")["id"]
        other = ada.new_game()["table"]["id"]
        first = ada.post("/reports", 201, game=game, line=line, text="please look\u202e")["id"]
        second = ada.post("/reports", 201, game=game, text="they all stall")["id"]
        third = ada.post("/reports", 201, user=bo.user)["id"]
        assert ada.post("/reports", 422, text="of nothing")
        assert ada.post("/reports", 404, game=other, line=line), "a line of another table"
        assert ada.post("/reports", 404, user=10**9)
        private = bo.new_game(listed=False)["table"]["id"]
        assert ada.post("/reports", 403, game=private)
        found = admin(database, "reports")["reports"]
        assert [entry["id"] for entry in found] == [first, second, third]
        assert found[0] | {"at": 0} == {
            "id": first, "reporter": ada.user, "game": game, "line": line, "user_id": bo.user, "said": "something foul",
            "text": "please look", "at": 0, "closed": None, "unit": None, "study": None,
        }  # fmt: skip
        # What was said stays with the report.
        with bo.socket(game) as socket:
            socket.until("hello")
            assert admin(database, "delete-chat", str(line)) == {"deleted": [line]}
            assert socket.until("unsaid")["data"] == {"id": line}
        assert [entry for entry in ada.get(f"/games/{game}/chat")["chat"] if entry["kind"] == "chat"] == []
        assert admin(database, "reports")["reports"][0]["said"] == "something foul"
        admin(database, "close-report", str(first))
        assert [entry["id"] for entry in admin(database, "reports")["reports"]] == [second, third]
        assert len(admin(database, "reports", "--all")["reports"]) == 3
        admin(database, "close-report", "999", code=1)


# The operator


@BOTH
def test_a_ban_holds_at_once_in_a_running_worker(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database) as server:
        ada, bo = Client(server.base, "Ada"), account(server.base, "Bo")
        game = ada.new_game()["table"]["id"]
        bo.post(f"/games/{game}/seats/1/sit")
        waiting = bo.new_game()["table"]["id"]
        ada.play(game, "end")
        with bo.socket(game) as socket:
            socket.until("hello")
            assert admin(database, "ban", "Bo") == {"user": bo.user, "name": "Bo", "until": None, "seats": 2}
            assert cut_off(socket) == AGAIN
        wait_for(lambda: bo.http.get("/session").status_code == 401, "the session goes on")
        wait_for(lambda: ada.get(f"/games/{game}")["seats"][1]["stand_in"] == "removed")
        wait_for(lambda: ada.view(game)["view"]["player"] == 0, "the bot never played")
        assert ada.get(f"/games/{waiting}")["seats"][0]["kind"] == "open"
        login: dict[str, Any] = {"name": "Bo", "password": SECRET}
        assert Client(server.base).post("/login", 403, **login)["error"]["code"] == "banned"
        admin(database, "unban", str(bo.user))
        assert Client(server.base).post("/login", **login)["name"] == "Bo"
        admin(database, "ban", "Bo", "--days", "0")
        Client(server.base).post("/login", **login)
        assert "Nobody Else" in admin(database, "ban", "Nobody Else", code=1)


@BOTH
def test_an_operator_closes_a_table(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database) as server:
        ada, _, game = two_players(server.base)
        with ada.socket(game) as socket:
            socket.until("hello")
            assert admin(database, "close-table", game) == {"game": game}
            assert socket.until("table")["data"]["status"] == "aborted"
        assert ada.play(game, "end", status=409)["error"]["code"] == "not_running"
        admin(database, "close-table", game, code=1)
        admin(database, "close-table", "a" * 14, code=1)


@BOTH
def test_a_table_that_an_operator_closed_stands_in_no_list(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database) as server:
        ada, eve = Client(server.base, "Ada"), Client(server.base, "Eve")
        wish = {"title": "coins", "listed": True, "spectators": "delay", "delay": 86400}
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        game = ada.post("/games", 201, seats=seats, **wish)["table"]["id"]
        assert [one["id"] for one in eve.get("/games?which=live")["games"]] == [game]
        admin(database, "close-table", game)
        for which in ("open", "live", "archive"):
            assert eve.get(f"/games?which={which}")["games"] == []


@BOTH
def test_quotas_of_one_person(database: str, tmp_path: Path) -> None:
    with Server(tmp_path, database) as server:
        ada, bo, game = two_players(server.base)
        admin(database, "quota", str(bo.user), "chat", "2")
        admin(database, "quota", str(bo.user), "tables", "1")
        found = admin(database, "quota", str(bo.user), "report", "0")
        assert found["quotas"] == {"chat": 2, "tables": 1, "report": 0}
        wait_for(lambda: bo.http.post("/reports", json={"game": game}).status_code == 429, "the quota never held")
        said = [bo.http.post(f"/games/{game}/chat", json={"text": "x"}).status_code for _ in range(3)]
        assert said == [201, 201, 429]
        bo.new_game()
        made = bo.post("/games", 409, title="coins", seats=[{"kind": "me"}, {"kind": "open"}])
        assert made["error"]["code"] == "too_many_games"
        for _ in range(4):
            ada.post(f"/games/{game}/chat", 201, text="x")
        admin(database, "quota", str(bo.user), "report")
        wait_for(lambda: bo.http.post("/reports", json={"game": game}).status_code == 201)
        admin(database, "quota", str(bo.user), "nonsense", "1", code=1)


def test_decrees_reach_both_workers(postgresql_server: str, redis_server: str, tmp_path: Path) -> None:
    database = services.fresh_database(postgresql_server, "decrees")
    wishes = {"TERRARIUM_REDIS": redis_server}
    with Server(tmp_path, database, **wishes) as one, Server(tmp_path, database, **wishes) as two:
        ada, bo, game = two_players(one.base)
        there = bo.at(two.base)
        with ada.socket(game) as here, there.socket(game) as away:
            here.until("hello")
            away.until("hello")
            admin(database, "close-table", game)
            for socket in (here, away):
                assert socket.until("table")["data"]["status"] == "aborted"
        admin(database, "ban", str(bo.user))
        for client in (bo, there):
            wait_for(lambda client=client: client.http.get("/session").status_code == 401)  # type: ignore[misc]
