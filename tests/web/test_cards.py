"""Players, coins and lines of the chronicle have cards at a table of regions."""

import pytest
from playwright.sync_api import expect

from terrarium import catalog
from tests.server.harness import Client
from tests.web.browser import PHONE, Person, play_until
from tests.web.conftest import OpenPage
from tests.web.test_terra_mystica import serious


@pytest.mark.parametrize(
    ("title", "lang"), [("small-world", "zh-Hant"), ("underground", "en"), ("warcraft", "zh-Hans")]
)
def test_a_player_a_coin_and_a_line_tell_their_rule(base: str, open_page: OpenPage, title: str, lang: str) -> None:
    client = Client(base, "Ada")
    game = client.new_game(["me", "random"], title=title)["table"]["id"]
    play_until([client], game, lambda _, at: at["view"]["round"] == 2)
    page = open_page(lang=lang)
    person = Person(page, base, "Ada")
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"])
    book = catalog.rulebook(title).by_id
    card = page.locator("[data-thing-card]")
    for selector, rule in {"[data-coins='1']": "secret.coins", "[data-player='0']": "scoring.per_region"}.items():
        page.locator(selector).click()
        expect(card).to_contain_text(book[rule].texts[lang])
        assert serious(page) == [], selector
        page.keyboard.press("Escape")
        expect(card).to_have_count(0)
    page.locator(".log [data-rule-of]").last.hover()
    expect(card).to_contain_text("§")
    page.mouse.move(2, 2)
    expect(card).to_have_count(0)
    page.locator("[data-coins='1']").focus()
    expect(card).to_be_visible()
    assert person.hidden_overflow() == []
    assert person.errors == []


def test_on_a_phone_a_player_has_a_card_and_a_tap_opens_the_players(base: str, open_page: OpenPage) -> None:
    client = Client(base, "Ada")
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    person = Person(open_page(size=PHONE), base, "Ada")
    page = person.page
    person.sit_as(client, game)
    seat = page.locator(".strip [data-seat='1']")
    seat.focus()
    expect(page.locator("[data-thing-card]")).to_contain_text("§")
    seat.click()
    expect(page.locator("dialog[open]")).to_have_count(1)
    assert person.errors == []
