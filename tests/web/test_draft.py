"""A turn as a draft, in the titles of regions: tried on a private copy, taken back, dropped, played."""

from typing import Any

import pytest
from playwright.sync_api import expect

from terrarium.titles import LANGUAGES
from tests.server.harness import Client
from tests.web.browser import DESKTOP, FRAMES, PHONE, Person, play_until, settle
from tests.web.conftest import OpenPage

SIDEWAYS = {"width": 844, "height": 390}
LAPTOP = {"width": 1024, "height": 768}
SCREENS = [
    *zip(("small-world", "underground", "warcraft"), (DESKTOP, PHONE, LAPTOP), LANGUAGES, strict=True),
    ("small-world", SIDEWAYS, "zh-Hant"),
]


class Drafter(Person):
    def steps(self, n: int) -> None:
        """Wait until the draft has so many moves."""
        expect(self.page.locator(f'.table[data-plan="{n}"]')).to_be_attached()
        self.wait(lambda s: not s["pending"])

    def begin(self) -> None:
        self.plan("begin")
        self.steps(0)

    def plan(self, what: str) -> None:
        self.page.locator(f'[data-plan="{what}"]:visible').click()

    def over(self) -> None:
        expect(self.page.locator(".table[data-plan]")).to_have_count(0)

    def place(self, regions: list[dict[str, Any]]) -> None:
        """One piece is laid; where that is all that is asked, it is tried at once."""
        tried = self.page.locator(".table").get_attribute("data-plan")
        self.click_region(regions[0]["id"])
        self.page.evaluate(FRAMES)
        self.wait(lambda s: not s["pending"])
        if self.page.locator(".table").get_attribute("data-plan") == tried:
            self.do("confirm")

    def sure_region(self) -> int:
        return int(next(region["id"] for region in self.look()["regions"] if not region["die"]))


def conquering(base: str, person: Drafter, title: str) -> tuple[Client, str, dict[str, Any]]:
    """A game in which I conquer for the first time, and two regions can surely be taken."""
    client = Client(base, "Ada")
    game: str = client.new_game(["me", "greedy"], title=title)["table"]["id"]
    at = play_until([client], game, lambda _, now: now["view"]["ask"]["code"] == "conquest")
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"] and bool(s["regions"]))
    return client, game, at


@pytest.mark.parametrize(("title", "size", "lang"), SCREENS)
def test_a_turn_is_tried_and_played(
    base: str, open_page: OpenPage, title: str, size: dict[str, int], lang: str
) -> None:
    ada = Drafter(open_page(size=size, lang=lang), base, "Ada")
    client, game, at = conquering(base, ada, title)
    ada.begin()
    first = ada.sure_region()
    ada.take(first)
    ada.steps(1)
    assert client.view(game)["seq"] == at["seq"], "nothing is played"
    assert ada.hidden_overflow() == []
    assert first not in [region["id"] for region in ada.look()["regions"]]
    ada.page.locator("[data-undo]").click()
    ada.steps(0)
    ada.take(first)
    ada.steps(1)
    ada.plan("keep")
    ada.over()
    ada.wait(lambda s: s["seq"] > at["seq"] and not s["pending"])
    held = client.view(game)["view"]["regions"][first]
    assert held["seat"] == client.get(f"/games/{game}")["you"]
    assert ada.errors == []


def test_a_draft_is_dropped_and_nobody_knows(base: str, open_page: OpenPage) -> None:
    ada = Drafter(open_page(), base, "Ada")
    heard: list[str] = []
    ada.page.on("console", lambda message: heard.append(message.text) if message.type == "error" else None)
    client, game, at = conquering(base, ada, "small-world")
    before = ada.look()["regions"]
    ada.begin()
    ada.take(ada.sure_region())
    ada.steps(1)
    # What was only tried is told, and is no moment to go back to.
    ada.page.locator(".chronicle li button.line").first.click()
    expect(ada.page.locator(".replay")).to_have_count(0)
    ada.steps(1)
    ada.page.keyboard.press("Escape")
    ada.over()
    ada.wait(lambda s: s["regions"] == before)
    # What the rules forbid is explained in a draft as it is at the table.
    ada.begin()
    ada.take(ada.sure_region())
    ada.steps(1)
    taken = next(region["id"] for region in before if region["id"] not in [r["id"] for r in ada.look()["regions"]])
    ada.click_region(taken)
    expect(ada.page.locator(f'[data-card="{taken}"]')).to_contain_text("already hold it")
    assert heard == []
    # Escape puts the card away, and the draft stays.
    ada.page.keyboard.press("w")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".card[role=note]")).to_have_count(0)
    ada.steps(1)
    # A move from elsewhere is a new position: the draft belonged to the old one.
    client.play(game, "stop", seq=at["seq"])
    ada.over()
    assert ada.errors == []


def test_a_draft_ends_where_others_come_next(base: str, open_page: OpenPage) -> None:
    ada = Drafter(open_page(), base, "Ada")
    client, game, at = conquering(base, ada, "small-world")
    ada.begin()
    ada.take(ada.sure_region())
    ada.steps(1)
    ada.do("stop")
    ada.sure()
    ada.steps(2)
    # Whatever this people still has to place or to redeploy is tried too.
    steps = 2
    while (seen := ada.wait(lambda s: not s["pending"]))["mine"]:
        ada.answer(seen)
        ada.sure()
        steps += 1
        ada.steps(steps)
    expect(ada.page.locator(".bar .prompt")).to_contain_text("the draft ends")
    settle(ada.page)
    assert client.view(game)["seq"] == at["seq"]
    ada.plan("keep")
    ada.over()
    ada.wait(lambda s: s["seq"] >= at["seq"] + steps and not s["pending"])
    assert ada.errors == []
