"""Replay by arrows and at speed, the link to a position and playing on from it, the picture to share."""

import re
import struct
import time

import pytest
from playwright.sync_api import Page, expect

from terrarium.server.people.sessions import COOKIE
from tests.server.harness import Client
from tests.support.patience import PAUSE_S
from tests.web.browser import Person, quick_answer, settle, until
from tests.web.conftest import OpenPage


@pytest.fixture(scope="module")
def finished(base: str) -> str:
    client = Client(base)
    game: str = client.new_game(["greedy", "random", "greedy"], title="small-world")["table"]["id"]
    client.ended(game)
    return game


def place(page: Page) -> int:
    return int(page.locator(".replay .count").inner_text().split("/")[0])


def regions(page: Page) -> list[str]:
    found: list[str] = page.get_by_role("option").all_inner_texts()
    return found


def test_arrows_step_and_space_plays(base: str, open_page: OpenPage, finished: str) -> None:
    page = open_page()
    page.goto(f"{base}/g/{finished}?at=30")
    count = page.locator(".replay .count")
    expect(count).to_be_visible()
    at = place(page)
    for key, by in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1)):
        page.keyboard.press(key)
        expect(count).to_have_text(re.compile(f"^{at + by}/"))
    page.locator(".replay select").select_option("4")
    page.locator(".replay").get_by_role("button", name="Play", exact=True).click()
    until(page, f"parseInt(document.querySelector('.replay .count').textContent) >= {at + 6}")
    page.locator(".replay").get_by_role("button", name="Pause").click()
    expect(page.locator(".replay").get_by_role("button", name="Play", exact=True)).to_be_visible()
    stopped = place(page)
    page.locator("h1").click()
    page.keyboard.press(" ")
    expect(page.locator(".replay").get_by_role("button", name="Pause")).to_be_visible()
    until(page, f"parseInt(document.querySelector('.replay .count').textContent) > {stopped}")
    page.keyboard.press(" ")
    page.keyboard.press("Escape")
    expect(page.locator(".replay")).to_have_count(0)


def test_four_times_the_speed_is_quicker(base: str, open_page: OpenPage, finished: str) -> None:
    """By the page's clock, which stands still but for what the test lets pass."""
    page = open_page()
    page.clock.install()
    steps = {}
    for speed in ("0.5", "1", "4"):
        page.goto(f"{base}/g/{finished}?at=20")
        expect(page.locator(".replay .count")).to_be_visible()
        page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 3600)
        at = place(page)
        page.locator(".replay select").select_option(speed)
        page.locator(".replay").get_by_role("button", name="Play", exact=True).click()
        page.clock.run_for(3700)
        steps[speed] = place(page) - at
        page.clock.resume()
    assert steps == {"0.5": 2, "1": 4, "4": 16}


def test_a_link_leads_to_the_position_and_one_plays_on_there(base: str, open_page: OpenPage, finished: str) -> None:
    page = open_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=base)
    page.goto(f"{base}/g/{finished}?at=40")
    expect(page.locator(".replay")).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_load_state("networkidle")
    page.locator(".replay").get_by_role("button", name="Link").click()
    expect(page.locator(".banner")).to_contain_text("Copied")
    link = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{base}/g/{finished}\?at=\d+", link)
    other = open_page(lang="zh-Hans")
    other.goto(link)
    expect(other.locator(".replay .count")).to_have_text(page.locator(".replay .count").inner_text())
    there = Client(base).get(f"/games/{finished}/view?at={link.rsplit('=', 1)[1]}")["view"]
    other.locator(".replay").get_by_role("button", name="从此续玩").click()
    other.wait_for_url(lambda url: finished not in url)
    Person(other, base).wait(lambda s: s["line"] == "open" and s["status"] == "live")
    fork = other.url.split("/g/")[1].split("?")[0]
    first = Client(base, token=cookie(other)).get(f"/games/{fork}")
    assert first["parent"] == {"game": finished, "at": int(link.rsplit("=", 1)[1])}
    assert there["regions"]


def cookie(page: Page) -> str:
    return next(str(one["value"]) for one in page.context.cookies() if "terrarium" in str(one["name"]))


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_the_picture_to_share_shows_board_and_ranking(base: str, open_page: OpenPage, finished: str, lang: str) -> None:
    page = open_page(lang=lang)
    page.goto(f"{base}/g/{finished}/review")
    page.wait_for_selector(".victory h2")
    with page.expect_download() as waited:
        page.locator('[data-do="share"]').click()
    assert waited.value.suggested_filename == f"terrarium-{finished}.png"
    data = waited.value.path().read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    assert (width, height >= 560) == (1200, True)
    assert len(data) > 60_000, "a painted board, not an empty sheet"


def test_rare_characters_come_from_the_slices_they_need(base: str, open_page: OpenPage) -> None:
    """Words in use are in one small font; what people write besides is fetched in slices, and only those needed."""
    page = open_page(lang="zh-Hans")
    person = Person(page, base)
    person.new_game(2)
    fetched: list[str] = []
    page.on("request", lambda asked: fetched.append(asked.url) if asked.url.endswith(".woff2") else None)
    person.wait(lambda s: s["mine"] and s["picks"])
    person.step()
    sure = next(region for region in person.wait(lambda s: s["regions"] and s["drawn"])["regions"] if region["price"])
    page.mouse.move(*person.point(sure["id"]))
    expect(page.locator("[data-card] .line.good")).to_be_visible()
    settle(page)
    page.wait_for_load_state("networkidle")
    assert [url for url in fetched if "noto-sans-sc-" in url] == [], "what the page itself writes is in the small one"
    page.locator(".say input").fill("彧龘")
    page.keyboard.press("Enter")
    expect(page.locator(".talk")).to_contain_text("彧龘")
    # Type is asked for when what is said has been laid out.
    settle(page)
    slices = [url for url in fetched if "noto-sans-sc-" in url]
    assert 1 <= len(slices) <= 2, slices
    loaded = page.evaluate("[...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family)")
    assert any("Noto Sans SC" in family for family in loaded)
    assert page.evaluate("document.fonts.check('16px \"Noto Sans SC\"', '彧龘')")


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_the_end_is_told_as_it_is_for_who_reads(base: str, open_page: OpenPage, lang: str) -> None:
    """The loser reads no victory, the winner does, and whoever watched is told neither."""
    people = [Client(base, "Ada"), Client(base, "Bo")]
    game = people[0].new_game(["me", "open"], title="small-world")["table"]["id"]
    people[1].post(f"/games/{game}/seats/1/sit")
    people[1].post(f"/games/{game}/resign")
    play_to_end(people[0], game)
    winners = people[0].get(f"/games/{game}")["result"]["winners"]
    fates = {0: "victory" if 0 in winners else "defeat", 1: "victory" if 1 in winners else "defeat", 2: "end"}
    words = {"en": ("Victory", "Beaten"), "zh-Hant": ("勝利", "輸")}[lang]
    for place, fate in fates.items():
        page = open_page(lang=lang)
        if place < 2:
            page.context.add_cookies([{"name": COOKIE, "value": people[place].token, "url": base}])
        page.goto(f"{base}/g/{game}/review")
        told = page.locator(f'.victory[data-fate="{fate}"] .kicker')
        expect(told).to_be_visible()
        for word, meant in zip(words, ("victory", "defeat"), strict=True):
            assert (word.upper() in told.inner_text().upper()) == (fate == meant)


def play_to_end(client: Client, game: str) -> None:
    """Somebody answers plainly until the game is over; bots play the seats that were given up."""
    while client.get(f"/games/{game}")["status"] == "live":
        at = client.view(game)
        if at["choices"]:
            client.play(game, quick_answer(at["choices"]), seq=at["seq"])
        else:
            time.sleep(PAUSE_S)
