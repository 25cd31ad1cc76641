"""Does a seat win more than its share on a map? Many games of bots, all seats alike; what is known grows surer."""

import time
from dataclasses import dataclass, field
from typing import Any

from terrarium import catalog
from terrarium.arena.match import Match, Result, play
from terrarium.workshop.lab import Tally
from terrarium.workshop.maps import MapFile, map_option

GAMES = 600
BOT = "greedy"


@dataclass
class Seats:
    """What is known so far of each seat."""

    players: int
    games: int = 0
    tallies: list[Tally] = field(default_factory=list)

    def hear(self, results: list[Result]) -> None:
        self.tallies = self.tallies or [Tally() for _ in range(self.players)]
        for result in results:
            self.games += 1
            for seat, tally in enumerate(self.tallies):
                tally.count(result, seat)

    @property
    def sure(self) -> bool:
        return bool(self.tallies) and all(tally.sure for tally in self.tallies)

    def page(self) -> dict[str, Any]:
        even = 1 / self.players
        lines = [{"seat": seat, **tally.page()} for seat, tally in enumerate(self.tallies)]
        off = [seat for seat, tally in enumerate(self.tallies) if not tally.interval[0] <= even <= tally.interval[1]]
        return {"players": self.players, "games": self.games, "even": round(even, 4), "seats": lines, "uneven": off}


def some_games(file: MapFile, players: int, first: int, games: int, seconds: float) -> list[Result]:
    """As many games as there is time for, one at least, from a number on."""
    name, value = map_option(file)
    options = {**catalog.title(file.title).dealt(), name: value}
    ends = time.monotonic() + seconds
    found: list[Result] = []
    for number in range(first, first + games):
        match = Match(file.title, [BOT] * players, 1_000_003 + number, file.id, options, 1.0, 0, number)
        found.append(play(match))
        if time.monotonic() > ends:
            break
    return found
