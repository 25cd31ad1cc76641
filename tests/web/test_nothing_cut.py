"""What a window has no room for is laid out otherwise: nothing is cut off at its edge, no page scrolls by a hair."""

import pytest
from playwright.sync_api import Locator, expect

from tests.server.harness import Client
from tests.server.test_bringing import a_way_in
from tests.web.browser import PHONE, Person, settle
from tests.web.conftest import OpenPage
from tests.web.test_in_sight import LAPTOP, SIDEWAYS, SMALL, TABLET, asked, box, taught, whole
from tests.web.test_low_and_wide import lines, mystic, sits

LOW = [{"width": 667, "height": 375}, {"width": 640, "height": 360}]
CLIPPED = "(box) => box.scrollHeight > box.clientHeight + 1"


def all_whole(found: Locator, size: dict[str, int]) -> list[str]:
    """The words of those that are not wholly on the screen."""
    return [one.inner_text() for one in found.all() if not whole(one, size)]


@pytest.mark.parametrize("title", ["small-world", "underground"])
def test_below_a_square_map_of_an_upright_tablet_all_is_read(title: str, base: str, open_page: OpenPage) -> None:
    client, game = asked(base, title, 4, "conquest", 3)
    page = sits(open_page, base, client, game, TABLET).page
    total, say = page.locator(".right .total"), page.locator(".right .log form input")
    assert whole(total, TABLET)
    assert whole(say, TABLET)
    assert all_whole(page.locator(".combos .card"), TABLET) == []
    assert box(page.locator(".frame .map"))["width"] > 540


def test_a_draft_of_terra_mystica_keeps_every_answer_on_a_phone_on_its_side(base: str, open_page: OpenPage) -> None:
    client, game = mystic(base, round_=4)
    page = sits(open_page, base, client, game, SIDEWAYS).page
    page.locator("[data-plan=begin]").click()
    page.wait_for_selector('.table[data-plan="0"][data-pending=false]')
    settle(page)
    answers = page.locator(".bar .buttons .btn")
    expect(answers.nth(6)).to_be_visible()
    assert all_whole(answers, SIDEWAYS) == []
    assert {lines(page.locator(f"[data-plan={name}]")) for name in ("drop", "keep")} == {1}


@pytest.mark.parametrize("size", [LAPTOP, SIDEWAYS, PHONE], ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("title", ["small-world", "terra-mystica"])
def test_a_new_game_is_begun_without_scrolling(
    title: str, size: dict[str, int], base: str, open_page: OpenPage
) -> None:
    page = open_page(lang="zh-Hant", size=size)
    page.goto(base)
    page.locator(f'[data-title="{title}"]').click()
    begin = page.locator('[data-do="begin"]')
    expect(begin).to_be_visible()
    settle(page)
    assert whole(begin, size)
    begin.click(trial=True)


@pytest.mark.parametrize("size", [SIDEWAYS, PHONE], ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_study_on_a_phone_has_just_the_height_of_the_window(
    size: dict[str, int], base: str, open_page: OpenPage
) -> None:
    client = Client(base, "Ada")
    study = client.post("/studies", 201, text=a_way_in("warcraft", 40), name="What if?")["id"]
    for path in (f"/embed/{study}", f"/study/{study}"):
        person = Person(open_page(size=size), base)
        page = person.page
        page.goto(base + path)
        person.wait(lambda s: s["drawn"])
        settle(page)
        assert page.evaluate("document.documentElement.scrollHeight") == size["height"], path


def test_what_is_asked_in_a_lesson_is_whole_on_a_phone_on_its_side(base: str, open_page: OpenPage) -> None:
    page = taught(open_page, base, "/learn/small-world/price", SIDEWAYS, "zh-Hant")
    assert not page.locator(".bar .words").evaluate(CLIPPED)


@pytest.mark.parametrize("size", LOW, ids=lambda size: f"{size['width']}x{size['height']}")
@pytest.mark.parametrize("title", ["small-world", "warcraft"])
def test_the_smallest_phone_on_its_side_has_a_map_and_every_answer(
    title: str, size: dict[str, int], base: str, open_page: OpenPage
) -> None:
    client, game = asked(base, title, 4, "conquest", 2)
    page = sits(open_page, base, client, game, size).page
    board = box(page.locator(".frame .map"))
    assert board["width"] * board["height"] > 0.3 * size["width"] * size["height"]
    assert all_whole(page.locator(".bar .btn"), size) == []


def test_the_smallest_phone_on_its_side_has_terra_mystica(base: str, open_page: OpenPage) -> None:
    client, game = mystic(base)
    size = LOW[1]
    page = sits(open_page, base, client, game, size).page
    board = box(page.locator(".left .board"))
    assert board["width"] * board["height"] > 0.4 * size["width"] * size["height"]
    assert all_whole(page.locator(".bar .buttons .btn"), size) == []


@pytest.mark.parametrize("ask", ["conquest", "deploy"])
def test_the_smallest_phone_reads_what_is_asked_in_english(ask: str, base: str, open_page: OpenPage) -> None:
    client, game = asked(base, "small-world", 1, ask, 2)
    page = open_page(lang="en", size=SMALL)
    person = Person(page, base)
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and not s["pending"])
    settle(page)
    assert not page.locator(".bar .words").evaluate(CLIPPED)
    assert all_whole(page.locator(".bar .buttons .btn"), SMALL) == []
    assert not page.locator(".bar .buttons").evaluate("(box) => box.scrollWidth > box.clientWidth + 1")


@pytest.mark.parametrize("size", [PHONE, SMALL], ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_lesson_of_terra_mystica_has_hexes_for_a_finger(size: dict[str, int], base: str, open_page: OpenPage) -> None:
    page = taught(open_page, base, "/learn/terra-mystica/build", size, "zh-Hant")
    assert min(box(one)["width"] for one in page.locator("[data-hex]").all()[:20]) >= 24
