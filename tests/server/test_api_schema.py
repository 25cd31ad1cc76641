"""Every request that the OpenAPI description allows, and many it does not, gets an answer the description promises."""

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
