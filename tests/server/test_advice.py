"""Hints for one's own turn, bots' reasons, reviews of finished games, and who profits from a region."""

from typing import Any

import pytest

from tests.server.harness import Client, Server, wait_for


@pytest.fixture
def base(real: Server) -> str:
    return real.base


def my_turn(client: Client, game: str) -> dict[str, Any]:
    wait_for(lambda: client.view(game)["choices"], "the turn never came")
    at: dict[str, Any] = client.view(game)
    return at


def rows_of(client: Client, game: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = client.get(f"/games/{game}/events")["rows"]
    return rows


@pytest.mark.parametrize("title", ["small-world", "terra-mystica"])
def test_a_hint_is_a_legal_move_with_its_reasons(base: str, title: str) -> None:
    client = Client(base)
    game = client.new_game(["me", "random"], title=title, coins="open")["table"]["id"]
    at = my_turn(client, game)
    found = client.get(f"/games/{game}/hint")
    texts = {choice["text"]: choice for choice in at["choices"]}
    assert (found["seq"], found["seat"]) == (at["seq"], client.get(f"/games/{game}")["you"])
    assert found["move"] == texts[found["move"]["text"]]
    assert found["alternative"] is None or found["alternative"]["text"] in texts
    assert found["points"] > 0
    assert found["simulations"] > 1
    assert 0 <= found["chance"] <= 1
    assert found["sources"]
    assert client.get(f"/games/{game}/hint") == found, "the same position, the same hint"


def test_a_feared_reply_is_a_whole_choice(base: str) -> None:
    client = Client(base)
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    for _ in range(40):
        my_turn(client, game)
        found = client.get(f"/games/{game}/hint")
        if found["fear"] is not None:
            assert found["fear_seat"] != found["seat"]
            assert found["fear"]["facts"] or found["fear"]["verb"] in ("expand", "decline", "stop")
            return
        client.play(game, found["move"]["text"])
    raise AssertionError("no reply was ever feared")


def test_a_hint_is_for_ones_own_turn_alone(base: str) -> None:
    client, other = Client(base), Client(base, name="Eve")
    game = client.new_game(["me", "open"], title="small-world")["table"]["id"]
    assert client.get(f"/games/{game}/hint", 409)["error"]["code"] == "not_running"
    assert other.get(f"/games/{game}/hint", 403)["error"]["code"] == "players_only"
    other.post(f"/games/{game}/seats/1/sit")
    codes = {who.http.get(f"/games/{game}/hint").status_code for who in (client, other)}
    assert codes == {200, 409}, "one of the two is to move"


def test_a_bot_says_why_and_a_person_has_no_reason(base: str) -> None:
    client = Client(base)
    game = client.new_game(["me", "greedy"], title="small-world")["table"]["id"]
    me = client.get(f"/games/{game}")["you"]
    for _ in range(30):
        client.play(game, my_turn(client, game)["choices"][0]["text"])
        rows = rows_of(client, game)
        told = [row for row in rows if row.get("reason")]
        if told:
            break
    assert all(row["who"] != me for row in told)
    found = client.get(f"/games/{game}/reasons/{told[0]['seq']}")
    assert found["seat"] == told[0]["who"]
    assert found["move"]["facts"]
    assert found["alternative"]["text"] != found["move"]["text"]
    mine = next(row for row in rows if row["who"] == me)
    assert client.get(f"/games/{game}/reasons/{mine['seq']}", 404)["error"]["code"] == "no_reason"
    assert client.get(f"/games/{game}/reasons/9999", 404)["error"]["code"] == "no_position"
    assert client.get(f"/games/{game}/analysis", 409)["error"]["code"] == "game_running"


def test_a_finished_game_is_looked_at_again(base: str) -> None:
    client = Client(base)
    game = client.new_game(["random", "greedy"], title="small-world")["table"]["id"]
    client.ended(game)
    assert client.get(f"/games/{game}/analysis")["of"] > 20
    wait_for(lambda: client.get(f"/games/{game}/analysis")["ready"])
    found = client.get(f"/games/{game}/analysis")
    scores = client.get(f"/games/{game}")["result"]["scores"]
    assert found["curve"][-1]["points"] == scores
    assert [point["seq"] for point in found["curve"]] == sorted({point["seq"] for point in found["curve"]})
    assert 3 <= len(found["costliest"]) <= 6, "three of each seat at most"
    assert len(found["accounts"]) == 2
    assert all(0 <= place < len(found["curve"]) for place in found["moments"])
    worst = found["costliest"][0]
    assert worst["move"]["text"] != worst["better"]["text"]
    assert worst["cost"] >= found["costliest"][1]["cost"] > 0
    seats = [{"kind": "bot", "level": "random"}, {"kind": "bot", "level": "random"}]
    seats[worst["seat"]] = {"kind": "me"}
    forked = client.post(f"/games/{game}/fork", 201, at=worst["before"], seats=seats, listed=False)["table"]["id"]
    offered = [choice["text"] for choice in my_turn(client, forked)["choices"]]
    assert worst["better"]["text"] in offered, "the better move can be played from there"


def test_who_profits_from_a_region(base: str) -> None:
    client = Client(base)
    game = client.new_game(["me", "greedy"], title="small-world")["table"]["id"]
    for _ in range(60):
        at = my_turn(client, game)
        sure = [c for c in at["choices"] if c["verb"] == "conquer" and not c["facts"].get("die")]
        if sure:
            break
        client.play(game, at["choices"][0]["text"])
    region = sure[0]["facts"]["region"]
    before = client.get(f"/games/{game}/profit?region={region}")
    assert sum(n for _, n in before["mine"]) >= 1
    earned = client.get(f"/games/{game}/forecast")["lines"]
    client.play(game, sure[0]["text"])
    after = client.get(f"/games/{game}/profit?region={region}")
    assert after["holder"] == client.get(f"/games/{game}")["you"]
    assert ["regions", 1] in after["held"]
    assert after["mine"] == []
    now = client.get(f"/games/{game}/forecast")["lines"]
    assert sum(n for _, n in now) - sum(n for _, n in earned) == sum(n for _, n in before["mine"])
