"""Alembic's entry: runs the steps on the connection that `migrate` has given."""

from alembic import context

from shengji.server.database.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
