"""Every size of a window, both ways up: the board is the largest thing on it, nothing is too wide, and whatever
answers what is asked is on the screen and under nothing."""

import pytest

from tests.web.browser import DESKTOP, PHONE, Person, settle
from tests.web.conftest import OpenPage
from tests.web.test_fit import COVERED
from tests.web.test_in_sight import asked

SIZES = [
    (360, 640), (390, 844), (640, 360), (844, 390), (820, 1180), (1180, 820), (1366, 768), (768, 1366), (1440, 900),
    (2560, 1440),
]  # fmt: skip
OTHERS = {"small-world": 4, "underground": 4, "warcraft": 3, "terra-mystica": 3}
ROOM = """() => {
  const board = document.querySelector('.frame .map, .left > .board')
  const within = (from, to, most) => Math.max(0, Math.min(to, most) - Math.max(from, 0))
  const area = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return within(left, right, innerWidth) * within(top, bottom, innerHeight)
  }
  const bad = []
  for (const thing of document.querySelectorAll('.panel, .combos, .bars, .strip, header.top, aside:not(:has(.panel))'))
    if (thing.checkVisibility() && !thing.contains(board) && !board.contains(thing) && area(thing) >= area(board))
      bad.push(`${thing.className} is as large as the board`)
  for (const control of document.querySelectorAll('.bar button, header.top button, .strip button')) {
    const { left, right, top, bottom } = control.getBoundingClientRect()
    if (control.checkVisibility() && (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1))
      bad.push(`${control.textContent.trim() || control.ariaLabel} is beyond the edge`)
  }
  return bad
}"""


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
@pytest.mark.parametrize("title", OTHERS)
def test_the_board_is_the_largest_thing_and_every_answer_is_there(
    title: str, lang: str, base: str, open_page: OpenPage
) -> None:
    client, game = asked(base, title, OTHERS[title], "main" if title == "terra-mystica" else "conquest", 3)
    bad: dict[str, list[str]] = {}
    for first in (PHONE, DESKTOP):
        person = Person(open_page(lang=lang, size=first), base)
        page = person.page
        person.sit_as(client, game)
        person.wait(lambda s: s["mine"] and not s["pending"])
        for width, height in SIZES:
            if (min(width, height) <= 480) == (first is PHONE):
                page.set_viewport_size({"width": width, "height": height})
                settle(page)
                found = page.evaluate(ROOM) + person.hidden_overflow() + page.evaluate(COVERED)
                bad |= {f"{width}x{height}": found} if found else {}
        assert person.errors == []
    assert bad == {}
