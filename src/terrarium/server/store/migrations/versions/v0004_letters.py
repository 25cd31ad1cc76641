"""Addresses agree before they get messages; what was asked of which, and who wants to hear nothing."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("channels", sa.Column("secret", sa.String(length=64), nullable=False, server_default=""))
    op.add_column("channels", sa.Column("confirmed", sa.Float(), nullable=True))
    channels = sa.table("channels", sa.column("id"), sa.column("secret"), sa.column("confirmed"), sa.column("created"))
    connection = op.get_bind()
    # Addresses that were already in use have agreed by using them; each gets a secret of its own.
    for number, created in connection.execute(sa.select(channels.c.id, channels.c.created)).all():
        values = {"secret": secrets.token_urlsafe(24), "confirmed": created}
        connection.execute(sa.update(channels).where(channels.c.id == number).values(**values))
    op.create_index("ix_channels_secret", "channels", ["secret"], unique=False)
    op.create_table(
        "letters",
        sa.Column("address", sa.String(length=64), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("stopped", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("address", name=op.f("pk_letters")),
    )


def downgrade() -> None:
    op.drop_table("letters")
    op.drop_index("ix_channels_secret", "channels")
    op.drop_column("channels", "confirmed")
    op.drop_column("channels", "secret")
