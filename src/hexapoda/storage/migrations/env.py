"""The script that Alembic starts: runs the migrations in the transaction that `upgrade` opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
