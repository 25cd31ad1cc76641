"""`make test` again and again, each time in a fresh clone: every run must pass, busy machine or not, in any order.

    python tools/repeat_test.py --runs 5
    python tools/repeat_test.py --runs 1 --kind busy

The second run has six busy processes beside it, the third its tests in another order; `--kind` makes all of them alike.
Recorded games that lie beside this checkout are played in the clones too. One line for each run; what it printed is
kept in a file beside the clones.
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
RECORDED = "TERRARIUM_CONFORMANCE"
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


def kinds(runs: int, chosen: str, busy: int, shuffle: int) -> list[Kind]:
    """What is special about each of so many runs."""
    known = {"plain": Kind(), "busy": Kind(busy=busy), "shuffled": Kind(shuffle=shuffle)}
    if chosen:
        return [known[chosen]] * runs
    return [*known.values(), *[Kind()] * max(0, runs - len(known))][:runs]


def surroundings() -> dict[str, str]:
    """Nothing of what is around decides which code is tested; recorded games beside the checkout are none of a clone's
    surroundings, so it is told where they lie."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    recorded = ROOT.parent / "shared" / "conformance"
    if RECORDED not in kept and recorded.is_dir():
        kept[RECORDED] = str(recorded)
    return kept


def run(folder: Path, kind: Kind, number: int) -> bool:
    clone, log = folder / f"clone-{number}", folder / f"run-{number}.log"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    command = ["make", "test", *([f"SHUFFLE={kind.shuffle}"] if kind.shuffle else [])]
    start = time.monotonic()
    with load(kind.busy), log.open("wb") as paper:
        done = subprocess.run(command, cwd=clone, env=surroundings(), stdout=paper, stderr=paper, check=False)
    verdict = "passed" if done.returncode == 0 else "FAILED"
    print(f"run {number} ({kind}): {verdict} in {time.monotonic() - start:.0f} s, {log}", flush=True)
    return done.returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Run `make test` in fresh clones of what is committed here.")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--folder", type=Path, help="where clones and logs go (else a new temporary folder)")
    parser.add_argument("--busy", type=int, default=6, help="busy processes beside the second run")
    parser.add_argument("--shuffle", type=int, default=7, help="the order of the third run")
    parser.add_argument("--kind", choices=("plain", "busy", "shuffled"), default="", help="make every run of this kind")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="terrarium-repeat-"))
    folder.mkdir(parents=True, exist_ok=True)
    asked = kinds(given.runs, given.kind, given.busy, given.shuffle)
    passed = [run(folder, kind, number) for number, kind in enumerate(asked, 1)]
    print(f"{sum(passed)} of {len(passed)} runs passed.")
    return 0 if all(passed) else 1


if __name__ == "__main__":
    sys.exit(main())
