"""Warcraft at the table: a whole game, islands in a sea, anchors with their price, tolls before they are paid."""

import pytest
from playwright.sync_api import expect

from tests.server.harness import Client
from tests.web.browser import DESKTOP, PHONE, play_to_the_end
from tests.web.conftest import OpenPage
from tests.web.regions import Explorer
from tests.web.test_pages import AXE, serious


@pytest.mark.parametrize(("lang", "size", "theme"), [("en", DESKTOP, "light"), ("zh-Hans", PHONE, "dark")])
def test_a_whole_game_of_warcraft(lang: str, size: dict[str, int], theme: str, base: str, open_page: OpenPage) -> None:
    ada = Explorer(open_page(lang=lang, size=size, theme=theme), base, "Ada", seed=7)
    ada.set_up("warcraft", ["me", "random"])
    ada.wait(lambda seen: seen["status"] == "live")
    play_to_the_end([ada])
    assert ada.errors == []
    assert ada.raw == set()
    assert ada.hidden_overflow() == []
    assert {"pick", "conquest", "deploy"} <= ada.seen
    ada.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert serious(ada.page) == []


@pytest.mark.parametrize(
    ("variant", "seats", "lang"), [("coop", ["me"], "zh-Hant"), ("team", ["me", "random", "random"], "en")]
)
def test_a_whole_game_of_each_variant(
    variant: str, seats: list[str], lang: str, base: str, open_page: OpenPage
) -> None:
    ada = Explorer(open_page(lang=lang), base, "Ada", seed=5)
    game = ada.set_up("warcraft", seats, variant=variant)
    panel = ada.page.locator(f"[data-variant={variant}]")
    expect(panel).to_contain_text("重建" if lang == "zh-Hant" else "reconstructed")
    play_to_the_end([ada])
    assert ada.errors == []
    assert ada.raw == set()
    assert ada.hidden_overflow() == []
    result = Client(base).get(f"/games/{game}")["result"]
    if variant == "coop":
        expect(panel).to_contain_text("共同獲勝" if result["winners"] else "共同落敗")
    ada.page.goto(f"{base}/g/{game}/review")
    expect(ada.page.locator("h1, h2").first).to_be_visible()
    assert ada.errors == []


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_islands_for_every_number_of_players(players: int, base: str, open_page: OpenPage) -> None:
    client = Client(base)
    made = client.new_game(["me", *["random"] * (players - 1)], title="warcraft")
    boards = made["table"]["map"].split("+")
    assert len(boards) == [2, 3, 4, 5][players - 2]
    game = made["table"]["id"]
    regions = client.view(game)["view"]["regions"]
    for size in (DESKTOP, {"width": 1024, "height": 768}, PHONE):
        page = open_page(lang="zh-Hant", theme="dark", size=size)
        person = Explorer(page, base, "Mei")
        page.goto(f"{base}/g/{game}")
        page.wait_for_selector("[data-region]")
        expect(page.locator("[data-region]")).to_have_count(len(regions))
        anchors = sum("entry" in region["features"] for region in regions)
        expect(page.locator(".symbol.entry")).to_have_count(anchors)
        assert person.hidden_overflow() == []
        assert person.errors == []


def test_boards_are_drawn_by_chance(base: str) -> None:
    client = Client(base)
    drawn = {client.new_game(["random", "random"], title="warcraft")["table"]["map"] for _ in range(8)}
    assert len(drawn) > 1
    named = client.new_game(["random", "random"], title="warcraft", map="l2b+s1b")["table"]["map"]
    assert named == "l2b+s1b"


def test_travel_costs_one_more_and_says_so(base: str, open_page: OpenPage) -> None:
    """A race that stands on one island is told at the anchors of the others what the way there costs."""
    ada = Explorer(open_page(), base, "Ada", seed=2)
    ada.set_up("warcraft", ["me", "random"])
    for _ in range(40):
        seen = ada.wait(lambda s: s["mine"])
        if seen["ask"] == "conquest" and ada.page.locator(".symbol circle.fare").count():
            break
        ada.step()
    expect(ada.page.locator(".symbol text.fare").first).to_have_text("+1")
    choices: list[int] = ada.page.evaluate(
        """() => [...document.querySelectorAll('[data-region][data-legal]')].map((r) => Number(r.dataset.region))"""
    )
    for region in choices:
        x, y = ada.point(region)
        ada.page.mouse.move(x - 4, y)
        ada.page.mouse.move(x, y)
        if "travel 1" in ada.page.locator(f'[data-card="{region}"]').inner_text():
            break
    else:
        raise AssertionError("no card tells what travel costs")
    expect(ada.page.locator(".crest").first).to_be_attached()
