"""Clients that come in numbers, slowly, half, or with a hundred tables: each gets its share and no more."""

import resource
import socket as sockets
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from pathlib import Path

import httpx2
import pytest
from sqlalchemy import create_engine, text
from websockets.exceptions import InvalidStatus

from terrarium.kernel.record import Record
from terrarium.server.api.games import ROWS_EACH
from terrarium.server.room.chat import MOST_TOLD, TOLD, add
from terrarium.server.wire import limits
from terrarium.server.wire.limits import Crowd, Quota, block
from terrarium.server.wire.protocol import SPARE_FILES, Door, open_files
from tests.server import toy
from tests.server.harness import REAL, Client, Server, two_players, wait_for
from tests.support.patience import CEILING_S

QUOTAS = {
    "TERRARIUM_QUOTAS": "1",
    "TERRARIUM_MOST_SOCKETS": "2",
    "TERRARIUM_MOST_GAMES": "3",
    "TERRARIUM_MOST_BOTS": "4",
    "TERRARIUM_IMPORTS_HOUR": "2",
    "TERRARIUM_CHATS_HOUR": "3",
    "TERRARIUM_DEEDS_HOUR": "5",
    "TERRARIUM_HINTS_HOUR": "2",
    "TERRARIUM_REVIEWS_HOUR": "1",
}


@pytest.fixture(scope="module")
def counting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("counting"), **QUOTAS) as started:
        yield started


SEATS = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
OPEN = [{"kind": "me"}, {"kind": "open"}]


def code(client: Client, method: str, path: str, status: int, **body: object) -> str:
    found: str = client.call(method, path, status, **body)["error"]["code"]
    return found


@pytest.mark.parametrize(
    ("address", "same"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::1", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_whoever_has_one_address_of_a_block_has_all_of_them(address: str, same: str) -> None:
    assert block(address) == same


def test_a_person_and_an_address_have_their_share_of_an_hour() -> None:
    quota = Quota(2)
    assert [quota.spend(1, "a") > 0 for _ in range(3)] == [False, False, True]
    # Others at the same address go on, until five people's share is spent there.
    outcomes = [quota.spend(person, "a") > 0 for person in range(2, 12)]
    assert outcomes == [False] * 7 + [True] * 3
    assert quota.spend(99, "b") == 0
    assert [quota.spend(98, "c", 2) > 0 for _ in range(2)] == [False, True], "something counts as two"
    assert [Quota(0).spend(1, "a") for _ in range(99)] == [0.0] * 99


def test_open_things_are_counted_and_given_back() -> None:
    crowd = Crowd(1)
    assert crowd.enter(1, "a")
    assert not crowd.enter(1, "b")
    assert [crowd.enter(person, "a") for person in (2, 3, 4, 5, 6)] == [True] * 4 + [False]
    crowd.leave(1, "a")
    assert crowd.enter(6, "a")
    assert crowd.enter(1, "b")


def test_who_can_wait_stands_in_a_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    monkeypatch.setattr("terrarium.server.wire.limits.time.monotonic", lambda: clock[0])
    bucket = limits.Bucket(10, 2)
    assert [bucket.queue() for _ in range(4)] == [0, 0, pytest.approx(0.1), pytest.approx(0.2)]
    clock[0] += 0.2
    assert bucket.queue() == pytest.approx(0.1), "those before it had their turn"
    clock[0] += 60
    assert [bucket.queue() for _ in range(3)] == [0, 0, pytest.approx(0.1)]


def test_many_sockets_of_one_address_take_turns(tmp_path: Path) -> None:
    """Each of them may say so much: together they say no more than five people, and nothing is lost."""
    with Server(tmp_path, TERRARIUM_RATE="2") as server, ExitStack() as opened:
        ada = Client(server.base)
        game = ada.new_game()["table"]["id"]
        windows = [opened.enter_context(ada.socket(game)) for _ in range(7)]
        began = time.monotonic()
        for window in windows:
            for number in range(9):
                window.send("ping", id=number)
        for window in windows:
            for number in range(9):
                assert window.until("pong")["data"]["id"] == number
        assert time.monotonic() - began >= 1, "63 of them, of which 50 at once"


def test_a_door_counts_addresses_but_not_our_proxy() -> None:
    door = Door()
    door.each, door.proxies = 2, ("127.0.0.1",)
    assert [door.enter("2001:db8::1"), door.enter("2001:db8::2"), door.enter("2001:db8::3")] == [True, True, False]
    door.leave("2001:db8::3")
    assert all(door.enter("127.0.0.1") for _ in range(5))
    door.leave("2001:db8::1")
    assert door.enter("2001:db8::9")
    assert not door.enter("192.0.2.1", file=open_files() - SPARE_FILES)
    assert door.open == 8


@pytest.mark.parametrize(
    ("proxies", "address", "ours"),
    [
        (("2001:db8::1",), "2001:db8::1", True),
        (("2001:db8::1",), "2001:db8::2", False),
        (("10.0.0.0/8",), "10.1.2.3", True),
        (("10.0.0.0/8",), "11.1.2.3", False),
        (("127.0.0.1",), "::ffff:127.0.0.1", True),
        (("proxy.example",), "2001:db8::1", False),
    ],
)
def test_a_proxy_is_one_address_or_a_network(proxies: tuple[str, ...], address: str, ours: bool) -> None:
    door = Door()
    door.each, door.proxies = 1, proxies
    assert [door.enter(address), door.enter(address)] == [True, ours]


def test_one_person_has_so_many_sockets(counting: Server) -> None:
    ada, bo, game = two_players(counting.base)
    with ada.socket(game) as one, ada.socket(game) as two:
        one.until("hello")
        two.until("hello")
        with pytest.raises(InvalidStatus) as caught, ada.socket(game):
            pass
        assert caught.value.response.status_code == 429
        with bo.socket(game) as other:
            other.until("hello")

    def again() -> bool:
        with suppress(InvalidStatus), ada.socket(game) as third:
            third.until("hello")
            return True
        return False

    wait_for(again)


def test_one_person_hosts_so_many_tables_and_bots(counting: Server) -> None:
    ada = Client(counting.base)
    ada.new_game(["me", "random", "random", "random"])
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]
    assert code(ada, "POST", "/games", 409, title="coins", seats=seats) == "too_many_bots"
    ada.new_game(["me", "open"])
    ada.new_game(["me", "open"])
    assert code(ada, "POST", "/games", 409, title="coins", seats=seats[:2]) == "too_many_games"
    assert Client(counting.base, "Bo").new_game(["me", "open"])


def test_games_that_run_on_for_the_public_are_counted_and_those_that_never_began_do_not(tmp_path: Path) -> None:
    with Server(tmp_path, TERRARIUM_QUOTAS="1", TERRARIUM_MOST_GAMES="2") as server:
        ada, eve = Client(server.base, "Ada"), Client(server.base, "Eve")
        wish = {"title": "coins", "listed": True, "spectators": "delay", "delay": 86400}
        for _ in range(3):
            opened = ada.post("/games", 201, seats=OPEN, **wish)["table"]["id"]
            assert ada.call("DELETE", f"/games/{opened}")["status"] == "aborted"
        assert eve.get("/games?which=live")["games"] == [], "nothing was ever played there"
        for number in range(2):
            begun = ada.post("/games", 201, seats=SEATS, **wish)["table"]["id"]
            ada.post(f"/games/{begun}/resign")
            assert ada.get(f"/games/{begun}")["status"] == "over"
            assert len(eve.get("/games?which=live")["games"]) == number + 1
        # They stand in the lobby for a day, so they take the places of two that run.
        assert code(ada, "POST", "/games", 409, seats=SEATS, **wish) == "too_many_games"


def test_bots_that_are_seated_later_are_counted_too(tmp_path: Path) -> None:
    with Server(tmp_path, TERRARIUM_QUOTAS="1", TERRARIUM_MOST_BOTS="2") as server:
        ada = Client(server.base)
        game = ada.new_game(["me", "open", "open", "open"])["table"]["id"]
        ada.post(f"/games/{game}/seats/1/bot", level="random")
        ada.post(f"/games/{game}/seats/2/bot", level="random")
        assert code(ada, "POST", f"/games/{game}/seats/3/bot", 409, level="random") == "too_many_bots"
        # Places that bots will fill are as good as filled.
        bo = Client(server.base, "Bo")
        bo.post("/quick", title="coins")
        assert code(bo, "POST", "/games", 409, title="coins", seats=SEATS) == "too_many_bots"


def test_tables_asked_for_at_once_are_counted_one_after_the_other(tmp_path: Path) -> None:
    with Server(tmp_path, TERRARIUM_QUOTAS="1", TERRARIUM_MOST_GAMES="2") as server:
        ada = Client(server.base)

        def ask(_: int) -> int:
            return Client(server.base, token=ada.token).http.post("/games", json=wish).status_code

        wish = {"title": "coins", "seats": [{"kind": "me"}, {"kind": "open"}]}
        with ThreadPoolExecutor(12) as threads:
            assert sorted(threads.map(ask, range(12))) == [201] * 2 + [409] * 10


def test_guests_of_one_address_host_as_much_as_five_people(tmp_path: Path) -> None:
    with Server(tmp_path, TERRARIUM_QUOTAS="1", TERRARIUM_MOST_GAMES="1", TERRARIUM_MOST_BOTS="1") as server:
        people = [Client(server.base, f"Guest {number}") for number in range(7)]
        for guest in people[:5]:
            assert guest.new_game(["me", "random"])
        assert code(people[5], "POST", "/games", 409, title="coins", seats=SEATS) == "too_many_games"
        mine = people[0].get("/games?which=mine")["games"][0]["id"]
        people[0].post(f"/games/{mine}/resign")
        people[0].new_game(["me", "random"])
        assert code(people[6], "POST", "/games", 409, title="coins", seats=SEATS) == "too_many_games"


def test_imports_and_chat_are_counted(counting: Server) -> None:
    ada, _, game = two_players(counting.base)
    wish = {"record": "none", "seats": [{"kind": "me"}, {"kind": "open"}]}
    assert [code(ada, "POST", "/games/import", status, **wish) for status in (422, 422, 429)][2] == "too_fast"
    with ada.socket(game) as socket:
        socket.until("hello")
        for _ in range(4):
            socket.connection.send('{"type": "chat", "data": {"text": "hi"}}')
        assert socket.until("refused")["data"]["error"]["code"] == "too_fast"
    assert code(ada, "POST", f"/games/{game}/chat", 429, text="hi") == "too_fast"


def test_a_long_record_counts_as_several(counting: Server) -> None:
    cy = Client(counting.base)
    game = toy.titles()["coins"].game(2, "", {"rounds": "40"})
    head = Record("coins", game.rules_version, 2, game.map_name, game.options).format().strip()
    long = "\n".join([head, "0 add 1", *["0 takeback 0", "0 add 1"] * (ROWS_EACH // 2)])
    assert cy.post("/games/import", 201, record=long, seats=OPEN)["table"]["seq"] > ROWS_EACH
    assert code(cy, "POST", "/games/import", 429, record=head, seats=OPEN) == "too_fast"


def test_what_a_table_tells_of_somebody_is_counted(counting: Server) -> None:
    ada, eve = Client(counting.base), Client(counting.base, "Eve")
    game = ada.new_game(["me", "open", "open"])["table"]["id"]
    for path in ("seats/1/sit", "stand", "seats/1/sit", "stand", "seats/1/sit"):
        assert eve.http.post(f"/games/{game}/{path}", json={}).status_code == 200
    for path, body in (
        ("stand", {}),
        ("ask", {"kind": "pause"}),
        ("resume", {}),
        ("answer", {"agree": True, "ask": 1}),
    ):
        assert code(eve, "POST", f"/games/{game}/{path}", 429, **body) == "too_fast"
    with eve.socket(game) as socket:
        socket.connection.send('{"type": "ask", "data": {"kind": "pause"}}')
        assert socket.until("refused")["data"]["error"]["code"] == "too_fast"


def test_what_a_table_tells_pushes_nothing_that_was_said_away(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada, eve = Client(server.base), Client(server.base, "Eve")
        game = ada.new_game()["table"]["id"]
        ada.post(f"/games/{game}/chat", 201, text="hello")
        engine = create_engine(server.database)
        with engine.begin() as connection:
            for number in range(MOST_TOLD):
                add(connection, game, "sat" if number % 2 else "stood", 1, "Eve", user=eve.user)
        eve.post(f"/games/{game}/seats/1/sit")
        kinds = [line["kind"] for line in ada.get(f"/games/{game}/chat")["chat"]]
        assert kinds == ["chat", *kinds[1:]]
        assert len(kinds) == 1 + TOLD
        with engine.connect() as connection:
            assert connection.execute(text("SELECT count(*) FROM talk")).scalar() == MOST_TOLD + 1
        engine.dispose()


def test_guests_and_tables_of_puzzles_are_counted(tmp_path: Path) -> None:
    """Both stay in the database: neither has no end."""
    settings = {**REAL, "TERRARIUM_QUOTAS": "1", "TERRARIUM_SESSIONS_HOUR": "1", "TERRARIUM_GAMES_HOUR": "2"}
    with Server(tmp_path, **settings) as server:
        guests = [Client(server.base, f"Guest {number}") for number in range(5)]
        refused = httpx2.post(f"{server.base}/api/v1/session", json={}, timeout=CEILING_S)
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_fast")
        ada, bo = guests[:2]
        puzzle = ada.get("/puzzles")["puzzles"][0]["id"]
        assert [ada.http.post(f"/puzzles/{puzzle}", json={}).status_code for _ in range(3)] == [200, 200, 429]
        course = bo.get("/lessons")["courses"][0]
        lesson = f"/lessons/{course['title']}/{course['lessons'][0]['id']}"
        again = [bo.http.post(lesson, json={"again": True}).status_code for _ in range(3)]
        assert again == [200, 200, 429]


def finished(base: str) -> tuple[Client, str]:
    ada, bo, game = two_players(base, options={"rounds": "1"})
    ada.play(game, "end")
    bo.play(game, "end")
    ada.ended(game)
    return ada, game


def test_hints_and_reviews_are_counted(counting: Server) -> None:
    ada, _, game = two_players(counting.base)
    asked = [ada.http.get(f"/games/{game}/hint").status_code for _ in range(3)]
    assert 429 not in asked[:2]
    assert asked[2] == 429
    games = [finished(counting.base)[1] for _ in range(5)]
    asked = [ada.http.get(f"/games/{over}/analysis").status_code for over in games[:2]]
    assert (asked[0] == 429, asked[1] == 429) == (False, True)
    # Whoever has no name has an address: five times as much as one person, of which Ada has had two.
    with httpx2.Client(base_url=counting.base + "/api/v1", timeout=CEILING_S) as nobody:
        games += [finished(counting.base)[1]]
        asked = [nobody.get(f"/games/{over}/analysis").status_code for over in games[2:]]
    assert 429 not in asked[:3]
    assert asked[3] == 429


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux lets one process bound another's files")
def test_no_more_files_is_logged_and_survived(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        ada, bo, game = two_players(server.base)
        assert server.process is not None
        used = len([*Path(f"/proc/{server.process.pid}/fd").iterdir()])
        most = used + SPARE_FILES + 8
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (most, most))
        with ExitStack() as crowd:
            for _ in range(40):
                with suppress(OSError):
                    crowd.enter_context(sockets.create_connection(("127.0.0.1", server.port), CEILING_S))
            wait_for(lambda: "no_more_files" in server.log.read_text())
            ada.play(game, "end", seq=0)  # over a connection that was open before
        wait_for(server.healthy)
        bo.play(game, "end")
