"""`tools/test.py`: a step is waited for on every system, with its CPU time where the system tells it."""

import os
import subprocess
import sys

import pytest
from tools.test import Run, Step, waited

PASSES = [sys.executable, "-c", "print('done')"]
FAILS = [sys.executable, "-c", "raise SystemExit(3)"]


@pytest.mark.parametrize("told", [True, False])
def test_a_process_is_waited_for(told: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    if not told:
        monkeypatch.delattr(os, "wait4", raising=False)
    process = subprocess.Popen(FAILS)
    spent = waited(process)
    assert process.returncode == 3
    assert (spent is not None) == hasattr(os, "wait4")


def test_a_step_says_what_it_took(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.delattr(os, "wait4", raising=False)
    run = Run()
    run.carry_out(Step("good", PASSES))
    run.carry_out(Step("bad", FAILS))
    said = capsys.readouterr().out
    assert "done" in said
    assert "good: passed in" in said
    assert "of CPU" not in said
    assert run.failed == ["bad"]
