"""A finished game looked at again."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from terrarium import catalog
from terrarium.bots.review import Line, Reviewer, assemble, at_once, look, review
from terrarium.kernel.contract import CHANCE
from terrarium.kernel.dealer import Dealer
from terrarium.kernel.record import Record
from terrarium.kernel.replay import replay
from tests.support.patience import CEILING_S
from tests.support.planted import noticed, plant

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
    assert all(found.curve[place].who >= 0 for place in found.moments), "what chance did is nobody's turning point"
    # The fixture is a game of random moves: there is something to improve.
    assert [sum(slip.seat == seat for slip in found.costliest) for seat in (0, 1)] == [3, 3]
    costs = [slip.cost for slip in found.costliest]
    assert costs == sorted(costs, reverse=True)
    assert all(slip.move != slip.better and slip.cost > 0 for slip in found.costliest)
    for slip in found.costliest:
        place = rows.index(slip.row)
        before, after = found.curve[place - 1], found.curve[place]
        assert before.row == slip.row - 1
        fall = (before.points[slip.seat] - before.points[1 - slip.seat]) - (
            after.points[slip.seat] - after.points[1 - slip.seat]
        )
        assert slip.cost == pytest.approx(fall), "a cost is what the curve falls by"
        assert slip.chance == pytest.approx(before.chances[slip.seat] - after.chances[slip.seat], abs=0.02)
    assert all(account.play < 0 for account in found.accounts), "random moves cost something"
    assert sum(account.luck for account in found.accounts) == pytest.approx(0), "the luck of two is opposed"
    assert any(account.luck for account in found.accounts)


@pytest.mark.parametrize("title", sorted(catalog.titles()))
@pytest.mark.parametrize("portion", [1, 5, 1000])
def test_costs_are_the_fall_of_the_curve_in_whatever_portions(
    title: str, portion: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A portion that ends looks at its last position with more or less care than the next one at its first."""
    monkeypatch.setattr("terrarium.bots.review.COSTLIEST", 1000)  # all of them
    game, dealer = catalog.game(title, 2), Dealer(4)
    line: Line = []
    state = game.new()
    while len(line) < 70:
        action = dealer.choose(state) if state.current_player() == CHANCE else dealer.pick(state.legal_actions())
        line.append((state.current_player(), state.text(action)))
        state.apply(action)
    stretches = [look(game, game.new(), line[: done + portion], done, 8, 1) for done in range(0, len(line), portion)]
    steps = [step for stretch in stretches for step in stretch.steps]
    slips = [slip for stretch in stretches for slip in stretch.slips]
    found = assemble(game, state.scores(), steps, slips, [])
    curve = {step.row: step for step in found.curve}
    assert len(curve) == len(found.curve)
    checked = 0
    for slip in found.costliest:
        if slip.row - 1 in curve:
            one, other = curve[slip.row - 1], curve[slip.row]
            mine, rival = slip.seat, 1 - slip.seat
            fall = one.points[mine] - one.points[rival] - other.points[mine] + other.points[rival]
            assert slip.cost == pytest.approx(fall)
            assert slip.chance == pytest.approx(one.chances[mine] - other.chances[mine], abs=0.02)
            checked += 1
    assert checked >= 5
    assert "care" not in found.as_dict()["curve"][0]


def test_luck_is_what_a_die_showed_against_its_mean() -> None:
    record = Record.parse(FIXTURE.read_text(encoding="utf-8"))
    game = catalog.game_of(record)
    state = game.new()
    seen = 0
    for entry in replay(game, record).line:
        if entry.who == CHANCE and entry.text.startswith("die") and seen < 3:
            reviewer = Reviewer(game, 2, 1)
            at_once(reviewer.tree_of(state))
            weights = dict(state.chance_outcomes())
            fates = {code: at_once(reviewer.fate(state, code)) for code in weights}
            for seat in (0, 1):
                mean = sum(weight * fates[code][seat] for code, weight in weights.items()) / sum(weights.values())
                assert mean == pytest.approx(0, abs=1e-9)
            seen += 1
        state.apply(state.parse(entry.text))
    assert seen


def test_review_command() -> None:
    for extra in (["--json"], ["--lang", "zh-Hant"]):
        done = subprocess.run(
            [sys.executable, "-m", "terrarium.cli.main", "review", str(FIXTURE), "--simulations", "10", *extra],
            capture_output=True, text=True, check=False, timeout=CEILING_S, env={**os.environ, "COLUMNS": "140"},
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        if extra == ["--json"]:
            page = json.loads(done.stdout)
            assert {"curve", "moments", "costliest", "scores", "title", "players", "accounts"} <= set(page)
        else:
            assert "關鍵時刻" in done.stdout
            assert "運氣" in done.stdout
            assert "conquer" not in done.stdout, "moves are told in words"


@pytest.mark.parametrize("title", ["small-world", "warcraft"])
def test_a_planted_blunder_is_found(title: str) -> None:
    found = [planted for seed in range(1, 5) if (planted := plant(title, 2, seed, 30)) is not None]
    assert len(found) >= 2
    assert all(noticed(planted, 30) for planted in found[:2])
