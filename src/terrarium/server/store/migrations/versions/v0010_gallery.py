"""The gallery of the workshop: units that people keep here, and reports about them."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "units",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("user_id", number, nullable=False),
        sa.Column("title", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("names", sa.String(length=100), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("fingerprint", sa.String(length=16), nullable=False),
        sa.Column("copied", sa.String(length=16), nullable=True),
        sa.Column("figures", sa.JSON(), nullable=True),
        sa.Column("verdict", sa.String(length=10), nullable=False),
        sa.Column("plays", sa.Integer(), nullable=False),
        sa.Column("won", sa.Float(), nullable=False),
        sa.Column("created", sa.Float(), nullable=False),
        sa.Column("updated", sa.Float(), nullable=False),
        sa.Column("published", sa.Float(), nullable=True),
        sa.Column("taken_down", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_units_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_units")),
    )
    op.create_index("ix_units_user_id_updated", "units", ["user_id", "updated"])
    op.create_index("ix_units_published_id", "units", ["published", "id"])
    op.create_index("ix_units_plays_id", "units", ["plays", "id"])
    op.create_index("ix_units_fingerprint", "units", ["fingerprint"])
    op.add_column("reports", sa.Column("unit", sa.String(length=16), nullable=True))


def downgrade() -> None:
    op.drop_column("reports", "unit")
    op.drop_table("units")
