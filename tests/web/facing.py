"""A table of any title, from the start page."""

from playwright.sync_api import Page

from tests.web.browser import Person
from tests.web.mystic import TITLE as MYSTIC
from tests.web.mystic import Mystic
from tests.web.regions import Explorer


def facing(page: Page, base: str, title: str, level: str = "greedy") -> tuple[Person, str]:
    """Somebody at a new table of this title who faces such a bot, and the game."""
    if title == MYSTIC:
        mystic = Mystic(page, base, seed=2)
        return mystic, mystic.new_mystic_game(level=level)
    explorer = Explorer(page, base, "Ada", seed=4)
    return explorer, explorer.set_up(title, ["me", level])
