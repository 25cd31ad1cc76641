"""Whose question is next when bots have more to think about than processes to do it in.

Bots at a table come before hints, hints before reviews, and reviews before the workshop's games. Within a class it goes
round the people, and for each of them round their tables: somebody with a hundred games waits as long for each as the
others do for one.
"""

import asyncio
from collections import OrderedDict, deque
from typing import Final

TURN: Final = 0
HINT: Final = 1
REVIEW: Final = 2
LAB: Final = 3
CLASSES: Final = 4
LATER: Final = 6
"""After so many questions of a higher class one of a lower class has its turn: it waits long, but not for ever."""

FEW: Final = 4
"""So many may wait before bots think less."""
SHORTEST: Final = 0.2
"""The part of its budget that a bot always has."""

_Tables = OrderedDict[str, deque["asyncio.Future[None]"]]


class Turnstile:
    """Lets so many in at once."""

    def __init__(self, places: int) -> None:
        self.free = places
        self.queued = 0
        """How many wait."""
        self._waiting: list[OrderedDict[str, _Tables]] = [OrderedDict() for _ in range(CLASSES)]
        self._passed_over = 0

    async def enter(self, kind: int, person: str, table: str) -> None:
        """Wait for a place; whoever leaves it calls `leave`."""
        if self.free > 0:
            self.free -= 1
            return
        place = asyncio.get_running_loop().create_future()
        people = self._waiting[kind]
        people.setdefault(person, OrderedDict()).setdefault(table, deque()).append(place)
        self.queued += 1
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave()  # the place was given in the very moment its owner went away
            else:
                place.cancel()
            raise
        finally:
            self.queued -= 1

    def pace(self, seconds: float) -> float:
        """How long to think of this budget: less while many wait, so that all get an answer soon."""
        return max(seconds * SHORTEST, seconds / (1 + self.queued // FEW))

    def leave(self) -> None:
        """Give the place to whoever is next."""
        while (place := self._next()) is not None:
            if not place.done():
                place.set_result(None)
                return
        self.free += 1

    def _next(self) -> "asyncio.Future[None] | None":
        kinds = [kind for kind in range(CLASSES) if self._waiting[kind]]
        if not kinds:
            return None
        kind = kinds[0]
        if len(kinds) > 1:
            self._passed_over += 1
            if self._passed_over > LATER:
                self._passed_over = 0
                kind = kinds[1]
        people = self._waiting[kind]
        person, tables = people.popitem(last=False)
        table, places = tables.popitem(last=False)
        place = places.popleft()
        # Whoever had a turn goes to the end of the round, the table at the end of that person's.
        if places:
            tables[table] = places
        if tables:
            people[person] = tables
        return place
