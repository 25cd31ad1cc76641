"""Alembic's entry: runs on the connection that `migrate.upgrade` opened."""

from alembic import context

from terrarium.server.store import schema

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=schema.metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
