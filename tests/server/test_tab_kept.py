"""What a browser keeps: games sleep until somebody opens them, however many were played, and may be deleted."""

import json
from typing import Any

import pytest

from terrarium.tab.house import PAGE, House
from terrarium.tab.worker import ASLEEP, Worker
from tests.server.two_houses import Player, TabHouse, begin


class Browser:
    """Keeps what a house hands out, and wakes games for the next one, as the worker does."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.woken: list[str] = []

    def keep(self, house: TabHouse) -> None:
        for key, text in json.loads(house.worker.changes()):
            self.kept.pop(key, None)
            if text is not None:
                self.kept[key] = text

    def open(self) -> "Sleepy":
        return Sleepy(self)


class Sleepy(TabHouse):
    """A house whose games sleep in the browser until they are needed."""

    def __init__(self, browser: Browser) -> None:
        super().__init__()
        self.browser = browser
        self.worker = Worker(self.worker.house.seed, self.worker.house.simulations)
        for key, text in browser.kept.items():
            if "card " + key not in browser.kept and not key.startswith("review "):
                self.worker.recall(key, text)

    def ask(self, method: str, path: str, **body: Any) -> tuple[int, Any]:
        told = self.awake(lambda: self.worker.request(method, path, json.dumps(body) if method != "GET" else ""))
        status, _, text = told.partition(" ")
        return int(status), json.loads(text) if text.startswith("{") else text

    def work(self) -> str:
        return self.awake(self.worker.work)

    def awake(self, ask: Any) -> str:
        told: str = ask()
        while told.startswith(ASLEEP):
            game = told.removeprefix(ASLEEP)
            self.browser.woken.append(game)
            for key in (game, "review " + game):
                self.worker.recall(key, self.browser.kept.get(key, ""))
            told = ask()
        return told


def several(browser: Browser, count: int) -> list[str]:
    house = TabHouse()
    games = [begin(house, "small-world", "random") for _ in range(count)]
    house.heard()
    browser.keep(house)
    return games


def test_no_game_is_read_before_somebody_opens_it() -> None:
    browser = Browser()
    games = several(browser, 4)
    house = browser.open()
    assert {game["id"] for game in house.get("/games?which=mine")["games"]} == set(games)
    assert house.get("/titles/small-world/statistics")["figures"] == []
    assert house.work() == ""
    assert browser.woken == []
    assert house.get(f"/games/{games[2]}/view")["choices"]
    assert browser.woken == [games[2]]
    assert list(house.worker.house.rooms) == [games[2]]


def test_a_bot_that_was_asked_answers_when_the_page_is_opened_again() -> None:
    browser = Browser()
    house = TabHouse()
    game = begin(house, "small-world", "random", "random")
    while house.get(f"/games/{game}/view")["view"]["player"] == 0:
        shown = house.get(f"/games/{game}/view")
        move = shown["choices"][-1]["text"]
        house.ask("POST", f"/games/{game}/moves", id=f"m{shown['seq']}", expected_seq=shown["seq"], moves=[move])
    browser.keep(house)
    again = browser.open()
    assert again.work() == "answer"
    assert browser.woken == [game]


def test_a_finished_game_that_was_not_counted_is_counted_later() -> None:
    browser, house = Browser(), TabHouse()
    player = Player(house, "small-world")
    player.finish()
    browser.keep(house)
    browser.kept = {key: text for key, text in browser.kept.items() if not key.startswith("plays ")}
    again = browser.open()
    while again.work():
        pass
    assert again.get("/titles/small-world/statistics")["figures"]


def test_a_game_of_an_earlier_version_gets_its_card() -> None:
    browser = Browser()
    games = several(browser, 2)
    browser.kept = {key: text for key, text in browser.kept.items() if not key.startswith("card ")}
    house = browser.open()
    assert len(house.get("/games?which=mine")["games"]) == 2
    browser.keep(house)
    assert {f"card {game}" for game in games} <= set(browser.kept)


def test_a_game_that_cannot_be_read_when_it_is_opened_is_told_so_once() -> None:
    browser = Browser()
    games = several(browser, 2)
    browser.kept[games[0]] = browser.kept[games[0]][:100]
    house = browser.open()
    assert house.ask("GET", f"/games/{games[0]}")[0] == 404
    assert [game["id"] for game in house.get("/games?which=mine")["games"]] == [games[1]]
    assert json.loads(house.worker.changes()) == [], "it is left where it lies"


def test_a_lesson_is_taken_up_where_it_was_left() -> None:
    browser, house = Browser(), TabHouse()
    course = house.get("/lessons")["courses"][0]
    path = f"/lessons/{course['title']}/{course['lessons'][0]['id']}"
    game = house.ask("POST", path, again=False)[1]["table"]["id"]
    browser.keep(house)
    again = browser.open()
    assert again.ask("POST", path, again=False)[1]["table"]["id"] == game
    assert again.ask("POST", path, again=True)[1]["table"]["id"] != game
    browser.keep(again)
    assert game not in browser.kept


def test_what_has_ended_may_be_deleted_and_nothing_else() -> None:
    browser, house = Browser(), TabHouse()
    over = Player(house, "small-world")
    over.finish()
    house.ask("GET", f"/games/{over.game}/analysis")
    while house.worker.work():
        pass
    running, aborted = (begin(house, "small-world", "random") for _ in range(2))
    house.ask("POST", f"/games/{aborted}/ask", kind="abort")
    browser.keep(house)
    again = browser.open()
    archive = {game["id"]: game["status"] for game in again.get("/games?which=archive")["games"]}
    assert archive == {over.game: "over", aborted: "aborted"}
    status, told = again.ask("DELETE", f"/games/{running}")
    assert (status, told["error"]["code"]) == (409, "game_running")
    for game in archive:
        assert again.ask("DELETE", f"/games/{game}") == (200, {"ok": True})
        assert again.ask("DELETE", f"/games/{game}")[0] == 404
        assert again.ask("GET", f"/games/{game}")[0] == 404
    browser.keep(again)
    assert browser.woken == []
    assert [key for key in browser.kept if over.game in key or aborted in key] == []
    assert running in browser.kept


def test_a_list_has_pages() -> None:
    browser = Browser()
    several(browser, 1)
    text = browser.kept.popitem()[1]
    card = next(text for key, text in {**browser.kept, "card x": text}.items() if key.startswith("card "))
    for number in range(PAGE + 3):
        told = json.loads(card)
        told["entry"] = {**told["entry"], "id": f"g{number:03}", "updated": number}
        browser.kept[f"card g{number:03}"] = json.dumps(told)
        browser.kept[f"g{number:03}"] = ""
    house = browser.open()
    first = house.get("/games?which=mine")
    second = house.get(f"/games?which=mine&cursor={first['next']}")
    assert len(first["games"]) == PAGE
    assert second["next"] is None
    ids = [game["id"] for game in [*first["games"], *second["games"]]]
    assert len(set(ids)) == len(ids) >= PAGE + 3
    assert house.ask("GET", "/games?which=mine&cursor=nowhere")[0] == 422


def test_a_bot_that_fails_stops_neither_the_others_nor_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    house = TabHouse()
    games = [begin(house, "small-world", "random", "random") for _ in range(2)]
    answers = House.bot_answers

    def broken(self: House, room: Any) -> None:
        if room.id == games[0]:
            raise ZeroDivisionError
        answers(self, room)

    for game in games:
        house.ask("POST", f"/games/{game}/resign")
    with monkeypatch.context() as patched:
        patched.setattr(House, "bot_answers", broken)
        while house.worker.work() == "answer":
            pass
        assert [house.get(f"/games/{game}")["status"] for game in games] == ["live", "over"]
    house.ask("PUT", f"/games/{games[0]}/note", note="again")
    while house.worker.work() == "answer":
        pass
    assert house.get(f"/games/{games[0]}")["status"] == "over"


@pytest.mark.parametrize("text", ["", "[", "[]", '"x"', '{"type": "move", "data": 3}', '{"type": "move", "data": {}}'])
def test_what_nobody_understands_is_refused_and_the_line_goes_on(text: str) -> None:
    house = TabHouse()
    begin(house, "small-world", "random")
    house.heard()
    house.worker.hear(house.line, text)
    assert [packet["type"] for packet in house.heard()] == ["refused"]
    house.say("ping")
    assert [packet["type"] for packet in house.heard()] == ["pong"]
