"""SQLite's log of writes, copied into the database file beside the writer instead of in the middle of a commit.

SQLite itself copies its write-ahead log back (a checkpoint) inside whichever commit makes the log too long: every
hundredth move or so would wait for two more flushes. Here the writer never does. A thread with a connection of its own
copies the bulk while the writer goes on; the few pages that came in meanwhile are copied between two transactions, and
with nothing left to copy the log begins again from its start.
"""

import sqlite3
import threading

from sqlalchemy import Connection, Engine

EVERY = 400
"""Writes between two rounds. The log stays at some ten megabytes."""


class Keeper:
    """Looks after the log of one database; used by the writer's thread only, except for `_copy`."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._written = 0
        self._round: threading.Thread | None = None

    def writer(self) -> Connection:
        """The connection for writes."""
        connection = self.engine.connect().execution_options(writes=True)
        _pragma(connection, "wal_autocheckpoint=0")
        return connection

    def written(self, connection: Connection | None, count: int) -> None:
        """`count` more writes are on disk: begin a round, or finish the one under way."""
        self._written += count
        if self._round is None and self._written >= EVERY:
            self._written = 0
            self._round = threading.Thread(target=self._copy, name="keeper", daemon=True)
            self._round.start()
        elif self._round is not None and not self._round.is_alive() and connection is not None:
            self._round = None
            _checkpoint(connection)

    def _copy(self) -> None:
        with self.engine.connect() as connection:
            _checkpoint(connection)

    def close(self) -> None:
        """Wait for the round under way."""
        if self._round is not None:
            self._round.join()


def _checkpoint(connection: Connection) -> None:
    try:
        # PASSIVE waits for nobody: what readers still need stays in the log until the next round.
        _pragma(connection, "wal_checkpoint(PASSIVE)")
    except sqlite3.Error:
        # A disk that is full or gone shows at the next commit, which somebody waits for.
        return


def _pragma(connection: Connection, text: str) -> None:
    """Outside of any transaction: the driver's own connection knows none that was not begun."""
    cursor = connection.connection.cursor()
    try:
        cursor.execute("PRAGMA " + text).fetchall()
    finally:
        cursor.close()
