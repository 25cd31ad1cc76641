"""The arena: mirrored set-ups, honest intervals, ratings that follow results, reports, processes and Ray."""

import base64
import importlib.util
import json
import os
import re
import signal
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
from tests.support.patience import CEILING_S, Patience, wait_for


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


def test_no_game_is_played_twice() -> None:
    """Turning a line-up round gives other seats only as far as other bots sit there."""
    for names, each in ((["greedy"], 1), (["greedy", "casual"], 2), (["greedy", "casual", "random"], 4)):
        matches = schedule(Match("terra-mystica", [], 3), names, 4 * each, 4)
        games = [(match.seed, *match.seats) for match in matches]
        assert len(set(games)) == len(games) == 4 * each
        assert len({match.seed for match in matches}) == 4, "each set-up from every different seat"
        assert [match.number for match in matches] == list(range(4 * each))


def test_seats_of_one_bot_are_one_try() -> None:
    """Four seats of one game are no four games: the error is that of the tables' means."""
    scores = [[100, 120, 110, 110], [90, 130, 100, 120], [80, 140, 110, 120], [105, 125, 100, 100]]
    [line] = lines([result(["a"] * 4, each, k) for k, each in enumerate(scores)], ["a"])
    means = [sum(each) / 4 for each in scores]
    mean, half = mean_and_ci(means)
    assert (line.games, line.mean_score, line.score_ci95) == (4, round(mean, 2), round(half, 2))
    assert line.win_share == 0.25
    assert line.ci95 == [round(bound, 4) for bound in wilson(1, 4)]
    assert mean_and_ci([float(x) for each in scores for x in each])[1] > 2 * half, "seats as games say something else"
    two = [result(["a", "b", "a", "b"], each, k) for k, each in enumerate(scores)]
    found = {line.name: line for line in lines(two, ["a", "b"])}
    assert found["a"].games == found["b"].games == 4
    assert found["a"].win_share + found["b"].win_share == pytest.approx(0.5)


def together(task: tuple[str, int]) -> int:
    """Works only while so many processes do at once."""
    folder, count = Path(task[0]), task[1]
    (folder / str(os.getpid())).touch()
    wait_for(lambda: len([*folder.iterdir()]) >= count, "the others never began")
    return os.getpid()


def test_so_many_workers_are_so_many_processes(tmp_path: Path) -> None:
    assert len({*spread.on_cores(together, [(str(tmp_path), 3)] * 3, 3)}) == 3


@pytest.mark.skipif(os.name == "nt", reason="no such signals")
@pytest.mark.parametrize(("workers", "name"), [("1", "SIGINT"), ("2", "SIGTERM")])
def test_what_was_played_is_told_when_it_is_broken_off(workers: str, name: str, tmp_path: Path) -> None:
    """Far more games than anybody waits for: what there is when the command is told to stop comes out."""
    seen = tmp_path / "seen"
    script = (
        "import signal, sys\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)  # off where tests run in the background\n"
        "from pathlib import Path\n"
        "import terrarium.arena.spread as spread\n"
        "whole = spread.here\n"
        "def here(matches, workers):\n"
        "    for result in whole(matches, workers):\n"
        "        yield result\n"
        f"        Path({str(seen)!r}).touch()\n"
        "if __name__ == '__main__':\n"
        "    spread.here = here\n"
        "    from terrarium.cli.main import main\n"
        "    main()\n"
    )
    (tmp_path / "watched.py").write_text(script)
    words = ("arena", "small-world", "--bots", "random,casual", "--games", "90000", "--workers", workers, "--json")
    done = subprocess.Popen(
        [sys.executable, str(tmp_path / "watched.py"), *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        text=True, start_new_session=True,
    )  # fmt: skip
    try:
        wait_for(lambda: seen.exists() or done.poll() is not None, "no game ended")
        os.killpg(done.pid, getattr(signal, name))
        told, said = done.communicate(timeout=CEILING_S)
    finally:
        done.kill()
    assert done.returncode == 0, said
    found = json.loads(told)
    assert 0 < found["games"] < 90000
    assert f"{found['games']} of 90000" in said
    assert {line["games"] for line in found["bots"]} == {found["games"]}


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
    return Result(Match("small-world", seats, 1, number=number), scores, winners, [1] * len(seats), [0.1] * len(seats),
                  [[] for _ in seats], shares)  # fmt: skip


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
