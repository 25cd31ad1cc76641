"""PostgreSQL that falls silent: its computer is gone without a goodbye, or something between swallows every byte.

Nobody waits for it for ever. The system finds a dead line by itself where bytes are not taken any more; where they are
taken and nothing comes back, the driver here gives up after a while. The connection is closed, so that the next one to
ask gets a new one.
"""

import time
from collections.abc import Generator
from typing import Any, TypeVar

import psycopg
from psycopg import abc
from sqlalchemy import Engine, event

T = TypeVar("T")
CONNECT_S = 5
"""How long opening a connection may take."""


def line_settings(seconds: float) -> dict[str, object]:
    """What the system is asked to do about a line on which nobody answers."""
    return {
        "connect_timeout": min(CONNECT_S, max(2, round(seconds))),
        "keepalives_idle": max(1, round(seconds)),
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": round(seconds * 1000),
    }


class Patient(psycopg.Connection[Any]):
    """A connection that waits for an answer only so long."""

    patience_s = 0.0

    def wait(self, gen: abc.PQGen[T], *args: Any, **kwargs: Any) -> T:
        if self.patience_s <= 0:
            return super().wait(gen, *args, **kwargs)
        try:
            return super().wait(_bounded(gen, time.monotonic() + self.patience_s), *args, **kwargs)
        except _SilentError as error:
            self.pgconn.finish()
            raise psycopg.OperationalError("the database does not answer") from error


class _SilentError(Exception):
    """No answer in time."""


def _bounded(gen: abc.PQGen[T], ends: float) -> Generator[Any, Any, T]:
    """The same, looked at whenever the driver looks up: several times a second."""
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > ends:
                raise _SilentError
            wanted = gen.send(ready)
    except StopIteration as done:
        answer: T = done.value
        return answer


def be_patient(engine: Engine, seconds: float) -> None:
    """Let the connections of this engine wait so long for each answer."""

    @event.listens_for(engine, "do_connect")
    def connect(_: object, __: object, cargs: Any, cparams: Any) -> Patient:
        connection = Patient.connect(*cargs, **cparams)
        connection.patience_s = seconds
        return connection
