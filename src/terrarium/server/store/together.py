"""Several rows in one statement of SQLite, however many they are.

Around every statement the driver gives the interpreter away, and then waits until the event loop lets it have it
again. Moves that are saved together would each wait several times; so one statement of each kind writes the rows of all
of them, and the event loop goes on meanwhile.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Dialect, Table

Values = Mapping[str, Any]
MOST_VALUES = 9_000
"""Values in one statement; SQLite takes some thirty thousand."""
ABLE = sqlite3.sqlite_version_info >= (3, 33)
"""Older ones cannot change several rows at once, each to values of its own."""


def add(connection: Connection, table: Table, each: Sequence[Values]) -> None:
    """Insert rows, all of the same columns."""
    names = tuple(each[0])
    _in_parts(connection, table, names, each, lambda count: _insert(table.name, names, count))


def change(connection: Connection, table: Table, keys: tuple[str, ...], each: Sequence[Values]) -> int:
    """Change rows, all in the same columns; gives how many there were. `this_<key>` says which row is meant and what it
    must still be."""
    names = tuple(each[0])
    return _in_parts(connection, table, names, each, lambda count: _update(table.name, names, keys, count))


def _in_parts(
    connection: Connection, table: Table, names: tuple[str, ...], each: Sequence[Values], text: Callable[[int], str]
) -> int:
    ready = _ready(connection.dialect, table, names)
    step, touched = MOST_VALUES // len(names), 0
    cursor = connection.connection.cursor()
    try:
        for first in range(0, len(each), step):
            some = each[first : first + step]
            values = [process(one[name]) if process else one[name] for one in some for name, process in ready]
            cursor.execute(text(len(some)), values)
            touched += cursor.rowcount
    finally:
        cursor.close()
    return touched


@lru_cache(64)
def _ready(dialect: Dialect, table: Table, names: tuple[str, ...]) -> list[tuple[str, Callable[[Any], Any] | None]]:
    """The columns, and how the driver wants the values of each."""
    columns = [(name, table.c[name.removeprefix("this_")]) for name in names]
    return [(name, column.type.dialect_impl(dialect).bind_processor(dialect)) for name, column in columns]


@lru_cache(256)
def _insert(table: str, names: tuple[str, ...], count: int) -> str:
    columns = ", ".join(f'"{name}"' for name in names)
    return f"INSERT INTO {table} ({columns}) VALUES {_places(len(names), count)}"


@lru_cache(256)
def _update(table: str, names: tuple[str, ...], keys: tuple[str, ...], count: int) -> str:
    at = {name: f"given.column{number + 1}" for number, name in enumerate(names)}
    changed = ", ".join(f'"{name}" = {at[name]}' for name in names if not name.startswith("this_"))
    meant = " AND ".join(f'{table}."{key}" = {at["this_" + key]}' for key in keys)
    return f"UPDATE {table} SET {changed} FROM (VALUES {_places(len(names), count)}) AS given WHERE {meant}"


def _places(columns: int, rows: int) -> str:
    return ", ".join(["(" + ", ".join("?" * columns) + ")"] * rows)
