"""Studies: trees of variations that people keep here, and reports about them."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "studies",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("user_id", number, nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("title", sa.String(length=40), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("map_name", sa.String(length=60), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("start", sa.Text(), nullable=True),
        sa.Column("nodes", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("copied", sa.String(length=16), nullable=True),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("updated", sa.Float(), nullable=False),
        sa.Column("taken_down", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_studies_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_studies")),
    )
    op.create_index("ix_studies_user_id_updated", "studies", ["user_id", "updated"])
    op.add_column("reports", sa.Column("study", sa.String(length=16), nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "study")
    op.drop_table("studies")
