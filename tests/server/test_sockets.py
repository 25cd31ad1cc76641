"""Packets: hello, update, ack, refused, stale; resume, presence, chat, spectators."""

import time
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.server.clockwork import Clock
from tests.server.harness import Client, Server, two_players


def test_a_move_over_the_socket_is_acknowledged_and_told_to_each_as_they_may_see_it(base: str) -> None:
    ada, bo, game = two_players(base)
    eve = Client(base, "Eve")
    with ada.socket(game) as mine, bo.socket(game) as yours, eve.socket(game) as watching:
        for socket in (mine, yours, watching):
            assert socket.until("hello")["seq"] == 0
        mine.send("move", id="m1", expected_seq=0, moves=["roll"])
        ack = mine.until("ack")
        assert (ack["seq"], ack["data"]["row"], ack["data"]["repeated"]) == (2, 1, False)
        seen = yours.until("update")
        assert seen["seq"] == 2
        assert seen["data"]["rows"][1]["events"] == [
            {"code": "rolled", "seat": 0, "cause": "", "rule": "turn.once", "args": {}}
        ]
        assert "coins" not in seen["data"]["view"]["seats"][0]
        assert watching.until("update")["data"]["view"] != seen["data"]["view"]
        own = mine_view(ada, game)
        assert own["seats"][0]["coins"] in range(1, 7)


def mine_view(client: Client, game: str) -> dict[str, list[dict[str, int]]]:
    view: dict[str, list[dict[str, int]]] = client.view(game)["view"]
    return view


def test_refused_and_stale_packets_carry_the_reference(base: str) -> None:
    ada, bo, game = two_players(base)
    with ada.socket(game) as socket, bo.socket(game) as other:
        socket.until("hello")
        other.until("hello")
        socket.send("move", id="a", expected_seq=0, moves=["take"])
        refused = socket.until("refused")
        assert (refused["data"]["id"], refused["data"]["error"]["code"]) == ("a", "not_now")
        socket.send("move", id="b", expected_seq=7, moves=["end"])
        stale = socket.until("stale")
        assert (stale["data"]["id"], stale["data"]["current"]["seq"]) == ("b", 0)
        other.send("move", id="c", expected_seq=0, moves=["end"])
        assert other.until("refused")["data"]["error"]["code"] == "not_your_turn"
        other.send("nonsense")
        assert other.until("refused")["data"]["error"]["code"] == "bad_request"


def test_a_row_is_a_number_and_a_game_a_name(base: str) -> None:
    ada = Client(base)
    game = ada.new_game(["me", "random"])["table"]["id"]
    ada.play(game, "add 1")
    with ada.socket(game) as socket:
        socket.until("hello")
        for said in (
            '{"type": "ask", "data": {"kind": "takeback", "to": true}}',
            '{"type": "answer", "data": {"agree": true, "ask": false}}',
        ):
            socket.connection.send(said)
            assert socket.until("refused")["data"]["error"]["code"] == "bad_request"
    for name in ("%00", "%00" * 14, "A" * 14, "nobody"):
        with pytest.raises(InvalidStatus) as refused, ada.socket(name):
            pass
        assert refused.value.response.status_code == 404


def test_what_somebody_noted_shows_in_no_number(base: str) -> None:
    """Requests of a table have numbers: they do not count what others did for themselves alone."""
    ada, bo, game = two_players(base)

    def number() -> int:
        asked: int = ada.post(f"/games/{game}/ask", kind="pause")["ask"]["id"]
        ada.post(f"/games/{game}/answer", agree=False, ask=asked)
        return asked

    first = number()
    bo.call("PUT", f"/games/{game}/note", note="a plan")
    second = number()
    assert first != second
    assert abs(second - first) > 1000, "far apart, whatever lies between them"


def test_a_dropped_client_resumes_from_what_it_saw(base: str) -> None:
    ada, bo, game = two_players(base)
    with bo.socket(game) as socket:
        socket.until("hello")
    for move in ("add 1", "flip", "end"):
        ada.play(game, move)
    with bo.socket(game, "?after=1") as socket:
        hello = socket.until("hello")
    assert hello["seq"] == 4
    assert [row["seq"] for row in hello["data"]["rows"]] == [2, 3, 4]
    assert hello["data"]["choices"]


def test_presence_and_chat_with_mute(base: str) -> None:
    ada, bo, game = two_players(base)
    with ada.socket(game) as mine, bo.socket(game) as yours:
        mine.until("hello")
        yours.until("hello")
        seen = mine.until("presence")
        while seen["data"]["seats"] != [0, 1]:
            seen = mine.until("presence")
        yours.send("chat", text="  <b>Hello</b>\u0007 ")
        line = mine.until("chat")["data"]
        assert (line["text"], line["seat"], line["name"]) == ("<b>Hello</b>", 1, "Bo")
        ada.call("PUT", f"/games/{game}/mute", author=line["author"])
        yours.send("chat", text="again")
        yours.until("chat")
        yours.until("chat")
        assert "chat" not in [packet["type"] for packet in mine.heard()]
    assert [entry["kind"] for entry in ada.get(f"/games/{game}/chat")["chat"]] == ["sat"]


def test_a_delayed_spectator_sees_the_past(tmp_path: Path, clock: Clock) -> None:
    with Server(tmp_path).timed(clock) as server:
        ada, _, game = two_players(server.base, delay=2)
        eve = Client(server.base, "Eve")
        with eve.socket(game) as socket:
            assert socket.until("hello")["seq"] == 0
            ada.play(game, "add 1")
            clock.advance(1.9)
            assert eve.view(game)["seq"] == 0
            assert eve.get(f"/games/{game}")["seq"] == 0
            eve.get(f"/games/{game}/view?at=1", 404)
            # The packet itself is held back in earnest.
            assert socket.until("update")["seq"] == 1
            clock.advance(0.2)
        assert eve.view(game)["seq"] == 1


def test_a_delayed_packet_is_on_its_way_for_as_long(base: str) -> None:
    ada, _, game = two_players(base, delay=0.5)
    eve = Client(base, "Eve")
    with eve.socket(game) as socket:
        socket.until("hello")
        began = time.monotonic()
        ada.play(game, "add 1")
        assert socket.until("update")["seq"] == 1
        assert time.monotonic() - began >= 0.5, "however slow the machine, never sooner"


def test_tables_without_spectators_and_private_tables(base: str) -> None:
    _, _, game = two_players(base, spectators="none")
    eve = Client(base, "Eve")
    assert eve.get(f"/games/{game}/view", 403)["error"]["code"] == "no_spectators"
    with pytest.raises(InvalidStatus) as caught, eve.socket(game):
        pass
    assert caught.value.response.status_code == 403
    ada = Client(base)
    made = ada.new_game(listed=False)["table"]
    assert eve.get(f"/games/{made['id']}", 403)["error"]["code"] == "invite_needed"
    assert eve.post(f"/games/{made['id']}/enter", 403, invite="x" * 22)["error"]["code"] == "wrong_invite"
    assert eve.post(f"/games/{made['id']}/enter", invite=made["invite"])["status"] == "open"
    eve.post(f"/games/{made['id']}/seats/1/sit")


def test_taking_a_seat_ends_the_spectators_socket(base: str) -> None:
    ada, bo = Client(base), Client(base, "Bo")
    game = ada.new_game()["table"]["id"]
    with bo.socket(game) as socket:
        socket.until("hello")
        bo.post(f"/games/{game}/seats/1/sit")
        with pytest.raises(ConnectionClosed):
            socket.until("never")
    with bo.socket(game) as socket:
        assert socket.until("hello")["data"]["table"]["you"] == 1
