"""Every title of the catalogue over the API: bots to the end, the draws checked, the record brought in again."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from terrarium import catalog
from tests.server.harness import Client, Server, wait_for
from tests.server.nursery import ROOT
from tests.support.patience import CEILING_S

TITLES = [*catalog.titles()]


@pytest.fixture(scope="module")
def finished(real: Server) -> tuple[Client, dict[str, str]]:
    """A game of every title, played by bots side by side."""
    host = Client(real.base, "Host")
    games = {}
    for title in TITLES:
        low, _ = catalog.title(title).players
        games[title] = host.new_game(["random"] * low, title=title)["table"]["id"]
    for game in games.values():
        host.ended(game)
    return host, games


def test_the_tables_of_the_rulebook_are_told(real: Server) -> None:
    for lang, head in (("en", "Faction"), ("zh-Hant", "種族"), ("zh-Hans", "种族")):
        tables = Client(real.base, "Ada", lang=lang).get("/titles/terra-mystica/rules")["tables"]
        assert [table["id"] for table in tables] == ["start", "costs", "income"]
        for table in tables:
            assert table["columns"][0] == head
            assert len(table["rows"]) == 14
            assert {len(row) for row in table["rows"]} == {len(table["columns"])}
            assert all(cell for row in table["rows"] for cell in row)


def terrarium(*command: str) -> subprocess.CompletedProcess[str]:
    arguments = [sys.executable, "-m", "terrarium.cli.main", *command]
    return subprocess.run(arguments, capture_output=True, text=True, cwd=ROOT, timeout=CEILING_S, check=False)


@pytest.mark.parametrize("title", TITLES)
def test_a_game_is_played_to_its_end_and_every_draw_can_be_checked(
    finished: tuple[Client, dict[str, str]], title: str, tmp_path: Path
) -> None:
    host, games = finished
    game = games[title]
    assert host.get(f"/games/{game}")["result"]["winners"]
    text = host.get(f"/games/{game}/record")
    path = tmp_path / "record.txt"
    path.write_text(text, "utf-8")
    good = terrarium("verify", str(path))
    assert good.returncode == 0, good.stderr
    draws = sum(1 for line in text.splitlines() if line.startswith("? "))
    assert draws > 0
    assert re.search(rf"\b{draws}\b", good.stdout), (draws, good.stdout)


@pytest.mark.parametrize("title", TITLES)
def test_a_record_is_brought_in_and_shows_the_same_end(finished: tuple[Client, dict[str, str]], title: str) -> None:
    host, games = finished
    record = host.get(f"/games/{games[title]}/record")
    imported = host.post("/games/import", 201, record=record)["table"]
    assert (imported["status"], imported["imported"]) == ("over", True)
    assert host.view(imported["id"])["view"] == host.view(games[title])["view"]
    middle = host.view(imported["id"])["seq"] // 2
    there = host.get(f"/games/{imported['id']}/view?at={middle}&as=0")["view"]
    assert there == host.get(f"/games/{games[title]}/view?at={middle}&as=0")["view"]


@pytest.mark.parametrize("title", TITLES)
def test_statistics_name_what_was_played(finished: tuple[Client, dict[str, str]], title: str) -> None:
    host, _ = finished
    wait_for(lambda: host.get(f"/titles/{title}/statistics")["figures"])
    figures = host.get(f"/titles/{title}/statistics")["figures"]
    known = catalog.title(title)
    seats = [entry for entry in figures if entry["kind"] == "seat"]
    assert len({entry["games"] for entry in seats[: known.players[0]]}) == 1
    assert sum(entry["wins"] for entry in seats) == seats[0]["games"], "every game has one win to share"
    races = {entry["unit"] for entry in figures if entry["kind"] == "race"}
    assert races
    assert races <= set(known.races)
    assert bool(known.powers) == any(entry["kind"] == "power" for entry in figures)


@pytest.mark.parametrize("title", TITLES)
def test_a_position_is_one_line_that_can_be_read_again(finished: tuple[Client, dict[str, str]], title: str) -> None:
    host, games = finished
    for at in (0, 9, host.view(games[title])["seq"]):
        line = host.get(f"/games/{games[title]}/position?at={at}")["line"]
        game, state = catalog.read_position(line)
        assert line == catalog.write_position(game, state)
        assert state.view(0) == host.get(f"/games/{games[title]}/view?at={at}&as=0")["view"]
    assert host.get(f"/games/{games[title]}/position?at=99999", 404)["error"]["code"] == "no_position"


def documented_order() -> dict[str, object]:
    """The standing order that docs/server.md shows."""
    text = (ROOT / "docs" / "server.md").read_text("utf-8")
    found = re.search(r"`(\{\"ask\": \"leech\".*?\}\})`", text)
    assert found is not None
    order: dict[str, object] = json.loads(found[1])
    return order


WISHES = ("faction witches", "faction mermaids", "build a3", "build a4", "upgrade a3", "upgrade a4")
"""Two peoples side by side from the start: whatever one of them improves there brings the other power."""


def test_power_is_taken_and_declined_by_standing_orders(real: Server) -> None:
    ada, bo = Client(real.base, "Ada"), Client(real.base, "Bo")
    game = ada.new_game(["me", "open"], title="terra-mystica")["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    decline = {"ask": "leech", "play": "leech decline"}
    ada.call("PUT", f"/games/{game}/orders", orders=[documented_order(), decline])
    bo.call("PUT", f"/games/{game}/orders", orders=[decline])
    with ada.socket(game) as one, bo.socket(game) as two:
        shown = [one.until("hello"), two.until("hello")]
        for _ in range(20):
            seat = 0 if shown[0]["data"]["choices"] else 1
            assert shown[seat]["data"]["view"]["ask"]["code"] != "leech"
            seq, texts = shown[seat]["seq"], [choice["text"] for choice in shown[seat]["data"]["choices"]]
            wished = [text for text in texts if text.startswith(WISHES)]
            (one, two)[seat].send("move", id=f"m{seq}", expected_seq=seq, moves=[(wished or texts)[0]])
            shown = [one.until("update"), two.until("update")]
    ada.post(f"/games/{game}/resign")
    rows = ada.get(f"/games/{game}/record").splitlines()
    assert "0 leech take" in rows
    assert "1 leech decline" in rows
    assert "1 leech take" not in rows
