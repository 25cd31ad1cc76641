"""Everything `make test` runs, with the time each step took. The tests of the rules run compiled and as plain Python.

    python tools/test.py
    python tools/test.py --shuffle 7    # the files of tests, and the tests of each file, in another order
    python tools/test.py --check        # style and types alone

Steps run side by side, two at a time; what a step prints is shown when it is done. No test looks at a clock: they wait
for what they need, so that a busy machine makes them slower and not wrong.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PYTEST = [sys.executable, "-m", "pytest", "-q", "-rs", "-p", "no:cacheprovider", "--durations=12", "--durations-min=8"]

# What must hold in both builds; the rest (server, browser, environments) is interpreted Python anyway.
BOTH_BUILDS = ["tests/rules", "tests/contract", "tests/property", "tests/fixtures", "tests/perft"]
BROWSER = "tests/web"
# About half of the browser tests: whole games, click by click.
GAMES = [f"{BROWSER}/test_{name}.py" for name in ("whole_game", "underground", "warcraft", "terra_mystica")]
LANES = min(2, os.cpu_count() or 1)
# Tests start hundreds of processes: each would compile what it imports anew where Python is told to keep no bytecode.
BYTECODE = {"PYTHONDONTWRITEBYTECODE": "", "PYTHONPYCACHEPREFIX": str(ROOT / "build" / "bytecode")}


@dataclass(frozen=True)
class Step:
    name: str
    command: list[str]
    environment: dict[str, str] = field(default_factory=dict)

    def lacking(self) -> str:
        """Why the step cannot be run here; empty where it can."""
        if self.command[0] != "npm":
            return ""
        if shutil.which("npm") is None:
            return "there is no Node here; the browser client is not checked"
        if not (WEB / "node_modules" / ".terrarium").is_file() or not (WEB / "src" / "generated").is_dir():
            return "what the browser client is tried with is not installed (`make check` does); it is not checked"
        return ""


def but(*parts: str) -> list[str]:
    return [f"--ignore={part}" for part in parts]


def style() -> list[Step]:
    return [
        Step("style", [sys.executable, "-m", "ruff", "check", "."]),
        Step("format", [sys.executable, "-m", "ruff", "format", "--check", "-q", "."]),
        Step("browser client: style", ["npm", "run", "--silent", "lint"]),
    ]


def types() -> list[Step]:
    return [
        Step("types", [sys.executable, "-m", "mypy"]),
        Step("browser client: types", ["npm", "run", "--silent", "check"]),
    ]


def checks() -> list[Step]:
    """What `make check` runs: nothing is built and nothing is played."""
    return [*style(), *types(), Step("mypyc", [sys.executable, "tools/compile.py", "--check"])]


def steps(shuffle: int | None = None) -> list[Step]:
    """After the quickest the longest, so that the lanes end at about the same time.

    A folder of tests that nobody names belongs to the step of the server, a file of browser tests to that of the pages.
    """
    pytest = PYTEST if shuffle is None else [*PYTEST, "--shuffle", str(shuffle)]
    return [
        *style(),
        Step("tests: rules as plain Python", [*pytest, *BOTH_BUILDS], {"TERRARIUM_PURE": "1"}),
        Step("tests: server, bots, environments, command line", [*pytest, "tests", *but(*BOTH_BUILDS, BROWSER)]),
        Step("tests: games in the browser", [*pytest, *GAMES]),
        Step("tests: pages in the browser", [*pytest, BROWSER, *but(*GAMES)]),
        Step("tests: rules compiled", [*pytest, *BOTH_BUILDS]),
        *types(),
        Step("browser client: tests", ["npm", "run", "--silent", "test"]),
    ]  # fmt: skip


def skipped(printed: str) -> Counter[str]:
    """What pytest left out, by its reasons."""
    found = Counter[str]()
    for number, reason in re.findall(r"^SKIPPED \[(\d+)\] .*?: (.*)$", printed, re.MULTILINE):
        found[reason] += int(number)
    return found


def waited(process: subprocess.Popen[bytes]) -> float | None:
    """Wait for a process: the seconds of CPU it took, or None where the system does not tell them."""
    if not hasattr(os, "wait4"):  # Windows
        process.wait()
        return None
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


class Run:
    """Steps carried out in lanes; `failed` names those that did not pass, `left_out` counts what was not even tried."""

    def __init__(self) -> None:
        self.failed: list[str] = []
        self.left_out: Counter[str] = Counter()
        self.screen = threading.Lock()

    def say(self, text: str) -> None:
        with self.screen:
            print(text, flush=True)

    def carry_out(self, step: Step) -> None:
        reason = step.lacking()
        if reason:
            self.say(f"=== {step.name}: skipped, {reason}.")
            with self.screen:
                self.left_out[f"{step.name}: {reason}"] += 1
            return
        self.say(f"=== {step.name}: begun")
        start = time.monotonic()
        with tempfile.TemporaryFile(mode="w+", encoding="utf-8", errors="replace") as paper:
            process = subprocess.Popen(
                step.command, cwd=WEB if step.command[0] == "npm" else ROOT,
                env={**os.environ, **BYTECODE, **step.environment},
                stdin=subprocess.DEVNULL, stdout=paper, stderr=subprocess.STDOUT,
            )  # fmt: skip
            spent = waited(process)
            paper.seek(0)
            printed = paper.read().rstrip()
        with self.screen:
            if process.returncode:
                self.failed.append(step.name)
            self.left_out += skipped(printed)
        verdict = "FAILED" if process.returncode else "passed"
        # On a busy machine the second figure says what the step costs.
        took = f"{time.monotonic() - start:.0f} s" + (f", {spent:.0f} s of CPU" if spent is not None else "")
        self.say(f"\n{printed}\n=== {step.name}: {verdict} in {took}\n")

    def together(self, steps: list[Step]) -> None:
        left = list(reversed(steps))

        def lane() -> None:
            while True:
                with self.screen:
                    if not left:
                        return
                    step = left.pop()
                self.carry_out(step)

        lanes = [threading.Thread(target=lane) for _ in range(LANES)]
        for thread in lanes:
            thread.start()
        for thread in lanes:
            thread.join()


def main() -> int:
    parser = argparse.ArgumentParser(description="Run every check.")
    parser.add_argument("--shuffle", type=int, metavar="SEED", help="tests in the order that this seed gives")
    parser.add_argument("--check", action="store_true", help="style and types alone")
    given = parser.parse_args()
    run = Run()
    start = time.monotonic()
    run.together(checks() if given.check else steps(given.shuffle))
    spent = time.monotonic() - start
    verdict = f"Failed: {', '.join(run.failed)}" if run.failed else "All steps passed"
    # A run that tried little is no good news: what it did not try stands where everybody looks.
    missing = "; ".join(f"{number} × {reason}" for reason, number in sorted(run.left_out.items()))
    print(f"\n{verdict}. {spent:.0f} s in all. Left out: {missing or 'nothing'}.")
    return 1 if run.failed else 0


if __name__ == "__main__":
    sys.exit(main())
