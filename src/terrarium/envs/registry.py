"""The environments by name: `gymnasium.make("terrarium/small-world-2p-v0")`, for every title and number of players.

`import terrarium.envs` makes the names known, and so does `import terrarium` after Gymnasium, or
`gymnasium.make("terrarium.envs:terrarium/small-world-2p-v0")` alone.
"""

from gymnasium.envs.registration import register, registry

from terrarium.catalog import titles

VERSION = 0
"""Raised when the same actions no longer give the same observations and rewards."""


def name_of(title: str, players: int) -> str:
    """The id of a title's environment for so many players."""
    return f"terrarium/{title}-{players}p-v{VERSION}"


def tables() -> list[tuple[str, int]]:
    """Every title with every number of players it takes, as it is usually played."""
    return [
        (id, players) for id, title in titles().items() for players in range(title.players[0], title.players[1] + 1)
    ]


def register_all() -> None:
    """Make every id known to Gymnasium; calling it again does no harm."""
    for title, players in tables():
        name = name_of(title, players)
        if name not in registry:
            wishes = {"title": title, "players": players}
            register(name, entry_point="terrarium.envs.seat_env:SeatEnv", kwargs=wishes)
