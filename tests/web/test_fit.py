"""Full tables, five at each, in every width: no text leaves its box, and nothing lies on something one can press."""

import pytest

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
      if (/auto|scroll|hidden/.test(getComputedStyle(up).overflow) && clips(up.getBoundingClientRect(), x, y)) hidden = true
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
