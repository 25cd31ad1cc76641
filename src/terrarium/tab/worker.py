"""What the web worker calls: one house, its doors, its lines. Text goes in and out, so that nothing of Python leaks."""

import json
from collections.abc import Callable

from terrarium.tab import advice, board, lab, learning, maps, plays, shelves, tables, talk, workshop
from terrarium.tab.doors import answer, flow
from terrarium.tab.house import House, Line

DOORS = (tables, board, advice, learning, plays, workshop, lab, maps, shelves)
"""Imported so that their doors hang."""


class Worker:
    """The house of this browser, as the other side of a message port sees it."""

    def __init__(self, seed: str = "", simulations: int = 0) -> None:
        self.house = House(seed, simulations)

    def recall(self, key: str, text: str) -> None:
        self.house.recall(key, text)

    def request(self, method: str, address: str, body: str) -> str:
        """Status, a blank, and the text of the answer."""
        status, text = answer(self.house, method, address, body)
        return f"{status} {text}"

    def flow(self, address: str, body: str, deliver: Callable[[str], object]) -> str:
        """Begin what takes its time. The task's name and a bar, its status, a blank, and the text of a refusal."""
        status, text, name = flow(self.house, address, body, deliver)
        return f"{name}|{status} {text}"

    def stop(self, name: str) -> None:
        """Nobody waits for it any more."""
        self.house.tasks.pop(name, None)

    def open(self, game: str, lang: str, after: int, deliver: Callable[[str], object]) -> int:
        """A line to a table; 0 where there is no such table."""
        if game not in self.house.rooms:
            return 0
        return talk.join(self.house, Line(game, lang, deliver), after)

    def hear(self, line: int, text: str) -> None:
        if line in self.house.lines:
            talk.hear(self.house, line, text)

    def close(self, line: int) -> None:
        self.house.lines.pop(line, None)

    def work(self) -> str:
        """One portion of what is to be done; empty where nothing is left."""
        return self.house.work()

    def changes(self) -> str:
        """What is to be kept: pairs of a name and a text, as JSON."""
        return json.dumps(self.house.changes())
