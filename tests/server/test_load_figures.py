"""What a load test says of the machine, also where the system does not tell."""

import asyncio
import os
import sys
from pathlib import Path

import msgspec
import pytest

from terrarium.tools import loadtest
from terrarium.tools.load_clients import Seen


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


@pytest.mark.parametrize("good", [True, False])
def test_what_a_crowd_saw_is_read_from_its_report_or_missed(tmp_path: Path, good: bool) -> None:
    report = tmp_path / "seen.json"
    seen = Seen(acks=[0.25], acknowledged=[("game", "load-1")])
    report.write_bytes(msgspec.json.encode(seen) if good else b'{"acks": [0.1, x')

    async def run() -> Seen:
        pipe = asyncio.subprocess.PIPE
        command = (sys.executable, "-S", "-c", "input()")
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe)
        return await loadtest.Crowd(process, report).finish()

    if good:
        assert asyncio.run(run()) == seen
    else:
        with pytest.raises(RuntimeError, match="cannot be read"):
            asyncio.run(run())
    assert not report.exists()
