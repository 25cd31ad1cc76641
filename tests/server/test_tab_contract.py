"""The contract of the two houses, call by call: the same questions, deeds and refusals, in the same order, at the same
game. Whatever a page can ask of a table it plays at stands here."""

import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.two_houses import TITLES, House, Player, TabHouse, plain
from tests.support.patience import PAUSE_S, Patience

Call = tuple[str, str, dict[str, Any]]
SEATS = [{"kind": "me"}, {"kind": "bot", "level": "greedy"}, {"kind": "bot", "level": "greedy"}]
LONG = "x" * 3000

READ: list[Call] = [
    ("GET", path, {})
    for path in (
        "", "/view", "/view?at=0", "/view?at=99999", "/view?at=-1", "/view?at=x", "/view?as=1", "/events",
        "/events?after=2&upto=4", "/events?after=x", "/events?lang=zh-Hant", "/forecast", "/profit?region=3",
        "/profit?region=200", "/profit?region=201", "/profit?region=999", "/profit?region=x", "/profit",
        "/position", "/position?at=0", "/position?at=99999", "/fair", "/private", "/units", "/draws", "/analysis",
        "/why", "/why?move=", "/why?move=jump", "/why?move=stop", "/why?move=stop&after=jump", "/why?move=stop&ahead=2",
        f"/why?move={LONG}", "/reasons/0", "/reasons/1", "/reasons/x", "/reasons/999999", "/reasons/1000001",
    )
]  # fmt: skip
WRITTEN: list[Call] = [
    ("PUT", "/orders", {"orders": []}),
    ("PUT", "/orders", {"orders": [{"ask": "shift", "play": "stop"}]}),
    ("PUT", "/orders", {"orders": [{"ask": "shift", "play": "stop", "facts": {"cost": {"max": 3}}}]}),
    ("GET", "/private", {}),
    ("PUT", "/orders", {"orders": [{"ask": "x"}]}),
    ("PUT", "/orders", {"orders": [{"ask": "x" * 61, "play": "y"}]}),
    ("PUT", "/orders", {"orders": [{"ask": "x", "play": "y", "facts": {"cost": {"max": "much"}}}]}),
    ("PUT", "/orders", {"orders": [{"ask": "x", "play": "y"}] * 21}),
    ("PUT", "/orders", {"orders": "x"}),
    ("PUT", "/orders", {}),
    ("PUT", "/note", {"note": "Mind the ghouls"}),
    ("PUT", "/note", {"note": 3}),
    ("PUT", "/note", {"text": "x"}),
    ("PUT", "/note", {"note": LONG * 7}),
    ("PUT", "/plan", {"moves": ["stop"]}),
    ("PUT", "/plan", {"moves": []}),
    ("PUT", "/plan", {"moves": "x"}),
    ("DELETE", "/plan", {}),
    ("GET", "/private", {}),
    ("POST", "/plan", {"moves": ["jump"]}),
    ("POST", "/plan", {"moves": ["jump"], "as_far": True}),
    ("POST", "/plan", {"moves": [3]}),
    ("POST", "/plan", {"moves": [LONG]}),
    ("POST", "/plan", {"moves": "x"}),
    ("POST", "/back", {}),
    ("PUT", "/orders", {"orders": []}),
]
FORKED: list[Call] = [
    ("POST", "/fork", {"at": 1, "seats": []}),
    ("POST", "/fork", {"at": 1, "seats": SEATS[:2]}),
    ("POST", "/fork", {"at": 1, "seats": [{"kind": "cat"}, *SEATS[1:]]}),
    ("POST", "/fork", {"at": 1, "seats": [*SEATS[:2], {"kind": "bot", "level": "wizard"}]}),
    ("POST", "/fork", {"at": 99_999, "seats": SEATS}),
    ("POST", "/fork", {"at": 10**9, "seats": SEATS}),
    ("POST", "/fork", {"at": "x", "seats": SEATS}),
    ("POST", "/fork", {"seats": SEATS}),
    ("POST", "/fork", {"at": 1, "seats": SEATS}),
]
PLAYED: list[Call] = [
    ("POST", "/moves", {"id": "q", "expected_seq": 0, "moves": []}),
    ("POST", "/moves", {"id": "", "expected_seq": 0, "moves": ["x"]}),
    ("POST", "/moves", {"id": "q" * 65, "expected_seq": 0, "moves": ["x"]}),
    ("POST", "/moves", {"id": "q\n", "expected_seq": 0, "moves": ["x"]}),
    ("POST", "/moves", {"id": "q", "expected_seq": 0, "moves": ["x"] * 201}),
    ("POST", "/moves", {"id": "q", "expected_seq": 0, "moves": [LONG]}),
    ("POST", "/ask", {"kind": "pony"}),
    ("POST", "/ask", {"kind": "takeback"}),
    ("POST", "/ask", {"kind": "takeback", "to": 99_999}),
    ("POST", "/ask", {"kind": "takeback", "to": -1}),
]
NOWHERE: list[Call] = [
    ("GET", f"/games/{game}{path}", {})
    for game in ("x", "nosuchtable", "a" * 14, "A" * 14, "a" * 15)
    for path in ("", "/view", "/hint", "/record")
]


def settled(house: House, game: str) -> int:
    """Until nobody but me is asked at this table: its last row."""
    patience = Patience()
    while True:
        while isinstance(house, TabHouse) and house.worker.work() == "answer":
            pass
        table, shown = house.get(f"/games/{game}"), house.get(f"/games/{game}/view")
        mine = shown["choices"] and not table["seats"][table["you"]]["stand_in"]
        if table["status"] != "live" or shown["view"]["over"] or mine:
            return int(shown["seq"])
        assert patience.lasts(shown["seq"])
        time.sleep(PAUSE_S)


class Caller:
    """One game in one house, and what it answered to call after call."""

    def __init__(self, house: House, title: str) -> None:
        self.house = house
        player = Player(house, title)
        for number in range(4):
            player.play(number)
        self.game = player.game
        self.tale: list[Any] = []

    def call(self, method: str, path: str, body: dict[str, Any]) -> tuple[int, Any]:
        found = self.house.ask(method, f"/games/{self.game}{path}", **body)
        seq = settled(self.house, self.game)
        self.tale.append([method, path, repr(body)[:100], plain(found), seq])
        return found

    def calls(self, *many: list[Call]) -> None:
        for calls in many:
            for call in calls:
                self.call(*call)

    def move(self, place: int) -> None:
        shown = self.house.get(f"/games/{self.game}/view")
        move = shown["choices"][place % len(shown["choices"])]["text"]
        self.call("POST", "/moves", {"id": f"m{len(self.tale)}", "expected_seq": shown["seq"], "moves": [move]})

    def undo(self, **more: Any) -> None:
        seq = self.house.get(f"/games/{self.game}")["seq"]
        self.call("POST", "/undo", {"id": f"u{len(self.tale)}", "expected_seq": seq, "turn": False, **more})


def alike(houses: tuple[House, ...], title: str, script: Any) -> None:
    """The same script has the same tale in both houses."""
    tales = []
    for house in houses:
        caller = Caller(house, title)
        script(caller)
        tales.append(caller.tale)
    served, own = tales
    for one, other in zip(served, own, strict=True):
        assert one == other, list(differences(one, other))


def differences(one: Any, other: Any, at: str = "") -> Iterator[tuple[str, Any, Any]]:
    """Where two answers part."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in sorted({*one, *other}):
            yield from differences(one.get(key), other.get(key), f"{at}.{key}")
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for place, pair in enumerate(zip(one, other, strict=True)):
            yield from differences(*pair, f"{at}.{place}")
    elif one != other:
        yield at, one, other


@pytest.mark.parametrize("title", TITLES)
def test_questions_wishes_and_their_refusals(houses: tuple[House, House], title: str) -> None:
    alike(houses, title, lambda caller: caller.calls(READ, WRITTEN, PLAYED))


@pytest.mark.parametrize("title", TITLES)
def test_a_fork(houses: tuple[House, House], title: str) -> None:
    def script(caller: Caller) -> None:
        caller.calls(FORKED)
        made = caller.house.ask("POST", f"/games/{caller.game}/fork", at=1, seats=SEATS)[1]
        caller.game = made["table"]["id"]
        settled(caller.house, caller.game)  # else the server's bots may be asked in the middle of their answers
        caller.calls([("GET", "", {}), ("GET", "/view", {})])

    alike(houses, title, script)


@pytest.mark.parametrize("title", TITLES)
def test_taking_back(houses: tuple[House, House], title: str) -> None:
    def script(caller: Caller) -> None:
        seq = settled(caller.house, caller.game)
        caller.move(0)
        caller.undo()
        caller.undo(turn=True)
        caller.undo(id="")
        caller.undo(expected_seq=0)
        caller.move(1)
        caller.call("POST", "/ask", {"kind": "takeback", "to": seq})
        caller.call("POST", "/ask", {"kind": "takeback", "to": 0})
        caller.calls([("GET", "", {}), ("GET", "/view", {}), ("GET", "/events", {})])

    alike(houses, title, script)


@pytest.mark.parametrize("title", TITLES)
def test_giving_up(houses: tuple[House, House], title: str) -> None:
    def script(caller: Caller) -> None:
        caller.call("POST", "/resign", {})
        caller.calls([("POST", "/resign", {}), ("POST", "/back", {}), ("POST", "/ask", {"kind": "abort"})])
        caller.calls([("GET", "", {}), ("GET", "/fair", {}), ("GET", "/view?as=1", {}), ("GET", "/view?as=8", {})])
        caller.call("PUT", "/orders", {"orders": [{"ask": "*", "play": "*"}]})

    alike(houses, title, script)


def test_the_last_one_left_has_won(houses: tuple[House, House]) -> None:
    tales = []
    for house in houses:
        seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
        game = house.ask("POST", "/games", title="small-world", seats=seats)[1]["table"]["id"]
        settled(house, game)
        table = house.ask("POST", f"/games/{game}/resign")[1]
        tales.append([table["status"], table["result"], house.ask("POST", f"/games/{game}/resign")[0]])
    assert tales[0] == tales[1]
    assert tales[0][0] == "over"


def test_an_abort(houses: tuple[House, House]) -> None:
    def script(caller: Caller) -> None:
        caller.call("POST", "/ask", {"kind": "abort"})
        caller.calls([("GET", "", {}), ("GET", "/view", {}), ("GET", "/fair", {}), ("GET", "/analysis", {})])
        caller.calls([("POST", "/ask", {"kind": "abort"}), ("POST", "/resign", {}), ("GET", "/hint", {})])

    alike(houses, "small-world", script)


@pytest.mark.parametrize("title", TITLES)
def test_a_hint_has_the_same_shape(houses: tuple[House, House], title: str) -> None:
    """A server may have stronger bots: what they say is told alike."""
    shapes = []
    for house in houses:
        caller = Caller(house, title)
        status, found = caller.call("GET", "/hint", {})
        assert status == 200, found
        shapes.append([sorted(found), found["seq"], found["seat"], sorted(found["move"])])
    assert shapes[0] == shapes[1]


def test_where_there_is_no_table(houses: tuple[House, House]) -> None:
    served, own = ([plain(house.ask(*call[:2])) for call in NOWHERE] for house in houses)
    assert served == own
