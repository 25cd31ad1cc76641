"""What helps people at a table in a tab, in both families: hints, refusals with their rule, undo, bots' reasons,
replay, rules, lessons, puzzles, and the review of a finished game."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from terrarium import lessons, puzzles
from tests.server.two_houses import Player, TabHouse
from tests.web.browser import Person, context_for
from tests.web.facing import facing
from tests.web.mystic import CLICK_HEX
from tests.web.tabs import WISHES
from tests.web.test_lessons import right_answer
from tests.web.test_puzzles import Solver

FEW = "&simulations=4#"
"""So many for each answer of `strong` and each position of a review, whatever the clock says."""
LANGS = {"small-world": "zh-Hans", "terra-mystica": "zh-Hant"}
MAIN = {"small-world": "conquest", "terra-mystica": "main"}
"""What is asked where one acts on the board."""
ROUNDS = {"small-world": 2, "terra-mystica": 1}
"""Of the game that is reviewed: in Terra Mystica a round is many rows, and each of them is dear."""


class Seat:
    """Somebody at a table against a bot, alone in a browser: one visit for all tests of a title."""

    def __init__(self, person: Person, title: str, game: str) -> None:
        self.person, self.title, self.game = person, title, game
        self.page, self.address = person.page, f"{person.base}/g/{game}"

    def at_table(self, ask: str = "") -> int:
        """Sit down there again, and play until this is asked: the last row."""
        if not self.page.url.endswith(self.game):
            self.page.goto(self.address)
        while True:
            seen = self.person.wait(lambda s: s["line"] == "open" and s["mine"] and not s["pending"])
            if ask in ("", seen["ask"]):
                return int(seen["seq"])
            self.person.step()

    def put_away(self) -> None:
        """Close what lies over the table."""
        self.page.locator("dialog header .icon-btn").click()
        expect(self.page.locator("dialog")).to_have_count(0)


@pytest.fixture(scope="module", params=LANGS)
def seat(browser: Browser, files: str, request: pytest.FixtureRequest) -> Iterator[Seat]:
    title: str = request.param
    context = context_for(browser, lang=LANGS[title])
    page, base = context.new_page(), files + WISHES + FEW
    person, game = facing(page, base, title, "strong")
    yield Seat(person, title, game)
    assert person.errors == []
    context.close()


def test_a_hint_is_asked_and_played(seat: Seat) -> None:
    page, before = seat.page, seat.at_table(MAIN[seat.title])
    page.locator("[data-hint-ask]:visible").click()
    expect(page.locator("[data-hint] [data-coach-move]")).not_to_be_empty()
    expect(page.locator("[data-hint] [data-reason]").first).not_to_be_empty()
    page.locator("[data-hint-play]").click()
    seat.person.wait(lambda seen: seen["seq"] > before and not seen["pending"])
    expect(page.locator("[data-hint]")).to_have_count(0)


def test_a_refusal_tells_its_rule(seat: Seat) -> None:
    """Where one may not act, and which rule says so."""
    page = seat.page
    seat.at_table(MAIN[seat.title])
    # The mouse may rest on something that has a card of its own.
    rule = page.locator(f"{'[data-hex-card]' if seat.title == 'terra-mystica' else '.card'} button.rule").first
    if seat.title == "terra-mystica":
        page.evaluate(CLICK_HEX, page.locator("[data-hex]:not([data-legal])").first.get_attribute("data-hex"))
    else:
        seat.person.wait(lambda seen: seen["drawn"])
        closed = page.locator("[data-region]:not([data-legal])").first.get_attribute("data-region")
        seat.person.click_region(int(closed or ""))
    rule.click()
    expect(page.locator("dialog li.focus[data-rule]")).to_be_in_viewport()
    seat.put_away()
    # The region's card lies over its neighbours, and its button may be where the next one is clicked.
    page.keyboard.press("Escape")
    expect(rule).to_have_count(0)


def test_an_answer_is_taken_back(seat: Seat) -> None:
    page, person = seat.page, seat.person
    before = seat.at_table(MAIN[seat.title])
    choices = page.locator(".table").get_attribute("data-ask")
    person.step()
    page.locator("[data-undo]:visible").click()
    person.wait(lambda seen: seen["mine"] and seen["seq"] > before + 1 and seen["ask"] == choices)


def test_a_bot_says_why(seat: Seat) -> None:
    page = seat.page
    while not page.locator("[data-why]").count():
        seat.at_table()
        seat.person.step()
    page.locator("[data-why]").last.click()
    expect(page.locator("[data-coach=why] [data-coach-move]")).not_to_be_empty()
    expect(page.locator("[data-coach=why] [data-reason]").first).not_to_be_empty()
    page.keyboard.press("Escape")


def test_a_replay_goes_both_ways(seat: Seat) -> None:
    page = seat.page
    seat.at_table(MAIN[seat.title])
    page.goto(f"{seat.address}?at=2")
    count = page.locator(".replay .count")
    expect(count).to_be_visible()
    at = int(count.inner_text().split("/")[0])
    for key, place in (("ArrowRight", at + 1), ("ArrowRight", at + 2), ("ArrowLeft", at + 1)):
        page.keyboard.press(key)
        expect(count).to_have_text(re.compile(f"^{place}/"))
    page.keyboard.press("Escape")
    expect(page.locator(".replay")).to_have_count(0)
    seat.at_table()


def test_rules_are_searched_at_the_table(seat: Seat) -> None:
    page = seat.page
    seat.at_table()
    page.locator("[data-open=rules]").click()
    rules = page.locator("dialog [data-rule]")
    expect(rules.nth(20)).to_be_attached()
    unit = {"small-world": "power.berserk", "terra-mystica": "faction.witches"}[seat.title]
    page.locator("dialog input[type=search]").fill(unit)
    expect(rules.nth(20)).not_to_be_attached()
    expect(page.locator(f'dialog [data-rule^="{unit}"]').first).to_be_visible()
    seat.put_away()


def test_a_step_of_a_lesson_is_taken(seat: Seat) -> None:
    pupil = Solver(seat.page, seat.person.base)
    lesson = lessons.course(seat.title).lessons[0]
    pupil.begin(seat.title, lesson.id)
    pupil.give(right_answer(seat.title, lesson, 0, seat.page))
    expect(seat.page.locator("[data-said]")).to_have_attribute("data-said", "good")


def test_a_puzzle_is_answered(seat: Seat) -> None:
    kind = {"small-world": "pick", "terra-mystica": "send"}[seat.title]
    puzzle = next(one for one in puzzles.of_title(seat.title) if one.best.startswith(kind))
    solver = Solver(seat.page, seat.person.base)
    solver.open(puzzle.id)
    solver.give(puzzle.best)
    solver.verdict("right")
    seat.page.goto(f"{solver.base}/puzzles")
    expect(seat.page.locator(f'li.done a[href="/puzzles/{puzzle.id}"]')).to_have_count(1)


def finished(title: str) -> str:
    """The record of a game that began shortly before its end: a review of it is soon made."""
    house = TabHouse()
    player = Player(house, title)
    while player.last["view"]["round"] < player.last["view"]["rounds"] + 1 - ROUNDS[title]:
        player.play(-1)
    line = house.get(f"/games/{player.game}/position")["line"]
    player.game = house.ask("POST", "/games/import", record=line)[1]["table"]["id"]
    house.listen(player.game)
    player.hear()
    player.finish()
    record: str = house.get(f"/games/{player.game}/record")
    return record


def test_a_finished_game_is_reviewed(seat: Seat) -> None:
    """The curve, the costly moves with their pictures, and from one of them the game goes on."""
    page = seat.page
    page.goto(f"{seat.person.base}/")
    page.locator('[data-do="bring-in"]').click()
    page.locator("textarea[name=brought]").fill(finished(seat.title))
    page.locator('[data-do="bring"]').click()
    page.wait_for_url("**/review")
    expect(page.locator(".victory h2")).to_be_visible()
    expect(page.locator(".analysis progress, .analysis[data-ready=true]")).to_have_count(1)
    expect(page.locator(".analysis[data-ready=true] polyline").nth(2)).to_be_attached()
    expect(page.locator("[data-slip] canvas[data-drawn]").first).to_be_attached()
    assert seat.person.hidden_overflow() == []
    page.locator("[data-fork]").first.click()
    page.wait_for_url(lambda url: not url.endswith("/review"))
    seat.person.wait(lambda seen: seen["line"] == "open" and seen["status"] == "live" and seen["mine"])
