"""A finished game looked at again."""

import json
import os
import subprocess
import sys
from pathlib import Path

from terrarium import catalog
from terrarium.bots.review import review
from terrarium.kernel.record import Record
from tests.support.patience import CEILING_S

FIXTURE = Path(__file__).parent.parent / "fixtures" / "small-world" / "2p-00.txt"


def test_a_review_has_a_curve_moments_and_better_moves() -> None:
    record = Record.parse(FIXTURE.read_text(encoding="utf-8"))
    game = catalog.game_of(record)
    found = review(game, record, simulations=40)
    assert found.curve[-1].points == [float(score) for score in found.scores]
    assert sum(found.curve[-1].chances) == 1
    assert all(len(step.points) == 2 for step in found.curve)
    rows = [step.row for step in found.curve]
    assert rows == sorted(rows)
    assert all(0 < place < len(found.curve) for place in found.moments)
    # The fixture is a game of random moves: there is something to improve.
    assert len(found.costliest) == 3
    costs = [slip.cost for slip in found.costliest]
    assert costs == sorted(costs, reverse=True)
    assert all(slip.move != slip.better and slip.cost > 0 for slip in found.costliest)
    assert review(game, record, simulations=40).as_dict() == found.as_dict()


def test_review_command() -> None:
    for extra in (["--json"], ["--lang", "zh-Hant"]):
        done = subprocess.run(
            [sys.executable, "-m", "terrarium.cli.main", "review", str(FIXTURE), "--simulations", "10", *extra],
            capture_output=True, text=True, check=False, timeout=CEILING_S, env={**os.environ, "COLUMNS": "140"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        if extra == ["--json"]:
            page = json.loads(done.stdout)
            assert {"curve", "moments", "costliest", "scores", "title", "players"} <= set(page)
        else:
            assert "關鍵時刻" in done.stdout
