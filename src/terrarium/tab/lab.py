"""The lab of a browser: how strong a unit is in games of bots, between two answers to the page. It is the server's with
fewer games: its intervals stay wider, and whoever waits no longer ends it."""

import time
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from terrarium.server.errors import Problem
from terrarium.server.workshop import units
from terrarium.server.workshop.works import FIGURES, LEAST_SHOWN
from terrarium.tab.doors import Asked, Flowing, door
from terrarium.tab.house import House
from terrarium.tab.workshop import drafted
from terrarium.words import Words
from terrarium.workshop import lab
from terrarium.workshop.files import UnitFile, option_of

LEAST = 8
"""Games that a lab plays at least."""
MOST = 240
"""Games at the table that was asked for: a browser plays a hundredth of what compiled rules do."""
LONGEST_S = 240.0
PORTION_S = 0.4


class Watch:
    """The seconds that were spent playing."""

    def __init__(self) -> None:
        self.spent = 0.0
        self._began = 0.0

    def __enter__(self) -> None:
        self._began = time.monotonic()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.spent += time.monotonic() - self._began


@door("POST", "/workshop/lab")
def measure(asked: Asked) -> object:
    """How strong a unit is, and what would bring it nearer to even."""
    title, text = drafted(asked)
    players, games = asked.wish("players", int, 2), asked.wish("games", int, MOST)
    if not title.players[0] <= players <= title.players[1]:
        raise Problem(422, "bad_request", what="players")
    if not LEAST <= games <= lab.GAMES:
        raise Problem(422, "bad_request", what="games")
    file, words = units.playable(title.id, text, asked.lang)
    return Flowing(measured(asked.house, lab.Bench(title.id, players), file, words, min(games, MOST)))


def measured(house: House, where: lab.Bench, file: UnitFile, words: Words, most: int) -> Iterator[dict[str, Any]]:
    """The table that was asked for until its share is known well enough, the other numbers of players, and the
    neighbours; the last line has `done`. What is known stays with the work however it ends."""
    near = lab.near_of(where, file, words)
    parts = lab.parts_of(where, file, near, most, min(lab.TRIES, most // 4))
    ledger, watch = lab.Ledger(where, file, near), Watch()
    played, way = 0, 0
    total = sum(part.games for group in parts for part in group)
    try:
        for group in parts:
            done = [0] * len(group)
            while watch.spent < LONGEST_S:
                open_ = [n for n, part in enumerate(group) if done[n] < part.games and not ledger.sure(part.name)]
                if not open_:
                    break
                turn = min(open_, key=lambda n: done[n])  # what is held against each other grows alike
                part, before = group[turn], done[turn]
                with watch:
                    results = lab.some_games(
                        where, part.file, part.players, part.games - before, part.first + before, PORTION_S, part.field
                    )
                ledger.hear(part.name, results)
                done[turn] += len(results)
                played += len(results)
                yield shown(ledger, False, (way + sum(done)) / total, played, watch.spent)
            way += sum(part.games for part in group)
        yield shown(ledger, True, 1.0, played, watch.spent)
    finally:
        if played:
            page = shown(ledger, True, 1.0, played, watch.spent)
            kept = {name: page[name] for name in FIGURES if name in page}
            noted(house, where.title, option_of(file)[1], kept)


def shown(ledger: lab.Ledger, done: bool, way: float, played: int, seconds: float) -> dict[str, Any]:
    """A line of a lab."""
    page: dict[str, Any] = ledger.page()
    page["suggestions"] = [line for line in page["suggestions"] if line["games"]]
    page |= {"players": ledger.bench.players, "way": round(way, 3), "played": played, "seconds": round(seconds, 1)}
    return {"kind": "lab", "done": done, **page}


def noted(house: House, title: str, value: str, figures: dict[str, Any]) -> None:
    """Figures are kept with the works that they are of, unless more is known of these."""
    if figures["games"] < LEAST_SHOWN:
        return
    mark = (title, value.partition(" ")[0])
    for work in house.works.values():
        known = 0 if work.figures is None else work.figures["games"]
        if (work.title, work.fingerprint) == mark and known <= figures["games"]:
            work.figures, work.verdict = figures, str(figures["verdict"])
            house.touch(work.key)
