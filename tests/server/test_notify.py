"""Messages: once per turn, on the channels one chose, not while the window is open; and nowhere they must not go."""

import asyncio
import hashlib
import hmac
import json
import socketserver
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import httpx2
import pytest
from sqlalchemy import create_engine, insert

from terrarium.server.errors import Problem
from terrarium.server.ops.pools import Busy, Pools, is_busy
from terrarium.server.ops.settings import Settings
from terrarium.server.people import notify, outbound
from terrarium.server.store import schema
from tests.server.clockwork import Clock
from tests.server.harness import Client, Server, free_port, two_players, wait_for
from tests.server.inbox import Inbox, agree, link_in, wishes
from tests.support.patience import CEILING_S


@pytest.mark.parametrize(
    ("head", "pieces", "found"),
    [
        ("", [b"chall", b"enge"], b"challenge"),
        ("Content-Length: 9", [b"chall", b"enge", b"more"], b"challenge"),
        ("Transfer-Encoding: chunked", [b"5\r\nchall\r\n4;x\r", b"\nenge\r\n0\r\n\r\n"], b"challenge"),
        ("Transfer-Encoding: chunked", [b"5\r\nchall\r\n9\r\nen"], b"chall"),
        ("Transfer-Encoding: chunked", [b"zz\r\n"], b""),
        ("Content-Length: 99999", [b"x" * 9000], b"x" * outbound.MOST_ANSWER),
        ("Transfer-Encoding: chunked", [b"ffffff\r\n", b"x" * 9000], b"x" * (outbound.MOST_ANSWER)),
    ],
)
def test_an_answer_is_read_to_its_end_and_no_further(head: str, pieces: list[bytes], found: bytes) -> None:
    async def run() -> bytes:
        reader = asyncio.StreamReader()
        for piece in pieces:
            reader.feed_data(piece)
        reader.feed_eof()
        return await outbound._content(reader, f"HTTP/1.1 200 Fine\r\n{head}\r\n".lower())

    assert asyncio.run(run()) == found


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    made = Inbox()
    yield made
    made.close()


@pytest.fixture
def posting(inbox: Inbox, tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, **wishes(inbox)) as started:
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
    agree(posting, inbox.mails.pop())
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
            outbound.resolved(url, private=False)
    assert ada.post("/channels", 409, kind="email", address="a@example.org")["error"]["code"] == "no_mail"


def test_an_address_gets_one_question_an_hour_and_nothing_else_before_it_agrees(
    inbox: Inbox, tmp_path: Path, clock: Clock
) -> None:
    with Server(tmp_path, **wishes(inbox)).timed(clock) as server:
        ada, bo, game = two_players(server.base)
        eve = Client(server.base, "Eve")
        for person in (bo, eve, bo):
            made = person.post("/channels", 201, kind="email", address="Victim@example.org")
            assert made["confirmed"] is False
        assert len(inbox.mails) == 1
        ada.play(game, "end")
        # Another person who has agreed is told of a turn that began later: had Bo's address been told, it was before.
        cy, di, other = two_players(server.base)
        di.post("/channels", 201, kind="webhook", url=inbox.url("/di"))
        cy.play(other, "end")
        clock.advance(5)
        wait_for(lambda: inbox.posts)
        assert len(inbox.mails) == 1
        clock.advance(3601)
        assert eve.post("/channels", 201, kind="email", address="victim@example.org")["confirmed"] is False
        assert len(inbox.mails) == 2
        # Who wants to hear nothing is never asked again, whoever names the address.
        agree(server, inbox.mails[1], "stop")
        clock.advance(3601)
        bo.post("/channels", 201, kind="email", address="victim@example.org")
        assert len(inbox.mails) == 2


@pytest.mark.parametrize(
    "address",
    [
        "victim@example.org,other@example.org",
        "a<victim@example.org>",
        '"a"<victim@example.org>',
        "victim(one)@example.org",
        "friends:victim@example.org;",
        "victim@[127.0.0.1]",
        "victim\x00@example.org",
        "victim\\@example.org",
        "@example.org",
        "victim@",
        "victim@example",
        "victim@.org",
        "a@victim@example.org",
    ],
)
def test_a_mail_address_is_one_address_and_nothing_else(posting: Server, inbox: Inbox, address: str) -> None:
    """Two in one, or one in another dress, would be asked anew each time: as often as somebody likes."""
    ada = Client(posting.base, "Ada")
    assert ada.post("/channels", 422, kind="email", address=address)["error"]["code"] == "bad_email"
    assert (
        ada.post("/account", 422, name="Ada", password="correct horse", email=address)["error"]["code"] == "bad_email"
    )
    assert inbox.mails == []


def test_one_mailbox_is_asked_once_however_it_is_written(posting: Server, inbox: Inbox) -> None:
    ada = Client(posting.base, "Ada")
    for address in ("victim@example.org", "Victim@Example.org", "victim+1@example.org", "victim+two@example.org"):
        ada.post("/channels", 201, kind="email", address=address)
    assert len(inbox.mails) == 1


@pytest.mark.parametrize(
    ("address", "other"),
    [
        ("victim@gmail.com", "v.i.c.tim@gmail.com"),
        ("victim@gmail.com", "Vic.Tim+1@GoogleMail.com"),
        ("victim@example.org", "\uff56ictim@\uff45xample.org"),
        ("victim@b\u00fccher.example", "victim@xn--bcher-kva.example"),
    ],
)
def test_one_mailbox_is_counted_once_however_it_is_written(address: str, other: str) -> None:
    assert notify.mailbox(address) == notify.mailbox(other)


def test_different_mailboxes_are_counted_apart() -> None:
    named = ["v.ictim@example.org", "victim@example.org", "victim@example.com", "+@example.org", "...@gmail.com"]
    assert len({notify.mailbox(address) for address in named}) == len(named)


def test_who_wanted_nothing_more_under_an_older_form_is_asked_no_more(posting: Server, inbox: Inbox) -> None:
    before = hashlib.sha256(b"email v.ictim@gmail.com").hexdigest()
    engine = create_engine(posting.database)
    with engine.begin() as connection:
        connection.execute(insert(schema.letters).values(address=before, at=0.0, stopped=True))
    engine.dispose()
    ada = Client(posting.base, "Ada")
    ada.post("/channels", 201, kind="email", address="v.ictim@gmail.com")
    assert inbox.mails == []
    ada.post("/channels", 201, kind="email", address="vi.ctim@gmail.com")
    ada.post("/channels", 201, kind="email", address="victim@gmail.com")
    assert len(inbox.mails) == 1


def test_one_person_sends_so_many_letters_to_strangers(inbox: Inbox, tmp_path: Path) -> None:
    settings = {**wishes(inbox), "TERRARIUM_QUOTAS": "1", "TERRARIUM_LETTERS_HOUR": "3"}
    with Server(tmp_path, **settings) as server:
        ada = Client(server.base, "Ada")
        for number in range(3):
            made = ada.post("/channels", 201, kind="email", address=f"somebody{number}@example.org")
            ada.call("DELETE", f"/channels/{made['id']}")
        assert ada.post("/channels", 429, kind="email", address="another@example.org")["error"]["code"] == "too_fast"
        assert len(inbox.mails) == 3


@pytest.mark.parametrize("nobody", ["nobody{}@example.org", "n\u00f6body{}@example.org"])
def test_letters_to_nobody_stop_no_other_letter(posting: Server, inbox: Inbox, nobody: str) -> None:
    """The mail server refuses the address, or cannot write it; it serves everybody else all the same."""
    for number in range(4):
        Client(posting.base, "Eve").post("/channels", 201, kind="email", address=nobody.format(number))
    assert inbox.mails == []
    Client(posting.base, "Ada").post("/channels", 201, kind="email", address="ada@example.org")
    wait_for(lambda: len(inbox.mails) == 1)


def test_a_page_that_fails_stops_no_other_page_of_its_server(inbox: Inbox) -> None:
    async def run() -> list[object]:
        pools = Pools()

        async def post(path: str) -> object:
            try:
                return (await outbound.post(pools, "ada", inbox.url(path), b"{}", {}, private=True))[0]
            except OSError as error:
                return type(error)

        found = [await post(path) for path in ["/broken"] * 4 + ["/hook"]]
        pools.close()
        return found

    assert asyncio.run(run()) == [500, 500, 500, Busy, 201]


@pytest.mark.parametrize("error", [Busy("too many calls"), Problem(503, "busy"), OSError("no answer")])
def test_what_was_never_tried_is_no_failure_of_an_address(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    written: list[object] = []

    async def write(work: object) -> None:
        written.append(work)

    monkeypatch.setattr(notify, "deliver", AsyncMock(side_effect=error))
    hall: Any = SimpleNamespace(settings=Settings(), store=SimpleNamespace(write=write))
    room: Any = SimpleNamespace(id="g", meta=SimpleNamespace(title="coins"))
    channel = {"id": 1, "kind": "webhook", "lang": "en", "failures": 3}
    asyncio.run(notify.send(hall, room, channel, "turn"))
    assert len(written) == (0 if is_busy(error) else 1)


def test_a_letter_for_which_there_was_no_door_may_be_sent_at_once() -> None:
    engine = create_engine("sqlite://")
    schema.metadata.create_all(engine)
    with engine.begin() as connection:
        assert notify.may_ask(connection, "address", 5000.0)
        assert not notify.may_ask(connection, "address", 5001.0)
        notify.not_asked(connection, "address", 5000.0)
        assert notify.may_ask(connection, "address", 5002.0)


def test_every_mail_says_how_to_get_no_more(posting: Server, inbox: Inbox) -> None:
    ada, bo, game = two_players(posting.base)
    bo.post("/channels", 201, kind="email", address="bo@example.org")
    assert bo.get("/channels")["channels"][0]["confirmed"] is False
    agree(posting, inbox.mails[0])
    assert bo.get("/channels")["channels"][0]["confirmed"] is True
    ada.play(game, "end")
    wait_for(lambda: len(inbox.mails) == 2)
    assert "List-Unsubscribe: <https://table.example/api/v1/letters/" in inbox.mails[1].replace("\n ", " ")
    assert "List-Unsubscribe-Post: List-Unsubscribe=One-Click" in inbox.mails[1]
    # As a mail program does it: without a page, a cookie or an origin.
    path = link_in(inbox.mails[1], "stop")
    assert httpx2.post(posting.base + path, content="List-Unsubscribe=One-Click").status_code == 200
    assert bo.get("/channels")["channels"] == []
    assert httpx2.post(posting.base + path).status_code == 404


def test_a_webhook_agrees_first_and_can_tell_who_calls(posting: Server, inbox: Inbox) -> None:
    ada, bo, game = two_players(posting.base)
    silent = bo.post("/channels", 201, kind="webhook", url=inbox.url("/silent"))
    loud = bo.post("/channels", 201, kind="webhook", url=inbox.url("/hook"))
    assert (silent["confirmed"], loud["confirmed"]) == (False, True)
    echo = Client(posting.base, "Cy").post("/channels", 201, kind="webhook", url=inbox.url("/echo"))
    assert echo["confirmed"] is False, "it agrees to nothing that sends back whatever comes"
    ada.play(game, "end")
    wait_for(lambda: inbox.posts)
    (path, headers, body), *more = inbox.posts
    assert (path, more) == ("/hook", [])
    stamp = headers["x-terrarium-timestamp"].encode()
    expected = hmac.new(loud["secret"].encode(), stamp + b"." + body, hashlib.sha256).hexdigest()
    assert headers["x-terrarium-signature"] == f"sha256={expected}"
    # Somebody who reads what came in may follow its link instead.
    question = json.loads(next(body for path, _, body in inbox.asked if path == "/silent"))
    agree(posting, question["link"])
    assert [channel["confirmed"] for channel in bo.get("/channels")["channels"]] == [True, True]


@pytest.mark.parametrize("what", ["confirm", "stop"])
def test_who_names_a_webhook_cannot_answer_for_it(posting: Server, inbox: Inbox, what: str) -> None:
    """Only what is sent to an address can answer the question whether it agrees, or that it wants to hear nothing."""
    eve = Client(posting.base, "Eve")
    made = eve.post("/channels", 201, kind="webhook", url=inbox.url("/silent"))
    path = f"/api/v1/letters/{made['secret']}/{what}"
    assert httpx2.get(posting.base + path).status_code == 404
    assert httpx2.post(posting.base + path).status_code == 404
    assert [channel["confirmed"] for channel in eve.get("/channels")["channels"]] == [False]
    question = json.loads(inbox.asked[0][2])
    assert made["secret"] not in question["link"]
    agree(posting, question["link"])
    assert [channel["confirmed"] for channel in eve.get("/channels")["channels"]] == [True]


def test_a_push_goes_to_services_of_browsers_alone(tmp_path: Path) -> None:
    """Nobody is asked before a browser's subscription is written to, so it leads where no stranger listens."""
    with Server(tmp_path, TERRARIUM_PUSH_HOSTS="8.8.8.8") as server:
        eve = Client(server.base, "Eve")
        for url in (
            "https://1.1.1.1/any",
            "http://8.8.8.8/any",
            "https://8.8.8.8.example/any",
            "https://8.8.8.8@1.1.1.1/",
        ):
            assert eve.post("/channels", 422, **subscription(url))["error"]["code"] == "bad_target"
        assert eve.post("/channels", 201, **subscription("https://8.8.8.8/any"))["confirmed"] is True


def test_services_of_browsers_are_known_by_their_names() -> None:
    known = Settings().push_hosts
    for host in ("fcm.googleapis.com", "push.services.mozilla.com", "web.push.apple.com", "x.notify.windows.com"):
        assert outbound.serves_push(f"https://{host}/send/x", known)
    for host in ("example.org", "evilfcm.googleapis.com", "push.apple.com.example.org", "googleapis.com"):
        assert not outbound.serves_push(f"https://{host}/send/x", known)


@pytest.mark.parametrize(
    "address",
    [
        "::ffff:8.8.8.8", "2002:808:808::1", "64:ff9b::808:808", "64:ff9b:1::1", "ff0e::1", "224.0.0.1", "fe80::1%eth0",
        "10.0.0.1", "100.64.0.1", "0.0.0.0", "::", "::8.8.8.8", "fd00::1", "255.255.255.255", "::ffff:10.0.0.1",
        "fec0::1", "feff::1", "192.88.99.1", "5f00::1", "3fff::1", "3fff:fff::1", "100::1", "100:0:0:1::1", "2001:2::1",
        "2001:1::1", "192.0.0.9", "64:ff9b::10.0.0.1", "2001:db8::1", "4000::1", "1::1", "168.63.129.16",
    ],
)  # fmt: skip
def test_disguised_addresses_are_not_called(address: str) -> None:
    assert not outbound.public(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "192.88.98.1", "192.0.1.1", "2606:4700::1111", "2a00::1", "3ffe::1"])
def test_addresses_of_the_open_internet_are_called(address: str) -> None:
    assert outbound.public(address)


class Tarpit:
    """An address that takes a request and never answers; knows whether the caller is still waiting."""

    def __init__(self) -> None:
        self.waiting = threading.Event()
        self.given_up = threading.Event()
        pit = self

        class Never(socketserver.BaseRequestHandler):
            def handle(self) -> None:
                if b"challenge" in self.request.recv(65536):
                    return
                pit.waiting.set()
                while self.request.recv(65536):
                    pass
                pit.given_up.set()

        self.server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Never)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def test_addresses_that_never_answer_keep_no_move_waiting(inbox: Inbox, tmp_path: Path) -> None:
    pits = [Tarpit() for _ in range(8)]
    with Server(tmp_path, **wishes(inbox)) as server:
        tables = [two_players(server.base) for _ in pits]
        database = sqlite3.connect(tmp_path / "game.db", timeout=CEILING_S)
        for pit, (_, bo, _) in zip(pits, tables, strict=True):
            bo.post("/channels", 201, kind="webhook", url=pit.url)
        with database:
            database.execute("UPDATE channels SET confirmed = 1")
        database.close()
        for ada, _, game in tables:
            ada.play(game, "end")
        for pit in pits:
            wait_for(pit.waiting.is_set)
        # All eight calls hang now, and everybody goes on playing.
        cy, di, other = two_players(server.base)
        for _ in range(2):
            cy.play(other, "end")
            di.play(other, "end")
        assert Client(server.base, "Eve").get("/games")
        assert not any(pit.given_up.is_set() for pit in pits)
    for pit in pits:
        pit.server.shutdown()
        pit.server.server_close()


def test_an_address_is_tried_by_its_owner_once_it_has_agreed(posting: Server, inbox: Inbox) -> None:
    ada, bo = Client(posting.base, "Ada", lang="zh-Hant"), Client(posting.base, "Bo")
    hook = ada.post("/channels", 201, kind="webhook", url=inbox.url("/hook"))["id"]
    push = ada.post("/channels", 201, **subscription(inbox.url("/push")))["id"]
    silent = ada.post("/channels", 201, kind="webhook", url=inbox.url("/silent"))["id"]
    broken = ada.post("/channels", 201, kind="webhook", url=inbox.url("/broken"))["id"]
    ada.post(f"/channels/{hook}/test")
    ada.post(f"/channels/{push}/test")
    assert [path for path, _, _ in inbox.posts] == ["/hook", "/push"]
    told = json.loads(inbox.posts[0][2])
    assert told == {"what": "test", "text": told["text"], "link": "https://table.example/account"}
    assert "測試" in told["text"]
    assert ada.post(f"/channels/{silent}/test", 409)["error"]["code"] == "channel_waits"
    assert ada.post(f"/channels/{broken}/test", 409)["error"]["code"] == "notice_failed"
    for stranger in (bo.post(f"/channels/{hook}/test", 404), ada.post("/channels/999/test", 404)):
        assert stranger["error"]["code"] == "no_channel"
    listed = ada.get("/channels")["channels"]
    assert [(one["kind"], one["failures"]) for one in listed] == [
        ("webhook", 0), ("push", 0), ("webhook", 0), ("webhook", 1),
    ]  # fmt: skip
    assert {one["to"] for one in listed} == {inbox.url("").removeprefix("http://")}
