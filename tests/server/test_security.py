"""Who may do what, and what happens to those who try otherwise."""

import json
import socket as sockets
import threading
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from terrarium.server.wire import limits
from tests.server.clockwork import Clock
from tests.server.harness import Client, Server, Socket, two_players, wait_for
from tests.support.patience import CEILING_S

SEATS = [{"kind": "me"}, {"kind": "open"}]


LIMITS = {"TERRARIUM_RATE": "20", "TERRARIUM_CONNECT_RATE": "10"}
"""Those that an operator gets."""


@pytest.fixture
def strict(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, **LIMITS) as started:
        yield started


@pytest.fixture
def strict_and_timed(tmp_path: Path, clock: Clock) -> Iterator[Server]:
    """The same where no time passes by itself: nobody is let in because the machine was slow."""
    with Server(tmp_path, **LIMITS).timed(clock) as started:
        yield started


class Browser:
    """A person with a cookie, as a browser is."""

    def __init__(self, base: str) -> None:
        self.base = base
        self.http = httpx2.Client(base_url=base + "/api/v1", timeout=CEILING_S)
        self.csrf = self.http.post("/session", json={"name": "Cookie"}).json()["csrf"]

    def post(self, path: str, body: Any, **headers: str) -> httpx2.Response:
        return self.http.post(path, json=body, headers=headers)


def test_a_cookie_needs_origin_and_token(base: str) -> None:
    browser = Browser(base)
    body = {"title": "coins", "seats": SEATS}
    own = {"Origin": base, "X-CSRF-Token": browser.csrf}
    cases: list[tuple[dict[str, str], int, str]] = [
        ({}, 403, "missing_origin"),
        ({"Origin": "https://elsewhere.example"}, 403, "foreign_origin"),
        ({"Origin": "null"}, 403, "foreign_origin"),
        ({"Origin": base.replace("127.0.0.1", "localhost")}, 403, "foreign_origin"),
        ({"Origin": base}, 403, "csrf"),
        ({"Origin": base, "X-CSRF-Token": "x" * 24}, 403, "csrf"),
        (own, 201, ""),
    ]
    for headers, status, code in cases:
        answer = browser.post("/games", body, **headers)
        assert answer.status_code == status, (headers, answer.text)
        if code:
            assert answer.json()["error"]["code"] == code
    cookie = browser.http.cookies.jar
    entry = next(iter(cookie))
    assert entry.has_nonstandard_attr("HttpOnly")
    assert entry.get_nonstandard_attr("SameSite") == "lax"


def test_a_foreign_page_opens_no_socket(base: str) -> None:
    browser = Browser(base)
    own = {"Origin": base, "X-CSRF-Token": browser.csrf}
    game = browser.post("/games", {"title": "coins", "seats": SEATS}, **own).json()["table"]["id"]
    token = next(iter(browser.http.cookies.jar)).value
    address = base.replace("http", "ws") + f"/api/v1/games/{game}/socket"
    cookie = {"Cookie": f"terrarium_session={token}"}
    for origin in (None, "https://elsewhere.example"):
        headers = {**cookie, **({"Origin": origin} if origin else {})}
        with pytest.raises(InvalidStatus) as caught, connect(address, additional_headers=headers):
            pass
        assert caught.value.response.status_code == 403
    with connect(address, additional_headers={**cookie, "Origin": base}) as opened:
        assert json.loads(opened.recv(CEILING_S))["data"]["table"]["you"] == 0


def matrix(base: str, phase: str) -> tuple[dict[str, Client | None], str]:
    """A table in a phase, and everybody who might come to it."""
    ada, bo = Client(base, "Ada"), Client(base, "Bo")
    game = ada.new_game(["me", "open"], options={"rounds": "1"})["table"]["id"]
    if phase != "open":
        bo.post(f"/games/{game}/seats/1/sit")
    if phase == "paused":
        ada.post(f"/games/{game}/ask", kind="pause")
        bo.answer(game, True)
    if phase == "aborted":
        ada.post(f"/games/{game}/ask", kind="abort")
        bo.answer(game, True)
    if phase == "over":
        ada.play(game, "end")
        bo.play(game, "end")
    return {"seat 0": ada, "seat 1": bo, "spectator": Client(base, "Eve"), "nobody": None}, game


# (request, body, phase) -> statuses of seat 0 (on turn), seat 1 (sits except while open), spectator, nobody.
MOVE = {"id": "m", "expected_seq": 0, "moves": ["add 1"]}
MATRIX: list[tuple[str, Any, str, list[int]]] = [
    ("POST moves", MOVE, "open", [409, 403, 403, 401]),
    ("POST moves", MOVE, "live", [200, 409, 403, 401]),
    ("POST moves", MOVE, "paused", [409, 409, 403, 401]),
    ("POST moves", {**MOVE, "expected_seq": 2}, "over", [409, 409, 403, 401]),
    ("POST undo", {"id": "u", "expected_seq": 0}, "live", [409, 409, 403, 401]),
    ("POST resign", {}, "open", [409, 403, 403, 401]),
    ("POST resign", {}, "live", [200, 409, 403, 401]),
    ("POST resign", {}, "over", [409, 409, 403, 401]),
    ("POST ask", {"kind": "pause"}, "live", [200, 409, 403, 401]),
    ("POST answer", {"agree": True, "ask": 1}, "live", [409, 409, 403, 401]),
    ("POST resume", {}, "live", [409, 409, 403, 401]),
    ("POST resume", {}, "paused", [200, 409, 403, 401]),
    ("POST stand", {}, "live", [409, 409, 403, 401]),
    ("POST stand", {}, "open", [200, 403, 403, 401]),
    ("POST back", {}, "live", [200, 200, 403, 401]),
    ("POST seats/1/sit", {}, "live", [409, 409, 409, 401]),
    ("POST seats/1/bot", {"level": "random"}, "open", [200, 403, 403, 401]),
    ("PUT note", {"note": "n"}, "live", [200, 200, 403, 401]),
    ("PUT orders", {"orders": []}, "live", [200, 200, 403, 401]),
    ("GET private", None, "live", [200, 200, 403, 401]),
    ("GET since", None, "live", [200, 200, 403, 401]),
    ("GET why?move=end", None, "live", [200, 409, 403, 401]),
    ("GET view", None, "live", [200, 200, 200, 200]),
    ("GET view?as=0", None, "live", [200, 403, 403, 403]),
    ("GET view?as=0", None, "over", [200, 200, 200, 200]),
    ("GET record", None, "live", [409, 409, 409, 409]),
    ("GET record", None, "over", [200, 200, 200, 200]),
    ("POST chat", {"text": "hi"}, "live", [201, 201, 201, 401]),
    ("POST fork", {"at": 0, "seats": SEATS}, "live", [201, 201, 201, 401]),
    ("DELETE ", None, "open", [200, 403, 403, 401]),
    ("DELETE ", None, "live", [409, 403, 403, 401]),
    ("DELETE ", None, "over", [409, 403, 403, 401]),
    ("POST undo", {"id": "u", "expected_seq": 0}, "paused", [409, 409, 403, 401]),
    ("POST undo", {"id": "u", "expected_seq": 2}, "over", [409, 409, 403, 401]),
    ("POST ask", {"kind": "pause"}, "open", [409, 403, 403, 401]),
    ("POST ask", {"kind": "takeback", "to": 0}, "over", [409, 409, 403, 401]),
    ("POST ask", {"kind": "abort"}, "paused", [409, 409, 403, 401]),
    ("POST answer", {"agree": True, "ask": 1}, "over", [409, 409, 403, 401]),
    ("POST resume", {}, "over", [409, 409, 403, 401]),
    ("POST resign", {}, "paused", [200, 409, 403, 401]),
    ("POST stand", {}, "over", [409, 409, 403, 401]),
    ("POST seats/1/sit", {}, "open", [409, 200, 409, 401]),
    ("POST seats/1/sit", {}, "over", [409, 409, 409, 401]),
    ("POST seats/0/claim", {"key": "A" * 24}, "live", [403, 403, 403, 401]),
    ("POST seats/1/bot", {"level": "random"}, "over", [409, 403, 403, 401]),
    ("POST enter", {"invite": "A" * 22}, "live", [403, 403, 403, 401]),
    ("POST plan", {"moves": ["end"]}, "live", [200, 200, 403, 401]),
    ("POST plan", {"moves": ["end"]}, "over", [409, 409, 403, 401]),
    ("PUT plan", {"moves": ["end"]}, "live", [409, 409, 403, 401]),
    ("PUT plan", {"moves": ["end"]}, "over", [409, 409, 403, 401]),
    ("DELETE plan", None, "live", [200, 200, 403, 401]),
    ("GET forecast", None, "live", [200, 200, 403, 401]),
    ("GET fair", None, "live", [200, 200, 200, 200]),
    ("GET events", None, "paused", [200, 200, 200, 200]),
    ("PUT mute", {"author": 1}, "live", [200, 200, 200, 401]),
    ("POST chat", {"text": "hi"}, "over", [201, 201, 201, 401]),
    ("POST fork", {"at": 1, "seats": SEATS}, "over", [201, 201, 201, 401]),
    ("POST moves", MOVE, "aborted", [409, 409, 403, 401]),
    ("POST undo", {"id": "u", "expected_seq": 0}, "aborted", [409, 409, 403, 401]),
    ("POST resign", {}, "aborted", [409, 409, 403, 401]),
    ("POST resume", {}, "aborted", [409, 409, 403, 401]),
    ("POST ask", {"kind": "pause"}, "aborted", [409, 409, 403, 401]),
    ("GET record", None, "aborted", [200, 200, 200, 200]),
]


@pytest.mark.parametrize(("request_", "body", "phase", "expected"), MATRIX)
def test_seat_role_and_phase_decide(base: str, request_: str, body: Any, phase: str, expected: list[int]) -> None:
    people, game = matrix(base, phase)
    method, _, path = request_.partition(" ")
    got = []
    for who in people.values():
        http = who.http if who is not None else httpx2.Client(base_url=base + "/api/v1")
        answer = http.request(method, f"/games/{game}/{path}".rstrip("/"), **({} if body is None else {"json": body}))
        got.append(answer.status_code)
        assert "Traceback" not in answer.text
    # Seat 0 acts first: where that ends the phase (resigning, pausing), the others find the new one.
    assert got == expected


def test_a_table_by_link_shows_nothing_to_those_without_it(base: str) -> None:
    """Every address of the API that begins at a game, whichever a later version adds."""
    ada, bo, eve = Client(base, "Ada"), Client(base, "Bo"), Client(base, "Eve")
    table = ada.new_game(listed=False)["table"]
    bo.post(f"/games/{table['id']}/enter", invite=table["invite"])
    bo.post(f"/games/{table['id']}/seats/1/sit")
    described = ada.get("/openapi.json")["paths"]
    paths = [path.removeprefix("/api/v1") for path in described if "{game}" in path and "get" in described[path]]
    assert len(paths) > 8
    nobody = httpx2.Client(base_url=base + "/api/v1")
    for path in paths:
        address = path.replace("{game}", table["id"]).replace("{seq}", "1")
        address += "?move=end" if path.endswith("/why") else "?region=1" if path.endswith("/profit") else ""
        assert eve.http.get(address).status_code == 403, address
        assert nobody.get(address).status_code in (401, 403), address
        if not path.endswith("/hint"):  # a search that nobody here needs
            assert ada.http.get(address).status_code != 403, address
    for who in (eve, None):
        headers = {"Authorization": f"Bearer {who.token}"} if who is not None else {}
        address = base.replace("http", "ws") + f"/api/v1/games/{table['id']}/socket"
        with pytest.raises(InvalidStatus) as caught, connect(address, additional_headers=headers):
            pass
        assert caught.value.response.status_code == 403
    lists = [eve.get(f"/games?which={which}")["games"] for which in ("open", "live", "archive", "mine")]
    assert table["id"] not in [entry["id"] for entries in lists for entry in entries]


def test_guessing_invitations_and_passwords_is_slow(strict_and_timed: Server, clock: Clock) -> None:
    base = strict_and_timed.base
    ada, eve = Client(base, "Ada"), Client(base, "Eve")
    made = ada.new_game(listed=False)["table"]
    assert len(made["invite"]) * 6 >= 96

    def guess(word: str) -> httpx2.Response:
        return eve.http.post(f"/games/{made['id']}/enter", json={"invite": word})

    statuses = [guess(f"{number:022d}").status_code for number in range(9)]
    assert statuses == [403] * 6 + [429] * 3
    answer = guess(made["invite"])
    assert answer.status_code == 429
    assert int(answer.headers["retry-after"]) >= 1
    clock.advance(20)
    assert guess(made["invite"]).status_code == 200


def test_frames_that_are_too_large_or_too_deep(base: str) -> None:
    ada, _, game = two_players(base)
    with ada.socket(game) as socket:
        socket.until("hello")
        socket.connection.send('{"type":"move","data":' + '{"a":' * 20_000 + "1" + "}" * 20_000 + "}"[:0] + "}")
        with pytest.raises(ConnectionClosed):
            socket.until("never")
    with ada.socket(game) as socket:
        socket.until("hello")
        socket.connection.send("[" * 30_000)
        assert socket.until("refused")["data"]["error"]["code"] == "bad_request"
        socket.connection.send("x" * 70_000)
        with pytest.raises(ConnectionClosed) as caught:
            socket.until("never")
        assert caught.value.rcvd is not None
        assert caught.value.rcvd.code == 1009
    deep = ada.http.post(f"/games/{game}/moves", content=b"[" * 60_000, headers={"Content-Type": "application/json"})
    assert deep.status_code == 422
    deep = ada.http.post("/games", content=b'{"a":' * 12_000, headers={"Content-Type": "application/json"})
    assert deep.status_code == 400
    large = ada.http.post("/games", content=b" " * 70_000, headers={"Content-Type": "application/json"})
    assert large.status_code == 413


def test_a_client_that_does_not_read_is_cut_off(base: str) -> None:
    ada, _, game = two_players(base)
    # Somebody who asks for large answers and never takes them.
    slow = upgrade(base, game, room=4096)
    wait_for(lambda: ada.get(f"/games/{game}")["present"]["watching"] == 1)
    payload = json.dumps({"type": "ping", "data": {"x": "y" * 60_000}}).encode()
    frame = b"\x81\xfe" + len(payload).to_bytes(2, "big") + bytes(4) + payload

    def push() -> None:
        with suppress(OSError):
            for _ in range(400):
                slow.sendall(frame)

    pusher = threading.Thread(target=push, daemon=True)
    pusher.start()
    wait_for(lambda: ada.get(f"/games/{game}")["present"]["watching"] == 0)
    pusher.join(CEILING_S)
    assert not pusher.is_alive(), "its connection must end, not only its place at the table"
    slow.close()


class Flood(threading.Thread):
    """Somebody who sends illegal moves as fast as possible, and comes back when cut off, until told to stop."""

    def __init__(self, client: Client, game: str) -> None:
        super().__init__(daemon=True)
        self.client = client
        self.game = game
        self.cuts = 0
        self.over = threading.Event()

    def run(self) -> None:
        frame = json.dumps({"type": "move", "data": {"id": "f", "expected_seq": 0, "moves": ["take"]}})
        while not self.over.is_set():
            # Coming back too often is refused at the door.
            with suppress(InvalidStatus), self.client.socket(self.game) as socket:
                try:
                    while not self.over.is_set():
                        socket.connection.send(frame)
                except ConnectionClosed:
                    self.cuts += 1


def play_a_round(game: str, ada: Client, one: Socket, two: Socket) -> None:
    for socket, moves in ((one, ("add 1", "add 2", "add 3", "end")), (two, ("end",))):
        for move in moves:
            seq = ada.view(game)["seq"]
            socket.send("move", id=f"{move} {seq}", expected_seq=seq, moves=[move])
            assert socket.until("ack", "refused", "stale")["type"] == "ack"


def test_a_flood_of_illegal_actions_is_cut_off_while_others_play_on(strict: Server) -> None:
    """How long the others wait meanwhile is measured by tools/flood_test.py."""
    ada, bo, game = two_players(strict.base, options={"rounds": "40"})
    eve, _, other = two_players(strict.base)
    flood = Flood(eve, other)
    flood.start()
    try:
        with ada.socket(game) as one, bo.socket(game) as two:
            # Few rounds, however quick the machine is: the limits are those of an operator, for honest players too.
            for _ in range(3):
                play_a_round(game, ada, one, two)
            wait_for(lambda: flood.cuts > 0)
            for _ in range(3):
                play_a_round(game, ada, one, two)
            assert ada.view(game)["view"]["round"] == 7
    finally:
        flood.over.set()
        flood.join(CEILING_S)
    assert not flood.is_alive()


def upgrade(base: str, game: str, room: int = 65536) -> sockets.socket:
    """A socket by hand: every client library behaves, and reads, and says goodbye."""
    host, port = base.removeprefix("http://").split(":")
    made = sockets.socket()
    made.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, room)
    made.settimeout(CEILING_S)
    made.connect((host, int(port)))
    head = f"GET /api/v1/games/{game}/socket HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: Upgrade\r\n"
    head += "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    made.sendall(head.encode())
    return made


def test_who_goes_on_sending_after_the_goodbye_is_hung_up_on(strict: Server) -> None:
    _, _, game = two_players(strict.base)
    rude = upgrade(strict.base, game)
    frame = b'{"type":"move","data":{"id":"f","expected_seq":0,"moves":["take"]}}'
    frames = (b"\x81" + bytes([0x80 | len(frame)]) + bytes(4) + frame) * 50

    def hung_up() -> bool:
        try:
            rude.sendall(frames)
        except OSError:
            return True
        return False

    wait_for(hung_up, "a flood must not be read for ever")
    rude.close()


def test_asking_too_fast_makes_one_wait_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: now))
    bucket = limits.Bucket(20, 40)
    assert sum(bucket.take() for _ in range(100)) == 40
    assert bucket.wait() == pytest.approx(1.05)
    now += 2
    assert bucket.take(), "two quiet seconds later there is room again"


def test_too_many_requests_are_answered_with_a_wait(strict_and_timed: Server, clock: Clock) -> None:
    base = strict_and_timed.base
    with httpx2.Client(base_url=base, timeout=CEILING_S) as http:
        statuses = [http.get("/api/v1/titles").status_code for _ in range(201)]
        assert statuses == [200] * 200 + [429], "ten seconds' worth at once"
        # Health and figures are for the operator and stay reachable.
        assert httpx2.get(base + "/healthz").status_code == 200
        clock.advance(1)
        assert http.get("/api/v1/titles").status_code == 200


def test_pages_carry_a_strict_policy(base: str) -> None:
    for path in ("/", "/g/abc", "/api/v1/titles"):
        answer = httpx2.get(base + path)
        policy = answer.headers["content-security-policy"]
        assert "unsafe-inline" not in policy
        assert "unsafe-eval" not in policy
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    page = httpx2.get(base + "/").text
    assert "<script" not in page or 'src="' in page
    assert httpx2.get(base + "/../../etc/passwd").status_code in (200, 404)
    assert "root:" not in httpx2.get(base + "/%2e%2e/%2e%2e/%2e%2e/etc/passwd").text


def test_names_and_chat_are_text(base: str) -> None:
    ada = Client(base)
    for name in ("", " ", "a\u0000b", "\u202e", "x" * 41, "a\nb\u0007"):
        assert ada.http.patch("/session", json={"name": name}).status_code == 422, repr(name)
    shown = ada.call("PATCH", "/session", name="<script>alert(1)</script>")
    assert shown["name"] == "<script>alert(1)</script>"
    answer = ada.http.get("/session")
    assert answer.headers["content-type"] == "application/json"


def test_no_secret_in_any_log_line(tmp_path: Path) -> None:
    with Server(tmp_path, TERRARIUM_SLOW_MS="0.001") as server:
        ada, bo = Client(server.base, "Ada"), Client(server.base, "Bo")
        made = ada.new_game(listed=False)
        table = made["table"]
        bo.post(f"/games/{table['id']}/enter", invite=table["invite"])
        key = bo.post(f"/games/{table['id']}/seats/1/sit")["key"]
        bo.post("/account", name="Bo the second", password="very secret words", email="bo@example.org")
        ada.http.get(f"/games/{table['id']}?invite={table['invite']}")
        with ada.socket(table["id"]) as socket:
            socket.until("hello")
        csrf = ada.get("/session")["csrf"]
        ada.play(table["id"], "add 1")
        ada.post(f"/games/{table['id']}/resign")
        figures = httpx2.get(server.base + "/metrics").text
        secret = ada.get(f"/games/{table['id']}/fair")["secret"]
    text = server.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"started", "request", "stopped"} <= {line["event"] for line in lines}
    # Where the time of a move went, for the operator who asked.
    slow = next(line for line in lines if line["event"] == "slow_move")
    assert {"game", "ms", "wait", "rules", "disk", "tell"} <= set(slow)
    for name in (
        "terrarium_moves_total",
        "terrarium_ack_seconds_bucket",
        'terrarium_move_stage_seconds_sum{stage="disk"}',
    ):
        assert name in figures
    hidden = [ada.token, bo.token, made["key"], key, table["invite"], csrf, secret, "very secret words", "bo@example"]
    for word in hidden:
        assert word not in text
