"""Lessons and puzzles that somebody has taken up, and how far."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "learning",
        sa.Column("user_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("thing", sa.String(length=80), nullable=False),
        sa.Column("step", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("done", sa.Float(), nullable=True),
        sa.Column("game", sa.String(length=16), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_learning_user_id")),
        sa.PrimaryKeyConstraint("user_id", "thing", name=op.f("pk_learning")),
    )


def downgrade() -> None:
    op.drop_table("learning")
