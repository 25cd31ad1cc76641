"""Nobody chooses blind, at any size; what is final and costly is asked about once; what is done can be taken back."""

import pytest
from playwright.sync_api import Route, expect

from terrarium.words import Words
from tests.server.harness import Client
from tests.support.patience import PAUSE_S
from tests.web.browser import FRAMES, Person, play_until, settle, until
from tests.web.conftest import OpenPage

SIZES = [(1440, 900), (1366, 768), (820, 1180), (844, 390), (390, 844), (360, 640), (2560, 1440)]


def picking(base: str, open_page: OpenPage, size: tuple[int, int], lang: str = "en") -> tuple[Person, str, Client]:
    client = Client(base, "Ada")
    game: str = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    person = Person(open_page(lang=lang, size={"width": size[0], "height": size[1]}), base, "Ada")
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and (s["picks"] or s["sheet"]))
    return person, game, client


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_people_is_read_before_it_is_chosen(base: str, open_page: OpenPage, size: tuple[int, int]) -> None:
    person, game, client = picking(base, open_page, size)
    page = person.page
    combo = client.view(game)["view"]["row"][1]
    before = person.look()["seq"]
    if person.look()["sheet"]:
        person.open_peoples()
    page.locator('[data-pick="1"]:visible').click()
    take = page.locator('[data-do="take"]:visible')
    expect(take).to_be_visible()
    settle(page)
    box = take.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= size[1]
    words = Words("en", "small-world")
    shown = page.locator("[data-thing-card], .written:has([data-pick='1'])").first
    for unit in (combo["race"], combo["power"]):
        expect(shown).to_contain_text(words.say(f"about.{unit}"))
    cut = shown.evaluate(
        "(card) => [...card.querySelectorAll('p')].filter((p) => p.scrollHeight > p.clientHeight + 2).length"
    )
    assert cut == 0
    assert person.look()["seq"] == before, "the first click only shows"
    take.click()
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    assert client.view(game)["view"]["seats"][0]["tribes"][0]["race"] == combo["race"]
    assert person.errors == []


PLACES = """() => {
  const seen = (window.places = [])
  const look = () => {
    const button = document.querySelector('[data-do="take"]')
    if (button?.checkVisibility({ visibilityProperty: true })) seen.push(Math.round(button.getBoundingClientRect().top))
    requestAnimationFrame(look)
  }
  look()
}"""


def test_an_answer_stays_where_it_is_when_the_statements_of_its_card_come_late(base: str, open_page: OpenPage) -> None:
    """Between pressing and letting go of a button nothing may push it away."""
    client = Client(base, "Ada")
    game: str = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    person = Person(open_page(lang="zh-Hant", size={"width": 1440, "height": 900}), base, "Ada")
    page = person.page
    held: list[Route] = []
    page.route("**/titles/*/rules**", lambda route: held.append(route))
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["picks"])
    page.evaluate(PLACES)
    page.locator('[data-pick="1"]').click()
    until(page, "() => document.querySelector('[data-thing-card]') !== null")
    page.evaluate(FRAMES)
    while not held:
        page.wait_for_timeout(PAUSE_S * 1000)
    for route in held:
        route.continue_()
    card = page.locator("[data-thing-card]")
    expect(card).to_contain_text("§")
    expect(card).to_be_visible()
    settle(page)
    assert len(set(page.evaluate("() => window.places"))) == 1
    page.locator('[data-do="take"]').click()
    person.wait(lambda s: not s["picks"])
    assert person.errors == []


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_resting_on_a_people_shows_its_statements(base: str, open_page: OpenPage, lang: str) -> None:
    person, game, client = picking(base, open_page, (1366, 768), lang)
    page = person.page
    combo = client.view(game)["view"]["row"][2]
    rules = client.get(f"/titles/small-world/rules?lang={lang}")["rules"]
    said = next(rule["text"] for rule in rules if rule["id"] == f"race.{combo['race']}")
    page.locator('[data-pick="2"]').hover()
    card = page.locator("[data-thing-card]")
    expect(card).to_contain_text(said[-12:])
    expect(card).to_contain_text("§")
    page.mouse.move(2, 2)
    expect(card).to_have_count(0)
    page.locator('[data-pick="2"]').hover()
    expect(card).to_be_visible()
    page.keyboard.press("r")
    expect(page.locator(f'[data-rule^="power.{combo["power"]}"]').first).to_be_in_viewport()


def test_a_card_opens_on_focus_and_its_answer_by_keys(base: str, open_page: OpenPage) -> None:
    person, _, _ = picking(base, open_page, (1440, 900))
    page = person.page
    before = person.look()["seq"]
    page.keyboard.press("2")
    expect(page.locator("[data-thing-card]")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("[data-thing-card]")).to_have_count(0)
    page.keyboard.press("2")
    page.keyboard.press("2")
    person.wait(lambda s: s["seq"] > before and not s["pending"])


def test_ending_with_a_full_hand_is_asked_about(base: str, open_page: OpenPage) -> None:
    client = Client(base, "Ada")
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    play_until([client], game, lambda _, at: at["view"]["ask"]["code"] == "conquest")
    person = Person(open_page(), base, "Ada")
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"])
    before = person.look()["seq"]
    hand = client.view(game)["view"]["ask"]["hand"]
    person.do("stop")
    expect(person.page.locator("dialog")).to_contain_text(f"{hand} tokens in hand and no region")
    person.page.keyboard.press("Escape")
    expect(person.page.locator("dialog")).to_have_count(0)
    assert person.look()["seq"] == before
    person.do("stop")
    person.page.locator("[data-warned]").click()
    person.wait(lambda s: s["seq"] > before and not s["pending"])


@pytest.mark.parametrize("size", [(1440, 900), (390, 844), (844, 390)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_against_bots_a_choice_is_taken_back_by_a_button(base: str, open_page: OpenPage, size: tuple[int, int]) -> None:
    person, game, client = picking(base, open_page, size)
    person.step()
    person.wait(lambda s: s["ask"] == "conquest")
    undo = person.page.locator("[data-undo]:visible")
    expect(undo).to_be_in_viewport()
    undo.click()
    person.wait(lambda s: s["ask"] == "pick" and s["mine"])
    assert client.view(game)["view"]["seats"][0]["tribes"] == []
    expect(person.page.locator(".refusal")).to_have_count(0)
