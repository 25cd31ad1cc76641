"""`make play` on a machine with Python alone: neither Node nor a C compiler on the path, the real wheels of both.

The longest of the tests of installing: it downloads what a newcomer downloads and compiles all rules with a compiler
that comes along. `make bare` runs it; `make test` leaves it out, since it takes as long as a third of all the others
and rests on the package index.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import IO

import pytest

from tests.support.patience import CEILING_S, PAUSE_S, Patience

ROOT = Path(__file__).resolve().parent.parent.parent
ASKED = "TERRARIUM_BARE"
"""The variable by which `make bare` asks for this test."""
GUARD_S = 3600
"""Far more than it takes anywhere; whoever hangs longer has failed."""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """What Git keeps, and nothing that was built from it."""
    folder = tmp_path / "clone"
    folder.mkdir()
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "CREDITS.md", "Makefile", ".gitignore"):
        shutil.copy(ROOT / name, folder)
    left_out = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", "web_dist", "node_modules", "generated")
    for name in ("src", "tools", "web"):
        shutil.copytree(ROOT / name, folder / name, ignore=left_out)
    return folder


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A path on which there are make, a shell and Python, and nothing to build anything with."""
    folder = tmp_path / "path"
    folder.mkdir()
    for name in ("make", "sh"):
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"there is no {name} here")
        (folder / name).symlink_to(found)
    (folder / "python3").symlink_to(Path(sys.base_prefix) / "bin" / f"python3.{sys.version_info[1]}")
    return str(folder)


def wait_for(output: IO[str], wanted: str, seen: list[str]) -> str:
    """Read on until a line matches; give the match."""
    for line in output:
        seen.append(line)
        if found := re.search(wanted, line):
            return found.group()
    told = "".join(seen)
    if "pip could not install the packages" in told:
        pytest.skip("there is no package index within reach: nothing can be installed")
    raise AssertionError(told)


def fetch(address: str) -> str:
    """What a page holds; the address is told a moment before the server listens."""
    patience = Patience()
    while True:
        try:
            return page(address)
        except urllib.error.URLError:
            assert patience.lasts(), f"nobody answers at {address}"
            time.sleep(PAUSE_S)


def page(address: str) -> str:
    with urllib.request.urlopen(address, timeout=CEILING_S) as answer:
        return str(answer.read(), "utf-8")


@pytest.mark.skipif(not os.environ.get(ASKED), reason="downloads and compiles everything anew: `make bare` runs it")
def test_python_alone_gives_the_whole_table_compiled(clone: Path, path: str, tmp_path: Path) -> None:
    left_out = ("VIRTUAL_ENV", "PYTHONPATH", "CC", "TERRARIUM_PURE", "MAKEFLAGS", "MAKELEVEL")
    environment = {key: value for key, value in os.environ.items() if key not in left_out}
    seen: list[str] = []
    table = subprocess.Popen(
        ["make", "play"], cwd=clone, env={**environment, "PATH": path, "HOME": str(tmp_path)}, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
    )  # fmt: skip
    assert table.stdout is not None
    signal.alarm(GUARD_S)
    try:
        address = wait_for(table.stdout, r"http://127\.0\.0\.1:\d+", seen)
        assert "ok" in fetch(address + "/healthz")
        assert '<script type="module"' in fetch(address)
        assert fetch(address + "/licences/font-almendra.txt")
        wait_for(table.stdout, "Compiled the rules", seen)
    finally:
        signal.alarm(0)
        os.killpg(table.pid, signal.SIGTERM)
        table.wait(CEILING_S)
    told = "".join(seen)
    assert "There is no Node.js" in told
    assert "There is no C compiler" in told
    code = "import terrarium.catalog; print(terrarium.compiled)"
    done = subprocess.run(
        [clone / ".venv/bin/python", "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "True"
    size = sum(file.lstat().st_size for file in (clone / ".venv").rglob("*") if not file.is_symlink())
    assert size < 300_000_000
