"""A bench: a process that has pytest and the rules in memory, and forks for each break it is given.

python tools/mutation/bench.py COPY ROOT [lines]

`COPY` is a copy of the source tree that belongs to this bench alone; `ROOT` is the checkout with the tests. Jobs come
as lines of JSON, answers leave as lines of JSON. The working tree is never written to. With `lines` the rules are
loaded with marks, and each answer says which lines every test has run.

The child gives the broken function its new code in place. Where that is not enough, because the break stands outside
any function or in one that runs while modules are loaded, it forgets the rules and loads them again from the copy.
"""

import importlib
import json
import math
import os
import resource
import signal
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any

import hypothesis  # noqa: F401 - in memory before the fork
import pytest

sys.path.append(str(Path(__file__).resolve().parents[2]))

from tools.mutation.lines import Lines

LOADED: set[tuple[str, str]] = set()
"""File and name of every function of the rules that ran while they were loaded."""


def load(source: str) -> None:
    """The rules come into memory, before anything forks."""

    def seen(frame: Any, event: str, arg: object) -> None:
        if frame.f_code.co_filename.startswith(source):
            LOADED.add((frame.f_code.co_filename, frame.f_code.co_qualname))

    sys.settrace(seen)
    importlib.import_module("terrarium.catalog")
    importlib.import_module("terrarium.cli.coverage")
    sys.settrace(None)


def replace(source: str, path: str, scope: str, text: str) -> bool:
    """Give one function of a module its broken code; False where that cannot be done or would change nothing."""
    file = f"{source}/terrarium/{path}"
    module = sys.modules.get("terrarium." + path.removesuffix(".py").replace("/", "."))
    if module is None or not path.endswith(".py") or (file, scope) in LOADED:
        return False
    live: Any = module
    for name in scope.split("."):
        live = getattr(live, name, None)
    live = getattr(live, "__wrapped__", live)
    new = _code_of(compile(text, file, "exec"), scope)
    old = getattr(live, "__code__", None)
    if new is None or old is None or new.co_freevars != old.co_freevars:
        return False
    live.__code__ = new
    return True


def _code_of(code: CodeType, scope: str) -> CodeType | None:
    for part in code.co_consts:
        if isinstance(part, CodeType):
            if part.co_qualname == scope:
                return part
            found = _code_of(part, scope)
            if found is not None:
                return found
    return None


class Watcher:
    """A pytest plugin: the first test that failed; with marks, the lines of rules that each test runs."""

    def __init__(self, marks: Lines | None) -> None:
        self.marks = marks
        self.failed = ""
        self.lines: dict[str, dict[str, list[int]]] = {}
        self.seconds: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed and not self.failed:
            self.failed = f"{report.nodeid} (not even collected)"

    @pytest.hookimpl(hookwrapper=True)
    def pytest_runtest_call(self, item: Any) -> Any:
        if self.marks is None:
            yield
            return
        self.marks.forget()
        begun = time.process_time()
        yield
        test = item.nodeid.partition("[")[0]
        self.seconds[test] = self.seconds.get(test, 0.0) + time.process_time() - begun
        known = self.lines.setdefault(test, {})
        for path, lines in self.marks.read().items():
            known[path] = sorted({*known.get(path, []), *lines})

    def answer(self) -> dict[str, object]:
        return {"failed": self.failed, "lines": self.lines, "seconds": self.seconds}


def child(source: str, root: str, job: dict[str, Any], out: int, marks: Lines | None) -> None:
    """Run the tests of a job; never returns."""
    os.setsid()
    limit = math.ceil(job["timeout"])
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
    silent = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silent, stream)
    sys.dont_write_bytecode = sys.dont_write_bytecode or bool(job.get("path"))
    if job.get("path") and not replace(source, job["path"], job["scope"], job["text"]):
        for name in [name for name in sys.modules if name.partition(".")[0] == "terrarium"]:
            del sys.modules[name]
    watcher = Watcher(marks)
    words = ["-q", "-p", "no:cacheprovider", "--tb=no", "--no-header", "--rootdir", root]
    if marks is None:
        words.append("-x")
    try:
        code = int(pytest.main([*words, *job["tests"]], plugins=[watcher]))
    except BaseException:
        code = 1
    with os.fdopen(out, "w", encoding="utf-8") as stream:
        json.dump({"code": code, **watcher.answer()}, stream)
    os._exit(0)


WAITING = 60.0
"""So many times its seconds of work a run may last: whoever waits for ever works for none."""


def carry_out(source: str, root: str, job: dict[str, Any], marks: Lines | None) -> dict[str, Any]:
    """The answer to a job: exit code of pytest, or `hung`: it has worked for more than `timeout` seconds. The clock
    would call hung whatever a busy machine leaves no time."""
    path = Path(source) / "terrarium" / job["path"] if job.get("path") else None
    kept = b""
    times = (0, 0)
    if path is not None:
        kept, stat = path.read_bytes(), path.stat()
        times = (stat.st_atime_ns, stat.st_mtime_ns)
        path.write_text(job["text"], encoding="utf-8")
    inlet, out = os.pipe()
    begun = time.monotonic()
    pid = os.fork()
    if pid == 0:
        os.close(inlet)
        child(source, root, job, out, marks)
    os.close(out)
    signal.signal(signal.SIGALRM, _late)
    signal.setitimer(signal.ITIMER_REAL, WAITING * float(job["timeout"]))
    text = ""
    hung = False
    try:
        with os.fdopen(inlet, encoding="utf-8") as stream:
            text = stream.read()
    except TimeoutError:
        hung = True
    signal.setitimer(signal.ITIMER_REAL, 0)
    if hung:
        with suppress(ProcessLookupError):
            os.killpg(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
    hung = hung or (os.WIFSIGNALED(status) and os.WTERMSIG(status) in (signal.SIGKILL, signal.SIGXCPU))
    if path is not None:
        path.write_bytes(kept)
        os.utime(path, ns=times)
    answer = json.loads(text) if text else {"code": 1, "failed": "" if hung else "(the interpreter died)"}
    return {"id": job["id"], "hung": hung, "wall": time.monotonic() - begun, **answer}


def _late(number: int, frame: object) -> None:
    raise TimeoutError


def main() -> None:
    source, root = sys.argv[1:3]
    marks = Lines(f"{source}/terrarium/") if sys.argv[3:] == ["lines"] else None
    os.environ.update(TERRARIUM_PURE="1", PYTHONPATH=f"{source}{os.pathsep}{root}", PYTEST_DISABLE_PLUGIN_AUTOLOAD="1")
    sys.path[:0] = [source, root]
    os.chdir(root)
    if marks is not None:
        sys.dont_write_bytecode = True
        marks.watch()
    load(source)
    for line in sys.stdin:
        print(json.dumps(carry_out(source, root, json.loads(line), marks)), flush=True)


if __name__ == "__main__":
    main()
