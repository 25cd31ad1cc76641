"""The start page: what waits for me comes first; two clicks to a table with whoever waits."""

import pytest
from playwright.sync_api import expect

from terrarium.titles import LANGUAGES
from tests.server.harness import Client
from tests.web.browser import DESKTOP, PHONE, Person
from tests.web.conftest import OpenPage


def test_two_clicks_to_a_table_with_whoever_waits(base: str, open_page: OpenPage) -> None:
    bo = Client(base, "Bo")
    waits = bo.post("/quick", title="underground")["table"]["id"]
    ada = Person(open_page(), base, "Ada")
    ada.page.goto(base)
    ada.do("quick")
    ada.page.locator('[data-quick="underground"]').click()
    ada.page.wait_for_url(f"**/g/{waits}")
    ada.wait(lambda s: s["line"] == "open" and s["status"] == "open")
    seats = bo.get(f"/games/{waits}")["seats"]
    assert [seat["kind"] for seat in seats] == ["human", "human", "open"]
    assert ada.errors == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_waits_for_me_comes_first(base: str, open_page: OpenPage, lang: str) -> None:
    ada, others = Client(base, "Ada"), Client(base, "Bo")
    mine = ada.new_game(["me", "greedy"], title="small-world")["table"]["id"]
    others.new_game(["me", "greedy"], title="warcraft")
    for size in (DESKTOP, PHONE):
        person = Person(open_page(lang=lang, size=size), base, "Ada")
        person.sit_as(ada, mine)
        person.page.goto(base)
        cards = person.page.locator("[data-today-card]")
        expect(cards.first).to_have_attribute("data-today-card", "turn")
        expect(cards.first).to_have_attribute("href", f"/g/{mine}")
        for kind in ("puzzle", "lesson", "watch"):
            expect(person.page.locator(f'[data-today-card="{kind}"]')).to_have_count(1)
        assert person.hidden_overflow() == []
        person.page.locator('[data-today-card="puzzle"]').click()
        person.page.wait_for_url("**/puzzles/*")
        assert person.errors == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_many_games_that_wait_leave_room_for_the_rest(base: str, open_page: OpenPage, lang: str) -> None:
    ada = Client(base, "Ada")
    games = [ada.new_game(["me", "greedy"], title="small-world")["table"]["id"] for _ in range(6)]
    person = Person(open_page(lang=lang), base, "Ada")
    person.sit_as(ada, games[0])
    person.page.goto(base)
    turns = person.page.locator('[data-today-card="turn"]')
    expect(turns).to_have_count(3)
    more = person.page.locator("[data-today-more]")
    expect(more).to_contain_text("3")
    assert person.hidden_overflow() == []
    more.click()
    expect(turns).to_have_count(6)
    expect(more).to_have_count(0)
    assert person.errors == []
