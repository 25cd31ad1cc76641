"""Hints, bots' reasons, who profits, and the review move by move: in words a person can read."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.server.harness import Client
from tests.web.browser import PHONE, Person, play_until, settle
from tests.web.conftest import OpenPage

CODES = ("conquer ", "bots.", "choice.", "table.", "undefined", "{")

COLOURS = """() => {
  const found = (canvas) => new Set(new Uint32Array(
    canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.buffer))
  return Math.min(...[...document.querySelectorAll('[data-slip] canvas')].map((canvas) => found(canvas).size))
}"""


@pytest.fixture(scope="module")
def ada(base: str) -> Client:
    return Client(base, "Ada")


@pytest.fixture(scope="module")
def running(base: str, ada: Client) -> str:
    """A game against a bot in its second round, where Ada may conquer."""
    # With open coins: where they are hidden a hint tells no chance, since it would tell them.
    game: str = ada.new_game(["me", "greedy"], title="small-world", coins="open")["table"]["id"]
    play_until(
        [ada], game, lambda _, at: at["view"]["round"] > 1 and any(c["verb"] == "conquer" for c in at["choices"])
    )
    return game


@pytest.fixture(scope="module")
def finished(base: str) -> str:
    client = Client(base)
    game: str = client.new_game(["random", "greedy"], title="small-world")["table"]["id"]
    client.ended(game)
    return game


def read(page: Page, selector: str) -> str:
    text: str = page.locator(selector).first.inner_text()
    assert not [code for code in CODES if code in text], text
    return text


@pytest.mark.parametrize(
    ("lang", "size", "chance"), [("en", None, "chance to win"), ("zh-Hant", PHONE, "勝率"), ("zh-Hans", None, "胜率")]
)
def test_a_hint_on_request(
    base: str, open_page: OpenPage, ada: Client, running: str, lang: str, size: dict[str, int] | None, chance: str
) -> None:
    person = Person(open_page(lang=lang, size=size), base, "Ada")
    person.sit_as(ada, running)
    page = person.page
    page.wait_for_selector("[data-legal]")
    expect(page.locator("[data-hint]")).to_have_count(0)
    page.locator("[data-hint-ask]").click()
    page.wait_for_selector("[data-hint-play]")
    text = read(page, "[data-hint]")
    assert chance not in text, "the search's numbers come second"
    expect(page.locator("[data-hint] [data-reason]").nth(0)).to_be_attached()
    beside(page)
    page.locator("[data-hint] summary").click()
    assert chance in read(page, "[data-hint]")
    assert person.hidden_overflow() == []
    page.keyboard.press("Escape")
    expect(page.locator("[data-hint]")).to_have_count(0)
    assert person.errors == []


def beside(page: Page) -> None:
    """The coach stands beside the map, and what it advises is marked on it or lit in the page."""
    settle(page)
    panel, board = page.locator("[data-coach]").bounding_box(), page.locator(".board").first.bounding_box()
    assert panel is not None
    assert board is not None
    apart = panel["x"] >= board["x"] + board["width"] - 4 or panel["y"] >= board["y"] + board["height"] - 4
    assert apart, "it lies over the map"
    page.wait_for_selector("[data-coach-marks], .lesson-lit")


def test_the_advice_is_drawn_and_compared(base: str, open_page: OpenPage) -> None:
    client = Client(base, "Cleo")
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    play_until([client], game, lambda _, at: advised_to_conquer(client, game, at))
    person = Person(open_page(), base, "Cleo")
    person.sit_as(client, game)
    page = person.page
    page.wait_for_selector("[data-legal]")
    page.keyboard.press("h")
    page.wait_for_selector('[data-hint-play^="conquer"]')
    expect(page.locator("[data-coach-marks='1']")).to_have_attribute("data-coach-arrows", re.compile("[12]"))
    advised = page.locator("[data-coach-move]").get_attribute("data-coach-move")
    page.locator("[data-coach-other]").click()
    expect(page.locator("[data-coach-move]")).not_to_have_attribute("data-coach-move", str(advised))
    page.locator("[data-coach-back]").click()
    expect(page.locator("[data-coach-move]")).to_have_attribute("data-coach-move", str(advised))
    page.locator("[data-coach-close]").click()
    expect(page.locator("[data-coach-marks]")).to_have_count(0)
    assert person.errors == []


def advised_to_conquer(client: Client, game: str, at: dict[str, Any]) -> bool:
    """An own region is there for the arrow to begin at, and the best move is a conquest with another to compare."""
    if at["view"]["ask"]["code"] != "conquest" or not at["choices"]:
        return False
    found = client.get(f"/games/{game}/hint") if at["view"]["round"] > 1 else None
    return bool(found and found["move"]["verb"] == "conquer" and found["alternative"] and found["arrows"])


def test_a_hint_can_be_played(base: str, open_page: OpenPage) -> None:
    client = Client(base, "Bea")
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    play_until([client], game, lambda _, at: at["view"]["ask"]["code"] == "conquest")
    person = Person(open_page(), base, "Bea")
    person.sit_as(client, game)
    person.page.wait_for_selector("[data-legal]")
    before = person.look()["seq"]
    person.page.keyboard.press("h")
    person.page.locator("[data-hint-play]").click()
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    expect(person.page.locator("[data-hint]")).to_have_count(0)


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_a_bot_says_why_it_did_that(base: str, open_page: OpenPage, ada: Client, running: str, lang: str) -> None:
    person = Person(open_page(lang=lang), base, "Ada")
    person.sit_as(ada, running)
    person.page.locator("[data-why]").last.click()
    person.page.wait_for_selector("[data-coach=why] [data-coach-move]")
    assert read(person.page, "[data-coach=why]")
    expect(person.page.locator("dialog")).to_have_count(0)
    person.page.keyboard.press("Escape")
    expect(person.page.locator("[data-coach]")).to_have_count(0)


def test_the_card_says_who_profits(base: str, open_page: OpenPage, ada: Client, running: str) -> None:
    person = Person(open_page(), base, "Ada")
    person.sit_as(ada, running)
    page = person.page
    page.wait_for_selector("[data-legal]")
    view = ada.view(running)["view"]
    you = ada.get(f"/games/{running}")["you"]
    theirs = next(r["id"] for r in view["regions"] if r["seat"] not in (None, you))
    mine = next(r["id"] for r in view["regions"] if r["seat"] == you and r["mode"] == "active")
    for region, says in ((theirs, "coin"), (mine, "Brings you"), (first_sure(person), "to your turn")):
        x, y = person.point(region)
        page.mouse.move(x - 2, y)
        page.mouse.move(x, y)
        card = page.locator(f'[data-card="{region}"]')
        expect(card).to_contain_text(says)


def first_sure(person: Person) -> int:
    return next(int(region["id"]) for region in person.look()["regions"] if not region["die"])


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_a_finished_game_is_reviewed_move_by_move(base: str, open_page: OpenPage, finished: str, lang: str) -> None:
    page = open_page(lang=lang)
    person = Person(page, base)
    page.goto(f"{base}/g/{finished}/review")
    page.wait_for_selector(".analysis[data-ready=true]")
    expect(page.locator(".analysis polyline").nth(3)).to_be_attached()
    expect(page.locator(".analysis [data-fork]")).to_have_count(3)
    read(page, ".analysis")
    expect(page.locator("[data-slip] canvas[data-drawn]")).to_have_count(3)
    assert page.evaluate(COLOURS) > 20, "a picture of the board"
    expect(page.locator("[data-slip] ul li").nth(2)).to_be_attached()  # why the better move is better
    assert person.hidden_overflow() == []
    page.locator(".analysis .chip").last.click()
    expect(page.locator(".analysis .chip").last).to_have_attribute("aria-pressed", "true")
    worst = page.locator("[data-fork]").first
    worst.click()
    page.wait_for_url(lambda url: finished not in url)
    person.wait(lambda s: s["line"] == "open" and s["status"] == "live" and s["mine"])
    assert person.errors == []


def test_terra_mystica_has_hints_too(base: str, open_page: OpenPage) -> None:
    client = Client(base, "Mia")
    game = client.new_game(["me", "random"], title="terra-mystica")["table"]["id"]
    page = open_page(lang="zh-Hant")
    person = Person(page, base, "Mia")
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"])
    page.locator("[data-hint-ask]").click()
    page.wait_for_selector("[data-hint-play]")
    assert "勝率" not in read(page, "[data-hint]")
    beside(page)
    expect(page.locator("dialog")).to_have_count(0)
    before = person.look()["seq"]
    page.locator("[data-hint-play]").click()
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    expect(page.locator("[data-hint]")).to_have_count(0)
    assert person.errors == []
