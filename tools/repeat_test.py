"""`make test` again and again, each time in a fresh clone: every run must pass, busy machine or not, in any order.

    python tools/repeat_test.py --runs 5

The second run has six busy processes beside it, the third its tests in another order. One line for each run; what it
printed is kept in a file beside the clones.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Ends with whoever started it, and in any case after some hours.
BUSY = """
import os, sys, time
parent, ends = int(sys.argv[1]), time.monotonic() + 4 * 3600
while os.getppid() == parent and time.monotonic() < ends:
    for _ in range(1_000_000):
        pass
"""


@dataclass(frozen=True)
class Kind:
    """What is special about a run."""

    busy: int = 0
    shuffle: int = 0

    def __str__(self) -> str:
        beside = [f"{self.busy} busy processes beside it"] if self.busy else []
        return ", ".join([*beside, *([f"order {self.shuffle}"] if self.shuffle else [])]) or "as it is"


@contextmanager
def load(processes: int) -> Iterator[None]:
    """So many processes that only compute."""
    command = [sys.executable, "-c", BUSY, str(os.getpid())]
    started = [subprocess.Popen(command) for _ in range(processes)]
    try:
        yield
    finally:
        for process in started:
            process.terminate()
            process.wait()


def run(folder: Path, kind: Kind, number: int) -> bool:
    clone, log = folder / f"clone-{number}", folder / f"run-{number}.log"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    command = ["make", "test", *([f"SHUFFLE={kind.shuffle}"] if kind.shuffle else [])]
    # Nothing of the surroundings decides which code is tested.
    surroundings = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    start = time.monotonic()
    with load(kind.busy), log.open("wb") as paper:
        done = subprocess.run(command, cwd=clone, env=surroundings, stdout=paper, stderr=paper, check=False)
    verdict = "passed" if done.returncode == 0 else "FAILED"
    print(f"run {number} ({kind}): {verdict} in {time.monotonic() - start:.0f} s, {log}", flush=True)
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Run `make test` in fresh clones of what is committed here.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--folder", type=Path, help="where clones and logs go (else a new temporary folder)")
    parser.add_argument("--busy", type=int, default=6, help="busy processes beside the second run")
    parser.add_argument("--shuffle", type=int, default=7, help="the order of the third run")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="terrarium-repeat-"))
    folder.mkdir(parents=True, exist_ok=True)
    kinds = [Kind(), Kind(busy=given.busy), Kind(shuffle=given.shuffle), *[Kind()] * max(0, given.runs - 3)]
    passed = [run(folder, kind, number) for number, kind in enumerate(kinds[: given.runs], 1)]
    print(f"{sum(passed)} of {len(passed)} runs passed.")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
