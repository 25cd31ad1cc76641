"""Order among strangers: bans and quotas, who is barred or silent at a table, reports, operators' decrees."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("users", sa.Column("banned", sa.Float(), nullable=True))
    op.add_column("users", sa.Column("quotas", sa.JSON(), nullable=True))
    op.add_column("passes", sa.Column("barred", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("passes", sa.Column("silenced", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "reports",
        sa.Column("id", number, autoincrement=True, nullable=False),
        sa.Column("reporter", number, nullable=True),
        sa.Column("game", sa.String(length=16), nullable=True),
        sa.Column("line", number, nullable=True),
        sa.Column("user_id", number, nullable=True),
        sa.Column("said", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("closed", sa.Float(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    op.create_index("ix_reports_closed_id", "reports", ["closed", "id"])
    op.create_table(
        "decrees",
        sa.Column("id", number, autoincrement=True, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("game", sa.String(length=16), nullable=True),
        sa.Column("user_id", number, nullable=True),
        sa.Column("line", number, nullable=True),
        sa.Column("at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decrees")),
    )


def downgrade() -> None:
    op.drop_table("decrees")
    op.drop_table("reports")
    op.drop_column("passes", "silenced")
    op.drop_column("passes", "barred")
    op.drop_column("users", "quotas")
    op.drop_column("users", "banned")
