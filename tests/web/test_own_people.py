"""What one's own people can do is read at every height: where the panel has no room for it, on its card."""

import pytest
from playwright.sync_api import expect

from terrarium.words import Words
from tests.web.browser import Person, settle
from tests.web.conftest import OpenPage
from tests.web.test_in_sight import LAPTOP, asked, whole


@pytest.mark.parametrize("size", [LAPTOP, {"width": 1440, "height": 700}], ids=lambda size: f"{size['height']}")
def test_ones_own_people_is_read_in_a_low_window(base: str, open_page: OpenPage, size: dict[str, int]) -> None:
    client, game = asked(base, "small-world", 4, "conquest", 2)
    person = Person(open_page(size=size), base)
    page = person.page
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"] and not s["pending"])
    settle(page)
    tribe = next(one for one in client.view(game)["view"]["seats"][0]["tribes"] if one["power"])
    page.locator("aside .player .people").first.hover()
    card = page.locator("[data-thing-card]")
    expect(card).to_be_visible()
    words = Words("en", "small-world")
    for unit in (tribe["power"], tribe["race"]):
        expect(card).to_contain_text(words.say(f"about.{unit}"))
    settle(page)
    assert whole(card, size)
