"""What belongs to people more than to the board: how a table is set up among them."""

import pytest
from playwright.sync_api import expect

from tests.web.browser import Person
from tests.web.conftest import OpenPage


@pytest.mark.parametrize("coins", ["hidden", "open"])
def test_a_table_hides_coins_or_shows_them(base: str, open_page: OpenPage, coins: str) -> None:
    page = open_page()
    person = Person(page, base)
    page.goto(base)
    page.locator('[data-title="small-world"]').click()
    page.locator("[data-field=coins]").select_option(coins)
    person.do("begin")
    page.wait_for_selector(".table[data-line=open]")
    shown = page.locator(".player .coin").all_inner_texts()
    assert len(shown) == 3
    assert any("?" in text for text in shown) == (coins == "hidden")


def test_a_title_that_hides_nothing_does_not_ask_for_it(base: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(base)
    page.locator('[data-title="terra-mystica"]').click()
    expect(page.locator('[data-do="begin"]')).to_be_visible()
    expect(page.locator("[data-field=coins]")).to_have_count(0)
