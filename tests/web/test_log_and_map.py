"""Log and map talk: what is pointed at in one lights up in the other, and the log follows what is looked back at."""

from playwright.sync_api import expect

from tests.server.harness import Client
from tests.web.browser import Person, play_until
from tests.web.conftest import OpenPage
from tests.web.mystic import CLICK_HEX, seated

RINGED = "() => document.querySelectorAll('svg path[stroke=\"#FFF\"]').length"


def at_the_table(base: str, open_page: OpenPage) -> tuple[Person, Client, str]:
    client = Client(base, "Ada")
    game = client.new_game(["me", "greedy"], title="small-world")["table"]["id"]
    play_until([client], game, lambda _, at: at["view"]["round"] > 1 and at["view"]["ask"]["code"] == "conquest")
    person = Person(open_page(), base, "Ada")
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"])
    return person, client, game


def test_a_line_lights_up_its_region_and_back(base: str, open_page: OpenPage) -> None:
    person, client, game = at_the_table(base, open_page)
    page = person.page
    line = page.locator(".chronicle li:has-text('conquered')").first
    before = page.evaluate(RINGED)
    line.hover()
    expect(page.locator('svg path[stroke="#FFF"]')).to_have_count(before + 1)
    page.mouse.move(2, 2)
    expect(page.locator('svg path[stroke="#FFF"]')).to_have_count(before)
    held = next(r["id"] for r in client.view(game)["view"]["regions"] if r["seat"] == 1 and r["mode"] == "active")
    x, y = person.point(held)
    page.mouse.move(x - 2, y)
    page.mouse.move(x, y)
    expect(page.locator(".chronicle li.lit").first).to_be_visible()


def test_the_log_follows_the_scrub_bar(base: str, open_page: OpenPage) -> None:
    person, _, _ = at_the_table(base, open_page)
    page = person.page
    page.get_by_role("button", name="Replay").first.click()
    page.wait_for_selector(".replay")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".chronicle li.now").first).to_be_in_viewport()


def test_a_tapped_hex_is_marked(base: str, open_page: OpenPage) -> None:
    person = seated(open_page, base, 1, 1, "main")
    closed = person.page.locator("[data-hex]:not([data-legal])").first.get_attribute("data-hex")
    person.page.evaluate(CLICK_HEX, closed)
    expect(person.page.locator(f'[data-lit="{closed}"]')).to_have_count(1)
