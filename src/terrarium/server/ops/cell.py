"""A process with little time and little memory, in which texts of strangers are read.

What a text costs is known only when it has been read: whatever takes too long or too much there ends with its process,
and nobody at a table notices. Processor time and memory are bounded where the platform can do it; the time on the
clock is bounded everywhere.
"""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

import structlog

from terrarium.server.errors import Problem
from terrarium.server.ops.pools import Pool

log = structlog.get_logger()
T = TypeVar("T")
WAITING = 8
"""Texts that are read or wait for their turn; more are turned away."""
LONGEST_S = 120.0
"""Nobody waits longer for their turn."""
TASKS = 200
"""Texts after which a process is replaced: whatever one of them left behind ends there."""
START_S = 60.0
"""How long a process may take to begin."""
CLOCK = 5.0
"""How many seconds may pass for one of processor time: others want the processor too."""


class Cell:
    """One such process, begun when the first text comes, replaced when one of them broke it."""

    def __init__(self, seconds: float, megabytes: int, prepare: Callable[[], object]) -> None:
        self.seconds = seconds
        self.megabytes = megabytes
        self._prepare = prepare
        self._thread = Pool("reading", 1, WAITING - 1, LONGEST_S)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._tasks = 0

    async def run(self, work: Callable[..., T], *args: object) -> T:
        """`work(*args)` in the process: its result, its Problem, or Problem 422 where it took too much."""
        try:
            kind, found = await self._thread.run(lambda: self._ask(work, args))
        except TimeoutError as error:
            raise Problem(503, "busy") from error
        if kind == "problem":
            status, code, key, title, details = found
            problem = Problem(status, code)
            problem.key, problem.title, problem.args_ = key, title, details
            raise problem
        result: T = found
        return result

    def _ask(self, work: Callable[..., object], args: tuple[object, ...]) -> tuple[str, Any]:
        """In the thread that belongs to the process."""
        if self._tasks >= TASKS:
            self.stop()
        if self._process is None or not self._process.is_alive():
            self._begin()
        pipe = self._pipe
        assert pipe is not None
        self._tasks += 1
        try:
            pipe.send((work, args))
            if pipe.poll(self.seconds * CLOCK):
                kind, found = pipe.recv()
                if kind == "failed":
                    raise RuntimeError(found)
                return kind, found
        except (EOFError, OSError):
            pass  # it broke: too much memory, or too much time
        log.warning("reading_stopped", work=getattr(work, "__name__", ""))
        self.stop()
        return "problem", (422, "too_heavy", "server.too_heavy", "", {})

    def _begin(self) -> None:
        self.stop()
        context = multiprocessing.get_context("spawn")
        self._pipe, theirs = context.Pipe()
        given = (theirs, os.getpid(), self._prepare, self.seconds, self.megabytes)
        self._process = context.Process(target=_serve, args=given, daemon=True)
        self._process.start()
        theirs.close()
        self._tasks = 0
        if not self._pipe.poll(START_S):
            raise EOFError("a process did not begin")
        self._pipe.recv()

    def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        pipe, self._pipe = self._pipe, None
        if process is not None:
            process.kill()
            process.join(5)
        if pipe is not None:
            pipe.close()


def _serve(pipe: Connection, parent: int, prepare: Callable[[], object], seconds: float, megabytes: int) -> None:
    """The life of the process: one text after another. What is prepared does not count, only what texts take."""
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):  # not on Windows
        os.nice(5)
    prepare()
    pipe.send("ready")
    _bound_memory(megabytes)
    while True:
        try:
            work, args = pipe.recv()
        except (EOFError, OSError):
            return
        _bound_time(seconds)
        try:
            answer: tuple[str, object] = ("result", work(*args))
        except Problem as problem:
            answer = ("problem", (problem.status, problem.code, problem.key, problem.title, problem.args_))
        except (MemoryError, RecursionError):
            answer = ("problem", (422, "too_heavy", "server.too_heavy", "", {}))
        except Exception as error:
            answer = ("failed", f"{type(error).__name__} {error}"[:300])
        _bound_time(0)
        pipe.send(answer)


def _watch(parent: int) -> None:
    """No life beyond the server's: a killed server cannot end its children itself."""
    while os.getppid() == parent:
        time.sleep(2)
    os._exit(0)


def _bound_memory(megabytes: int) -> None:
    """No more memory than now and so much; where the platform knows no such bound, time alone is bounded."""
    if sys.platform == "linux":
        import resource

        with open("/proc/self/statm", encoding="ascii") as file:
            pages = int(file.read().split()[0])
        most = pages * resource.getpagesize() + megabytes * 1024 * 1024
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def _bound_time(seconds: float) -> None:
    """So much processor time from now on, or the process ends; 0: no bound."""
    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, seconds)
