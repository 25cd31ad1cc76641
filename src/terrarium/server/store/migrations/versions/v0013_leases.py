"""Leases: what a person has one of at a time, across all workers."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "leases",
        sa.Column("user_id", number, autoincrement=False, nullable=False),
        sa.Column("mark", sa.String(length=16), nullable=False),
        sa.Column("until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_leases")),
    )


def downgrade() -> None:
    op.drop_table("leases")
