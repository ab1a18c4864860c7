"""Keep the former date and event of an edited game, so that a match game is recognized by them, too."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Recreate the table, because SQLite cannot change a primary key.

    For games that were edited earlier, only the present date and event are known, so these are used.
    """
    op.create_table(
        "former_identities_copy",
        sa.Column("game_id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("digest", sa.LargeBinary(16), primary_key=True),
        sa.Column("name0", sa.Text, primary_key=True),
        sa.Column("name1", sa.Text, primary_key=True),
        sa.Column("date", sa.Text, primary_key=True),
        sa.Column("event", sa.Text, primary_key=True),
    )
    op.execute(
        "INSERT INTO former_identities_copy SELECT game_id, former_identities.digest, name0, name1, "
        "COALESCE(games.date, deleted_games.date, ''), COALESCE(games.event, deleted_games.event, '') "
        "FROM former_identities LEFT JOIN games ON games.id = game_id "
        "LEFT JOIN deleted_games ON deleted_games.id = game_id"
    )
    op.drop_table("former_identities")
    op.rename_table("former_identities_copy", "former_identities")
    op.create_index("former_identities_digest", "former_identities", ["digest"])
