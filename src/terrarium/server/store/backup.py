"""Backup while people play, and restore: every table as JSON lines in one gzip file, for SQLite and PostgreSQL alike.

A backup is read in one transaction, so it shows the database at one moment. It can be restored into the other kind of
database too, which is also the way from a single computer to several workers.
"""

import base64
import gzip
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import Connection, LargeBinary, func, insert, select, text

from terrarium.server.store import migrate, schema
from terrarium.server.store.store import make_engine

FORMAT = "terrarium backup 1"
_BATCH = 500


class BackupError(Exception):
    """Why a file cannot be written or restored: the code of a sentence (`ops.<code>`)."""


def backup(database: str, target: Path) -> int:
    """Write a backup; gives the number of rows. The file appears under its name only when it is complete."""
    revision = migrate.current(database)
    if revision is None:
        raise BackupError("no_database")
    engine = make_engine(database)
    count = 0
    partial = target.with_name(target.name + ".part")
    try:
        with engine.connect() as connection, gzip.open(partial, "wb") as out:
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")
            out.write(msgspec.json.encode({"format": FORMAT, "revision": revision}) + b"\n")
            for line in _lines(connection):
                out.write(line)
                count += 1
            out.write(msgspec.json.encode({"end": count}) + b"\n")
        with partial.open("rb") as written:
            os.fsync(written.fileno())
        partial.replace(target)
    finally:
        engine.dispose()
        partial.unlink(missing_ok=True)
    return count


def _lines(connection: Connection) -> Iterator[bytes]:
    for table in schema.metadata.sorted_tables:
        query = select(table).execution_options(yield_per=_BATCH)
        for row in connection.execute(query):
            values = {
                str(name): base64.b64encode(value).decode() if isinstance(value, bytes) else value
                for name, value in row._mapping.items()
            }
            yield msgspec.json.encode([str(table.name), values]) + b"\n"


def restore(source: Path, database: str) -> int:
    """Fill an empty database from a backup, all or nothing; gives the number of rows."""
    try:
        with gzip.open(source, "rb") as lines:
            head = msgspec.json.decode(next(lines))
            if not isinstance(head, dict) or head.get("format") != FORMAT:
                raise BackupError("no_backup")
            if head["revision"] not in migrate.revisions():
                raise BackupError("newer_backup")
            migrate.upgrade(database, head["revision"])
            count = _fill(lines, database)
    except (OSError, EOFError, StopIteration, msgspec.DecodeError, KeyError) as error:
        raise BackupError("broken_backup") from error
    migrate.upgrade(database)
    return count


def _fill(lines: Any, database: str) -> int:
    engine = make_engine(database)
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            if connection.execute(select(func.count()).select_from(schema.users)).scalar():
                raise BackupError("not_empty")
            count = _read_rows(connection, lines)
            if engine.dialect.name == "postgresql":
                _set_counters(connection)
            return count
    finally:
        engine.dispose()


def _read_rows(connection: Connection, lines: Any) -> int:
    name = ""
    batch: list[dict[str, Any]] = []

    def flush() -> None:
        if batch:
            connection.execute(insert(schema.metadata.tables[name]), batch)
            batch.clear()

    for count, line in enumerate(lines):
        entry = msgspec.json.decode(line)
        if isinstance(entry, dict):
            flush()
            if entry.get("end") != count:
                raise BackupError("broken_backup")
            return count
        if entry[0] != name or len(batch) >= _BATCH:
            flush()
            name = entry[0]
        table = schema.metadata.tables[name]
        values = entry[1]
        for column in table.c:
            if isinstance(column.type, LargeBinary) and values.get(column.name) is not None:
                values[column.name] = base64.b64decode(values[column.name])
        batch.append(values)
    raise BackupError("broken_backup")


def _set_counters(connection: Connection) -> None:
    """PostgreSQL numbers new rows from a counter that explicit ids do not move."""
    for table in schema.metadata.sorted_tables:
        if "id" in table.c and table.c.id.autoincrement is True:
            top = f"(SELECT COALESCE(MAX(id), 1) FROM {table.name})"
            statement = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), {top})"
            connection.execute(text(statement))
