"""Full tables, five at each, in every width: no text leaves its box, and nothing lies on something one can press."""

import pytest
from playwright.sync_api import expect

from tests.server.harness import Client
from tests.web.browser import Person, play_until, settle
from tests.web.conftest import OpenPage

WIDTHS = [1440, 1024, 390]
COVERED = """() => {
  const bad = []
  const clips = (box, x, y) => x < box.left || x > box.right || y < box.top || y > box.bottom
  for (const control of document.querySelectorAll('button, a[href], input, select, summary')) {
    if (!control.checkVisibility() || control.closest('.sr')) continue
    const box = control.getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    if (clips({left: 0, top: 0, right: innerWidth - 1, bottom: innerHeight - 1}, x, y)) continue
    let hidden = false
    for (let up = control.parentElement; up; up = up.parentElement) {
      const cuts = /auto|scroll|hidden/.test(getComputedStyle(up).overflow)
      if (cuts && clips(up.getBoundingClientRect(), x, y)) hidden = true
    }
    const found = document.elementFromPoint(x, y)
    if (hidden || !found || control.contains(found) || found.contains(control)) continue
    bad.push(`${control.outerHTML.slice(0, 90)} lies under ${found.outerHTML.slice(0, 90)}`)
  }
  return bad
}"""
ASKED = {"small-world": "conquest", "underground": "conquest", "warcraft": "conquest", "terra-mystica": "main"}


@pytest.mark.parametrize("title", ASKED)
def test_a_full_table_fits(title: str, open_page: OpenPage, base: str) -> None:
    client = Client(base, "Ada")
    game: str = client.new_game(["me", *["greedy"] * 4], title=title)["table"]["id"]
    play_until([client], game, lambda _, at: at["view"]["round"] >= 2 and at["view"]["ask"]["code"] == ASKED[title])
    found: dict[str, list[str]] = {}
    for lang in ("en", "zh-Hant", "zh-Hans"):
        person = Person(open_page(lang=lang, theme="dark"), base)
        person.sit_as(client, game)
        person.wait(lambda s: s["mine"])
        for width in WIDTHS:
            person.page.set_viewport_size({"width": width, "height": 844 if width == 390 else 900})
            found[f"{lang} {width}"] = person.hidden_overflow() + person.page.evaluate(COVERED)
        assert person.errors == []
    assert not any(found.values()), "\n".join(f"{key}: {text}" for key, bad in found.items() for text in bad)


@pytest.mark.parametrize("title", ["small-world", "underground", "warcraft"])
def test_a_phone_on_its_side_shows_the_map_largest(title: str, open_page: OpenPage, base: str) -> None:
    client = Client(base, "Ada")
    game: str = client.new_game(["me", *["greedy"] * 4], title=title)["table"]["id"]
    play_until([client], game, lambda _, at: at["view"]["ask"]["code"] == "conquest")
    person = Person(open_page(lang="zh-Hant"), base)
    person.page.set_viewport_size({"width": 844, "height": 390})
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"])
    settle(person.page)
    box = person.page.locator(".board").bounding_box()
    assert box is not None
    assert box["width"] * box["height"] > 0.4 * 844 * 390
    assert person.hidden_overflow() + person.page.evaluate(COVERED) == []


LAID_OUT = """() => {
  const bad = []
  const boxes = [...document.querySelectorAll('dialog .store > *, dialog .slots > *')]
    .map((one) => one.getBoundingClientRect())
  for (const [n, a] of boxes.entries()) for (const b of boxes.slice(n + 1))
    if (Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2)
      bad.push([a.left, a.top, b.left, b.top].map(Math.round).join(' '))
  return boxes.length ? bad : ['nothing is laid out']
}"""


def test_a_phone_on_its_side_reaches_everything_of_terra_mystica(open_page: OpenPage, base: str) -> None:
    """The rail holds every group of answers without scrolling, the faction's board lies in order, a replay has its
    way back, and a table that waits for others uses the height."""
    client = Client(base, "Ada")
    game: str = client.new_game(["me", *["greedy"] * 4], title="terra-mystica")["table"]["id"]
    play_until([client], game, lambda _, at: at["view"]["round"] >= 2 and at["view"]["ask"]["code"] == "main")
    person = Person(open_page(lang="zh-Hant", size={"width": 844, "height": 390}), base)
    page = person.page
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"])
    settle(page)
    for button in page.locator(".bar [data-group]").all():
        box = button.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 390, button.inner_text()
    page.locator(".bar [data-open=board]").click()
    expect(page.locator("dialog .store")).to_be_visible()
    settle(page)
    assert page.evaluate(LAID_OUT) == []
    page.goto(f"{base}/g/{game}?at=20")
    expect(page.locator(".replay")).to_be_visible()
    settle(page)
    for button in page.locator(".replay button").all():
        button.click(trial=True)
    waiting = client.new_game(["me", "open", "open"], title="terra-mystica")["table"]["id"]
    page.goto(f"{base}/g/{waiting}")
    panel = page.locator("main.wait .panel").first
    expect(panel).to_be_visible()
    box = panel.bounding_box()
    assert box is not None
    assert box["y"] < 60
    assert person.errors == []


def test_a_puzzle_leaves_the_map_its_room_on_a_phone_on_its_side(open_page: OpenPage, base: str) -> None:
    puzzle = Client(base, "Ada").get("/puzzles")["puzzles"][0]["id"]
    page = open_page(lang="zh-Hant", size={"width": 844, "height": 390})
    person = Person(page, base)
    page.goto(f"{base}/puzzles/{puzzle}")
    person.wait(lambda s: s["drawn"] and not s["pending"])
    settle(page)
    panel, show = page.locator("[data-puzzle]").bounding_box(), page.locator("[data-show]").bounding_box()
    assert panel is not None
    assert show is not None
    assert show["y"] + show["height"] <= panel["y"] + panel["height"]
    assert panel["height"] < 390 / 4
    assert person.hidden_overflow() + page.evaluate(COVERED) == []


def test_what_is_covered_is_found(open_page: OpenPage, base: str) -> None:
    page = open_page()
    page.goto(base)
    page.wait_for_selector("[data-title]")
    settle(page)
    assert page.evaluate(COVERED) == []
    page.evaluate(
        """() => {
          const sheet = document.createElement('div')
          Object.assign(sheet.style, {position: 'fixed', inset: '0 0 50% 0', zIndex: '99'})
          document.body.append(sheet)
        }"""
    )
    assert page.evaluate(COVERED)
