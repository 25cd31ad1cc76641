"""A real title over the API: a whole game of Small World against a bot: sentences, undo, record, verification."""

import random
import subprocess
import sys
from pathlib import Path

from tests.server.harness import Client, Server, wait_for
from tests.server.nursery import ROOT


def test_a_whole_game_with_a_bot(real: Server, tmp_path: Path) -> None:
    dice = random.Random(5)
    ada = Client(real.base, "Ada", lang="zh-Hant")
    game = ada.new_game(["me", "greedy"], title="small-world")["table"]["id"]
    with ada.socket(game) as socket:
        packet = socket.until("hello")
        while packet["data"]["status"] != "over":
            choices = packet["data"]["choices"]
            if choices:
                # Random play never declines by accident often enough to matter; it only has to end.
                wish = dice.choice(choices)["text"]
                socket.send("move", id=f"m{packet['seq']}", expected_seq=packet["seq"], moves=[wish])
            packet = socket.until("update", "stale", "refused")
            assert packet["type"] == "update", packet
    assert packet["data"]["result"]["ended"] == "rules"
    assert all(isinstance(seat["coins"], int) for seat in packet["data"]["view"]["seats"])
    told = ada.get(f"/games/{game}/events?after=0&upto=200")["rows"]
    sentences = [event["sentence"] for row in told for event in row["events"]]
    assert all(sentences), "an event without a sentence"
    assert any("Ada" in sentence for sentence in sentences)
    record = ada.get(f"/games/{game}/record")
    path = tmp_path / "record.txt"
    path.write_text(record, "utf-8")
    for command in (["verify", str(path)], ["replay", str(path)]):
        ran = subprocess.run(
            [sys.executable, "-m", "terrarium.cli.main", *command],
            capture_output=True,
            text=True,
            cwd=ROOT,
            check=False,
        )
        assert ran.returncode == 0, ran.stderr
    wait_for(lambda: ada.get("/titles/small-world/statistics")["figures"])
    figures = ada.get("/titles/small-world/statistics")["figures"]
    assert {entry["kind"] for entry in figures} == {"seat", "race", "power"}


def test_a_refusal_speaks_the_readers_language(real: Server) -> None:
    ada, bo = Client(real.base, "Ada", lang="zh-Hans"), Client(real.base, "Bo", lang="zh-Hans")
    game = ada.new_game(["me", "open"], title="small-world")["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    if ada.view(game)["view"]["player"] == 1:
        ada = bo
    error = ada.play(game, "stop", status=422)["error"]
    assert error["sentence"].endswith("。")
    assert error["rule"]
    book = ada.get("/titles/small-world/rules")
    assert (book["chapters"][0], book["chapters"][-1]) == ("setup", "components")
    assert error["rule"] in [rule["id"] for rule in book["rules"]]
    assert book["tables"] == []
    unknown = ada.play(game, "dance", status=422)["error"]
    assert "dance" in unknown["sentence"]


def test_a_seat_never_sees_another_seats_coins(real: Server) -> None:
    ada, bo = Client(real.base, "Ada"), Client(real.base, "Bo")
    game = ada.new_game(["me", "open"], title="small-world")["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    assert ada.view(game)["view"]["seats"][1]["coins"] is None
    assert bo.view(game)["view"]["seats"][0]["coins"] is None
    eve = Client(real.base, "Eve").view(game)["view"]["seats"]
    assert [seat["coins"] for seat in eve] == [None, None]


def test_an_agreed_take_back_is_part_of_the_record(real: Server, tmp_path: Path) -> None:
    ada, bo = Client(real.base, "Ada"), Client(real.base, "Bo")
    game = ada.new_game(["me", "open"], title="small-world")["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    first, second = (ada, bo) if ada.view(game)["view"]["player"] == 0 else (bo, ada)
    before = first.view(game)
    first.play(game, before["choices"][0]["text"])
    first.post(f"/games/{game}/ask", kind="takeback", to=before["seq"])
    second.answer(game, True)
    assert first.view(game)["view"] == before["view"]
    first.play(game, before["choices"][0]["text"])
    ada.post(f"/games/{game}/resign")
    path = tmp_path / "record.txt"
    path.write_text(ada.get(f"/games/{game}/record"), "utf-8")
    assert f"takeback {before['seq']}" in path.read_text("utf-8")
    for command in (["verify", str(path)], ["replay", str(path)]):
        program = [sys.executable, "-m", "terrarium.cli.main", *command]
        ran = subprocess.run(program, capture_output=True, text=True, cwd=ROOT, check=False)
        assert ran.returncode == 0, ran.stderr
