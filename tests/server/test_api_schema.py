"""Every request that the OpenAPI description allows, and many it does not, gets an answer the description promises."""

import http.client
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from terrarium.server.errors import Problem
from terrarium.server.ops.settings import Settings
from terrarium.server.store import records
from terrarium.server.wire.sockets import Sent, read_packet
from tests.server.harness import Client, Server, two_players
from tests.server.toy import titles
from tests.support.patience import CEILING_S

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]


def description() -> dict[str, Any]:
    """The OpenAPI description, from an application that never starts."""
    from terrarium.server.app import create_app

    app = create_app(Settings(database="sqlite://", titles="tests.server.toy:titles", log_level="critical"))
    return app.openapi()


schema = schemathesis.openapi.from_dict(description())


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    """Address, token and a running game for the requests to hit."""
    folder: Path = tmp_path_factory.mktemp("schema")
    with Server(folder, TERRARIUM_LOG_LEVEL="warning") as server:
        ada, _, game = two_players(server.base, options={"rounds": "40"})
        yield server.base, ada.token, game


@schema.parametrize()
@settings(max_examples=12, suppress_health_check=[*HealthCheck])
def test_every_endpoint_keeps_its_description(case: "schemathesis.Case[Any]", target: tuple[str, str, str]) -> None:
    base, token, game = target
    if "game" in (case.path_parameters or {}) and case.method != "DELETE" and not case.path.endswith("/resign"):
        case.path_parameters["game"] = game
    if case.path == "/api/v1/session" and case.method == "DELETE":
        token = "gone"
    response = case.call(base_url=base, headers={"Authorization": f"Bearer {token}"}, timeout=CEILING_S)
    case.validate_response(response, checks=CHECKS)


def test_the_description_names_every_subject() -> None:
    paths = description()["paths"]
    for part in ("games", "seats", "moves", "view", "record", "fork", "rules", "titles", "statistics", "channels"):
        assert any(part in path for path in paths), part
    assert all(path.startswith("/api/v1/") for path in paths)


@given(st.one_of(st.text(max_size=300), st.binary(max_size=300)))
def test_any_packet_is_read_or_refused(raw: str | bytes) -> None:
    status, packet = 200, None
    try:
        packet = read_packet(raw)
    except Problem as problem:
        status = problem.status
    assert isinstance(packet, Sent) or status in (413, 422)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
FIELDS = st.sampled_from(["id", "expected_seq", "moves", "text", "kind", "to", "x"])
KINDS = st.sampled_from(["move", "undo", "chat", "ask", "answer", "back", "ping", "hello", ""])


def test_any_well_formed_packet_gets_an_answer(target: tuple[str, str, str]) -> None:
    base, _, _ = target
    ada, _, game = two_players(base, options={"rounds": "40"})
    with ada.socket(game) as socket:
        socket.until("hello")

        # Fifty refusals within ten seconds end a connection, as they should: one of each example is below that.
        @settings(max_examples=45, suppress_health_check=[*HealthCheck])
        @given(KINDS, st.dictionaries(FIELDS, JSON))
        def send(kind: str, data: dict[str, Any]) -> None:
            socket.connection.send(json.dumps({"type": kind, "data": data}))
            socket.connection.send(json.dumps({"type": "ping", "data": {"id": "still here"}}))
            packet = socket.until("pong")
            while packet["data"].get("id") != "still here":
                packet = socket.until("pong")

        send()
        assert socket.connection.close_code is None
    assert httpx2.get(base + "/healthz").status_code == 200
    assert Client(base).get("/titles")


LINES = st.sampled_from(
    [
        "# title coins  rules 1  players 2  map table",
        "# title coins  rules 1  players 4  map table",
        "# option rounds 3",
        "# fair 0 a b",
        "# start {}",
        '# start {"seat": 1, "coins": [1]}',
        '# start {"phase": 9, "points": "x"}',
        "0 add 1",
        "0 roll",
        "? die 3",
        "0 end",
        "1 end",
        "0 undo 0",
        "1 takeback 1",
        "= scores 0 0",
        "<b>",
        "",
    ]
)


@settings(max_examples=300)
@given(st.lists(st.one_of(LINES, st.text(max_size=30)), max_size=12))
def test_any_record_is_played_or_refused(lines: list[str]) -> None:
    status, done = 200, None
    try:
        record, notes = records.parse("\n".join(lines))
        game = records.game_of(titles(), record)
        done = records.replay(game, record, notes)
    except Problem as problem:
        status = problem.status
    assert status in (404, 422) if done is None else len(done.line) <= len(done.rows)


ODD = st.one_of(
    st.sampled_from(
        ["http://[", "https://[::1", "https://[x]/", "http://\u2100.com/", "http://a:b/", "http://a:99999/"]
    ),
    st.sampled_from(
        ["//", "://", "", "null", "http://", "https://\xb2/", "http://a\x7f/", "https://\u2488com/", "[", "]"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=40).map("https://{}".format),
    st.text("[]:/@.%#?\\\u2100\uff0e1a", max_size=30),
)
"""Addresses, most of which are none."""
HEADER = ODD.map(lambda text: text.encode("latin-1", "replace")).filter(lambda sent: not {*b"\0\r\n"} & {*sent})
HEADERS = ["Origin", "Host", "Cookie", "Authorization", "Accept-Language", "X-CSRF", "X-Forwarded-For", "Content-Type"]
TAKERS: list[tuple[str, str, Any]] = [
    ("POST", "/channels", lambda odd: {"kind": "webhook", "url": odd}),
    ("POST", "/channels", lambda odd: {"kind": "push", "endpoint": odd, "keys": {"p256dh": odd, "auth": odd}}),
    ("POST", "/channels", lambda odd: {"kind": "email", "address": odd}),
    ("POST", "/account/reset", lambda odd: {"name": odd}),
]
"""What takes an address."""


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(odd=ODD)
def test_whatever_is_given_as_an_address_is_answered(posting: Server, odd: str) -> None:
    ada = Client(posting.base, "Ada")
    for method, path, body in TAKERS:
        answer = ada.http.request(method, path, json=body(odd), headers={"X-Forwarded-For": f"203.0.113.{_next()}"})
        assert answer.status_code < 500, (path, odd, answer.text)
        assert answer.status_code < 400 or answer.json()["error"]["sentence"]


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(name=st.sampled_from(HEADERS), odd=HEADER, data=st.data())
def test_whatever_headers_say_is_answered(posting: Server, name: str, odd: bytes, data: st.DataObject) -> None:
    """To every address without a number in it, and to a socket."""
    paths = data.draw(st.sampled_from(sorted(PLAIN)))
    for method in PLAIN[paths]:
        connection = http.client.HTTPConnection("127.0.0.1", posting.port, timeout=CEILING_S)
        connection.putrequest(method.upper(), paths, skip_host=name == "Host")
        connection.putheader(name, odd)
        body = b"{}" if method != "get" else b""
        connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        assert answer.status < 500, (method, paths, name, odd, answer.read())
        connection.close()
    connection = http.client.HTTPConnection("127.0.0.1", posting.port, timeout=CEILING_S)
    connection.putrequest("GET", "/api/v1/games/aaaaaaaaaaaaaa/socket", skip_host=name == "Host")
    for key, value in SOCKET.items():
        connection.putheader(key, value)
    connection.putheader(name, odd)
    connection.endheaders()
    answer = connection.getresponse()
    assert 400 <= answer.status < 500, (name, odd, answer.read())
    connection.close()


PLAIN = {path: [*methods] for path, methods in description()["paths"].items() if "{" not in path}
SOCKET = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "A" * 22 + "==",
}
_next = map("{}".format, itertools.count(1)).__next__


@pytest.fixture(scope="module")
def posting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """It sends mail to nobody, and would."""
    with Server(tmp_path_factory.mktemp("posting"), TERRARIUM_SMTP_URL="smtp://127.0.0.1:9") as started:
        yield started
