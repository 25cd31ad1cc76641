"""What one needs is in sight: who teaches leaves the board alone, answers stay at hand, everybody at a full table is
seen."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.server.harness import Client
from tests.web.browser import Person, play_until, settle
from tests.web.conftest import OpenPage

LAPTOP = {"width": 1366, "height": 768}
DESK = {"width": 1440, "height": 900}
TABLET = {"width": 820, "height": 1180}
SIDEWAYS = {"width": 844, "height": 390}
SMALL = {"width": 360, "height": 640}


def box(found: Locator) -> dict[str, float]:
    where: Any = found.bounding_box()
    assert where is not None
    return dict(where)


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Do they leave each other alone? A pixel of shadow is none."""
    return (
        one["x"] + one["width"] <= other["x"] + 1
        or other["x"] + other["width"] <= one["x"] + 1
        or one["y"] + one["height"] <= other["y"] + 1
        or other["y"] + other["height"] <= one["y"] + 1
    )


def whole(found: Locator, size: dict[str, int]) -> bool:
    """Is all of it on the screen?"""
    where = box(found)
    return (
        where["x"] >= -1
        and where["y"] >= -1
        and where["x"] + where["width"] <= size["width"] + 1
        and where["y"] + where["height"] <= size["height"] + 1
    )


def asked(base: str, title: str, others: int, ask: str, round_: int = 1) -> tuple[Client, str]:
    """A table with bots at which I am asked this."""
    client = Client(base, "Ada")
    game: str = client.new_game(["me", *["greedy"] * others], title=title)["table"]["id"]
    play_until([client], game, lambda _, at: at["view"]["round"] >= round_ and at["view"]["ask"]["code"] == ask)
    return client, game


def taught(open_page: OpenPage, base: str, path: str, size: dict[str, int], lang: str = "en") -> Page:
    page = open_page(lang=lang, size=size)
    page.goto(base + path)
    Person(page, base).wait(lambda s: s["line"] == "open" and s["mine"] and not s["pending"])
    settle(page)
    return page


@pytest.mark.parametrize("size", [DESK, LAPTOP, TABLET], ids=["desk", "laptop", "tablet"])
def test_who_teaches_leaves_the_board_and_the_peoples_alone(
    base: str, open_page: OpenPage, size: dict[str, int]
) -> None:
    many = next(one for one in Client(base, "Ada").get("/puzzles")["puzzles"] if one["title"] == "small-world")
    for path in ("/learn/small-world/price", "/learn/small-world/pick", f"/puzzles/{many['id']}"):
        page = taught(open_page, base, path, size)
        voice = box(page.locator(".voice-panel"))
        assert apart(voice, box(page.locator(".board").first)), path
        for pick in page.locator(".combos .card").all():
            assert apart(voice, box(pick)), path
        assert whole(page.locator(".voice-panel"), size), path


@pytest.mark.parametrize("path", ["/learn/small-world/price", "/learn/terra-mystica/build"])
def test_nobody_is_spoken_to_where_nobody_else_sits(base: str, open_page: OpenPage, path: str) -> None:
    page = taught(open_page, base, path, DESK)
    expect(page.locator(".log form")).to_have_count(0)
    expect(page.locator(".wishes")).to_have_count(0)
    expect(page.locator("[data-talk]")).to_have_count(0)


def test_a_lesson_lights_the_whole_card_of_a_people(base: str, open_page: OpenPage) -> None:
    page = taught(open_page, base, "/learn/small-world/pick", DESK)
    lit = page.locator(".card:has(.lesson-lit)")
    assert lit.evaluate("(card) => getComputedStyle(card).outlineStyle") == "solid"
    assert page.locator(".lesson-lit").evaluate("(part) => getComputedStyle(part).outlineStyle") == "none"


@pytest.mark.parametrize("path", ["/learn/small-world/price", "/learn/terra-mystica/build"])
def test_on_a_low_phone_the_map_is_larger_than_what_is_said(base: str, open_page: OpenPage, path: str) -> None:
    page = taught(open_page, base, path, SMALL, "zh-Hant")
    assert box(page.locator(".board").first)["height"] > box(page.locator(".voice-panel"))["height"]
    expect(page.locator("h1")).to_have_count(1)


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_a_phone_on_its_side_keeps_the_answers_at_the_thumb(base: str, open_page: OpenPage, lang: str) -> None:
    client, game = asked(base, "small-world", 1, "conquest", 2)
    person = Person(open_page(lang=lang, size=SIDEWAYS), base)
    page = person.page
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"])
    settle(page)
    expect(page.locator(".bar [data-tip]")).to_be_visible()
    for button in page.locator(".bar > .buttons .btn, .bar > .btn, .bar .combos, .bar .tools .btn").all():
        assert whole(button, SIDEWAYS), button.inner_text()
    play_until([client], game, lambda _, at: at["view"]["ask"]["code"] == "deploy")
    person.wait(lambda s: s["ask"] == "deploy" and s["mine"] and not s["pending"])
    settle(page)
    for button in page.locator(".steppers div").first.locator("button").all():
        assert whole(button, SIDEWAYS), "a region's + and − are both there"
    assert whole(page.locator('[data-do="confirm"]'), SIDEWAYS)
    assert person.errors == []


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_the_smallest_phone_has_every_way_out_of_terra_mystica(base: str, open_page: OpenPage, lang: str) -> None:
    client, game = asked(base, "terra-mystica", 1, "main")
    person = Person(open_page(lang=lang, size=SMALL), base)
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"])
    settle(person.page)
    for button in person.page.locator("header.top button").all():
        assert whole(button, SMALL), button.get_attribute("aria-label")
    expect(person.page.locator("[data-hint-ask]")).to_be_visible()


def test_a_phone_on_its_side_shows_all_five_of_terra_mystica(base: str, open_page: OpenPage) -> None:
    client, game = asked(base, "terra-mystica", 4, "main")
    person = Person(open_page(size=SIDEWAYS), base)
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"])
    settle(person.page)
    for seat in person.page.locator(".strip .seat").all():
        assert whole(seat, SIDEWAYS)


@pytest.mark.parametrize("title", ["small-world", "underground", "warcraft"])
@pytest.mark.parametrize("size", [DESK, LAPTOP], ids=["desk", "laptop"])
def test_all_five_players_are_seen_beside_the_map(
    base: str, open_page: OpenPage, title: str, size: dict[str, int]
) -> None:
    client, game = asked(base, title, 4, "conquest", 3)
    person = Person(open_page(size=size), base)
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"])
    settle(person.page)
    players = person.page.locator("aside .player")
    expect(players).to_have_count(5)
    for player in players.all():
        assert whole(player.locator("header"), size)


@pytest.mark.parametrize("size", [DESK, LAPTOP], ids=["desk", "laptop"])
def test_the_chronicle_of_terra_mystica_is_read_without_scrolling(
    base: str, open_page: OpenPage, size: dict[str, int]
) -> None:
    client, game = asked(base, "terra-mystica", 4, "main", 2)
    person = Person(open_page(size=size), base)
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"])
    settle(person.page)
    assert whole(person.page.locator(".log ol > li").first, size)
    wishes, talk = box(person.page.locator(".wishes")), box(person.page.locator("[data-talk]"))
    assert apart(wishes, talk)
    assert apart(wishes, box(person.page.locator(".log h2")))
    person.page.locator("[data-talk]").click()
    expect(person.page.locator(".log form")).to_be_visible()


def test_what_is_asked_is_read_in_full_on_a_laptop(base: str, open_page: OpenPage) -> None:
    client, game = asked(base, "small-world", 2, "conquest", 2)
    person = Person(open_page(size=LAPTOP), base)
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"])
    settle(person.page)
    expect(person.page.locator(".bar [data-tip]")).to_be_visible()
    words, prompt = box(person.page.locator(".bar .words")), box(person.page.locator(".bar .prompt"))
    assert prompt["y"] >= words["y"] - 1
    assert prompt["y"] + prompt["height"] <= words["y"] + words["height"] + 1


def test_a_hint_can_be_played_on_a_tablet_without_scrolling(base: str, open_page: OpenPage) -> None:
    client, game = asked(base, "small-world", 2, "conquest", 2)
    person = Person(open_page(size=TABLET), base)
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"])
    person.page.locator("[data-hint-ask]").click()
    play = person.page.locator("[data-hint-play]")
    expect(play).to_be_visible()
    settle(person.page)
    panel = box(person.page.locator(".voice-panel"))
    assert whole(play, TABLET)
    assert box(play)["y"] + box(play)["height"] <= panel["y"] + panel["height"]
