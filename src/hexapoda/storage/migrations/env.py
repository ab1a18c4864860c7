"""What Alembic runs: the migrations, over the connection and inside the transaction that `upgrade` opened."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
context.run_migrations()
