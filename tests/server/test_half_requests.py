"""Requests that never come whole are hung up on; one that takes its time is not."""

import http.client
import socket as sockets
from collections.abc import Iterator
from contextlib import suppress

import pytest

from terrarium.server.wire.protocol import MAX_MESSAGE
from tests.server.harness import Server
from tests.support.patience import CEILING_S


def hung_up(sent: bytes, server: Server) -> bool:
    """Was a connection that sent this, and no more, ended by the other side without an answer?"""
    with sockets.create_connection(("127.0.0.1", server.port), CEILING_S) as opened:
        opened.sendall(sent)
        with suppress(ConnectionResetError):
            return opened.recv(65536) == b""
        return True


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Hangs up on half a request after a moment. Whoever has more to ask may be slower, and asks another server."""
    with Server(tmp_path_factory.mktemp("hasty"), TERRARIUM_REQUEST_S="0.5") as started:
        yield started


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("patient"), TERRARIUM_REQUEST_S=str(10 * CEILING_S)) as started:
        yield started


HEAD = b"GET /livez HTTP/1.1\r\nHost: 127.0.0.1\r\n"
CHUNKED = b"POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("begin", "more"),
    [
        (HEAD, b"a: b\r\n"),
        (HEAD + b"X: ", b"a" * 100),
        (b"GET /", b"a" * 100),
        (CHUNKED + b"2\r\n{}\r\n0\r\n", b"a: b\r\n"),
        (CHUNKED + b"1;", b"a" * 100),
    ],
    ids=["many", "long", "address", "trailers", "chunk"],
)
def test_what_stands_around_a_request_has_an_end(patient: Server, begin: bytes, more: bytes) -> None:
    with sockets.create_connection(("127.0.0.1", patient.port), CEILING_S) as opened:
        with suppress(ConnectionError):
            opened.sendall(begin + more * (MAX_MESSAGE // len(more)) + more)
        with suppress(ConnectionError):
            while opened.recv(65536):
                pass


def test_a_long_head_is_read(patient: Server) -> None:
    said = HEAD + b"".join(b"X-%d: %s\r\n" % (number, b"a" * 1000) for number in range(30)) + b"\r\n"
    with sockets.create_connection(("127.0.0.1", patient.port), CEILING_S) as opened:
        opened.sendall(said)
        assert opened.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_half_a_request_is_hung_up_on(hasty: Server, patient: Server) -> None:
    assert hung_up(b"", hasty)
    assert hung_up(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow:", hasty)
    head = b"POST /api/v1/session HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    post = head + b"Content-Length: 99\r\n\r\n{"
    assert hung_up(post, hasty)
    assert not hung_up(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", patient)


UPGRADE = (
    b" /api/v1/games/abcdefghjkmnpq/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
)


@pytest.mark.parametrize(
    "said",
    [
        b"POST" + UPGRADE + b"Content-Length: 2\r\n\r\n{}",
        b"GET" + UPGRADE + b"Content-Length: 99\r\n\r\n{",
        b"GET" + UPGRADE + b"Transfer-Encoding: chunked\r\n\r\n1\r\n",
    ],
    ids=["post", "body", "pieces"],
)
def test_a_request_for_a_socket_that_never_opens_one_is_hung_up_on(hasty: Server, said: bytes) -> None:
    with sockets.create_connection(("127.0.0.1", hasty.port), CEILING_S) as opened:
        opened.sendall(said)
        with suppress(ConnectionResetError):
            while opened.recv(65536):
                pass


def test_a_request_after_another_may_take_its_time(hasty: Server) -> None:
    client = http.client.HTTPConnection("127.0.0.1", hasty.port, timeout=CEILING_S)
    client.connect()
    client.auto_open = 0  # the same connection or none
    for _ in range(2):
        client.request("GET", "/healthz")
        answer = client.getresponse()
        assert (answer.status, bool(answer.read())) == (200, True)
        assert hung_up(b"GET / HTTP/1.1\r\n", hasty)  # as long as half a request may last, and a little more
    client.close()
