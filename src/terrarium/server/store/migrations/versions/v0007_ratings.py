"""Ratings of people who want one: what they chose, for which seats it holds, how they stand and came there."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.add_column("users", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("seats", sa.Column("rated", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "ratings",
        sa.Column("user_id", number, nullable=False),
        sa.Column("title", sa.String(length=40), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("uncertainty", sa.Float(), nullable=False),
        sa.Column("sure", sa.Float(), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_ratings_user_id")),
        sa.PrimaryKeyConstraint("user_id", "title", "players", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_title_players_sure", "ratings", ["title", "players", "sure"])
    op.create_table(
        "rated_games",
        sa.Column("game", sa.String(length=16), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user_id", number, nullable=False),
        sa.Column("title", sa.String(length=40), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("rating", sa.Float(), nullable=False),
        sa.Column("uncertainty", sa.Float(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_rated_games_game")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_rated_games_user_id")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_rated_games")),
    )
    op.create_index("ix_rated_games_user_id_title_players_at", "rated_games", ["user_id", "title", "players", "at"])


def downgrade() -> None:
    op.drop_table("rated_games")
    op.drop_table("ratings")
    op.drop_column("seats", "rated")
    op.drop_column("users", "rated")
