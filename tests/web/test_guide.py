"""The first-game guide: offered on the start page, every step on the real board, in three languages, skippable."""

import json

import pytest
from playwright.sync_api import expect

from tests.server.harness import Client
from tests.web.browser import PHONE, ROOT, Person, play_until
from tests.web.conftest import OpenPage

STEPS = {"welcome", "pick", "conquest", "price", "deploy", "others", "choice", "decline"}
"""Every step but `unit`, which only some peoples need."""


def words(lang: str) -> dict[str, str]:
    found: dict[str, str] = json.loads((ROOT / "src/terrarium/words" / lang / "table.json").read_text("utf-8"))
    return found


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_every_step_of_the_guide_is_told_on_the_board(base: str, open_page: OpenPage, lang: str) -> None:
    spoken = words(lang)
    steps = {text: key.rsplit(".", 1)[-1] for key, text in spoken.items() if key.startswith("table.guide.")}
    client, bo = Client(base, "Ada"), Client(base, "Bo")
    game = client.new_game(["me", "open"], title="small-world")["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    ada = Person(open_page(lang=lang, guided=False), base, "Ada")
    ada.sit_as(client, game)
    guide = ada.page.locator(".guide")
    expect(guide).to_contain_text(spoken["table.guide.title"])
    told: list[str] = []
    for _ in range(60):
        seen = ada.wait(lambda s: not s["pending"] and s["line"] == "open")
        if guide.count():
            text = guide.locator("[aria-live]").inner_text()
            assert text in steps, "a step is a whole sentence of the catalogue"
            told.append(steps[text])
            assert ada.hidden_overflow() == []
            guide.get_by_role("button", name=spoken["table.guide.next"]).click()
            expect(guide.locator("[aria-live]").get_by_text(text, exact=True)).to_have_count(0)
        elif set(told) >= STEPS:
            break
        elif seen["mine"]:
            ada.step()
        else:
            play_until([client, bo], game, lambda place, _: place == 0)
            ada.wait(lambda s: s["mine"])
    assert set(told) >= STEPS, told
    assert len(told) == len(set(told)), "each step is told once"
    assert told[0] == "welcome"
    assert told.index("conquest") < told.index("price") < told.index("choice") < told.index("decline")
    assert ada.errors == []


def test_the_guide_starts_from_the_start_page(base: str, open_page: OpenPage) -> None:
    ada = Person(open_page(), base, "Ada")
    ada.page.goto(base)
    ada.page.get_by_role("button", name="Learn Small World in three minutes").click()
    ada.page.wait_for_url("**/g/*")
    expect(ada.page.locator(".guide")).to_contain_text("Too many peoples")
    expect(ada.page.locator(".player .bot").first).to_be_visible()


def test_the_guide_can_be_skipped_and_asked_for_again(base: str, open_page: OpenPage) -> None:
    ada = Person(open_page(guided=False, size=PHONE), base, "Ada")
    ada.new_game(2)
    guide = ada.page.locator(".guide")
    guide.get_by_role("button", name="Skip the guide").click()
    expect(guide).to_have_count(0)
    ada.page.reload()
    ada.wait(lambda s: s["line"] == "open")
    ada.page.wait_for_selector(".map canvas")
    expect(guide).to_have_count(0)
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("button", name="Show the guide again").click()
    ada.page.keyboard.press("Escape")
    expect(guide).to_be_visible()
    ada.page.keyboard.press("Escape")
    ada.step()
