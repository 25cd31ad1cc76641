"""Real PostgreSQL and Redis for tests: Debian packages, a temporary folder, a free port, ended by process id."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tools import debian

from tests.server.harness import free_port
from tests.support.patience import CEILING_S, PAUSE_S


class Unavailable(Exception):
    """Why a service cannot be started here."""


def found(program: debian.Program) -> str:
    """The path of a server program; installs Debian's package where that is allowed."""
    path = debian.get(program)
    if path is None:
        name = program.names[0]
        raise Unavailable(f"{name} is not installed and cannot be installed here (Debian package {program.package})")
    return path


def _as_user(user: str) -> list[str]:
    return ["runuser", "-u", user, "--"] if os.geteuid() == 0 else []


@contextmanager
def postgresql() -> Iterator[str]:
    """The address of a fresh PostgreSQL database; `Unavailable` where there can be none."""
    initdb, postgres = found(debian.INITDB), found(debian.POSTGRES)
    # PostgreSQL refuses to run as root; Debian's package brings a user for it.
    user = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
    base = Path(tempfile.mkdtemp(prefix="terrarium-pg-"))
    data, port, server = base / "data", free_port(), None
    try:
        if os.geteuid() == 0:
            base.chmod(0o755)
            shutil.chown(base, user)
        make = [*_as_user(user), initdb, "-D", str(data), "-U", "terrarium", "--auth=trust", "--encoding=UTF8"]
        # The language that the environment names may be none that this machine has.
        make += ["--no-locale"]
        made = subprocess.run([*make, "--no-sync"], capture_output=True, text=True, check=False, cwd=base)
        if made.returncode != 0:
            raise Unavailable("initdb failed: " + made.stderr[-300:])
        run = [*_as_user(user), postgres, "-D", str(data), "-p", str(port), "-k", str(base)]
        with (base / "log").open("wb") as log:
            # What it holds is thrown away anyway: it need not wait for the disk.
            quick = ["-c", "fsync=off", "-c", "full_page_writes=off"]
            options = ["-c", "listen_addresses=127.0.0.1", "-c", "max_connections=120", *quick]
            server = subprocess.Popen([*run, *options], stdout=log, stderr=log, cwd=base)
        _wait_for_postgresql(port)
        yield f"postgresql://terrarium@127.0.0.1:{port}/postgres"
    finally:
        if server is not None:
            # The process we started may be `runuser`; PostgreSQL writes down its own id. Nobody needs its data any
            # more: it may stop without writing them out.
            with suppress(OSError, ValueError, IndexError):
                os.kill(int((data / "postmaster.pid").read_text().splitlines()[0]), signal.SIGQUIT)
            try:
                server.wait(CEILING_S)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        shutil.rmtree(base, ignore_errors=True)


def _wait_for_postgresql(port: int) -> None:
    import psycopg

    ends = time.monotonic() + CEILING_S
    while time.monotonic() < ends:
        with (
            suppress(psycopg.OperationalError),
            psycopg.connect(f"postgresql://terrarium@127.0.0.1:{port}/postgres", connect_timeout=int(CEILING_S)),
        ):
            return
        time.sleep(PAUSE_S)
    raise AssertionError("PostgreSQL does not answer")


def fresh_database(address: str, name: str) -> str:
    """Another empty database on the same server."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{name}"')  # type: ignore[arg-type, unused-ignore]
    return address.rsplit("/", 1)[0] + "/" + name


def drop_database(address: str, name: str) -> None:
    """Away with it, whoever uses it."""
    import psycopg

    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f'DROP DATABASE "{name}" WITH (FORCE)')  # type: ignore[arg-type, unused-ignore]


@contextmanager
def redis() -> Iterator[str]:
    """The address of a fresh Redis server."""
    program = found(debian.REDIS)
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="terrarium-redis-") as folder:
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            _wait_for_redis(port)
            yield f"redis://127.0.0.1:{port}/0"
        finally:
            server.terminate()
            server.wait(CEILING_S)


def _wait_for_redis(port: int) -> None:
    import redis as client

    ends = time.monotonic() + CEILING_S
    while time.monotonic() < ends:
        with suppress(client.RedisError), client.Redis(port=port) as connection:
            connection.ping()
            return
        time.sleep(PAUSE_S)
    raise AssertionError("Redis does not answer")
