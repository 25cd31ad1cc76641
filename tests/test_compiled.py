"""Compiled rules and plain Python are the same rules: equal checksums over seeded games."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
GAMES = 250  # of each title: a thousand games, and a quarter as many of each other way to play it


def run(pure: bool) -> dict[str, Any]:
    env = {**os.environ, "TERRARIUM_PURE": "1" if pure else "0"}
    done = subprocess.run(
        [sys.executable, str(ROOT / "tools" / "checksums.py"), str(GAMES)],
        env=env, capture_output=True, text=True, check=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_pure_can_be_asked_for() -> None:
    code = "import terrarium, terrarium.catalog; print(terrarium.compiled)"
    done = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, "TERRARIUM_PURE": "1"}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    assert done.stdout.split()[0] == "False"


def test_compiled_and_plain_python_play_the_same_games() -> None:
    compiled = run(pure=False)
    if not compiled["compiled"]:
        pytest.skip("the rules are not compiled here (no C compiler): there is only one build to run")
    pure = run(pure=True)
    assert not pure["compiled"]
    assert pure["sums"] == compiled["sums"]
