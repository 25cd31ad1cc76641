"""Sounds end by one click, wherever one plays, and come back by the next."""

import pytest
from playwright.sync_api import expect

from tests.web.browser import DESKTOP, PHONE, Person, settle, table_words
from tests.web.conftest import OpenPage
from tests.web.test_in_sight import SIDEWAYS, SMALL, asked, whole

ASKED = {"small-world": "conquest", "terra-mystica": "main"}
KEPT = "localStorage.getItem('terrarium.volume')"


@pytest.mark.parametrize(
    ("size", "lang"),
    [(DESKTOP, "en"), (PHONE, "zh-Hant"), (SIDEWAYS, "zh-Hans"), (SMALL, "en")],
    ids=["desk", "phone", "sideways", "small"],
)
@pytest.mark.parametrize("title", ASKED)
def test_sounds_are_off_by_one_click(
    title: str, size: dict[str, int], lang: str, base: str, open_page: OpenPage
) -> None:
    client, game = asked(base, title, 1, ASKED[title])
    person = Person(open_page(lang=lang, size=size), base)
    page = person.page
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"])
    button = page.locator("header.top [data-sounds]")
    expect(button).to_have_count(0)
    page.evaluate("localStorage.setItem('terrarium.volume', '0.6')")
    page.reload()
    person.wait(lambda s: s["mine"] and s["line"] == "open")
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(button).to_have_attribute("aria-label", table_words(lang)["table.sounds"])
    settle(page)
    for other in page.locator("header.top button").all():
        assert whole(other, size), other.get_attribute("aria-label")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(KEPT) == "0"
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate(KEPT) == "0.6"
    assert person.errors == []
