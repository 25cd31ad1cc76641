"""Puzzles in the browser: wrong answers are judged and not played, the right one is, and is explained."""

import pytest
from playwright.sync_api import expect

from terrarium import puzzles
from terrarium.puzzles import Puzzle
from terrarium.titles import LANGUAGES
from tests.web.browser import DESKTOP, PHONE
from tests.web.conftest import OpenPage
from tests.web.test_lessons import Pupil, beside_combos

SIZES = [DESKTOP, {"width": 820, "height": 1180}, PHONE, {"width": 844, "height": 390}]


def picked() -> Puzzle:
    """A choice of combos: both answers are buttons in sight."""
    found = puzzles.of_title("small-world")
    return next(one for one in found if one.best.startswith("pick") and one.second.startswith("pick"))


class Solver(Pupil):
    def open(self, id: str) -> None:
        self.page.goto(f"{self.base}/puzzles/{id}")
        self.wait(lambda s: s["line"] == "open" and s["mine"] and not s["pending"])
        expect(self.page.locator("[data-puzzle]")).to_be_visible()

    def verdict(self, wanted: str) -> None:
        expect(self.page.locator("[data-puzzle]")).to_have_attribute("data-verdict", wanted)


def test_a_puzzle_is_solved_by_clicks(base: str, open_page: OpenPage) -> None:
    puzzle = picked()
    ada = Solver(open_page(), base, "Ada")
    ada.open(puzzle.id)
    seq = ada.look()["seq"]
    ada.give(puzzle.second)
    ada.verdict("wrong")
    assert ada.look()["seq"] == seq, "a wrong answer is not played"
    ada.give(puzzle.best)
    ada.verdict("right")
    ada.wait(lambda s: s["seq"] > seq)
    expect(ada.page.locator("[data-puzzle] .said")).to_contain_text("try 2")
    expect(ada.page.locator("[data-puzzle] li, [data-puzzle] .compared").first).to_be_visible()
    ada.page.goto(f"{base}/puzzles")
    expect(ada.page.locator(f'li.done a[href="/puzzles/{puzzle.id}"]')).to_have_count(1)
    ada.page.locator("[data-today]").click()
    ada.page.wait_for_url("**/puzzles/*")
    expect(ada.page.locator("[data-puzzle]")).to_be_visible()
    assert ada.errors == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_answer_is_shown_to_who_asks_at_every_size(base: str, open_page: OpenPage, lang: str) -> None:
    for size, title in zip(SIZES, ("small-world", "underground", "warcraft", "terra-mystica"), strict=True):
        puzzle = puzzles.of_title(title)[0]
        ada = Solver(open_page(lang=lang, size=size), base, "Ada")
        ada.open(puzzle.id)
        assert beside_combos(ada.hidden_overflow()) == []
        ada.page.locator("[data-show]").click()
        ada.verdict("shown")
        expect(ada.page.locator("[data-puzzle] [data-coach-move]")).not_to_be_empty()
        assert "puzzle." not in ada.page.locator("[data-puzzle]").inner_text()
        assert ada.errors == []
