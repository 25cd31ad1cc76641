"""What the web worker calls: one house, its doors, its lines. Text goes in and out, so that nothing of Python leaks."""

import json
from collections.abc import Callable

from terrarium.server.errors import Problem
from terrarium.tab import advice, board, lab, learning, maps, plays, shelves, tables, talk, workshop
from terrarium.tab.doors import answer, flow
from terrarium.tab.house import House
from terrarium.tab.things import Asleep, Line

DOORS = (tables, board, advice, learning, plays, workshop, lab, maps, shelves)
"""Imported so that their doors hang."""


ASLEEP = "asleep "
"""Begins an answer that needs a game which was kept and not opened yet; its name follows."""


class Worker:
    """The house of this browser, as the other side of a message port sees it."""

    def __init__(self, seed: str = "", simulations: int = 0) -> None:
        self.house = House(seed, simulations)

    def recall(self, key: str, text: str) -> None:
        self.house.recall(key, text)

    def request(self, method: str, address: str, body: str) -> str:
        """Status, a blank, and the text of the answer."""
        try:
            status, text = answer(self.house, method, address, body)
        except Asleep as game:
            return f"{ASLEEP}{game}"
        return f"{status} {text}"

    def flow(self, address: str, body: str, deliver: Callable[[str], object]) -> str:
        """Begin what takes its time. The task's name and a bar, its status, a blank, and the text of a refusal."""
        status, text, name = flow(self.house, address, body, deliver)
        return f"{name}|{status} {text}"

    def stop(self, name: str) -> None:
        """Nobody waits for it any more."""
        self.house.tasks.pop(name, None)

    def open(self, game: str, lang: str, after: int, deliver: Callable[[str], object]) -> str:
        """The number of a line to a table; empty where there is no such table."""
        try:
            return str(talk.join(self.house, Line(game, lang, deliver), after))
        except Asleep as found:
            return f"{ASLEEP}{found}"
        except Problem:
            return ""

    def hear(self, line: int, text: str) -> None:
        if line in self.house.lines:
            talk.hear(self.house, line, text)

    def close(self, line: int) -> None:
        self.house.lines.pop(line, None)

    def work(self) -> str:
        """One portion of what is to be done; empty where nothing is left."""
        try:
            return self.house.work()
        except Asleep as game:
            return f"{ASLEEP}{game}"

    def changes(self) -> str:
        """What is to be kept: pairs of a name and a text, as JSON."""
        return json.dumps(self.house.changes())
