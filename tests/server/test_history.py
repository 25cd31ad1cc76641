"""Positions of the past, since my last turn, forks, records, fairness, archive, statistics."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.server.harness import Client, two_players, wait_for
from tests.server.nursery import ROOT
from tests.support.patience import CEILING_S

HEAD = "# title coins  rules 1  players 2  map table\n"


def finished(base: str, rounds: str = "2") -> tuple[Client, Client, str]:
    ada, bo, game = two_players(base, options={"rounds": rounds})
    for _ in range(int(rounds)):
        for who in (ada, bo):
            who.play(game, "add 2")
            who.play(game, "roll")
            who.play(game, "flip")
            who.play(game, "end")
    return ada, bo, game


def terrarium(*command: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, "-m", "terrarium.cli.main", *command]
    return subprocess.run(
        arguments, input=stdin, capture_output=True, text=True, cwd=ROOT, timeout=CEILING_S, check=False
    )


def test_every_position_can_be_seen_again(base: str) -> None:
    ada, bo, game = finished(base)
    seen = [ada.get(f"/games/{game}/view?at={seq}")["view"]["seats"][0]["points"] for seq in range(6)]
    assert seen[0] == 0
    assert seen[1] == 2
    assert ada.get(f"/games/{game}/view?at=3&as=1")["view"]["seats"][1]["coins"] == 0
    assert bo.get(f"/games/{game}/view?at=9999", 404)["error"]["code"] == "no_position"
    assert ada.get(f"/games/{game}/view?at=1")["choices"] == []


def test_the_past_of_a_running_game_shows_each_what_they_saw(base: str) -> None:
    ada, bo, game = two_players(base)
    ada.play(game, "roll")
    ada.play(game, "end")
    assert "coins" in ada.get(f"/games/{game}/view?at=2")["view"]["seats"][0]
    assert "coins" not in bo.get(f"/games/{game}/view?at=2")["view"]["seats"][0]
    assert bo.get(f"/games/{game}/view?at=2&as=0", 403)["error"]["code"] == "game_running"
    assert bo.get(f"/games/{game}/record", 409)["error"]["code"] == "game_running"
    assert bo.get(f"/games/{game}/fair")["secret"] is None


def test_since_my_last_turn(base: str) -> None:
    ada, bo, game = two_players(base)
    ada.play(game, "end")
    for move in ("add 1", "flip", "end"):
        bo.play(game, move)
    told = ada.get(f"/games/{game}/since")
    assert [row["seq"] for row in told["rows"]] == [2, 3, 4, 5]
    codes = [event["code"] for row in told["rows"] for event in row["events"]]
    assert codes == ["added", "flipped", "ended"]


def test_long_games_are_replayed_from_snapshots_also_across_undo(base: str) -> None:
    ada, bo, game = two_players(base, options={"rounds": "40"})
    expected: dict[int, Any] = {0: ada.view(game)["view"]}
    for _ in range(12):
        for who in (ada, bo):
            for move in ("add 1", "add 2", "flip", "add 3"):
                answer = who.play(game, move)
                if who is ada:
                    expected[answer["seq"]] = answer["view"]
            who.ids += 1
            answer = who.post(f"/games/{game}/undo", id=f"u{who.ids}", expected_seq=answer["seq"])
            if who is ada:
                expected[answer["seq"]] = answer["view"]
            who.play(game, "end")
    assert max(expected) > 100
    for seq, view in expected.items():
        assert ada.get(f"/games/{game}/view?at={seq}")["view"] == view, seq


def test_a_fork_of_a_running_game_reveals_nothing(base: str) -> None:
    ada, bo, game = two_players(base)
    ada.play(game, "roll")
    ada.play(game, "end")
    forked = bo.post(f"/games/{game}/fork", 201, at=2, seats=[{"kind": "open"}, {"kind": "me"}])["table"]["id"]
    cy = Client(base, "Cy")
    cy.post(f"/games/{forked}/seats/0/sit")
    assert cy.view(forked)["view"]["seats"][0]["coins"] == 0
    cy.play(forked, "end")
    assert bo.view(forked)["view"]["player"] == 1


def test_a_fork_of_a_finished_game_has_everything(base: str) -> None:
    ada, bo, game = finished(base)
    forked = ada.post(f"/games/{game}/fork", 201, at=3, seats=[{"kind": "me"}, {"kind": "open"}])["table"]
    bo.post(f"/games/{forked['id']}/seats/1/sit")
    assert forked["parent"] == {"game": game, "at": 3}
    old = ada.get(f"/games/{game}/view?at=3")["view"]
    assert ada.view(forked["id"])["view"] == old
    ada.play(forked["id"], "end")
    assert ada.get(f"/games/{game}/fork", 405)["error"]["code"] == "method"
    last = ada.view(game)["seq"]
    over = ada.post(f"/games/{game}/fork", 409, at=last, seats=[{"kind": "me"}, {"kind": "open"}])
    assert over["error"]["code"] == "game_over"


def test_export_verify_and_import(base: str, tmp_path: Path) -> None:
    ada, _, game = finished(base)
    text = ada.get(f"/games/{game}/record")
    assert text.startswith("# title coins  rules 1  players 2  map table")
    fair = ada.get(f"/games/{game}/fair")
    assert fair["secret"] is not None
    path = tmp_path / "game.txt"
    path.write_text(text)
    titles = ("--titles", "tests.server.toy:titles")
    good = terrarium("verify", str(path), *titles)
    assert good.returncode == 0, good.stderr
    assert "All 8 draws" in good.stdout
    # Another die than the secret gives is found, and so is a secret that was not the published one.
    rows = text.splitlines()
    die = next(index for index, row in enumerate(rows) if row.startswith("? die"))
    rows[die] = "? die 1" if rows[die] != "? die 1" else "? die 2"
    path.write_text("\n".join(rows))
    assert "1 of 8 draws do not follow" in terrarium("verify", str(path), *titles).stderr
    path.write_text(text.replace(fair["secret"], "0" * 64))
    assert "does not belong" in terrarium("verify", str(path), *titles).stderr
    imported = ada.post("/games/import", 201, record=text)["table"]
    assert (imported["status"], imported["imported"]) == ("over", True)
    assert ada.view(imported["id"])["view"] == ada.view(game)["view"]


def test_an_unfinished_record_is_played_on(base: str) -> None:
    ada = Client(base)
    text = HEAD + "0 add 2\n0 flip\n? coin heads\n0 add 1\n0 undo 3\n= scores 4 0\n"
    seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
    made = ada.post("/games/import", 201, record=text, seats=seats)["table"]
    assert made["status"] == "live"
    assert ada.view(made["id"])["view"]["seats"][0]["points"] == 4
    ada.play(made["id"], "add 3")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "record_empty"),
        ("hello", "record_head"),
        (HEAD.replace("coins", "chess"), "no_title"),
        (HEAD.replace("players 2", "players 99"), "players"),
        (HEAD.replace("players 2", "players two"), "record_head"),
        (HEAD + "0 take", "bad_record"),
        (HEAD + "1 end", "bad_record"),
        (HEAD + "<script>", "record_line"),
        (HEAD + "0 undo 7", "bad_record"),
        (HEAD + "0 undo 0", "bad_record"),
        (HEAD + "= scores 9 9", "bad_record"),
        (HEAD + "# start {}\n0 end", "bad_header"),
        (HEAD + "# start [", "bad_header"),
        (HEAD + "# start []", "bad_header"),
        (HEAD + "# fair x y z", "bad_header"),
    ],
)
def test_a_bad_record_gets_one_sentence(base: str, text: str, code: str) -> None:
    ada = Client(base)
    answer = ada.http.post("/games/import", json={"record": text, "seats": []})
    assert answer.status_code in (404, 422), answer.text
    assert answer.json()["error"]["code"] == code


def test_archive_and_statistics(base: str) -> None:
    ada, _, game = finished(base)
    listed = ada.get("/games?which=archive&title=coins")["games"]
    assert game in [entry["id"] for entry in listed]
    wait_for(lambda: ada.get("/titles/coins/statistics?mine=true")["figures"])
    mine = ada.get("/titles/coins/statistics?mine=true")["figures"]
    kinds = {(entry["kind"], entry["unit"]): entry for entry in mine}
    assert kinds["seat", "1"]["games"] == 1
    assert kinds["race", "pipers"]["games"] == 1
    everybody = ada.get("/titles/coins/statistics?players=2")["figures"]
    first = [entry for entry in everybody if entry["kind"] == "seat"]
    assert len({entry["games"] for entry in first}) == 1


def end_turns(people: list[Client], game: str) -> None:
    """Everybody ends their turns until the game is over; bots play for themselves."""
    while people[0].get(f"/games/{game}")["status"] == "live":
        for one in people:
            shown = one.view(game)
            if any(choice["text"] == "end" for choice in shown["choices"]):
                one.play(game, "end")
            elif shown["choices"]:
                one.play(game, shown["choices"][-1]["text"])


def counted(who: Client) -> int:
    figures = who.get("/titles/coins/statistics?mine=true")["figures"]
    return sum(entry["games"] for entry in figures if entry["kind"] == "seat")


def test_only_games_that_were_really_played_count(base: str) -> None:
    """Forks, imports and take-backs against bots alone stay out of the statistics."""
    ada, bo, game = finished(base)
    wait_for(lambda: counted(ada) == 1)
    forked = ada.post(f"/games/{game}/fork", 201, at=3, seats=[{"kind": "me"}, {"kind": "open"}])["table"]["id"]
    bo.post(f"/games/{forked}/seats/1/sit")
    end_turns([ada, bo], forked)
    ada.post("/games/import", 201, record=ada.get(f"/games/{game}/record"))
    alone = ada.new_game(["me", "random"], options={"rounds": "1"})["table"]["id"]
    ada.play(alone, "roll")
    ada.post(f"/games/{alone}/ask", kind="takeback", to=0)
    end_turns([ada], alone)
    # A game that counts, after all of those: what was to be counted has been.
    honest = ada.new_game(["me", "random"], options={"rounds": "1"})["table"]["id"]
    end_turns([ada], honest)
    wait_for(lambda: counted(ada) >= 2)
    assert counted(ada) == 2


def test_why_and_titles(base: str) -> None:
    ada, bo, game = two_players(base)
    assert ada.get(f"/games/{game}/why?move=add%202") == {"legal": True, "refusal": None, "price": [["add", 2]]}
    why = ada.get(f"/games/{game}/why?move=take")
    assert (why["legal"], why["refusal"]["code"], why["refusal"]["rule"]) == (False, "not_now", "turn.once")
    assert bo.get(f"/games/{game}/why?move=end", 409)["error"]["code"] == "not_your_turn"
    titles = ada.get("/titles")["titles"]
    assert titles[0]["id"] == "coins"
    assert {"random", "greedy"} <= set(titles[0]["levels"])
    assert ada.get("/titles/chess", 404)["error"]["code"] == "no_title"
