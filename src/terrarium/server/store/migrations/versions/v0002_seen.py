"""When a seat's person was last here; what a submission asked for, so that its id is not used for something else."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("seats", sa.Column("seen", sa.Float(), nullable=False, server_default="0"))
    op.add_column("rows", sa.Column("wish", sa.String(length=16), nullable=True))


def downgrade() -> None:
    op.drop_column("rows", "wish")
    op.drop_column("seats", "seen")
