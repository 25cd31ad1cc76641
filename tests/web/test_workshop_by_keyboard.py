"""The workshop by keys alone: a race is made, checked and its card read; what a key moves is followed."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import DESKTOP, FRAMES, PHONE, until
from tests.web.conftest import OpenPage
from tests.web.test_by_keyboard import ByKeys
from tests.web.test_lab import base  # noqa: F401
from tests.web.test_workshop import open_bench

# Where the focus is: the number of its sentence.
AT = "() => document.activeElement?.closest('[data-sentence]')?.dataset.sentence ?? ''"


def turn(page: Page, key: str, value: str) -> None:
    """Go through the menu that has the focus until it says this."""
    for _ in range(40):
        if page.evaluate("() => document.activeElement?.value") == value:
            return
        page.keyboard.press(key)
        page.evaluate(FRAMES)
    raise AssertionError(f"the menu never comes to {value}")


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_race_is_made_read_and_checked(base: str, open_page: OpenPage, size: dict[str, int]) -> None:  # noqa: F811
    page = open_page(size=size)
    seen = open_bench(page, base)
    ada, keys, card = ByKeys(page, base), page.keyboard, page.locator("[data-card]")
    ada.reach('[data-name="en"]')
    keys.press("Control+a")
    keys.type("Mice")
    ada.reach("[data-all]")
    keys.press("Enter")
    expect(page.locator("[data-icon][aria-pressed=true]")).to_be_focused()
    ada.reach('[data-icon="owl"]')
    keys.press("Enter")
    expect(page.get_by_role("button", name="owl", exact=True)).to_have_attribute("aria-pressed", "true")
    ada.reach('[data-add="income"]')
    keys.press("Enter")
    ada.reach('[data-add="price"]')
    keys.press("Enter")
    ada.reach('[data-sentence="1"] .words > select:first-of-type')
    turn(page, "ArrowDown", "w:farmland")
    ada.reach('[data-sentence="1"] .words > select:last-of-type')
    turn(page, "ArrowUp", "n:-1")
    ada.reach('[data-sentence="1"] [data-move="-1"]')
    keys.press("Enter")
    until(page, f"() => ({AT})() === '0'")
    expect(card).to_contain_text("1 token less for farmland regions.")
    ada.reach('[data-sentence="1"] [data-remove]')
    keys.press("Enter")
    expect(page.locator("[data-sentence]")).to_have_count(1)
    until(page, f"() => ({AT})() === '0'")
    expect(card.locator("h2")).to_have_text("Mice")
    expect(card.locator("li")).to_have_text(["1 token less for farmland regions."])
    ada.reach('[data-partner="1"]')
    keys.press("Enter")
    expect(card.locator("[data-with]")).not_to_have_attribute("data-with", "")
    expect(card).to_be_in_viewport()
    ada.reach("[data-check]:enabled")
    keys.press("Enter")
    expect(page.locator("[data-checked=passed]")).to_be_visible()
    assert seen.errors == []


def test_every_icon_says_what_it_shows(base: str, open_page: OpenPage) -> None:  # noqa: F811
    page = open_page(lang="zh-Hant")
    seen = open_bench(page, base)
    page.get_by_role("button", name="全部").click()
    icons = page.locator("[data-icon]")
    expect(page.get_by_role("button", name="貓頭鷹", exact=True)).to_have_attribute("data-icon", "owl")
    names = icons.evaluate_all("(all) => all.map((one) => one.getAttribute('aria-label'))")
    assert len(names) > 200
    assert [name for name in names if name.isascii()] == []
    assert len(set(names)) == len(names)
    assert seen.errors == []
