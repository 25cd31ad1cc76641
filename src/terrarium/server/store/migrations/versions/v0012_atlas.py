"""Maps in the gallery beside units: for how many players each is."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.add_column("units", sa.Column("players", sa.Integer(), nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("units", "players")
