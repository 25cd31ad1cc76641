"""`tools/repeat_test.py`: what each run is like, and that its clones play the recorded games beside the checkout."""

from pathlib import Path

import pytest
from tools import repeat_test
from tools.repeat_test import Kind, kinds, surroundings


def test_runs_are_of_every_kind_or_of_the_one_asked_for() -> None:
    assert kinds(5, "", 6, 7) == [Kind(), Kind(busy=6), Kind(shuffle=7), Kind(), Kind()]
    assert kinds(1, "", 6, 7) == [Kind()]
    assert kinds(1, "busy", 4, 7) == [Kind(busy=4)]
    assert kinds(2, "shuffled", 6, 9) == [Kind(shuffle=9), Kind(shuffle=9)]
    assert kinds(1, "plain", 6, 7) == [Kind()]


def test_clones_are_told_where_the_recorded_games_lie(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repeat_test, "ROOT", tmp_path / "checkout")
    monkeypatch.delenv("TERRARIUM_CONFORMANCE", raising=False)
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    assert "TERRARIUM_CONFORMANCE" not in surroundings(), "there are none"
    assert "PYTHONPATH" not in surroundings()
    games = tmp_path / "shared" / "conformance"
    games.mkdir(parents=True)
    assert surroundings()["TERRARIUM_CONFORMANCE"] == str(games)
    monkeypatch.setenv("TERRARIUM_CONFORMANCE", "named")
    assert surroundings()["TERRARIUM_CONFORMANCE"] == "named"
