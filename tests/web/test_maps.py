"""The map editor in the browser: shuffled, changed, undone, kept, drawn as at the table, played on."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.support.random_maps import shuffled_once
from tests.web.browser import DESKTOP, PHONE, Person
from tests.web.conftest import OpenPage

ISLANDS = Path(__file__).resolve().parents[2] / "src/terrarium/smallworld/warcraft/maps"
FINE = "section[data-ok=true]"
WRONG = "section[data-ok=false]"


def open_maps(page: Page, base: str, title: str = "small-world") -> Person:
    person = Person(page, base)
    page.goto(f"{base}/workshop/map")
    expect(page.locator(FINE)).to_be_visible()
    if title != "small-world":
        page.locator("select[data-title]").select_option(title)
    expect(page.locator(f"{FINE}[data-of={title}]")).to_be_visible()
    return person


def on_own_map(person: Person) -> None:
    """Somebody has come to a table with a map that is not of the box."""
    person.page.wait_for_url("**/g/*")
    person.wait(lambda seen: seen["line"] == "open")
    expect(person.page.locator("[data-house-map]")).to_be_visible()


def choose(page: Page, region: int) -> None:
    """A region by keyboard and mouse alike: the click falls on its number."""
    page.locator(f'[data-sheet] [data-region="{region}"]').dispatch_event("click")
    expect(page.locator(f'[data-chosen="{region}"]')).to_be_visible()


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_map_is_shuffled_changed_undone_kept_and_played_on(
    base: str, open_page: OpenPage, size: dict[str, int]
) -> None:
    page = open_page(size=size)
    ada = open_maps(page, base)
    page.locator("[data-players]").first.select_option("2")
    page.locator("[data-seed]").fill("2")
    page.locator("[data-shuffle]").click()
    expect(page.locator('[data-sheet="23"]')).to_be_visible()
    rows = shuffled_once("small-world", 2, 2).page["region"]
    region = next(number for number, row in enumerate(rows) if row["terrain"] == "lake")
    choose(page, region)
    page.locator("[data-terrain]").select_option("hill")
    expect(page.locator(FINE)).to_be_visible()
    page.locator('[data-symbol="magic"]').check()
    page.locator("[data-natives]").check()
    expect(page.locator(FINE)).to_be_visible()
    # A sea where people stand takes them away; undo brings them back.
    page.locator("[data-terrain]").select_option("sea")
    expect(page.locator("[data-natives]")).not_to_be_checked()
    page.locator("[data-undo]").click()
    expect(page.locator("[data-natives]")).to_be_checked()
    assert ada.hidden_overflow() == []
    page.locator("[data-name]").fill("Two Bays")
    page.locator("[data-name]").press("Tab")
    expect(page.locator(FINE)).to_be_visible()
    page.reload()
    expect(page.locator(FINE)).to_be_visible()
    expect(page.locator("[data-name]")).to_have_value("Two Bays")
    choose(page, region)
    expect(page.locator("[data-terrain]")).to_have_value("hill")
    page.locator("[data-play]").click()
    on_own_map(ada)
    expect(page.locator(".map [data-region]")).to_have_count(23)
    assert ada.errors == []


def test_borders_move_with_places(base: str, open_page: OpenPage) -> None:
    page = open_page()
    ada = open_maps(page, base)
    page.locator("[data-sheet]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator("[data-borders]")).to_be_visible()
    region = int(page.locator("[data-chosen]").get_attribute("data-chosen") or -1)
    before = page.locator(f'[data-sheet] [data-region="{region}"]').get_attribute("d") or ""
    place = page.locator('[data-place="0"]').bounding_box()
    assert place is not None
    x, y = place["x"] + place["width"] / 2, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 14, y + 10, steps=3)
    page.mouse.up()
    moved = page.locator(f'[data-sheet] [data-region="{region}"]')
    expect(moved).not_to_have_attribute("d", before)
    page.locator("[data-undo]").click()
    expect(moved).to_have_attribute("d", before)
    # By numbers too; two regions in one spot cannot be drawn, and that is told.
    choose(page, 1)
    across, down = page.locator("[data-across]").input_value(), page.locator("[data-down]").input_value()
    choose(page, 0)
    page.locator("[data-across]").fill(across)
    page.locator("[data-across]").press("Tab")
    page.locator("[data-down]").fill(down)
    page.locator("[data-down]").press("Tab")
    expect(page.locator('[data-fault="spots_close"]')).to_be_visible()
    expect(page.locator("[data-play]")).to_be_disabled()
    page.locator("[data-undo]").click()
    page.locator("[data-undo]").click()
    expect(page.locator(FINE)).to_be_visible()
    # Split, and join again.
    choose(page, 3)
    page.locator("[data-add-place]").click()
    expect(page.locator("[data-across]")).to_have_count(2)
    page.locator("[data-split]").click()
    expect(page.locator("[data-chosen]")).to_have_attribute("data-chosen", "30")
    page.locator("[data-undo]").click()
    page.locator("[data-undo]").click()
    expect(page.locator(FINE)).to_be_visible()
    assert ada.errors == []


def test_hexes_are_painted(base: str, open_page: OpenPage) -> None:
    page = open_page(lang="zh-Hant")
    ada = open_maps(page, base, "terra-mystica")
    expect(page.locator("[data-hexes]")).to_be_visible()
    first = page.locator('[data-hex="A1"]')
    before = first.get_attribute("aria-label") or ""
    # The first hex with the paint of its neighbour: two alike side by side.
    neighbour = page.locator('[data-hex="A2"]').get_attribute("aria-label") or ""
    for paint in page.locator("[data-paint]").all():
        paint.click()
        if (paint.inner_text().split("\n")[0]) in neighbour:
            break
    first.click()
    expect(page.locator('[data-fault="hex_alike"]').first).to_contain_text("A1")
    expect(first).not_to_have_attribute("aria-label", before)
    page.locator("[data-undo]").click()
    expect(page.locator(FINE)).to_be_visible()
    expect(first).to_have_attribute("aria-label", before)
    page.locator("[data-hexes]").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(page.locator(WRONG)).to_be_visible()
    page.keyboard.press("Control+z")
    expect(page.locator(FINE)).to_be_visible()
    assert ada.hidden_overflow() == []
    # A river hex more is one too many; land where a river was brings the number back, and the bridges with it.
    expect(page.locator("[data-site]")).to_have_count(29)
    page.locator('[data-paint="."]').click()
    page.locator('[data-hex="A7"]').click()
    expect(page.locator('[data-fault="hex_rivers"]')).to_contain_text("37")
    expect(page.locator("[data-site]")).not_to_have_count(29)
    page.locator("[data-undo]").click()
    expect(page.locator(FINE)).to_be_visible()
    expect(page.locator("[data-site]")).to_have_count(29)
    page.locator("[data-play]").click()
    on_own_map(ada)
    assert ada.errors == []


def test_rivers_go_elsewhere_and_come_to_the_table(base: str, open_page: OpenPage, tmp_path: Path) -> None:
    """The board in a mirror, brought as a file: its rivers and bridges are where it has them."""
    page = open_page()
    ada = open_maps(page, base, "terra-mystica")
    rows = [row[::-1] for row in shuffled_once("terra-mystica", 2, 1).page["rows"]]
    path = tmp_path / "mirror.json"
    head = {"id": "mirror", "title": "terra-mystica", "name": {"en": "Mirror"}}
    path.write_text(json.dumps({"format": 1, "map": {**head, "rows": rows}}), encoding="utf-8")
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator("[data-name]")).to_have_value("Mirror")
    expect(page.locator(FINE)).to_be_visible()
    expect(page.locator("[data-site]")).to_have_count(29)
    page.locator("[data-play]").click()
    on_own_map(ada)
    game = page.url.rsplit("/", 1)[-1]
    table = page.request.get(f"{base}/api/v1/games/{game}").json()
    assert json.loads(table["options"]["map.mirror"].partition(" ")[2])["map"]["rows"] == rows
    # The last row of the board has three hexes behind its river, in the mirror three before it.
    expect(page.locator('[data-hex="I12"]')).to_be_visible()
    assert ada.errors == []


def test_a_map_of_islands_goes_out_and_comes_in_as_a_file_and_to_a_new_table(
    base: str, open_page: OpenPage, tmp_path: Path
) -> None:
    page = open_page(lang="zh-Hans")
    ada = open_maps(page, base, "warcraft")
    page.locator("[data-name]").fill("群岛")
    page.locator("[data-name]").press("Tab")
    expect(page.locator(FINE)).to_be_visible()
    with page.expect_download() as out:
        page.locator("[data-save]").click()
    path = tmp_path / "islands.toml"
    out.value.save_as(path)
    assert 'title = "warcraft"' in path.read_text(encoding="utf-8")
    page.evaluate("localStorage.removeItem('terrarium.maps')")
    page.reload()
    expect(page.locator(FINE)).to_be_visible()
    page.locator("input[type=file]").set_input_files(path)
    expect(page.locator("[data-name]")).to_have_value("群岛")
    expect(page.locator("select[data-title]")).to_have_value("warcraft")
    page.goto(base)
    page.locator('[data-title="warcraft"]').click()
    page.locator('[data-field="map"]').select_option(label="群岛")
    ada.do("begin")
    on_own_map(ada)
    assert ada.errors == []


def test_an_island_is_laid_beside_boards_of_the_box(base: str, open_page: OpenPage) -> None:
    page = open_page(size=PHONE, lang="zh-Hant")
    ada = open_maps(page, base, "warcraft")
    page.locator("[data-players]").first.select_option("2")
    page.locator('[data-board="0"]').select_option("l2a")
    page.locator("[data-shuffle]").click()
    expect(page.locator("[data-laid]")).to_be_visible()
    expect(page.locator(FINE)).to_be_visible()
    sheet = page.locator("[data-sheet]")
    own = int(sheet.get_attribute("data-sheet") or 0)
    # Another side in its place: the draft goes with it.
    before = page.locator("[data-laid]").inner_text()
    page.locator('[data-board="0"]').select_option("l1b")
    expect(page.locator("[data-laid]")).not_to_have_text(before)
    expect(page.locator(FINE)).to_be_visible()
    assert ada.hidden_overflow() == []
    page.locator("[data-play]").click()
    on_own_map(ada)
    board = json.loads((ISLANDS / "l1b.json").read_text(encoding="utf-8"))["regions"]
    expect(page.locator(".map [data-region]")).to_have_count(own + len(board))
    assert ada.errors == []


def test_seats_are_measured(base: str, open_page: OpenPage) -> None:
    page = open_page()
    ada = open_maps(page, base)
    page.locator("[data-measure]").click()
    expect(page.locator('[data-seat="2"]')).to_be_visible()
    page.locator("[data-stop]").click()
    expect(page.locator("[data-measure]")).to_be_visible()
    assert ada.errors == []
