"""The hub: news between workers, which game changed and who is connected where. One process needs none."""

from collections.abc import Awaitable, Callable

import msgspec


class News(msgspec.Struct):
    """`kind`: moved, table, talk, presence."""

    worker: str
    kind: str
    game: str
    seq: int = 0


class Hub:
    """Alone in the world: nobody to tell."""

    shared = False
    """Are there other workers, which change games too?"""
    deaf = False
    """May other workers have changed games without our hearing of it?"""

    async def start(self, listener: Callable[[News | None], Awaitable[None]]) -> None:
        """Begin to listen; `None` means that news may have been missed."""

    async def stop(self) -> None:
        """Stop listening."""

    async def publish(self, kind: str, game: str, seq: int = 0) -> None:
        """Tell the other workers."""

    async def set_presence(self, game: str, present: list[str]) -> None:
        """Say who is connected to this game through this worker."""

    async def presence(self, game: str) -> list[str]:
        """Who is connected to this game through other workers."""
        return []

    async def healthy(self) -> bool:
        return True
