"""The shell of docs/server.md is run as it stands: a complete game with curl."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server.harness import Server
from tests.server.nursery import PYTHONPATH, ROOT
from tests.support.patience import CEILING_S


def test_the_game_with_curl(tmp_path: Path) -> None:
    if shutil.which("curl") is None or shutil.which("bash") is None:
        pytest.skip("curl or bash is not installed")
    text = (ROOT / "docs" / "server.md").read_text("utf-8")
    script = "\n".join(re.findall(r"```sh\n(.*?)```", text, re.S))
    # Whole games of a real title are long over a shell: the same commands play the short one.
    script = script.replace('"title": "small-world"', '"title": "coins", "options": {"rounds": "1"}')
    program = tmp_path / "terrarium"
    program.write_text(
        f'#!/bin/sh\nexec {sys.executable} -m terrarium.cli.main "$@" --titles tests.server.toy:titles\n'
    )
    program.chmod(0o755)
    with Server(tmp_path) as server:
        environment = {**os.environ, "BASE": server.base, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
        environment["PYTHONPATH"] = PYTHONPATH
        ran = subprocess.run(
            ["bash", "-eu", "-c", script], cwd=tmp_path, env=environment, capture_output=True, text=True,
            timeout=CEILING_S,
        )  # fmt: skip
    assert ran.returncode == 0, ran.stderr[-2000:]
    assert "live" in ran.stdout
    assert '"code":"not_now"' in ran.stdout
    assert '"rule":"turn.once"' in ran.stdout
    assert '"winners"' in ran.stdout
    assert "follow" in ran.stdout
