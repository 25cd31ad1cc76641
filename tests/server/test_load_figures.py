"""What a load test says of the machine, also where the system does not tell."""

import os
from pathlib import Path

import pytest

from terrarium.tools import loadtest


def test_a_process_is_measured_where_the_system_tells() -> None:
    if not loadtest.PROCESSES.is_dir():
        pytest.skip("this system has no /proc")
    assert loadtest.rss_mb(os.getpid()) > 1
    assert loadtest.cpu_s(os.getpid()) > 0


def test_nothing_is_said_where_it_does_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loadtest, "PROCESSES", tmp_path)
    monkeypatch.delattr(os, "getloadavg")
    assert loadtest.rss_mb(os.getpid()) == 0
    assert loadtest.cpu_s(os.getpid()) == 0
    assert loadtest.load_average() == 0
