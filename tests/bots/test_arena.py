"""The arena: mirrored set-ups, honest intervals, ratings that follow results, reports, processes and Ray."""

import base64
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from terrarium.arena import spread
from terrarium.arena.balance import shares
from terrarium.arena.figures import mean_and_ci, wilson
from terrarium.arena.match import Match, Result, play
from terrarium.arena.table import lines, lineups, ratings, schedule
from terrarium.words import Words
from tests.support.patience import CEILING_S, Patience


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "terrarium.cli.main", *words], capture_output=True, text=True, check=False,
        timeout=CEILING_S, env={**os.environ, "COLUMNS": "140"},
    )  # fmt: skip


def document(*words: str) -> Any:
    done = run(*words)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("\n") == 1
    return json.loads(done.stdout)


def test_every_bot_plays_every_seat_of_every_set_up() -> None:
    matches = schedule(Match("small-world", [], 3), ["greedy", "random", "casual"], 12, 2)
    assert len(matches) == 12
    assert [match.number for match in matches] == list(range(12))
    for seed in {match.seed for match in matches}:
        pairs = [tuple(match.seats) for match in matches if match.seed == seed]
        assert len(pairs) == len(set(pairs)) == 6
        assert {pair[::-1] for pair in pairs} == set(pairs)


def test_lineups() -> None:
    assert lineups(["a", "b", "c"], 2) == [["a", "b"], ["a", "c"], ["b", "c"]]
    assert lineups(["a"], 3) == [["a", "a", "a"]]


def test_intervals() -> None:
    low, high = wilson(85, 100)
    assert low == pytest.approx(0.767, abs=0.001)
    assert high == pytest.approx(0.907, abs=0.001)
    assert wilson(0, 0) == [0.0, 1.0]
    mean, half = mean_and_ci([1.0, 2.0, 3.0])
    assert mean == 2
    assert half == pytest.approx(1.96 / 3**0.5, abs=0.01)


def result(seats: list[str], scores: list[int], number: int) -> Result:
    best = max(scores)
    winners = [seat for seat, score in enumerate(scores) if score == best]
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(len(seats))]
    return Result(Match("small-world", seats, 1, number=number), scores, winners, [1, 1], [0.1, 0.2], [[], []], shares)


def test_ratings_follow_the_results() -> None:
    games = [result(["a", "b"], [10, 5], k) for k in range(6)] + [result(["b", "a"], [9, 9], 6)]
    rated = ratings(games)
    assert rated["a"][0] > 25 > rated["b"][0]
    table = lines(games, ["a", "b"])
    assert [line.name for line in table] == ["a", "b"]
    assert table[0].win_share == pytest.approx(6.5 / 7, abs=1e-4)
    assert table[1].mean_score == pytest.approx((6 * 5 + 9) / 7, abs=0.01)


def test_the_same_match_is_the_same_game_anywhere() -> None:
    matches = schedule(Match("small-world", [], 4, simulations=30), ["strong", "greedy"], 4, 2)
    alone = [play(match).scores for match in matches]
    spread_out = sorted(spread.here(matches, 2), key=lambda found: found.match.number)
    assert [found.scores for found in spread_out] == alone


def test_balance_counts_what_was_played() -> None:
    results = [play(Match("small-world", ["greedy", "greedy"], seed, number=seed)) for seed in range(6)]
    found = shares(results)
    seats = [line for line in found if line.kind == "seat"]
    assert sum(line.games for line in seats) == 12
    assert sum(line.win_share * line.games for line in seats) == pytest.approx(6, abs=0.01)
    assert {line.kind for line in found} == {"race", "power", "combo", "seat", "map"}


def test_arena_command(tmp_path: Path) -> None:
    report = tmp_path / "arena.html"
    found = document(
        "arena", "small-world", "--bots", "greedy,random", "--games", "6", "--seed", "3", "--workers", "1",
        "--report", str(report), "--json",
    )  # fmt: skip
    assert found["games"] == 6
    assert {"name", "win_share", "ci95", "mean_score", "rating", "ms_per_move"} <= set(found["bots"][0])
    assert found["bots"][0]["name"] == "greedy"
    assert report.read_text(encoding="utf-8").count("data:image/svg+xml;base64,") == 3


def test_balance_command(tmp_path: Path) -> None:
    report = tmp_path / "balance.html"
    found = document(
        "balance", "terra-mystica", "--bot", "random", "--games", "4", "--players", "3", "--workers", "1",
        "--report", str(report), "--json", "--lang", "zh-Hant",
    )  # fmt: skip
    assert {line["kind"] for line in found["lines"]} == {"faction", "seat", "map"}
    factions = [line for line in found["lines"] if line["kind"] == "faction"]
    assert sum(line["games"] for line in factions) == 12
    assert len(factions) > 6, "chance deals the factions, whatever the bot likes"
    pictures = re.findall(r"data:image/svg\+xml;base64,([\w+/=]+)", report.read_text(encoding="utf-8"))
    assert len(pictures) == 3
    share = Words("zh-Hant").say("arena.share")
    for picture in pictures:
        assert share in base64.b64decode(picture).decode(), "text that any reader's fonts show"


def test_boards_are_drawn_where_the_rules_draw_them() -> None:
    matches = schedule(Match("warcraft", [], 1), ["greedy", "random"], 40, 2)
    assert matches[0].map_name == matches[1].map_name, "both seats get the same set-up"
    assert len({match.map_name for match in matches}) > 8
    wished = schedule(Match("warcraft", [], 1, "l1b+s2a"), ["greedy", "random"], 4, 2)
    assert {match.map_name for match in wished} == {"l1b+s2a"}
    found = shares([play(match) for match in schedule(Match("warcraft", [], 1), ["random"], 8, 2)])
    boards = [line.name for line in found if line.kind == "map"]
    assert len(boards) > 4
    assert all("+" not in board for board in boards)


def test_bad_wishes_are_one_sentence() -> None:
    for words in (
        ("arena", "small-world", "--bots", "greedy,nobody"),
        ("arena", "small-world", "--bots", "strong@many,greedy"),
        ("arena", "nowhere", "--bots", "greedy,random"),
    ):
        done = run(*words)
        assert done.returncode == 2
        assert "Traceback" not in done.stderr
        assert done.stderr.strip()


def played_on_ray(matches: list[Match]) -> list[Result]:
    """Ray gives its own processes half a minute to start, which a busy machine may not keep: then once more."""
    patience = Patience()
    while True:
        try:
            return [*spread.on_ray(matches, "local")]
        except Exception as error:
            if "timed out during startup" not in str(error) or not patience.lasts():
                raise


@pytest.mark.skipif(importlib.util.find_spec("ray") is None, reason="the extra `ray` is not installed")
def test_ray_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAY_worker_register_timeout_seconds", str(round(CEILING_S)))
    matches = schedule(Match("small-world", [], 4), ["greedy", "casual"], 4, 2)
    found = sorted(played_on_ray(matches), key=lambda result: result.match.number)
    assert [result.scores for result in found] == [play(match).scores for match in matches]
