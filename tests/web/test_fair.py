"""Provably fair chance in the browser: the fingerprint from the start, every draw worked out again at the end."""

import json
import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.server.harness import Client
from tests.web.browser import Person, table_words
from tests.web.conftest import OpenPage


@pytest.fixture(scope="module")
def finished(base: str) -> str:
    client = Client(base)
    game: str = client.new_game(["greedy", "random"], title="small-world")["table"]["id"]
    client.ended(game)
    return game


def checked(page: Page, address: str) -> None:
    page.goto(address)
    page.wait_for_selector("main[data-checked=true]")


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_every_draw_is_worked_out_again(base: str, open_page: OpenPage, finished: str, lang: str) -> None:
    page = open_page(lang=lang)
    page.goto(f"{base}/g/{finished}/review")
    page.locator('[data-do="fair"]').click()
    page.wait_for_selector("main[data-checked=true]")
    draws = Client(base).get(f"/games/{finished}/record").count("\n? ")
    expect(page.locator('[data-verdict="right"]')).to_contain_text(str(draws))
    expect(page.locator('tr[data-right="true"]')).to_have_count(draws)
    expect(page.locator(".bad")).to_have_count(0)
    assert page.locator("tbody tr td:nth-child(2)").first.inner_text().strip()
    told = page.locator("tbody").inner_text()
    assert not {"greedy", "random"} & set(told.replace(".", " ").split()), "bots go by their names"
    assert any(table_words(lang)[f"table.bots.{seat}"] in told for seat in (0, 1))


def changed(page: Page, path: str, change: tuple[str, str]) -> None:
    """A server that tells something else than the truth."""

    def lie(route: Route) -> None:
        answer = route.fetch()
        text = re.sub(change[0], change[1], answer.text(), count=1)
        assert text != answer.text()
        route.fulfill(response=answer, body=json.dumps(json.loads(text)))

    page.route(f"**/api/v1/games/*/{path}", lie)


def test_a_draw_that_does_not_follow_is_found(base: str, open_page: OpenPage, finished: str) -> None:
    page = open_page()
    changed(page, "draws", (r'"ply":\d+', '"ply":99999'))
    found = Client(base).get(f"/games/{finished}/draws")["draws"]
    checked(page, f"{base}/g/{finished}/fair")
    # The changed draw comes out right by luck once in as many times as it has outcomes.
    expect(page.locator('tr[data-right="false"]')).to_have_count(1)
    expect(page.locator('[data-verdict="wrong"]')).to_contain_text(f"1 of {len(found)}")


def test_a_secret_of_another_game_is_found(base: str, open_page: OpenPage, finished: str) -> None:
    page = open_page()
    changed(page, "fair", (r'"secret":"[0-9a-f]{4}', '"secret":"0000'))
    checked(page, f"{base}/g/{finished}/fair")
    expect(page.locator("li.bad")).to_have_count(2)


def test_the_fingerprint_is_known_from_the_start_and_remembered(base: str, open_page: OpenPage) -> None:
    page = open_page()
    person = Person(page, base)
    game = person.new_game(2, ["me", "random"])
    person.wait(lambda seen: seen["mine"])
    commitment = Client(base).get(f"/games/{game}")["commitment"]
    page.locator('[data-open="settings"]').click()
    expect(page.locator('[data-do="fair"]')).to_contain_text(commitment[:12])
    page.locator('[data-do="fair"]').click()
    expect(page.locator("[data-commitment]")).to_have_text(commitment)
    expect(page.locator("main [role=status]")).to_be_visible()
    cookie = next(str(one["value"]) for one in page.context.cookies() if "terrarium" in str(one["name"]))
    mine = Client(base, token=cookie)
    mine.post(f"/games/{game}/resign")
    mine.ended(game)
    checked(page, f"{base}/g/{game}/fair")
    expect(page.locator("li.good")).to_have_count(3)
    page.evaluate(f"localStorage.setItem('terrarium.fair.{game}', '{'0' * 64}')")
    checked(page, f"{base}/g/{game}/fair")
    expect(page.locator("li.bad")).to_contain_text("0" * 64)
