"""What is not kept for ever is found without looking at all that is kept."""

from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_index("ix_letters_stopped_at", "letters", ["stopped", "at"])
    op.create_index("ix_channels_confirmed_created", "channels", ["confirmed", "created"])


def downgrade() -> None:
    op.drop_index("ix_channels_confirmed_created", "channels")
    op.drop_index("ix_letters_stopped_at", "letters")
