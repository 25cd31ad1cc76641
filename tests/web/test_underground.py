"""Underground at the table: whole games alone and mixed, its cards, its map, its words in three languages."""

import pytest
from playwright.sync_api import expect

from tests.server.harness import Client
from tests.web.browser import PHONE, ROOT, play_to_the_end
from tests.web.conftest import OpenPage
from tests.web.regions import Explorer
from tests.web.test_pages import AXE, serious


def told_well(people: list[Explorer]) -> None:
    for person in people:
        assert person.errors == [], person.name
        assert person.raw == set(), person.name
        assert person.hidden_overflow() == [], person.name


def test_a_whole_game_of_underground(base: str, open_page: OpenPage) -> None:
    ada = Explorer(open_page(lang="zh-Hant", theme="dark"), base, "Ada", seed=3)
    game = ada.set_up("underground", ["me", "random"])
    ada.wait(lambda seen: seen["status"] == "live" and seen["mine"])
    assert ada.page.locator("html").get_attribute("data-look") == "underground"
    play_to_the_end([ada])
    told_well([ada])
    expect(ada.page.locator(".chronicle")).to_contain_text("對局結束。")
    assert {"pick", "conquest", "deploy"} <= ada.seen
    # Dice decide whether anybody beats a monster.
    expect(ada.page.locator("[data-thing]")).to_have_count(len(Client(base).view(game)["view"]["things"]))
    ada.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert serious(ada.page) == []


def test_what_was_found_is_shown_and_explained(base: str, open_page: OpenPage) -> None:
    """In a recorded game in which somebody has beaten a monster."""
    client = Client(base)
    for path in sorted((ROOT / "tests" / "fixtures" / "underground").glob("*.txt")):
        game = client.post("/games/import", 201, record=path.read_text(encoding="utf-8"))["table"]["id"]
        things = client.view(game)["view"]["things"]
        if things:
            break
    assert things
    page = open_page()
    page.goto(f"{base}/g/{game}")
    found = page.locator("[data-thing]")
    expect(found).to_have_count(len(things))
    name = found.first.inner_text().strip()
    found.first.click()
    expect(page.locator("dialog article.focus h4")).to_contain_text(name)


@pytest.mark.parametrize(("title", "value"), [("small-world", "relics"), ("underground", "yes")])
def test_a_whole_mixed_game(title: str, value: str, base: str, open_page: OpenPage) -> None:
    bo = Explorer(open_page(lang="zh-Hans" if title == "small-world" else "en"), base, "Bo", seed=5)
    bo.set_up(title, ["me", "random"], {"mixed": value})
    bo.wait(lambda seen: seen["status"] == "live" and seen["mine"])
    play_to_the_end([bo])
    told_well([bo])
    bo.page.locator('[data-open="rules"]').click()
    bo.page.wait_for_selector("dialog li[data-rule]")
    # One book: statements of both titles, none twice.
    ids: list[str] = bo.page.evaluate("() => [...document.querySelectorAll('[data-rule]')].map((e) => e.dataset.rule)")
    assert len(ids) == len(set(ids))
    assert {"race.orcs", "race.shrooms", "relic.shiny_orb", "power.alchemist"} <= set(ids)


@pytest.fixture
def five(base: str) -> tuple[Client, str]:
    """A table of five that has just begun."""
    client = Client(base)
    game: str = client.new_game(["me", *["random"] * 4], title="underground")["table"]["id"]
    return client, game


def test_the_board_for_five_owns_up_to_invented_symbols(
    base: str, five: tuple[Client, str], open_page: OpenPage
) -> None:
    page = open_page()
    page.goto(f"{base}/g/{five[1]}")
    page.wait_for_selector("[data-region]")
    expect(page.locator('[data-note="5p"]')).to_contain_text("not known")
    person = Explorer(page, base, "Eve")
    hover(person, 9)
    expect(page.locator('[data-card="9"]')).to_contain_text("Invented symbol")
    hover(person, 8)
    expect(page.locator('[data-card="8"]')).not_to_contain_text("Invented symbol")
    page.goto(f"{base}/credits")
    expect(page.locator("main")).to_contain_text("5-player board")


def hover(person: Explorer, region: int) -> None:
    x, y = person.point(region)
    person.page.mouse.move(x - 4, y)
    person.page.mouse.move(x, y)
    expect(person.page.locator(f'[data-card="{region}"]')).to_be_visible()


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_every_map_is_drawn_on_a_phone(players: int, base: str, open_page: OpenPage) -> None:
    client = Client(base)
    game = client.new_game(["me", *["random"] * (players - 1)], title="underground")["table"]["id"]
    page = open_page(lang="zh-Hans", size=PHONE)
    person = Explorer(page, base, "Fei")
    page.goto(f"{base}/g/{game}")
    page.wait_for_selector("[data-region]")
    view = client.view(game)["view"]
    expect(page.locator("[data-region]")).to_have_count(len(view["regions"]))
    assert person.hidden_overflow() == []
    page.locator('[data-open="things"]').click()
    # Six relics and nine places, seen or not.
    expect(page.locator("dialog dt, dialog article")).to_have_count(15)
    assert person.errors == []
