"""A whole game of each title by keyboard alone: what may be done is read from the list of regions, not from the
picture."""

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.web.browser import FRAMES, Person, play_to_the_end
from tests.web.conftest import OpenPage
from tests.web.mystic import Mystic
from tests.web.regions import Explorer

# How often Tab must be pressed from where the focus is; with Shift where it is less than nought.
TABS = """(selector) => {
  const open = document.querySelector('dialog[open], [aria-modal=true]')
  const all = [...(open ?? document).querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')]
    .filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility())
  const to = all.findIndex((e) => e.matches(selector))
  const from = all.indexOf(document.activeElement)
  return to < 0 ? 0 : to - from
}"""
ACTIVE = "(selector) => !!document.activeElement?.matches(selector)"
# The option that the list is on: its name, and whether it can be chosen.
OPTION = """() => {
  const list = document.activeElement
  const option = document.getElementById(list?.getAttribute('aria-activedescendant') ?? '')
  return option ? {id: option.id, text: option.textContent.trim() || option.getAttribute('aria-label'),
    open: option.getAttribute('aria-disabled') !== 'true'} : null
}"""


class ByKeys(Person):
    """Presses keys and nothing else. `page.mouse` and clicks are not for this person."""

    page: Page

    def reach(self, selector: str) -> None:
        """Tab until it has the focus."""
        for _ in range(8):
            away: int = self.page.evaluate(TABS, selector)
            for _ in range(abs(away)):
                self.page.keyboard.press("Tab" if away > 0 else "Shift+Tab")
            if self.page.evaluate(ACTIVE, selector):
                return
        raise AssertionError(f"Tab never comes to {selector}")

    def do(self, what: str) -> None:
        self.reach(f'[data-do="{what}"]')
        self.page.keyboard.press("Enter")

    def sure(self) -> None:
        self.page.evaluate(FRAMES)
        if self.look()["warned"]:
            self.reach("[data-warned]")
            self.page.keyboard.press("Enter")

    def click_region(self, region: int) -> None:
        """The map is a list: the next region that something may be done with, until it is this one."""
        self.reach(".map")
        for _ in range(60):
            self.page.keyboard.press("PageDown")
            option = self.page.evaluate(OPTION)
            assert option is not None
            assert option["text"], option
            if option["id"] == f"region-{region}":
                assert option["open"], option
                self.page.keyboard.press("Enter")
                return
        raise AssertionError(f"the list never comes to region {region}")


class Regions(ByKeys, Explorer):
    def answer(self, seen: dict[str, Any]) -> None:
        if seen["picks"]:
            self.page.keyboard.press("1")
            self.page.wait_for_selector("[data-thing-card]")
            self.page.keyboard.press("1")
        else:
            super().answer(seen)

    def deed(self) -> bool:
        buttons = self.page.locator("[data-deed]:visible")
        if not buttons.count():
            return False
        self.reach("[data-deed]")
        self.page.keyboard.press("Enter")
        self.take(self.dice.choice(self.look()["regions"])["id"])
        return True


class Hexes(ByKeys, Mystic):
    def click(self, selector: str) -> None:
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def choose(self, key: str) -> None:
        self.reach("svg[role=listbox]")
        for _ in range(120):
            self.page.keyboard.press("PageDown")
            option = self.page.evaluate(OPTION)
            assert option is not None
            assert option["text"], option
            if option["id"] == f"hex-{key.replace(':', '-')}":
                self.page.keyboard.press("Enter")
                return
        raise AssertionError(f"the list never comes to {key}")


@pytest.mark.parametrize("title", ["small-world", "underground", "warcraft"])
def test_a_game_of_regions(title: str, base: str, open_page: OpenPage) -> None:
    ada = Regions(open_page(), base, "Ada", seed=3)
    ada.set_up(title, ["me", "random"])
    ada.wait(lambda seen: seen["status"] == "live")
    play_to_the_end([ada])
    assert ada.errors == []
    assert ada.turns > 20


def test_a_game_of_hexes(base: str, open_page: OpenPage) -> None:
    ada = Hexes(open_page(), base, seed=3)
    ada.new_mystic_game(level="random")
    play_to_the_end([ada])
    assert ada.errors == []
    assert ada.asked["main"] >= 6, ada.asked
