"""Messages: once per turn, on the channels one chose, not while the window is open; and nowhere they must not go."""

import http.server
import json
import socketserver
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from terrarium.server.errors import Problem
from terrarium.server.people import outbound
from tests.server.harness import Client, Server, free_port, two_players, wait_for


class Inbox:
    """A webhook and push receiver, and a mail server that only listens."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, dict[str, str], bytes]] = []
        self.mails: list[str] = []
        inbox = self

        class Web(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                inbox.posts.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                self.send_response(500 if "broken" in self.path else 201)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        class Mail(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 inbox\r\n")
                data = False
                lines: list[str] = []
                for raw in self.rfile:
                    line = raw.decode().rstrip("\r\n")
                    if data and line == ".":
                        data = False
                        inbox.mails.append("\n".join(lines))
                    elif data:
                        lines.append(line)
                        continue
                    data = data or line == "DATA"
                    self.wfile.write(b"354 go on\r\n" if data else b"250 fine\r\n")
                    if line == "QUIT":
                        return

        self.web = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Web)
        self.mail = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mail)
        self.mail.daemon_threads = True
        for service in (self.web, self.mail):
            threading.Thread(target=service.serve_forever, daemon=True).start()

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.web.server_address[1]}{path}"

    def close(self) -> None:
        for service in (self.web, self.mail):
            service.shutdown()
            service.server_close()


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    made = Inbox()
    yield made
    made.close()


@pytest.fixture
def posting(inbox: Inbox, tmp_path: Path) -> Iterator[Server]:
    wishes = {
        "TERRARIUM_NOTIFY_AFTER_S": "0.2",
        "TERRARIUM_PRIVATE_WEBHOOKS": "1",
        "TERRARIUM_SMTP_URL": f"smtp://127.0.0.1:{inbox.mail.server_address[1]}",
        "TERRARIUM_PUBLIC_URL": "https://table.example",
    }
    with Server(tmp_path, **wishes) as started:
        yield started


def subscription(url: str) -> dict[str, Any]:
    """What a browser's push manager gives: an address and the keys to encrypt for."""
    import base64

    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

    point = (
        ec.generate_private_key(ec.SECP256R1()).public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    )
    keys = {"p256dh": base64.urlsafe_b64encode(point).decode().rstrip("="), "auth": "A" * 22}
    return {"kind": "push", "endpoint": url, "keys": keys}


def test_webhook_mail_and_push_once_per_turn(posting: Server, inbox: Inbox) -> None:
    ada, bo, game = two_players(posting.base)
    bo.post("/channels", 201, kind="webhook", url=inbox.url("/hook"))
    bo.post("/channels", 201, kind="email", address="bo@example.org")
    bo.post("/channels", 201, **subscription(inbox.url("/push")))
    assert len(bo.get("/channels")["channels"]) == 3
    assert len(bo.get("/channels")["push_key"]) == 87
    ada.play(game, "end")
    wait_for(lambda: len(inbox.posts) >= 2 and inbox.mails)
    hook = next(body for path, _, body in inbox.posts if path == "/hook")
    assert json.loads(hook)["link"] == f"https://table.example/g/{game}"
    headers = next(headers for path, headers, _ in inbox.posts if path == "/push")
    assert headers["content-encoding"] == "aes128gcm"
    assert headers["authorization"].startswith("vapid ")
    assert "To: bo@example.org" in inbox.mails[0]
    # The same turn goes on: no second message. Had one been planned, it would come before those of the next turn.
    bo.play(game, "add 1")
    bo.play(game, "flip")
    bo.play(game, "end")
    ada.play(game, "end")
    wait_for(lambda: len(inbox.mails) == 2 and len(inbox.posts) >= 4)
    assert sorted(path for path, _, _ in inbox.posts) == ["/hook", "/hook", "/push", "/push"]


def test_nothing_while_the_window_is_open(posting: Server, inbox: Inbox) -> None:
    ada, bo, game = two_players(posting.base)
    cy, di, other = two_players(posting.base)
    bo.post("/channels", 201, kind="webhook", url=inbox.url("/bo"))
    di.post("/channels", 201, kind="webhook", url=inbox.url("/di"))
    with bo.socket(game) as socket:
        socket.until("hello")
        ada.play(game, "end")
        # Di's turn begins later than Bo's, at a window that is closed: when she has been told, he would have been.
        cy.play(other, "end")
        wait_for(lambda: inbox.posts)
        assert [path for path, _, _ in inbox.posts] == ["/di"]
    # Closing the window while it is one's turn is the moment to be told.
    wait_for(lambda: len(inbox.posts) == 2)
    assert inbox.posts[1][0] == "/bo"


def test_a_broken_address_is_counted_and_can_be_removed(posting: Server, inbox: Inbox) -> None:
    ada, bo, game = two_players(posting.base)
    bo.post("/channels", 201, kind="webhook", url=inbox.url("/broken"))
    ada.play(game, "end")
    wait_for(lambda: bo.get("/channels")["channels"][0]["failures"] == 1)
    number = bo.get("/channels")["channels"][0]["id"]
    assert ada.call("DELETE", f"/channels/{number}", 404)["error"]["code"] == "no_channel"
    bo.call("DELETE", f"/channels/{number}")
    assert bo.get("/channels")["channels"] == []


def test_messages_never_go_into_a_private_network(base: str) -> None:
    ada = Client(base)
    port = free_port()
    for url in (
        f"http://127.0.0.1:{port}/",
        f"http://localhost:{port}/",
        "http://10.0.0.1/",
        "http://169.254.169.254/latest",
        "http://[::1]/",
        "ftp://example.org/",
        "file:///etc/passwd",
        "http://user:pw@127.0.0.1/",
        "",
    ):
        assert ada.post("/channels", 422, kind="webhook", url=url)["error"]["code"] == "bad_target", url
        with pytest.raises(Problem):
            outbound.checked(url, private=False)
    assert ada.post("/channels", 409, kind="email", address="a@example.org")["error"]["code"] == "no_mail"
