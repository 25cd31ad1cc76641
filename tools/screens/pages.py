"""The pages beside the tables that `tools/screenshots.py` takes pictures of."""

from playwright.sync_api import Page
from tools.screens.mystica import Prepare, clicked


def archived(page: Page) -> None:
    page.locator(".tabs .chip").last.click()
    page.wait_for_selector(".tables li .btn")


def screens() -> list[tuple[str, str, Prepare | None]]:
    """Name, address, and what is done before the picture."""
    return [
        ("home", "/", None),
        ("new-game", "/", clicked('[data-title="small-world"]')),
        ("archive", "/", archived),
        ("quick-match", "/", clicked("[data-do=quick]")),
        ("no-such-page", "/nowhere/at/all", None),
        ("no-such-table", "/g/nowhere", None),
        ("learn", "/learn", None),
        ("lesson", "/learn/small-world/price", None),
        ("lesson-combo", "/learn/small-world/pick", None),
        ("rules", "/rules/small-world", None),
        ("rules-mystica", "/rules/terra-mystica", None),
        ("statistics", "/statistics/small-world", None),
        ("ratings", "/ratings/small-world", None),
        ("account", "/account", None),
        ("credits", "/credits", None),
        ("accessibility", "/accessibility", None),
    ]
