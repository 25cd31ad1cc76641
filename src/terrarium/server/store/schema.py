"""The schema: every SQL table and its columns. A change here needs a migration in `migrations/versions`."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)
BigId = BigInteger().with_variant(Integer, "sqlite")

settings = Table(
    "settings",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("value", Text, nullable=False),
)

# A guest is a user without a password; opening an account gives the same row a name of its own and a password.
users = Table(
    "users",
    metadata,
    Column("id", BigId, primary_key=True, autoincrement=True),
    Column("name", String(40), nullable=False),
    Column("account", String(40), unique=True),
    Column("password", Text),
    Column("email", String(254)),
    Column("lang", String(10), nullable=False),
    Column("created", Float, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=false()),  # wants a rating, from the next game on
    Column("banned", Float),  # until when nobody comes in as this person
    Column("quotas", JSON),  # what this person may do more or less often than others
)

sessions = Table(
    "sessions",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("user_id", BigId, ForeignKey("users.id"), nullable=False),
    Column("csrf", String(32), nullable=False),
    Column("created", Float, nullable=False),
    Column("expires", Float, nullable=False),
    Index("ix_sessions_user_id", "user_id"),
    Index("ix_sessions_expires", "expires"),
)

games = Table(
    "games",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("title", String(40), nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("map_name", String(60), nullable=False),
    Column("options", JSON, nullable=False),
    Column("host", BigId, ForeignKey("users.id")),
    Column("lang", String(10), nullable=False),
    Column("listed", Boolean, nullable=False),
    Column("invite", String(32), nullable=False),
    Column("status", String(10), nullable=False),  # open, live, paused, over, aborted
    Column("version", Integer, nullable=False),  # counts changes of the table: seats, pause, asks
    Column("seq", Integer, nullable=False),  # rows in the log
    Column("position", Text, nullable=False),  # dump of the state after row `seq`
    Column("start", Text),  # dump of the first state, where it is not the usual one (a fork from a running game)
    Column("secret", LargeBinary(32), nullable=False),
    Column("commitment", String(64), nullable=False),
    Column("fair_from", Integer, nullable=False),  # rows up to here came with a fork or an import
    Column("clock", JSON, nullable=False),
    Column("left", JSON, nullable=False),  # seconds left of each seat with a total clock
    Column("since", Float, nullable=False),  # when the present question was put
    Column("absent_after", Float),
    Column("spectators", String(8), nullable=False),  # live, delay, none
    Column("delay", Float, nullable=False),
    Column("wake", Float),  # when somebody has to look at this game again
    Column("ask", JSON),  # a pending request for agreement
    Column("turn", Integer, nullable=False),  # current player, for lists
    Column("result", JSON),
    Column("parent", String(16)),
    Column("parent_seq", Integer),
    Column("imported", Boolean, nullable=False),
    Column("diverged", Boolean, nullable=False),  # today's rules replay this log differently
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("coins", String(8), nullable=False, server_default="hidden"),  # hidden by courtesy, or open
    Index("ix_games_status_wake", "status", "wake"),
    # The lists: everything, and one title; each page begins where the last one ended.
    Index("ix_games_listed_status_updated_id", "listed", "status", "updated", "id"),
    Index("ix_games_title_listed_status_updated_id", "title", "listed", "status", "updated", "id"),
    # A person's games in order, without reading the games themselves.
    Index("ix_games_id_updated_status_title", "id", "updated", "status", "title"),
    Index("ix_games_host", "host"),
)

seats = Table(
    "seats",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(8), nullable=False),  # open, human, bot
    Column("level", String(20), nullable=False),
    Column("name", String(40), nullable=False),
    Column("user_id", BigId, ForeignKey("users.id")),
    Column("key_digest", String(64)),
    Column(
        "stand_in", String(10), nullable=False
    ),  # why a bot plays this human's seat: absent, time, resigned, removed
    Column("orders", JSON, nullable=False),  # standing orders, and the plan for the next turn
    Column("note", Text, nullable=False),
    Column("seen", Float, nullable=False, server_default="0"),  # when its person was last here, about
    Column("rated", Boolean, nullable=False, server_default=false()),  # its person wanted that when sitting down
    Index("ix_seats_user_id", "user_id"),
)

# Who may come in: a person with a seat (several devices may share one), or with the invitation (seat is null).
passes = Table(
    "passes",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("user_id", BigId, ForeignKey("users.id"), primary_key=True),
    Column("seat", Integer),
    Column("muted", JSON, nullable=False),
    Column("barred", Boolean, nullable=False, server_default=false()),  # the host took this person's seat away
    Column("silenced", Boolean, nullable=False, server_default=false()),  # the host lets this person say nothing
    Index("ix_passes_user_id", "user_id"),
)

rows = Table(
    "rows",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("who", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("how", String(10), nullable=False),  # chosen, chance, forced, order, plan, bot, undo
    Column("client", String(64)),
    Column("wish", String(16)),  # digest of all lines of the submission that has this `client`
    Column("reason", Text, nullable=False),
    Column("at", Float, nullable=False),
)
Index(
    "uq_rows_client",
    rows.c.game,
    rows.c.who,
    rows.c.client,
    unique=True,
    sqlite_where=text("client IS NOT NULL"),
    postgresql_where=text("client IS NOT NULL"),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("dump", Text, nullable=False),
)

# Chat and what happened at the table beside the board (somebody sat down, a bot took over).
talk = Table(
    "talk",
    metadata,
    Column("id", BigId, primary_key=True, autoincrement=True),
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("kind", String(12), nullable=False),
    Column("seat", Integer),
    Column("user_id", BigId),  # who said it, or whom the table tells of
    Column("name", String(40), nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Index("ix_talk_game_id", "game", "id"),
    Index("ix_talk_user_id", "user_id"),
)

channels = Table(
    "channels",
    metadata,
    Column("id", BigId, primary_key=True, autoincrement=True),
    Column("user_id", BigId, ForeignKey("users.id"), nullable=False),
    Column("kind", String(10), nullable=False),  # push, email, webhook
    Column("target", JSON, nullable=False),
    Column("failures", Integer, nullable=False),
    Column("created", Float, nullable=False),
    Column("secret", String(64), nullable=False, server_default=""),  # signs what is sent, names it in links
    Column("confirmed", Float, nullable=True),  # nothing but the question goes to an address that has not agreed
    Index("ix_channels_user_id", "user_id"),
    Index("ix_channels_secret", "secret"),
    Index("ix_channels_confirmed_created", "confirmed", "created"),
)

# What was sent to an address before it agreed, and those that never want to hear from us again; addresses as hashes.
letters = Table(
    "letters",
    metadata,
    Column("address", String(64), primary_key=True),
    Column("at", Float, nullable=False),
    Column("stopped", Boolean, nullable=False),
    Index("ix_letters_stopped_at", "stopped", "at"),
)

# One row per person and turn: whoever inserts it sends the message.
notices = Table(
    "notices",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("user_id", BigId, ForeignKey("users.id"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", Float, nullable=False),
    Index("ix_notices_at", "at"),
    Index("ix_notices_user_id", "user_id"),
)

# One row per seat of a finished game and unit it played, for the page of statistics.
plays = Table(
    "plays",
    metadata,
    Column("id", BigId, primary_key=True, autoincrement=True),
    Column("game", String(16), ForeignKey("games.id"), nullable=False),
    Column("title", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("user_id", BigId),
    Column("bot", String(20), nullable=False),
    Column("kind", String(10), nullable=False),  # seat, race, power
    Column("unit", String(60), nullable=False),
    Column("score", Integer, nullable=False),
    Column("won", Float, nullable=False),  # a shared win counts its share
    UniqueConstraint("game", "seat", "kind", "unit"),
    # All that a person's own statistics ask for.
    Index("ix_plays_user_id_title", "user_id", "title", "kind", "unit", "players", "score", "won"),
)

# The sums of `plays`, kept beside them: everybody's statistics cost the same however much was played.
tallies = Table(
    "tallies",
    metadata,
    Column("title", String(40), primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("kind", String(10), primary_key=True),
    Column("unit", String(60), primary_key=True),
    Column("games", Integer, nullable=False),
    Column("won", Float, nullable=False),
    Column("score", BigInteger, nullable=False),
)

# Lessons and puzzles that a person has taken up: how far, how often tried, when done, and the table it is played at.
learning = Table(
    "learning",
    metadata,
    Column("user_id", BigId, ForeignKey("users.id"), primary_key=True),
    Column("thing", String(80), primary_key=True),
    Column("step", Integer, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("done", Float),
    Column("game", String(16)),
)

# How people stand who want to be rated.
ratings = Table(
    "ratings",
    metadata,
    Column("user_id", BigId, ForeignKey("users.id"), primary_key=True),
    Column("title", String(40), primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("rating", Float, nullable=False),
    Column("uncertainty", Float, nullable=False),
    Column("sure", Float, nullable=False),  # what leaderboards go by: the rating less three uncertainties
    Column("games", Integer, nullable=False),
    Index("ix_ratings_title_players_sure", "title", "players", "sure"),
)

# How they came there: one row per game and seat, so that no game counts twice.
rated_games = Table(
    "rated_games",
    metadata,
    Column("game", String(16), ForeignKey("games.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("user_id", BigId, ForeignKey("users.id"), nullable=False),
    Column("title", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("rating", Float, nullable=False),
    Column("uncertainty", Float, nullable=False),
    Column("at", Float, nullable=False),
    Index("ix_rated_games_user_id_title_players_at", "user_id", "title", "players", "at"),
)

# Units and maps that people keep here. A game has its own copy of those it is played with.
units = Table(
    "units",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("user_id", BigId, ForeignKey("users.id"), nullable=False),
    Column("title", String(40), nullable=False),
    Column("kind", String(10), nullable=False),  # race, power, relic, place, artifact; of a map: regions, hexes
    Column("players", Integer, nullable=False, server_default="0"),  # of a map: for how many it is; 0: any number
    Column("names", String(100), nullable=False),  # what it is found by
    Column("data", Text, nullable=False),  # canonical JSON
    Column("fingerprint", String(16), nullable=False),
    Column("copied", String(16)),  # what it was made from
    Column("figures", JSON),  # what the lab found; of a map: how its seats fare
    Column("verdict", String(10), nullable=False),  # even, stronger, weaker; of a map even, uneven; or nothing yet
    Column("plays", Integer, nullable=False),  # seats of finished games; of a map the games
    Column("won", Float, nullable=False),
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("published", Float),
    Column("taken_down", Float),  # by an operator
    Index("ix_units_user_id_updated", "user_id", "updated"),
    Index("ix_units_published_id", "published", "id"),
    Index("ix_units_plays_id", "plays", "id"),
    Index("ix_units_fingerprint", "fingerprint"),
)

# Who runs one of the workshop's labs, and until when that counts if its worker is heard of no more. No keys: it passes.
leases = Table(
    "leases",
    metadata,
    Column("user_id", BigId, primary_key=True, autoincrement=False),
    Column("mark", String(16), nullable=False),  # what it is held by
    Column("until", Float, nullable=False),
)

# Trees of variations that people keep here, each with its own copy of where it begins.
studies = Table(
    "studies",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("user_id", BigId, ForeignKey("users.id"), nullable=False),
    Column("name", String(80), nullable=False),
    Column("title", String(40), nullable=False),
    Column("players", Integer, nullable=False),
    Column("map_name", String(60), nullable=False),
    Column("options", JSON, nullable=False),
    Column("start", Text),  # dump of the first position, where it is not the usual one
    Column("nodes", Text, nullable=False),  # JSON: moves, notes, arrows
    Column("version", Integer, nullable=False),  # counts changes
    Column("copied", String(16)),  # the study it was made from
    Column("created", Float, nullable=False),
    Column("updated", Float, nullable=False),
    Column("taken_down", Float),  # by an operator
    Index("ix_studies_user_id_updated", "user_id", "updated"),
)

# What people told the operator. It outlives what it is about: no keys, only numbers.
reports = Table(
    "reports",
    metadata,
    Column("id", BigId, primary_key=True, autoincrement=True),
    Column("reporter", BigId),
    Column("game", String(16)),
    Column("line", BigId),
    Column("user_id", BigId),
    Column("unit", String(16)),
    Column("study", String(16)),
    Column("said", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("closed", Float),
    Index("ix_reports_closed_id", "closed", "id"),
)

# What an operator did beside the workers: each of them looks here for what is new.
decrees = Table(
    "decrees",
    metadata,
    Column("id", BigId, primary_key=True, autoincrement=True),
    Column("kind", String(10), nullable=False),  # person, table, unsaid
    Column("game", String(16)),
    Column("user_id", BigId),
    Column("line", BigId),
    Column("at", Float, nullable=False),
)

# Other ways into an account than a password.
passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),  # digest of the credential
    Column("user_id", BigId, ForeignKey("users.id"), nullable=False),
    Column("credential", Text, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("name", String(40), nullable=False),
    Column("created", Float, nullable=False),
    Column("used", Float),
    Index("ix_passkeys_user_id", "user_id"),
)

logins = Table(
    "logins",
    metadata,
    Column("provider", String(40), primary_key=True),
    Column("subject", String(255), primary_key=True),  # whom the provider means, for ever the same
    Column("user_id", BigId, ForeignKey("users.id"), nullable=False),
    Column("created", Float, nullable=False),
    Index("ix_logins_user_id", "user_id"),
)
