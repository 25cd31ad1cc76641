"""What a tab offers whoever shares its device, and what it does not take from a file."""

from pathlib import Path

from playwright.sync_api import expect

from tests.web.regions import Explorer
from tests.web.tabs import Tab


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
