"""The table of Terra Mystica beyond playing: guide, cult tracks, wishes, warnings, motion, pictures, every width."""

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from tools.screens_mystica import play_to

from terrarium.server.people.sessions import COOKIE
from terrarium.words import LANGUAGES
from tests.server.harness import Client
from tests.web.browser import DESKTOP, PHONE, ROOT, Person, context_for
from tests.web.mystic import Mystic
from tests.web.test_terra_mystica import serious, to_main

OpenPage = Callable[..., Page]
TITLE = "terra-mystica"
WORDS_A_MINUTE = 200


def seated(open_page: OpenPage, base: str, bots: int, round_: int, ask: str, **wishes: Any) -> Mystic:
    """A browser in a running game, played on over the API until its seat is asked something."""
    client = Client(base, "Mara")
    game = client.new_game(["me"] + ["greedy"] * bots, title=TITLE)["table"]["id"]
    play_to(client, game, round_, ask)
    page = open_page(**wishes)
    page.context.add_cookies([{"name": COOKIE, "value": client.token, "url": base}])
    page.goto(f"{base}/g/{game}")
    page.wait_for_selector(".table.mystica[data-line=open]")
    person = Mystic(page, base)
    person.wait(lambda s: s["status"] == "live" and s["mine"])
    return person


def test_a_priest_is_sent_by_a_click_on_its_space(open_page: OpenPage, base: str) -> None:
    person = seated(open_page, base, 1, 1, "main")
    page = person.page
    for _ in range(12):
        to_main(person)
        if page.locator(".spaces [data-cult]").count():
            break
        person.step()
    space = page.locator(".spaces [data-cult]").first
    sent = space.get_attribute("data-cult") or ""
    had, before = person.purse(), person.look()["seq"]
    space.click()
    if person.look()["warned"]:
        page.locator("[data-warned]").click()
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    assert person.purse()["priests"] == had["priests"] - 1
    assert sent.startswith("send ")
    assert "sent a priest" in page.locator(f'.log [data-log="{before + 1}"]').first.inner_text()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_guide_tells_a_first_game_and_can_be_skipped(open_page: OpenPage, base: str, lang: str) -> None:
    page = open_page(lang=lang, guided=False, size=PHONE if lang == "zh-Hans" else DESKTOP)
    person = Mystic(page, base, seed=4)
    person.new_mystic_game()
    told: dict[str, str] = {}
    for _ in range(40):
        person.wait(lambda s: s["mine"] and not s["pending"])
        while page.locator("[data-guide]").count():
            card = page.locator("[data-guide]")
            step = card.get_attribute("data-guide") or ""
            assert step not in told, "each card comes once"
            told[step] = card.locator("p").nth(1).inner_text()
            assert person.hidden_overflow() == []
            page.locator("[data-guide-next]").click()
        if {"welcome", "faction", "place", "card", "main", "land", "upgrade", "power", "priests", "pass"} <= set(told):
            break
        person.step()
    assert len(told) >= 10, told
    assert not [text for text in told.values() if text.startswith("mystica.")]
    if lang == "en":
        assert sum(len(text.split()) for text in told.values()) < 3 * WORDS_A_MINUTE
    page.locator('[data-open="settings"]').click()
    assert page.locator("[data-guide-again]").count() == 0
    page.keyboard.press("Escape")
    page.reload()
    page.locator("[data-guide-skip]").click()
    page.reload()
    page.wait_for_selector(".table.mystica[data-line=open]")
    assert page.locator("[data-guide]").count() == 0
    page.locator('[data-open="settings"]').click()
    page.locator("[data-guide-again]").click()
    assert page.locator("[data-guide]").count() == 1
    assert person.errors == []


def test_a_pause_and_a_move_taken_back_are_asked_for(open_page: OpenPage, base: str) -> None:
    person = seated(open_page, base, 1, 1, "main")
    page = person.page
    page.locator("[data-ask=pause]").click()
    person.wait(lambda s: s["status"] == "paused")
    page.locator(".banner .btn").click()
    person.wait(lambda s: s["status"] == "live")
    to_main(person)
    person.step()
    to_main(person)
    assert page.locator(".log").get_by_text("took a move back").count() == 0
    page.locator("[data-ask=takeback]").click()
    page.locator(".log").get_by_text("took a move back").first.wait_for()
    assert person.errors == []


def test_wasteful_moves_are_warned_of_until_that_is_switched_off(open_page: OpenPage, base: str) -> None:
    person = seated(open_page, base, 1, 1, "main")
    page = person.page
    wasteful = page.locator(".tray [data-do]:has(.warned)")
    for _ in range(20):
        to_main(person)
        for group in sorted({*person.look()["groups"]} - {"land", "upgrade", "bridge", "connect"}):
            page.locator(f"[data-group={group}]").click()
            if wasteful.count():
                break
        if wasteful.count():
            break
        page.keyboard.press("Escape")
        person.step()
    before = person.look()["seq"]
    wasteful.first.click()
    page.wait_for_selector("[data-warned]")
    assert person.look()["seq"] == before, "nothing is played before the answer"
    page.locator("dialog input[type=checkbox]").check()
    page.locator("[data-warned]").click()
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    for _ in range(6):
        to_main(person)
        assert page.locator("[data-do] .warned").count() == 0
        seen = person.look()
        person.answer(seen)
        assert not person.look()["warned"]
        person.wait(lambda s, before=seen["seq"]: s["seq"] > before and not s["pending"])  # type: ignore[misc]


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_the_chronicle_says_why_a_bot_moved(open_page: OpenPage, base: str, lang: str) -> None:
    """The first thing that a bot's decision brought carries its reason, in the words of this title."""
    page = seated(open_page, base, 1, 1, "main", lang=lang).page
    page.locator(".log [data-why]").first.click()
    page.wait_for_selector("dialog .thought .move")
    told = page.locator("dialog .thought").inner_text()
    assert told.strip()
    assert "choice." not in told
    assert "bots." not in told
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)


def landings(page: Page) -> Any:
    page.add_init_script(
        "window.landed = 0; new MutationObserver(() => { if (document.querySelector('.landing')) window.landed += 1 })"
        ".observe(document, {subtree: true, attributes: true, childList: true})"
    )
    return lambda: page.evaluate("window.landed")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_pieces_land_unless_motion_is_reduced(browser: Browser, base: str, motion: str) -> None:
    context = context_for(browser)
    page = context.new_page()
    page.emulate_media(reduced_motion=motion)  # type: ignore[arg-type]
    landed = landings(page)
    person = Mystic(page, base, seed=7)
    person.new_mystic_game()
    to_main(person)
    assert (landed() > 0) == (motion == "no-preference")
    if motion == "no-preference":
        # A click anywhere ends what is still moving.
        page.locator("h1").click()
        assert page.locator(".landing").count() == 0
    assert person.errors == []
    context.close()


@pytest.fixture(scope="module")
def finished(base: str) -> tuple[Client, str]:
    """A recorded game of five, so that the pages are the same each time."""
    client = Client(base, "Mara")
    record = (ROOT / "tests" / "fixtures" / TITLE / "5p-03.txt").read_text(encoding="utf-8")
    return client, client.post("/games/import", 201, record=record)["table"]["id"]


def test_the_picture_of_a_finished_game(open_page: OpenPage, base: str, finished: tuple[Client, str]) -> None:
    page = open_page()
    page.context.add_cookies([{"name": COOKIE, "value": finished[0].token, "url": base}])
    page.goto(f"{base}/g/{finished[1]}/review")
    page.wait_for_selector("tr.sum")
    with page.expect_download() as waiting:
        page.locator("[data-do=share]").click()
    data = waiting.value.path().read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 1200
    assert len(data) > 60_000, "a map with stones and buildings, not an empty sheet"


@pytest.mark.parametrize("width", [721, 900, 1024, 1180])
def test_five_players_fit_at_every_width(
    open_page: OpenPage, base: str, finished: tuple[Client, str], width: int
) -> None:
    page = open_page(size={"width": width, "height": 900}, theme="dark" if width == 900 else "light")
    page.context.add_cookies([{"name": COOKIE, "value": finished[0].token, "url": base}])
    for address in (f"/g/{finished[1]}?at=150", f"/g/{finished[1]}/review"):
        page.goto(base + address)
        page.wait_for_selector(".seats" if "at=" in address else "tr.sum")
        page.wait_for_timeout(200)
        assert Person(page, base).hidden_overflow() == []
        assert page.locator(".seats tbody tr, .rank").count() == 5
        assert serious(page) == [], address


@pytest.mark.parametrize(
    ("order", "told", "never"),
    [
        ({"ask": "leech", "play": "leech take"}, "leech", "turn_down"),
        ({"ask": "leech", "play": "leech decline"}, "turn_down", "leech"),
        ({"ask": "leech", "play": "leech take", "facts": {"vp": {"max": 0}}}, "leech", ""),
    ],
)
def test_standing_orders_answer_offers_of_power(base: str, order: dict[str, Any], told: str, never: str) -> None:
    """As the settings write them: everything is answered for the seat, or only what costs no points."""
    client = Client(base, "Mara")
    seen: set[str] = set()
    for _ in range(40):  # Offers that cost nothing are rare where a seat builds little.
        game = client.new_game(["me", "greedy", "greedy"], title=TITLE)["table"]["id"]
        client.call("PUT", f"/games/{game}/orders", orders=[order])
        while True:
            play_to(client, game, 0, "leech")
            at = client.view(game)["view"]
            if at["over"]:
                break
            assert "facts" in order, "nothing is asked"
            assert at["ask"]["vp"] > 0, "what is free is never asked"
            client.play(game, "leech decline")
        rows = client.get(f"/games/{game}/events?after=0&lang=en")["rows"]
        seen |= {event["code"] for row in rows for event in row["events"] if event["seat"] == 0}
        if told in seen:
            break
    assert told in seen
    assert never not in seen
