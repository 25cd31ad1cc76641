"""Bringing a database up to the tables of this version, with Alembic."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory

from terrarium.server.store import make_engine

_FOLDER = Path(__file__).resolve().parent / "migrations"
_LOCK = 7_274_652  # any number that nobody else uses for an advisory lock in this database


def config() -> Config:
    made = Config()
    made.set_main_option("script_location", str(_FOLDER))
    return made


def revisions() -> list[str]:
    """Every released version of the tables, oldest first."""
    script = ScriptDirectory.from_config(config())
    return [revision.revision for revision in reversed([*script.walk_revisions()])]


def upgrade(database: str, revision: str = "head") -> None:
    """Bring the database to `revision`; several workers may start at once."""
    engine = make_engine(database)
    try:
        with engine.connect().execution_options(writes=True) as connection, connection.begin():
            if engine.dialect.name == "postgresql":
                connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
            made = config()
            made.attributes["connection"] = connection
            command.upgrade(made, revision)
    finally:
        engine.dispose()


def current(database: str) -> str | None:
    """The version of the tables in this database."""
    from alembic.runtime.migration import MigrationContext

    engine = make_engine(database)
    try:
        with engine.connect() as connection:
            return MigrationContext.configure(connection).get_current_revision()
    finally:
        engine.dispose()
