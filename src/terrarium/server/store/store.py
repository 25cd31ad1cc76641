"""The database: reads in threads, writes through one door, nothing acknowledged before it is on disk.

SQLite has one writer, so writes that wait together share one commit (each in its own savepoint, moves even their
statements): a hundred moves a second cost far fewer flushes than a hundred. PostgreSQL gets a transaction per write.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec
import structlog
from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from terrarium.server.errors import Problem
from terrarium.server.ops.relay import Relay
from terrarium.server.store.keeper import Keeper

log = structlog.get_logger()
T = TypeVar("T")
_BATCH = 64
MOST_WAITING = 5000
"""Reads and writes that wait at once; more are asked to come again."""
WAIT_S = 15.0
"""After so long nobody waits for an answer any more: what has not begun by then is not begun."""
SHARED_FROM = 4
"""Fewer jobs cost less one after another."""


@runtime_checkable
class Shareable(Protocol):
    """Work of which several pieces can be done at once, with fewer words to the database."""

    def __call__(self, connection: Connection) -> Any:
        """Do this piece alone."""

    def done_together(self, connection: Connection, works: "list[Any]") -> bool:
        """Do all of them, of which this is one; False where one of them would fail, whatever has been done by then."""


class _ApartError(Exception):
    """These jobs cannot be done together."""


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def make_engine(url: str, patience_s: float = 0.0) -> Engine:
    """An engine for `url`, with SQLite set up to survive a power cut. PostgreSQL is waited for so long for each answer;
    0: for ever, as long work at the command line may need."""
    parsed = make_url(url)
    if parsed.drivername == "postgresql":
        parsed = parsed.set(drivername="postgresql+psycopg")
    if parsed.get_backend_name() != "sqlite":
        return _postgresql(parsed, patience_s)
    engine = create_engine(parsed, connect_args={"timeout": 15.0, "check_same_thread": False}, json_serializer=_json)

    @event.listens_for(engine, "connect")
    def set_up(connection: Any, _: object) -> None:
        # The driver must not begin transactions by itself: savepoints would otherwise not work.
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            cursor.execute("PRAGMA " + pragma)
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        if not _begun(connection):  # the writer begins by itself
            writes = connection.get_execution_options().get("writes", False)
            _say(connection, "BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def _postgresql(url: URL, patience_s: float) -> Engine:
    wishes: dict[str, Any] = {"pool_size": 16, "max_overflow": 4, "pool_pre_ping": True, "json_serializer": _json}
    if patience_s <= 0:
        return create_engine(url, **wishes)
    # Imported only where it is used: SQLite needs no driver of its own.
    from terrarium.server.store.patience import be_patient, line_settings

    settings = {name: value for name, value in line_settings(patience_s).items() if name not in url.query}
    engine = create_engine(url, connect_args=settings, **wishes)
    be_patient(engine, patience_s)
    return engine


def _say(connection: Connection, text: str) -> None:
    """A word to the driver itself, which costs a tenth of a statement."""
    driver: Any = connection.connection.dbapi_connection
    driver.execute(text)


def _begun(connection: Connection) -> bool:
    """Has the driver begun a transaction?"""
    driver: Any = connection.connection.dbapi_connection
    return bool(driver.in_transaction)


@contextmanager
def _transaction(connection: Connection) -> Iterator[None]:
    """The writer's transaction. Only a job that speaks through SQLAlchemy needs one of its transactions too, which
    begins by itself inside this one; moves do not (`store.prepared`)."""
    _say(connection, "BEGIN IMMEDIATE")
    try:
        yield
        if connection.in_transaction():
            connection.commit()
        else:
            _say(connection, "COMMIT")
    except BaseException:
        if connection.in_transaction():
            connection.rollback()
        elif _begun(connection):
            connection.connection.rollback()
        raise


class _Job:
    def __init__(self, work: Callable[[Connection], Any], loop: asyncio.AbstractEventLoop) -> None:
        self.work = work
        self.loop = loop
        self.done = Relay(loop)
        self.since = time.monotonic()
        self.result: Any = None
        self.error: BaseException | None = None


class Store:
    """One database, shared by everything in this process."""

    def __init__(self, url: str, patience_s: float = 0.0) -> None:
        self.engine = make_engine(url, patience_s)
        self.dialect = self.engine.dialect.name
        self._pool = ThreadPoolExecutor(8, thread_name_prefix="store")
        self.waiting = 0
        """Reads and writes that are asked for and not answered."""
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self.crowd = 0
        """How many writes shared the last commit; known of SQLite alone."""
        self._writer: threading.Thread | None = None
        if self.dialect == "sqlite":
            self._writer = threading.Thread(target=self._write_batches, name="writer", daemon=True)
            self._writer.start()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run `work` on a connection that only reads; Problem 503 where the database is gone."""
        return await self._in_pool(self._read, work)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Run `work` in a transaction; returns only after it is durable. An exception leaves no trace of it."""
        if self._writer is None:
            return await self._in_pool(self._transact, work)
        self._come()
        try:
            job = _Job(work, asyncio.get_running_loop())
            self._jobs.put(job)
            await job.done
        finally:
            self.waiting -= 1
        if job.error is not None:
            raise job.error
        result: T = job.result
        return result

    def close(self) -> None:
        """Finish what was begun, then let go of the database."""
        if self._writer is not None:
            self._jobs.put(None)
            self._writer.join()
        self._pool.shutdown()
        self.engine.dispose()

    def _come(self) -> None:
        """One more waits, unless too many do: whoever waits longer than people wait is better told at once."""
        if self.waiting >= MOST_WAITING:
            raise Problem(503, "busy")
        self.waiting += 1

    async def _in_pool(self, way: Callable[[Callable[[Connection], T]], T], work: Callable[[Connection], T]) -> T:
        self._come()
        try:
            loop, since = asyncio.get_running_loop(), time.monotonic()
            return await loop.run_in_executor(self._pool, self._answered, way, work, since)
        finally:
            self.waiting -= 1

    def _answered(
        self, way: Callable[[Callable[[Connection], T]], T], work: Callable[[Connection], T], since: float
    ) -> T:
        if time.monotonic() - since > WAIT_S:
            raise Problem(503, "busy")
        try:
            return way(work)
        except OperationalError as error:
            log.error("database_gone", reason=str(error.orig)[:200])
            raise Problem(503, "try_again") from error

    def _read(self, work: Callable[[Connection], T]) -> T:
        with self.engine.connect() as connection:
            return work(connection)

    def _transact(self, work: Callable[[Connection], T]) -> T:
        with self.engine.begin() as connection:
            return work(connection)

    def _write_batches(self) -> None:
        """The writer's thread: everything that waits goes into one transaction, again and again."""
        keeper = Keeper(self.engine)
        connection: Connection | None = None
        running = True
        while running:
            batch, running = self._waiting()
            if batch:
                connection = connection or keeper.writer()
                if not self._write_batch(connection, batch):
                    # Whatever happened to this connection, the next transaction gets a new one.
                    connection.invalidate()
                    connection.close()
                    connection = None
                self.crowd = len(batch)
                _tell(batch)
                keeper.written(connection, len(batch))
        if connection is not None:
            connection.close()
        keeper.close()

    def _waiting(self) -> tuple[list[_Job], bool]:
        """The jobs that wait now, at least one; False when the last of them has come."""
        batch: list[_Job] = []
        while len(batch) < _BATCH:
            try:
                job = self._jobs.get_nowait() if batch else self._jobs.get()
            except queue.Empty:
                break
            if job is None:
                return batch, False
            if time.monotonic() - job.since > WAIT_S:
                job.error = Problem(503, "busy")  # not begun, so it may be asked again
                _tell([job])
                if not batch:
                    break
                continue
            batch.append(job)
        return batch, True

    def _write_batch(self, connection: Connection, batch: list[_Job], apart: bool = False) -> bool:
        """One transaction; each of several jobs in a savepoint of its own, so that one may fail alone."""
        try:
            with _transaction(connection):
                if len(batch) == 1:
                    batch[0].result = batch[0].work(connection)
                    return True
                if not apart and len(batch) >= SHARED_FROM and _alike(batch):
                    _do_together(connection, batch)
                    return True
                for job in batch:
                    _say(connection, "SAVEPOINT job")
                    try:
                        job.result = job.work(connection)
                    except Exception as error:
                        job.error = error
                        _say(connection, "ROLLBACK TO job")
                    _say(connection, "RELEASE job")
        except _ApartError:
            return self._write_batch(connection, batch, apart=True)
        except Exception as error:
            for job in batch:
                job.error = error
            # A job that refused (somebody else was faster) is no fault of the connection.
            return (
                len(batch) == 1 and not connection.closed and not connection.in_transaction() and not _begun(connection)
            )
        return True


def _alike(batch: list[_Job]) -> bool:
    """Are these all pieces of one kind of work that can be shared?"""
    first = batch[0].work
    return isinstance(first, Shareable) and all(type(job.work) is type(first) for job in batch)


def _do_together(connection: Connection, batch: list[_Job]) -> None:
    first = batch[0].work
    assert isinstance(first, Shareable)
    try:
        done = first.done_together(connection, [job.work for job in batch])
    except Exception as error:
        raise _ApartError from error
    if not done:
        raise _ApartError


def _tell(batch: list[_Job]) -> None:
    """Wake those who wait for these jobs, each in the loop it waits in."""
    loops: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in batch:
        loops.setdefault(job.loop, []).append(job)
    for loop, jobs in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle, jobs)


def _settle(jobs: list[_Job]) -> None:
    for job in jobs:
        job.done.tell()
