"""Guidance that fades: a sentence about what is new, gone once it was done three times, off and on again."""

import pytest
from playwright.sync_api import expect

from terrarium.titles import LANGUAGES
from tests.server.harness import Client
from tests.web.browser import DESKTOP, PHONE, Person
from tests.web.conftest import OpenPage
from tests.web.test_lessons import beside_combos

FIRST = {"small-world": "pick", "underground": "pick", "warcraft": "pick", "terra-mystica": "faction"}
SCREENS = [*zip(FIRST, (DESKTOP, PHONE, DESKTOP, DESKTOP), (*LANGUAGES, "en"), strict=True)]


def seated(base: str, open_page: OpenPage, title: str, **wishes: object) -> tuple[Client, Person, str]:
    """Whoever has the first turn of a new game, over the API and before a browser."""
    both = (Client(base, "Ada"), Client(base, "Bo"))
    game = both[0].new_game(["me", "open"], title=title)["table"]["id"]
    both[1].post(f"/games/{game}/seats/1/sit")
    client = both[both[0].view(game)["view"]["player"]]
    return client, Person(open_page(**wishes), base, "Ada"), game


@pytest.mark.parametrize(("title", "size", "lang"), SCREENS)
def test_what_is_new_is_spoken_of(base: str, open_page: OpenPage, title: str, size: dict[str, int], lang: str) -> None:
    client, ada, game = seated(base, open_page, title, size=size, lang=lang)
    ada.sit_as(client, game)
    tip = ada.page.locator("[data-tip]")
    expect(tip).to_have_attribute("data-tip", FIRST[title])
    assert "guide." not in tip.inner_text()
    assert beside_combos(ada.hidden_overflow()) == []
    assert ada.errors == []


def test_guidance_fades_goes_and_comes_back(base: str, open_page: OpenPage) -> None:
    client, ada, game = seated(base, open_page, "small-world")
    # Twice done over there: once more, and it is known.
    client.call("PUT", "/guidance", deeds={"small-world": {"pick": 2}})
    ada.sit_as(client, game)
    tip = ada.page.locator("[data-tip]")
    expect(tip).to_have_attribute("data-tip", "pick")
    expect(ada.page.locator("[data-hint-ask].offered")).to_be_visible()
    ada.page.locator("[data-pick][data-legal]").first.click()
    with ada.page.expect_response(lambda answer: answer.url.endswith("/guidance") and answer.request.method == "PUT"):
        ada.do("take")
    expect(tip).to_have_attribute("data-tip", "conquer")
    assert client.get("/guidance")["deeds"]["small-world"]["pick"] == 3
    # One click, and there are no more of them, here and elsewhere; the settings bring them back from the beginning.
    with ada.page.expect_response(lambda answer: answer.url.endswith("/guidance") and answer.request.method == "PUT"):
        ada.page.locator("[data-tips-off]").click()
    expect(tip).to_have_count(0)
    expect(ada.page.locator("[data-hint-ask].offered")).to_have_count(0)
    assert client.get("/guidance")["on"] is False
    ada.page.reload()
    ada.wait(lambda s: s["line"] == "open" and s["mine"])
    expect(tip).to_have_count(0)
    ada.page.locator('[data-open="settings"]').click()
    with ada.page.expect_response(lambda answer: answer.url.endswith("/guidance") and answer.request.method == "PUT"):
        ada.page.locator('input[name="guidance"]').check()
    ada.page.keyboard.press("Escape")
    expect(tip).to_have_attribute("data-tip", "conquer")
    assert client.get("/guidance") == {"on": True, "deeds": {}}
    assert ada.errors == []
