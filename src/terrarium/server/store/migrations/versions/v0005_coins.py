"""Whether a table shows everybody's coins, or hides them by courtesy as all tables did before."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("games", sa.Column("coins", sa.String(length=8), nullable=False, server_default="hidden"))


def downgrade() -> None:
    op.drop_column("games", "coins")
