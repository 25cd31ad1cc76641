"""What somebody said and was told is found by whose it is: it goes along to an account, and goes when they go."""

from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_index("ix_talk_user_id", "talk", ["user_id"])
    op.create_index("ix_notices_user_id", "notices", ["user_id"])


def downgrade() -> None:
    op.drop_index("ix_notices_user_id", "notices")
    op.drop_index("ix_talk_user_id", "talk")
