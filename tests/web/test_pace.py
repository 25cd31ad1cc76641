"""Moves of others are shown one after another, and nothing that I may do waits for it."""

from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tools.screens.mystica import eager, play_to

from tests.server.harness import Client
from tests.web.browser import DESKTOP, PHONE, Person, context_for, play_until, quick_answer, settle
from tests.web.conftest import OpenPage
from tests.web.regions import Explorer
from tests.web.tabs import WISHES
from tests.web.test_draft import SIDEWAYS
from tests.web.test_fit import COVERED

CALM_MS = 1000
"""Longer than any move is shown, shorter than two of them that are told calmly."""
SHORT_MS = 50
"""Enough for what is drawn a frame later."""
BAR = "[data-pace]"
HOLDERS = "(ids) => ids.map((id) => document.getElementById(`region-${id}`).textContent)"
MARKED = "#region-{}[aria-selected=true]"
LIT = ".chronicle li.now"
WATCH = """() => {
  window.told = []
  new MutationObserver(() => {
    const row = document.querySelector('[data-pace]')?.dataset.pace
    if (row) window.told.push(row)
  }).observe(document.body, {subtree: true, childList: true, attributes: true})
}"""
HIDE = """() => {
  Object.defineProperty(document, 'hidden', {get: () => true})
  document.dispatchEvent(new Event('visibilitychange'))
}"""


def opened(base: str, open_page: OpenPage, game: str, client: Client | None = None, **wishes: Any) -> Person:
    """Somebody at a table whose clock stands still from then on: it goes on by the test alone."""
    person = Person(open_page(**{"pace": "calm", **wishes}), base)
    person.page.clock.install()
    if client:
        person.sit_as(client, game)
    else:
        person.page.goto(f"{base}/g/{game}")
    person.wait(lambda s: s["seq"] >= 0 and s["line"] == "open")
    expect(person.page.locator("[data-region], [data-hex]").first).to_be_attached()
    settle(person.page)
    person.page.clock.pause_at(person.page.evaluate("Date.now()") + 60_000)
    return person


def conquests(client: Client, game: str, number: int) -> list[int]:
    """The regions that Ada conquers one after another in this game."""
    taken: list[int] = []
    for _ in range(number):
        at = client.view(game)
        sure = [c for c in at["choices"] if c["verb"] == "conquer" and not c["facts"].get("die")]
        client.play(game, sure[0]["text"], seq=at["seq"])
        taken.append(sure[0]["facts"]["region"])
    return taken


def about_to_conquer(base: str) -> tuple[Client, str]:
    client = Client(base, "Ada")
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    play_until([client], game, lambda _, at: at["view"]["ask"]["code"] == "conquest")
    return client, game


def page_waiting(page: Page) -> int:
    """How many moves are still to be shown."""
    return int(page.evaluate("() => document.querySelector('[data-pace]')?.dataset.waiting ?? 0"))


def plain(at: dict[str, Any]) -> str:
    return quick_answer(at["choices"])


def told(page: Page) -> int:
    """The row that is shown."""
    return int(page.locator(BAR).get_attribute("data-pace") or 0)


@pytest.mark.parametrize("still", [True, False])
def test_moves_are_shown_in_their_order(base: str, open_page: OpenPage, still: bool) -> None:
    """The map follows, with the line that tells of it; the position itself is there at once."""
    client, game = about_to_conquer(base)
    watcher = opened(base, open_page, game, still=still)
    page, before = watcher.page, watcher.look()["seq"]
    regions = conquests(client, game, 3)
    empty = page.evaluate(HOLDERS, regions)
    watcher.wait(lambda s: s["seq"] == before + 3)
    expect(page.locator(BAR)).to_have_attribute("data-waiting", "2")
    for n, region in enumerate(regions, 1):
        assert told(page) == before + n
        page.clock.run_for(SHORT_MS)
        expect(page.locator(MARKED.format(region))).to_have_count(1)
        expect(page.locator(f"{LIT} [data-seq='{before + n}']")).to_be_in_viewport()
        seen = page.evaluate(HOLDERS, regions)
        assert [now != was for now, was in zip(seen, empty, strict=True)] == [k < n for k in range(3)]
        page.clock.run_for(CALM_MS - SHORT_MS)
    expect(page.locator(BAR)).to_have_count(0)
    expect(page.locator(LIT)).to_have_count(0)
    assert watcher.errors == []


@pytest.mark.parametrize("how", ["button", "key", "hidden", "replay"])
def test_whoever_skips_sees_now(base: str, open_page: OpenPage, how: str) -> None:
    client, game = about_to_conquer(base)
    watcher = opened(base, open_page, game)
    page, before = watcher.page, watcher.look()["seq"]
    regions = conquests(client, game, 2)
    empty = page.evaluate(HOLDERS, regions)
    expect(page.locator(BAR)).to_have_attribute("data-waiting", "1")
    if how == "button":
        page.locator("[data-skip]").click()
    elif how == "key":
        page.keyboard.press("j")
    elif how == "hidden":
        page.evaluate(HIDE)
    else:
        page.get_by_role("button", name="Replay").first.click()
    expect(page.locator(BAR)).to_have_count(0)
    if how == "replay":
        page.keyboard.press("Escape")
        expect(page.locator(".replay")).to_have_count(0)
    page.clock.run_for(SHORT_MS)
    assert all(now != was for now, was in zip(page.evaluate(HOLDERS, regions), empty, strict=True))
    conquests(client, game, 1)
    watcher.wait(lambda s: s["seq"] == before + 3)
    expect(page.locator(BAR)).to_have_count(0 if how == "hidden" else 1)
    assert watcher.errors == []


def test_my_move_waits_for_nothing(base: str, open_page: OpenPage) -> None:
    """Bots have played, and much of it is still to be shown: it is my turn, and what I do is done."""
    client = Client(base, "Ada")
    game = client.new_game(["me", "random", "random"], title="small-world")["table"]["id"]
    play_until([client], game, lambda _, now: now["view"]["ask"]["code"] == "deploy")
    person = opened(base, open_page, game, client)
    now = play_until([client], game, lambda _, now: now["view"]["round"] == 2)
    seen = person.wait(lambda s: s["seq"] == now["seq"])
    page = person.page
    assert page_waiting(page) > 0
    # What is asked, who is asked and every answer are those of now.
    assert seen["mine"]
    assert seen["ask"] == now["view"]["ask"]["code"]
    offered = {choice["facts"].get("region") for choice in now["choices"]} - {None}
    assert {region["id"] for region in seen["regions"]} == offered
    assert seen["buttons"] or offered
    # As I am asked, the rest is told in three seconds.
    page.clock.run_for(CALM_MS + 3000)
    assert page_waiting(page) == 0


def test_my_click_ends_the_telling(base: str, open_page: OpenPage) -> None:
    client = Client(base, "Ada")
    game = client.new_game(["me", "random", "random"], title="small-world")["table"]["id"]
    play_until([client], game, lambda _, now: now["view"]["ask"]["code"] == "deploy")
    person = opened(base, open_page, game, client)
    now = play_until([client], game, lambda _, now: now["view"]["round"] == 2)
    seen = person.wait(lambda s: s["seq"] == now["seq"] and bool(s["regions"] or s["buttons"]))
    expect(person.page.locator(BAR)).to_be_visible()
    if "expand" in seen["buttons"]:
        person.do("expand")
    else:
        person.take(seen["regions"][0]["id"])
    expect(person.page.locator(BAR)).to_have_count(0)
    person.wait(lambda s: s["seq"] > seen["seq"] and not s["pending"])
    expect(person.page.locator(BAR)).to_have_count(0)
    assert person.errors == []


def test_the_pace_is_remembered(base: str, open_page: OpenPage) -> None:
    """Whoever wants everything at once has it, also on the next day; calm is what a new browser has."""
    client, game = about_to_conquer(base)
    page = opened(base, open_page, game, pace="").page
    page.locator("[data-open=settings]").click()
    expect(page.locator("[data-set-pace=calm]")).to_have_attribute("aria-pressed", "true")
    page.locator("[data-set-pace=now]").click()
    page.reload()
    watcher = Person(page, base)
    before = watcher.wait(lambda s: s["seq"] > 0 and s["drawn"])["seq"]
    page.evaluate(WATCH)
    conquests(client, game, 2)
    watcher.wait(lambda s: s["seq"] == before + 2)
    assert page.evaluate("window.told") == []
    page.locator("[data-open=settings]").click()
    expect(page.locator("[data-set-pace=now]")).to_have_attribute("aria-pressed", "true")


def test_terra_mystica_is_told_too(base: str, open_page: OpenPage) -> None:
    client = Client(base, "Mara")
    game = client.new_game(["me", "greedy", "greedy"], title="terra-mystica")["table"]["id"]
    play_to(client, game, 1, "main")
    watcher = opened(base, open_page, game)
    page, before = watcher.page, client.view(game)["seq"]
    client.play(game, eager(client.view(game)))
    play_to(client, game, 1, "main")
    now = client.view(game)["seq"]
    watcher.wait(lambda s: s["seq"] == now)
    assert page_waiting(page) > 0
    rows = []
    while page.locator(BAR).count():
        rows.append(told(page))
        page.clock.run_for(CALM_MS)
    assert before < rows[0] < rows[-1] <= now
    assert rows == sorted(rows)
    assert watcher.errors == []


def test_the_end_is_told_before_the_curtain(base: str, open_page: OpenPage) -> None:
    client = Client(base, "Ada")
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    at = play_until([client], game, lambda _, now: now["view"]["round"] == now["view"]["rounds"])
    watcher = opened(base, open_page, game)
    while not at["view"]["over"]:
        if at["choices"]:
            client.play(game, quick_answer(at["choices"]), seq=at["seq"])
        at = client.view(game)
    watcher.wait(lambda s: s["seq"] == at["seq"])
    expect(watcher.page.locator(BAR)).to_be_visible()
    expect(watcher.page.locator("[data-curtain]")).to_have_count(0)
    watcher.page.keyboard.press("j")
    expect(watcher.page.locator("[data-curtain]")).to_be_attached()


def test_the_tab_tells_them_too(browser: Browser, files: str) -> None:
    context = context_for(browser, pace="calm")
    person = Explorer(context.new_page(), files + WISHES, "Ada", seed=3)
    person.set_up("small-world", ["me", "greedy"])
    person.page.evaluate(WATCH)
    while person.page.evaluate("new Set(window.told).size") < 2:
        assert person.look()["status"] == "live", "nothing was told"
        person.step()
    rows = [int(row) for row in person.page.evaluate("window.told")]
    assert rows == sorted(rows)
    assert person.errors == []
    context.close()


@pytest.mark.parametrize(
    ("title", "size", "lang", "theme"),
    [
        ("small-world", DESKTOP, "zh-Hant", "light"),
        ("underground", PHONE, "en", "dark"),
        ("warcraft", SIDEWAYS, "zh-Hant", "light"),
        ("terra-mystica", DESKTOP, "en", "dark"),
        ("terra-mystica", PHONE, "zh-Hans", "light"),
        ("terra-mystica", SIDEWAYS, "zh-Hant", "light"),
    ],
)
def test_what_is_told_fits(
    base: str, open_page: OpenPage, title: str, size: dict[str, int], lang: str, theme: str
) -> None:
    """No sentence leaves its box, and nothing lies on something one can press."""
    client = Client(base, "Ada")
    game = client.new_game(["me", "greedy", "greedy"], title=title)["table"]["id"]
    play_to(client, game, 1, "main" if title == "terra-mystica" else "conquest", plain)
    watcher = opened(base, open_page, game, size=size, lang=lang, theme=theme)
    before = watcher.look()["seq"]
    now = play_until([client], game, lambda _, at: at["seq"] > before + 4)
    watcher.wait(lambda s: s["seq"] == now["seq"])
    page = watcher.page
    assert page_waiting(page) > 0
    page.clock.resume()
    found = watcher.hidden_overflow() + page.evaluate(COVERED)
    assert found == []
    assert watcher.errors == []
