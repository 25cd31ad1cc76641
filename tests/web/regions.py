"""People at tables of Underground and Warcraft, alone or mixed: they use whatever the page offers beside conquests."""

import random
from typing import Any

from playwright.sync_api import ConsoleMessage, Page

from tests.web.browser import Person

RAW = """() => [...document.querySelectorAll('button, h1, h2, h3, h4, p, li, dt, dd, span, summary, [role=option]')]
  .filter((element) => !element.children.length && element.checkVisibility())
  .map((element) => element.textContent.trim())
  .filter((text) => /^[a-z_]+(\\.[a-z0-9_-]+)+$/.test(text) || /\\{\\w+[,}]/.test(text))"""
"""Texts that are a key or an unfilled message instead of words."""


class Explorer(Person):
    """Plays by clicking: conquers cheaply, tries every deed and aid now and then, declines every few turns."""

    def __init__(self, page: Page, base: str, name: str, seed: int = 1) -> None:
        super().__init__(page, base, name)
        self.dice = random.Random(seed)
        self.seen: set[str] = set()
        self.raw: set[str] = set()
        self.deeds_done = 0
        page.on("console", self.heard)

    def heard(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)

    def set_up(self, title: str, seats: list[str], options: dict[str, str] | None = None, variant: str = "") -> str:
        """From the start page to a table of this title, played this way, with these house rules."""
        self.page.goto(self.base)
        self.page.locator(f'[data-title="{title}"]').click()
        if variant:
            self.page.locator("[data-field=variant]").select_option(variant)
        self.page.locator(".count .btn").get_by_text(str(len(seats)), exact=True).click()
        for place, kind in enumerate(seats):
            self.page.locator(f"#seat-{place}").select_option(kind)
        if options:
            self.page.locator("[data-house-rules] summary").click()
            for name, value in options.items():
                self.page.locator(f'[data-option="{name}"]').select_option(value)
            self.raw.update(self.page.evaluate(RAW))
        self.do("begin")
        self.page.wait_for_url("**/g/*")
        self.page.wait_for_selector(".table[data-line=open]")
        return self.page.url.rsplit("/", 1)[-1]

    def answer(self, seen: dict[str, Any]) -> None:
        if seen["ask"] not in self.seen:
            # Once for each question: what stands there are words, whatever the language.
            self.seen.add(seen["ask"])
            self.raw.update(self.page.evaluate(RAW))
        if seen["ask"] == "conquest" and self.dice.random() < 0.3 and self.deed():
            return
        used = [name for name in seen["buttons"] if name.startswith("use ")]
        if seen["ask"] == "conquest" and used and self.dice.random() < 0.4:
            self.do(self.dice.choice(used))
            return
        super().answer(seen)

    def deed(self) -> bool:
        """Call up a deed and do it somewhere; False where none is offered."""
        buttons = self.page.locator("[data-deed]:visible")
        if not buttons.count():
            return False
        buttons.nth(self.dice.randrange(buttons.count())).click()
        regions = self.look()["regions"]
        assert regions, "a deed that is offered can be done somewhere"
        self.take(self.dice.choice(regions)["id"])
        self.deeds_done += 1
        return True

    def wants_decline(self) -> bool:
        return self.turns % 4 == 3

    def place(self, regions: list[dict[str, Any]]) -> None:
        """One piece at once, or several laid out and confirmed."""
        before = self.look()["seq"]
        several = self.page.locator('[data-do="confirm"]').count() > 0
        for _ in range(4):
            for region in regions:
                if several and self.full():
                    self.do("confirm")
                    return
                self.click_region(region["id"])
                if self.touch and not several:
                    self.do("act")
                if not several:
                    self.wait(lambda s: s["seq"] > before and not s["pending"])
                    return
        self.do("confirm")
