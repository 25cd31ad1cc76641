"""Moves over HTTP: the pipeline from a seat to the disk and back."""

from collections.abc import Iterator

import pytest

from terrarium.server.room.moves import fits
from tests.server.harness import Client, Server, two_players


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Started as an operator starts it; other files have theirs forked from a process that has all imported."""
    started = Server(tmp_path_factory.mktemp("server"))
    started.fresh = True
    with started:
        yield started


def test_a_whole_game_between_two_people(base: str) -> None:
    ada, bo, game = two_players(base, options={"rounds": "1"})
    first = ada.view(game)
    assert first["seq"] == 0
    assert [choice["text"] for choice in first["choices"]][:2] == ["add 1", "add 2"]
    assert bo.view(game)["choices"] == []
    done = ada.play(game, "add 2")
    assert (done["seq"], done["row"], done["done"], done["repeated"]) == (1, 1, 1, False)
    assert done["rows"][0]["events"][0]["code"] == "added"
    rolled = ada.play(game, "roll")
    assert [row["kind"] for row in rolled["rows"]] == ["move", "chance"]
    ada.play(game, "end")
    over = bo.play(game, "end")
    assert over["status"] == "over"
    assert over["view"]["over"] is True
    assert over["result"]["scores"] == [seat["points"] + seat["coins"] for seat in over["view"]["seats"]]


def test_a_refusal_has_code_sentence_and_rule_in_the_readers_language(base: str) -> None:
    ada, _, game = two_players(base)
    ada.play(game, "flip")
    error = ada.play(game, "flip", status=422)["error"]
    assert error["code"] == "not_now"
    assert error["rule"] == "turn.once"
    assert error["sentence"]
    unknown = ada.play(game, "dance", status=422)["error"]
    assert unknown["code"] == "unknown_move"
    ada.call("PATCH", "/session", lang="zh-Hant")
    chinese = ada.play(game, "add 1", seq=99, status=409)["error"]
    assert chinese["sentence"] == "你看到的局面已經過時。這是目前的局面。"


def test_a_retry_is_answered_and_not_played_again(base: str) -> None:
    ada, _, game = two_players(base)
    once = ada.play(game, "add 3", seq=0, id="same")
    again = ada.play(game, "add 3", seq=0, id="same")
    assert (again["repeated"], again["seq"], again["row"]) == (True, once["seq"], once["row"])
    assert again["view"]["seats"][0]["points"] == 3


def test_a_stale_submission_gets_the_current_state(base: str) -> None:
    ada, _, game = two_players(base)
    ada.play(game, "add 1")
    ada.play(game, "add 2")
    answer = ada.play(game, "add 3", seq=1, status=409)
    assert answer["error"]["code"] == "stale"
    assert answer["current"]["seq"] == 2
    assert answer["current"]["view"]["seats"][0]["points"] == 3
    assert [row["seq"] for row in answer["current"]["rows"]] == [2]


def test_lines_of_one_submission_stand_or_fall_together(base: str) -> None:
    ada, _, game = two_players(base)
    refused = ada.play(game, "add 1", "take", status=422)
    assert refused["move"] == 1
    assert ada.view(game)["seq"] == 0
    done = ada.play(game, "adds 1 2", "add 3")
    assert (done["seq"], done["done"]) == (3, 2)


def test_nobody_looks_at_a_die_by_sending_a_line_that_must_fail(base: str) -> None:
    ada, _, game = two_players(base)
    done = ada.play(game, "roll", "take")
    assert done["done"] == 1
    assert [row["kind"] for row in done["rows"]] == ["move", "chance"]


def test_a_broken_link_is_answered_in_a_sentence(base: str) -> None:
    error = Client(base).get("/games/nowhere?lang=en", 422)["error"]
    assert (error["code"], error["sentence"]) == ("no_address", "There is nothing at this address.")


@pytest.mark.parametrize(
    ("wish", "status"),
    [
        ({"id": "", "expected_seq": 0, "moves": ["end"]}, 422),
        ({"id": "x", "expected_seq": 0, "moves": []}, 422),
        ({"id": "x", "expected_seq": 0, "moves": ["end"], "more": 1}, 422),
        ({"id": "x", "expected_seq": "0", "moves": ["end"]}, 422),
        ({"id": "x" * 65, "expected_seq": 0, "moves": ["end"]}, 422),
    ],
)
def test_a_malformed_submission_gets_one_sentence(base: str, wish: dict[str, object], status: int) -> None:
    ada, _, game = two_players(base)
    answer = ada.post(f"/games/{game}/moves", status, **wish)
    assert answer["error"]["code"] == "bad_request"
    assert "Traceback" not in str(answer)


def test_forced_answers_and_standing_orders_need_nobody(base: str) -> None:
    ada, bo, game = two_players(base)
    bo.call("PUT", f"/games/{game}/orders", orders=[{"ask": "gift", "play": "decline"}])
    done = ada.play(game, "give")
    assert [row["who"] for row in done["rows"]] == [0, 1]
    assert done["view"]["player"] == 0
    for move in ("flip", "roll", "peek", "adds 1 1"):
        ada.play(game, move)
    forced = ada.play(game, "add 1")
    assert [row["events"][0]["code"] for row in forced["rows"]] == ["added", "ended"]
    assert forced["view"]["player"] == 1


@pytest.mark.parametrize(
    ("pattern", "text", "fit"),
    [
        ("leech take", "leech take", True),
        ("leech", "leech take", False),
        ("*", "anything", True),
        ("leech *", "leech take", True),
        ("* take", "leech take", True),
        ("l*h*e", "leech take", True),
        ("ab*ba", "aba", False),
        ("a*b*c", "a b", False),
        ("take ?", "take 1", False),
        ("[a-z]*", "leech", False),
        ("*a" * 90 + "*", "a" * 89, False),
        ("*a" * 90 + "*", "a" * 90, True),
    ],
)
def test_a_star_in_a_standing_order_is_anything_and_nothing_else_is_special(pattern: str, text: str, fit: bool) -> None:
    assert fits(text, pattern) is fit


def test_bots_answer_through_the_same_door(base: str) -> None:
    ada = Client(base)
    game = ada.new_game(["me", "random", "greedy"], options={"rounds": "1"})["table"]["id"]
    ada.call("PUT", f"/games/{game}/orders", orders=[{"ask": "gift", "play": "decline"}])
    with ada.socket(game) as socket:
        socket.until("hello")
        ada.play(game, "end")
        while True:
            packet = socket.until("update")
            if packet["data"]["status"] == "over":
                break
    assert packet["data"]["result"]["ended"] == "rules"
