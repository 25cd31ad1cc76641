"""A refusal is read wherever it is met: whole on the screen, above everything, and gone by itself."""

import pytest
from playwright.sync_api import Locator, expect

from tests.server.harness import Client
from tests.web.browser import DESKTOP, PHONE, Person, settle
from tests.web.conftest import OpenPage
from tests.web.test_in_sight import SIDEWAYS, apart, box, whole

SIZES = [DESKTOP, PHONE, SIDEWAYS]
ON_TOP = """(element) => {
  const {left, right, top, bottom} = element.getBoundingClientRect()
  const at = [[left + 12, top + 8], [right - 12, bottom - 8], [(left + right) / 2, (top + bottom) / 2]]
  return at.every(([x, y]) => element.contains(document.elementFromPoint(x, y)))
}"""


def refused(open_page: OpenPage, base: str, title: str, size: dict[str, int]) -> tuple[Person, Locator]:
    """I take back though nothing has been played."""
    client, other = Client(base, "Ada"), Client(base, "Bo")
    game: str = client.new_game(["me", "open"], title=title)["table"]["id"]
    other.post(f"/games/{game}/seats/1/sit")
    person = Person(open_page(lang="zh-Hant", size=size), base)
    page = person.page
    page.clock.install()
    person.sit_as(client, game)
    person.wait(lambda s: s["status"] == "live" and not s["pending"])
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.locator("[data-undo]:visible").click()
    refusal = page.locator(".refusal")
    expect(refusal).to_be_visible()
    return person, refusal


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("title", ["small-world", "terra-mystica"])
def test_a_refusal_is_seen_and_leaves_the_answers_free(
    base: str, open_page: OpenPage, title: str, size: dict[str, int]
) -> None:
    person, refusal = refused(open_page, base, title, size)
    page = person.page
    settle(page)
    assert whole(refusal, size)
    assert refusal.evaluate(ON_TOP)
    for answer in page.locator(".bar .btn:visible").all():
        if answer.evaluate("(button) => button.closest('.refusal') === null"):
            assert apart(box(refusal), box(answer)), answer.get_attribute("aria-label")
    page.clock.fast_forward(7_500)
    expect(refusal).to_have_count(0)
    assert person.errors == []
