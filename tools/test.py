"""Everything `make test` runs, in order, with the time each step took. The tests run compiled and as plain Python."""

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
PYTEST = [sys.executable, "-m", "pytest", "-q"]

# What must hold in both builds; the rest (server, browser, environments) is interpreted Python anyway.
BOTH_BUILDS = ["tests/rules", "tests/contract", "tests/property", "tests/fixtures", "tests/perft"]

STEPS: list[tuple[str, list[str], dict[str, str]]] = [
    ("style", [sys.executable, "-m", "ruff", "check", "."], {}),
    ("format", [sys.executable, "-m", "ruff", "format", "--check", "-q", "."], {}),
    ("types", [sys.executable, "-m", "mypy"], {}),
    ("browser client: types", ["npm", "run", "--silent", "check"], {}),
    ("browser client: tests", ["npm", "run", "--silent", "test"], {}),
    ("tests, rules as plain Python", [*PYTEST, *BOTH_BUILDS], {"TERRARIUM_PURE": "1"}),
    ("tests", [*PYTEST, "tests"], {}),
]


def lacking(command: list[str]) -> str:
    """Why a step cannot be run here; empty where it can."""
    if command[0] != "npm":
        return ""
    if shutil.which("npm") is None:
        return "there is no Node here; the browser client is not checked"
    if not (WEB / "node_modules" / "vitest").is_dir() or not (WEB / "src" / "generated").is_dir():
        return "the browser client was never built here (`make web`); it is not checked"
    return ""


def main() -> int:
    failed = []
    for name, command, extra in STEPS:
        reason = lacking(command)
        if reason:
            print(f"\n=== {name}: skipped, {reason}.", flush=True)
            continue
        print(f"\n=== {name}", flush=True)
        start = time.monotonic()
        where = WEB if command[0] == "npm" else ROOT
        done = subprocess.run(command, cwd=where, env={**os.environ, **extra}, check=False)
        print(f"=== {name}: {'passed' if done.returncode == 0 else 'FAILED'} in {time.monotonic() - start:.0f} s")
        if done.returncode:
            failed.append(name)
    print("\nAll steps passed." if not failed else f"\nFailed: {', '.join(failed)}.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
