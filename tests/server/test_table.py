"""Undo, take-back, resign, pause, abort, clocks, stand-ins, notes, keys, accounts."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.server.clockwork import Clock
from tests.server.harness import Client, Server, two_players, wait_for


@pytest.fixture
def timed(tmp_path_factory: pytest.TempPathFactory, clock: Clock) -> Iterator[str]:
    """A server whose time passes when the test says so."""
    with Server(tmp_path_factory.mktemp("timed")).timed(clock) as started:
        yield started.base


def points(client: Client, game: str) -> int:
    shown: int = client.view(game)["view"]["seats"][0]["points"]
    return shown


def undo(client: Client, game: str, turn: bool = False, status: int = 200) -> Any:
    client.ids += 1
    seq = client.view(game)["seq"]
    return client.post(f"/games/{game}/undo", status, id=f"u{client.ids}", expected_seq=seq, turn=turn)


def test_undo_one_step_and_the_whole_turn(base: str) -> None:
    ada, bo, game = two_players(base)
    for move in ("add 1", "add 2", "add 3"):
        ada.play(game, move)
    assert undo(ada, game)["rows"][0]["to"] == 2
    assert points(ada, game) == 3
    undo(ada, game, turn=True)
    assert points(ada, game) == 0
    assert undo(ada, game, status=409)["error"]["code"] == "nothing_to_undo"
    assert undo(bo, game, status=409)["error"]["code"] == "nothing_to_undo"
    assert ada.view(game)["seq"] == 5


def test_chance_reveals_and_other_seats_are_fences(base: str) -> None:
    ada, bo, game = two_players(base)
    ada.play(game, "add 1")
    ada.play(game, "flip")
    assert undo(ada, game, status=409)["error"]["code"] == "fence"
    ada.play(game, "end")
    assert undo(ada, game)["rows"][0]["to"] == 3
    ada.play(game, "end")
    bo.play(game, "roll")
    bo.play(game, "end")
    ada.play(game, "add 2")
    ada.play(game, "peek")
    assert undo(ada, game, status=409)["error"]["code"] == "fence"
    ada.play(game, "add 3")
    assert undo(ada, game, turn=True)["rows"][0]["to"] == ada.view(game)["seq"] - 2


def test_against_bots_one_takes_back_past_draws_and_their_moves(base: str) -> None:
    ada = Client(base)
    game = ada.new_game(["me", "random"])["table"]["id"]
    ada.play(game, "add 1")
    ada.play(game, "roll")
    first = ada.view(game)["view"]["seats"][0]["coins"]
    assert undo(ada, game)["rows"][0]["to"] == 1
    assert ada.view(game)["view"]["seats"][0]["coins"] == 0
    ada.play(game, "roll")
    assert ada.view(game)["view"]["seats"][0]["coins"] == first, "chance decides as before"
    ada.play(game, "end")
    wait_for(lambda: ada.view(game)["view"]["player"] == 0)
    back = undo(ada, game, turn=True)["rows"][0]["to"]
    assert back == 0
    assert points(ada, game) == 0


def test_a_take_back_needs_agreement_and_does_not_roll_again(base: str) -> None:
    ada, bo, game = two_players(base)
    ada.play(game, "roll")
    first = ada.view(game)["view"]["seats"][0]["coins"]
    table = ada.post(f"/games/{game}/ask", kind="takeback", to=0)
    assert table["ask"]["needed"] == [1]
    assert ada.answer(game, True, 409)["error"]["code"] == "no_ask"
    bo.answer(game, False)
    assert ada.view(game)["seq"] == 2
    ada.post(f"/games/{game}/ask", kind="takeback", to=0)
    bo.answer(game, True)
    assert ada.view(game)["view"]["seats"][0]["coins"] == 0
    ada.play(game, "roll")
    assert ada.view(game)["view"]["seats"][0]["coins"] == first


def test_resigning_ends_a_game_of_two_and_hands_over_in_a_larger_one(base: str) -> None:
    ada, bo, game = two_players(base)
    over = ada.post(f"/games/{game}/resign")
    assert (over["status"], over["result"]["winners"]) == ("over", [1])
    assert bo.play(game, "end", status=409)["error"]["code"] == "not_running"
    three = ada.new_game(["me", "open", "open"])["table"]["id"]
    bo.post(f"/games/{three}/seats/1/sit")
    Client(base, "Cy").post(f"/games/{three}/seats/2/sit")
    table = ada.post(f"/games/{three}/resign")
    assert (table["status"], table["seats"][0]["stand_in"]) == ("live", "resigned")
    wait_for(lambda: bo.view(three)["view"]["player"] == 1 or bo.view(three)["choices"] != [])


def test_pause_abort_and_resume(base: str) -> None:
    ada, bo, game = two_players(base)
    ada.post(f"/games/{game}/ask", kind="pause")
    assert bo.answer(game, True)["status"] == "paused"
    assert ada.play(game, "end", status=409)["error"]["code"] == "not_running"
    assert bo.post(f"/games/{game}/resume")["status"] == "live"
    ada.play(game, "end")
    ada.post(f"/games/{game}/ask", kind="abort")
    assert bo.answer(game, True)["status"] == "aborted"
    opened = ada.new_game()["table"]["id"]
    assert bo.call("DELETE", f"/games/{opened}", 403)["error"]["code"] == "host_only"
    assert ada.call("DELETE", f"/games/{opened}")["status"] == "aborted"


def test_a_bot_takes_a_seat_whose_time_is_up_and_gives_it_back(timed: str, clock: Clock) -> None:
    ada, _, game = two_players(timed, clock={"kind": "move", "seconds": 60}, options={"rounds": "40"})
    clock.advance(59)
    assert ada.get(f"/games/{game}")["seats"][0]["stand_in"] == ""
    clock.advance(2)
    wait_for(lambda: ada.get(f"/games/{game}")["seats"][0]["stand_in"] == "time")
    assert ada.post(f"/games/{game}/back")["seats"][0]["stand_in"] == ""


def test_whoever_is_stood_in_for_plays_only_after_coming_back(timed: str, clock: Clock) -> None:
    wish = {"kind": "move", "seconds": 60}
    ada, bo = Client(timed, "Ada"), Client(timed, "Bo")
    game = ada.new_game(["me", "open", "open"], clock=wish, options={"rounds": "40"})["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    Client(timed, "Cy").post(f"/games/{game}/seats/2/sit")
    clock.advance(61)
    # The bot ends Ada's turn sooner or later; she still has no say until she says that she is back.
    wait_for(lambda: ada.view(game)["view"]["player"] == 1)
    assert undo(ada, game, status=409)["error"]["code"] == "stood_in"
    ada.post(f"/games/{game}/back")
    bo.post(f"/games/{game}/resign")
    assert undo(bo, game, status=409)["error"]["code"] == "gave_up"
    assert bo.post(f"/games/{game}/ask", 409, kind="pause")["error"]["code"] == "gave_up"


def test_the_same_id_with_another_move_is_refused(base: str) -> None:
    ada, _, game = two_players(base)
    first = ada.play(game, "add 1", seq=0, id="one")
    assert ada.play(game, "add 1", seq=0, id="one")["repeated"] is True
    assert ada.play(game, "add 2", seq=0, id="one", status=409)["error"]["code"] == "id_used"
    again = ada.post(f"/games/{game}/undo", 409, id="one", expected_seq=first["seq"])
    assert again["error"]["code"] == "id_used"
    assert ada.view(game)["seq"] == first["seq"]


def test_nobody_takes_two_seats(base: str) -> None:
    ada, bo = Client(base), Client(base, "Bo")
    seats = [{"kind": "me"}, {"kind": "me"}, {"kind": "open"}]
    assert ada.post("/games", 422, title="coins", seats=seats)["error"]["code"] == "one_seat"
    game = ada.new_game(["me", "open", "open", "open"])["table"]["id"]
    with ThreadPoolExecutor(6) as people:
        answers = [*people.map(lambda n: bo.http.post(f"/games/{game}/seats/{1 + n % 3}/sit", json={}), range(6))]
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
    taken = [seat for seat in ada.get(f"/games/{game}")["seats"] if seat["name"] == "Bo"]
    assert len(taken) == 1


def test_a_vote_waits_for_whoever_is_away_for_less_than_the_set_time(timed: str, clock: Clock) -> None:
    ada, bo, game = two_players(timed, absent_after=120, options={"rounds": "40"})
    ada.play(game, "end")
    with bo.socket(game) as window:
        window.until("hello")
        clock.advance(200)
    # Bo has thought for long and has just closed the window: nobody passes Bo over.
    clock.advance(30)
    asked = ada.post(f"/games/{game}/ask", kind="pause")
    assert asked["ask"]["needed"] == [1]
    assert asked["seats"][1]["stand_in"] == ""
    ada.answer(game, False)
    clock.advance(100)
    wait_for(lambda: ada.get(f"/games/{game}")["seats"][1]["stand_in"] == "absent")
    assert ada.post(f"/games/{game}/ask", kind="pause")["status"] == "paused"


def test_absence_is_not_a_matter_of_seconds(base: str) -> None:
    seats = [{"kind": "me"}, {"kind": "open"}]
    refused = Client(base).post("/games", 422, title="coins", seats=seats, absent_after=5)
    assert refused["error"]["args"]["what"] == "absent_after"


def test_a_bot_takes_over_when_a_total_clock_has_run_out(timed: str, clock: Clock) -> None:
    wish = {"kind": "total", "seconds": 60, "increment": 30}
    ada, bo, game = two_players(timed, clock=wish, options={"rounds": "40"})
    clock.advance(61)
    wait_for(lambda: ada.get(f"/games/{game}")["seats"][0]["stand_in"] == "time")
    wait_for(lambda: bo.view(game)["seq"] > 0)
    back = ada.post(f"/games/{game}/back")
    assert back["seats"][0]["stand_in"] == ""
    assert back["clock"]["left"][0] >= 9, "whoever comes back gets time for a turn"


def test_a_bot_takes_an_absent_seat_until_its_person_is_back(timed: str, clock: Clock) -> None:
    ada, bo, game = two_players(timed, absent_after=60, options={"rounds": "40"})
    with bo.socket(game) as present:
        present.until("hello")
        clock.advance(61)
        wait_for(lambda: bo.get(f"/games/{game}")["seats"][0]["stand_in"] == "absent")
        wait_for(lambda: bo.view(game)["seq"] > 0)
        with ada.socket(game) as socket:
            assert socket.until("table")["data"]["seats"][0]["stand_in"] in ("", "absent")
            wait_for(lambda: ada.get(f"/games/{game}")["seats"][0]["stand_in"] == "")


def test_a_total_clock_counts_only_ones_own_time(timed: str, clock: Clock) -> None:
    ada, bo, game = two_players(timed, clock={"kind": "total", "seconds": 100, "increment": 5})
    clock.advance(30)
    ada.play(game, "end")
    clock.advance(10)
    assert bo.get(f"/games/{game}")["clock"]["left"] == [75.0, 90.0]


def test_a_seat_opens_on_another_device_with_its_key(base: str) -> None:
    ada, phone = Client(base), Client(base, "Phone")
    made = ada.new_game()
    game = made["table"]["id"]
    assert phone.post(f"/games/{game}/seats/0/claim", 403, key="wrong")["error"]["code"] == "wrong_key"
    assert phone.post(f"/games/{game}/seats/1/claim", 403, key="")["error"]["code"] == "wrong_key"
    assert phone.post(f"/games/{game}/seats/0/claim", key=made["key"])["you"] == 0


def test_seats_are_taken_left_and_given_to_bots(base: str) -> None:
    ada, bo = Client(base), Client(base, "Bo")
    game = ada.new_game(["me", "open", "open"])["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    assert bo.post(f"/games/{game}/seats/2/sit", 409)["error"]["code"] == "already_seated"
    assert Client(base, "Cy").post(f"/games/{game}/seats/1/sit", 409)["error"]["code"] == "seat_taken"
    assert bo.post(f"/games/{game}/stand")["seats"][1]["kind"] == "open"
    assert bo.post(f"/games/{game}/seats/1/bot", 403, level="random")["error"]["code"] == "host_only"
    ada.post(f"/games/{game}/seats/1/bot", level="random")
    assert ada.post(f"/games/{game}/seats/2/bot", 422, level="genius")["error"]["code"] == "no_level"
    assert ada.post(f"/games/{game}/seats/2/bot", level="greedy")["status"] == "live"


def test_notes_are_for_oneself(base: str) -> None:
    ada, bo, game = two_players(base)
    ada.call("PUT", f"/games/{game}/note", note="<i>mine</i>")
    assert ada.get(f"/games/{game}/private")["note"] == "<i>mine</i>"
    assert bo.get(f"/games/{game}/private")["note"] == ""
    Client(base, "Eve").get(f"/games/{game}/private", 403)


def test_an_account_keeps_its_games(base: str) -> None:
    ada, _, game = two_players(base)
    name = "Ada the First"
    ada.post("/account", name=name, password="correct horse")
    assert ada.post("/account", 409, name=name, password="correct horse")["error"]["code"] == "has_account"
    other = Client(base, "Laptop")
    assert other.post("/login", 403, name=name, password="wrong horse")["error"]["code"] == "bad_login"
    token = other.post("/login", name=name.upper(), password="correct horse")["token"]
    laptop = Client(base, token=token)
    assert [entry["id"] for entry in laptop.get("/games?which=mine")["games"]] == [game]
    assert laptop.get("/games?which=mine")["games"][0]["your_turn"] is True
    laptop.play(game, "end")
