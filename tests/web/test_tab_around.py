"""Who plays at a tab: those who share its device, each with their own eyes, and bots that search; and what it does not
take from a file."""

from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import OpenPage
from tests.web.mystic import Mystic
from tests.web.regions import Explorer
from tests.web.tabs import WISHES, Tab


def test_what_is_too_long_to_be_a_game_is_refused_before_it_is_read(tab: Tab, tmp_path: Path) -> None:
    """A file of many megabytes, shown and searched for a game, would keep the page from answering for minutes."""
    page, most = tab.page, 2**20
    film = tmp_path / "film.txt"
    film.write_bytes(b"# title small-world\n".ljust(most + 1, b"#"))
    page.goto("about:blank")
    page.goto(tab.base)
    page.locator('[data-do="bring-in"]').click()
    page.locator("form.bring input[type=file]").set_input_files(film)
    said = page.locator("form.bring [role=alert]")
    expect(said).to_contain_text("too long")
    expect(page.locator("textarea[name=brought]")).to_have_value("")
    for bench in ("workshop", "workshop/map"):
        page.goto("about:blank")
        page.goto(f"{tab.base}#/{bench}")
        page.locator("main input[type=file]").set_input_files(film)
        expect(page.locator("main [role=alert]")).to_contain_text("too long")


def test_who_shares_a_device_is_offered_that_and_nothing_that_needs_others(tab: Tab) -> None:
    """No strangers to be matched with, no links, no clocks; seats are for those who sit here, and the game begins."""
    page = tab.page
    page.goto("about:blank")
    page.goto(tab.base)
    page.locator("[data-do=together]").click()
    seats = page.locator("dialog li select")
    expect(seats).to_have_count(3)
    assert [seats.nth(place).input_value() for place in range(3)] == ["me", "open", "open"]
    expect(seats.nth(1).locator("option:checked")).to_have_text("Somebody at this device")
    expect(page.locator("dialog").get_by_text("link")).to_have_count(0)
    expect(page.locator("dialog").get_by_text("Clock")).to_have_count(0)
    ada = Explorer(page, tab.base, "Ada", seed=3)
    page.locator('[data-do="begin"]').click()
    ada.wait(lambda seen: seen["line"] == "open" and seen["mine"])
    expect(page.get_by_text("away", exact=True)).to_have_count(0)
    expect(page.locator("[data-ask=pause]")).to_have_count(0)
    expect(page.locator(".say")).to_have_count(0)
    for _ in range(8):
        ada.step()
    assert ada.errors == []
    page.locator("a.brand").click()
    expect(page.locator(".tables .tabs .chip")).to_have_text(["Mine", "Archive"])
    expect(page.locator('[data-do="quick"]')).to_have_count(0)


def asks(person: Mystic, wanted: int) -> Iterator[tuple[str, str]]:
    """Play Terra Mystica until this round; before each answer what is asked, and of which seat."""
    page = person.page
    while True:
        seen = person.wait(lambda seen: seen["line"] == "open" and seen["mine"] and not seen["pending"])
        if page.locator(".track .dot.now", has_text=str(wanted)).count():
            return
        yield seen["ask"], page.locator("tr.turn[data-seat]").get_attribute("data-seat") or ""
        person.step()


def test_whoever_is_asked_at_a_shared_device_sees_their_own_page(open_page: OpenPage, files: str) -> None:
    ada = Mystic(open_page(), files + WISHES, seed=2)
    ada.new_mystic_game(level="open")
    asked: set[tuple[str, str]] = set()
    for ask, seat in asks(ada, 2):
        expect(ada.page.locator(f'tr.turn[data-seat="{seat}"] b')).to_have_text("You")
        asked.add((ask, seat))
    assert {("main", "0"), ("main", "1")} <= asked
    assert ada.errors == []


def test_a_strong_bot_plays_in_the_browser(open_page: OpenPage, files: str) -> None:
    """As long as it may think there, and it says why."""
    ada = Mystic(open_page(), files + WISHES, seed=2)
    ada.new_mystic_game(level="strong")
    assert {seat for _, seat in asks(ada, 2)} == {"0"}
    ada.page.locator("[data-why]").last.click()
    expect(ada.page.locator("[data-coach=why] [data-coach-move]")).not_to_be_empty()
    assert ada.errors == []
