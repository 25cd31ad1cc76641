"""Servers that start in a tenth of a second: a process that has everything imported forks one whenever it is told to.

What runs, and what is ended or killed, is a whole server process all the same.
"""

import atexit
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from tests.support.patience import CEILING_S, PAUSE_S

ROOT = Path(__file__).resolve().parents[2]
PYTHONPATH = os.pathsep.join((str(ROOT / "src"), str(ROOT)))
"""What a process of its own imports: this working tree, wherever else Terrarium may be installed."""

PARENT = """
import json, os, signal, sys
import psycopg, sqlalchemy.dialects.postgresql.psycopg, uvloop, uvicorn.lifespan.on
import uvicorn.protocols.http.httptools_impl
from terrarium.server.ops.run import serve
from terrarium.server.ops.settings import from_environment
import terrarium.catalog
from tests.server import clockwork

signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # whoever ends leaves nothing behind
for line in sys.stdin:
    wish = json.loads(line)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        out = os.open(wish["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)
        nothing = os.open(os.devnull, os.O_RDONLY)
        for number, source in ((0, nothing), (1, out), (2, out)):
            os.dup2(source, number)
        os.environ.clear()
        os.environ.update(wish["environment"])
        if wish["clock"]:
            clockwork.run_by(wish["clock"])
        serve(from_environment(os.environ, port=wish["port"]))
        os._exit(0)
    print(child, flush=True)
"""


class Forked:
    """A forked server, as far as tests need a process."""

    def __init__(self, pid: int) -> None:
        self.pid = pid

    def poll(self) -> int | None:
        """None while it runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 1
        return None

    def terminate(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)

    def wait(self, seconds: float = CEILING_S) -> None:
        ends = time.monotonic() + seconds
        while self.poll() is None:
            if time.monotonic() > ends:
                raise subprocess.TimeoutExpired("server", seconds)
            time.sleep(PAUSE_S)


class Nursery:
    """The process that forks; started with the first server, ended with this program."""

    def __init__(self) -> None:
        self._parent: subprocess.Popen[bytes] | None = None

    def fork(self, environment: Mapping[str, str], port: int, log: Path, clock: str = "") -> Forked:
        """A server; `clock` names the file it reads its time from."""
        if self._parent is None:
            pipe = subprocess.PIPE
            command = [sys.executable, "-c", PARENT]
            usual = {**os.environ, "PYTHONPATH": PYTHONPATH}
            self._parent = subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT, env=usual)
            atexit.register(self.close)
        assert self._parent.stdin is not None
        assert self._parent.stdout is not None
        wish = {"environment": dict(environment), "port": port, "log": str(log), "clock": clock}
        self._parent.stdin.write(json.dumps(wish).encode() + b"\n")
        self._parent.stdin.flush()
        return Forked(int(self._parent.stdout.readline()))

    def close(self) -> None:
        if self._parent is not None:
            self._parent.communicate()
            self._parent = None


nursery = Nursery()
