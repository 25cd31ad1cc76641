"""Real games of the public server: every command legal, every row equal, the same final points."""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from terrarium.terramystica.names import FACTIONS
from terrarium.terramystica.snellman.log import read_log
from terrarium.terramystica.snellman.ordered.importing import import_log
from terrarium.terramystica.snellman.replay.rows import Comparison, replay_log
from terrarium.terramystica.snellman.writing.writer import write_log
from tests.support.mystic import page

ROOT = Path(__file__).resolve().parents[3]
FOLDER = Path(os.environ.get("TERRARIUM_CONFORMANCE", ROOT.parent / "shared" / "conformance")) / "terra-mystica"
if not FOLDER.is_dir():
    FOLDER = FOLDER.parent
GAMES = sorted(path.stem for path in FOLDER.glob("*.log"))
LOOSE = ("s63-g7",)
"""Games with a row that only the server's own latitude allows: a player burns power with an offer still open."""

needs_games = pytest.mark.skipif(
    not GAMES,
    reason="no recorded games: put them beside the repository in shared/conformance or name TERRARIUM_CONFORMANCE",
)
each_game = pytest.mark.parametrize("name", GAMES or ["none"])


@cache
def index() -> dict[str, Any]:
    return {game["game"]: game for game in json.loads((FOLDER / "index.json").read_text("utf-8"))}


def text(name: str) -> str:
    return (FOLDER / f"{name}.log").read_text("utf-8")


def rows(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (FOLDER / f"{name}.rows.jsonl").read_text("utf-8").splitlines()]


@needs_games
@each_game
def test_every_row_of_a_real_game_with_open_offers(name: str) -> None:
    expected = rows(name)
    found = replay_log(read_log(text(name)), expected)
    assert found.get("error") is None
    assert found["mismatches"] == []
    assert found["ok"]
    assert found["rows"] == len(expected)
    assert found["final_vp"] == index()[name]["final_vp"]


@needs_games
@each_game
def test_network_sizes_of_a_real_game(name: str) -> None:
    comparison = Comparison(read_log(text(name)), [])
    comparison.run()
    seats = comparison.player.state.view(0)["seats"]
    assert isinstance(seats, list)
    assert {s["faction"]: s["final"]["network"] for s in seats} == index()[name]["network"]


@needs_games
@each_game
def test_a_real_game_becomes_a_game_of_ours_and_a_log_again(name: str) -> None:
    found = import_log(read_log(text(name)))
    assert found.problem is None
    assert found.game.options["server_moves"] == ("on" if name in LOOSE else "off")
    state = found.game.new()
    for action in found.actions:
        assert state.why_illegal(action) is None
        state.apply(action)
    assert dict(zip(index()[name]["factions"], state.scores(), strict=True)) == index()[name]["final_vp"]
    again = import_log(read_log(write_log(found.game, found.actions)))
    assert again.problem is None
    other = again.game.new()
    for action in again.actions:
        other.apply(action)
    assert other.scores() == state.scores()
    assert [s["faction"] for s in page(other)["seats"]] == [FACTIONS[f] for f in read_log(text(name)).factions]


@needs_games
def test_games_cover_every_faction() -> None:
    assert {f for game in index().values() for f in game["factions"]} == set(FACTIONS)
