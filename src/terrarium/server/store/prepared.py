"""Statements that every move carries out, put into the database's words once.

SQLAlchemy makes a statement anew each time, which takes longer than carrying it out. Here it does so once for each set
of columns; the driver gets the same text over and over, with its values made ready by the types of the columns.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.sql.dml import UpdateBase

Values = Mapping[str, Any]


class _Words:
    """A statement in the words of one database, for one set of columns."""

    def __init__(self, statement: UpdateBase, dialect: Dialect, names: tuple[str, ...]) -> None:
        made: Any = statement.compile(dialect=dialect, column_keys=list(names))
        self.text = str(made.string)
        self.names: list[str] | None = list(made.positiontup) if made.positional else None
        """In which order the driver wants the values; None where it wants their names."""
        self.ready: dict[str, Callable[[Any], Any]] = {}
        for name in names:
            process = made.binds[name].type.dialect_impl(dialect).bind_processor(dialect)
            if process is not None:
                self.ready[name] = process

    def values(self, given: Values) -> Any:
        made = {**given}
        for name, process in self.ready.items():
            made[name] = process(made[name])
        return made if self.names is None else [made[name] for name in self.names]


class Prepared:
    """One statement that changes something."""

    def __init__(self, statement: UpdateBase) -> None:
        self._statement = statement
        self._made: dict[tuple[object, ...], _Words] = {}

    def run(self, connection: Connection, *each: Values) -> int:
        """Carry it out within the transaction that `connection` is in; gives how many rows it touched.

        With several sets of values, all of the same columns, it is carried out for each.
        """
        names = tuple(each[0])
        key = (connection.dialect.name, *names)
        words = self._made.get(key)
        if words is None:
            words = self._made[key] = _Words(self._statement, connection.dialect, names)
        driver: Any = connection.connection.driver_connection
        cursor = driver.cursor()
        try:
            if len(each) == 1:
                cursor.execute(words.text, words.values(each[0]))
            else:
                many: Sequence[Any] = [words.values(given) for given in each]
                cursor.executemany(words.text, many)
            return int(cursor.rowcount)
        finally:
            cursor.close()
