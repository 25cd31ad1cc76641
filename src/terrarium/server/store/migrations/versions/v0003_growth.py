"""Lists, own games and statistics cost the same however much was played: indexes, and sums beside the plays."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_index("ix_sessions_expires", "sessions", ["expires"])
    op.drop_index("ix_games_status_listed_updated", "games")
    op.create_index("ix_games_listed_status_updated_id", "games", ["listed", "status", "updated", "id"])
    op.create_index("ix_games_title_listed_status_updated_id", "games", ["title", "listed", "status", "updated", "id"])
    op.create_index("ix_games_id_updated_status_title", "games", ["id", "updated", "status", "title"])
    op.create_index("ix_games_host", "games", ["host"])
    op.create_index("ix_notices_at", "notices", ["at"])
    op.drop_index("ix_plays_title_kind_unit", "plays")
    op.drop_index("ix_plays_user_id", "plays")
    covered = ["user_id", "title", "kind", "unit", "players", "score", "won"]
    op.create_index("ix_plays_user_id_title", "plays", covered)
    op.create_table(
        "tallies",
        sa.Column("title", sa.String(length=40), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("unit", sa.String(length=60), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("won", sa.Float(), nullable=False),
        sa.Column("score", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("title", "players", "kind", "unit", name=op.f("pk_tallies")),
    )
    op.execute(
        "INSERT INTO tallies (title, players, kind, unit, games, won, score) "
        "SELECT title, players, kind, unit, count(*), sum(won), sum(score) FROM plays "
        "GROUP BY title, players, kind, unit"
    )


def downgrade() -> None:
    op.drop_table("tallies")
    op.drop_index("ix_plays_user_id_title", "plays")
    op.create_index("ix_plays_user_id", "plays", ["user_id"])
    op.create_index("ix_plays_title_kind_unit", "plays", ["title", "kind", "unit"])
    op.drop_index("ix_notices_at", "notices")
    op.drop_index("ix_games_host", "games")
    op.drop_index("ix_games_id_updated_status_title", "games")
    op.drop_index("ix_games_title_listed_status_updated_id", "games")
    op.drop_index("ix_games_listed_status_updated_id", "games")
    op.create_index("ix_games_status_listed_updated", "games", ["status", "listed", "updated"])
    op.drop_index("ix_sessions_expires", "sessions")
