"""Bringing a database up to the tables of this version, with Alembic."""

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text

from terrarium.server.store.store import make_engine

if TYPE_CHECKING:
    from alembic.config import Config

_FOLDER = Path(__file__).resolve().parent / "migrations"
_LOCK = 7_274_652  # any number that nobody else uses for an advisory lock in this database


def revisions() -> list[str]:
    """Every released version of the tables, oldest first: the files are named v0001_….py and so on."""
    return sorted(path.name[1:5] for path in (_FOLDER / "versions").glob("v[0-9]*.py"))


def config() -> "Config":
    from alembic.config import Config

    made = Config()
    made.set_main_option("script_location", str(_FOLDER))
    return made


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)


class NewerDatabase(Exception):
    """The tables are those of a later version of Terrarium: this one would not understand them."""


def check_known(version: str | None) -> None:
    if version is not None and version not in revisions():
        raise NewerDatabase(version)


def upgrade(database: str, revision: str = "head") -> None:
    """Bring the database to `revision`; several workers may start at once."""
    engine = make_engine(database)
    try:
        with engine.connect() as connection:
            version = _version(connection)
            check_known(version)
            if revision == "head" and version == revisions()[-1]:
                return
        # Imported only when there is something to do: most starts find the tables as they should be.
        from alembic import command

        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            made = config()
            made.attributes["connection"] = connection
            command.upgrade(made, revision)
    finally:
        engine.dispose()


def downgrade(database: str, revision: str) -> None:
    """Bring the database back to the tables of an earlier version; what only later ones have is lost."""
    known = revisions()
    engine = make_engine(database)
    try:
        with engine.connect() as connection:
            version = _version(connection)
        check_known(version)
        if version is None or revision not in known or revision > version:
            raise LookupError(revision)
        from alembic import command

        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            made = config()
            made.attributes["connection"] = connection
            command.downgrade(made, revision)
    finally:
        engine.dispose()


def current(database: str) -> str | None:
    """The version of the tables in this database."""
    engine = make_engine(database)
    try:
        with engine.connect() as connection:
            return _version(connection)
    finally:
        engine.dispose()
