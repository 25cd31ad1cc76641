"""A position in one line, copied at one table and pasted into a new game; records and logs dropped on the start
page."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

from terrarium import catalog
from tests.server.harness import Client
from tests.server.test_bringing import a_log
from tests.web.browser import PHONE, Person
from tests.web.conftest import OpenPage

DROP = """async ([text, name]) => {
  const data = new DataTransfer()
  data.items.add(new File([text], name, {type: 'text/plain'}))
  const on = (kind) => document.body.dispatchEvent(
    new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true}))
  on('dragover')
  await new Promise((done) => requestAnimationFrame(done))
  window.shown = !!document.querySelector('[data-drop]')
  on('drop')
}"""


@pytest.fixture(scope="module")
def finished(base: str) -> str:
    client = Client(base)
    game: str = client.new_game(["greedy", "random"], title="small-world")["table"]["id"]
    client.ended(game)
    return game


def pasted(page: Page, base: str) -> None:
    """Open the dialog of a new game and paste what was copied."""
    page.goto(base)
    page.locator('[data-title="small-world"]').click()
    page.locator("details.bring summary").click()
    field = page.locator("textarea[name=brought]")
    field.focus()
    page.keyboard.press("Control+v")
    expect(field).to_have_value(re.compile(r"^small-world .*players=2"))
    page.locator('[data-do="bring"]').click()


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_a_position_is_copied_at_a_table_and_pasted_into_a_new_game(
    base: str, open_page: OpenPage, finished: str, lang: str
) -> None:
    page = open_page(lang=lang)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=base)
    page.goto(f"{base}/g/{finished}?at=25")
    expect(page.locator(".replay .count")).to_be_visible()
    page.locator('.replay [data-do="copy-position"]').click()
    expect(page.locator(".banner")).to_be_visible()
    line = page.evaluate("navigator.clipboard.readText()")
    _, state = catalog.read_position(line)
    pasted(page, base)
    page.wait_for_url("**/g/*")
    person = Person(page, base)
    person.wait(lambda seen: seen["line"] == "open" and seen["status"] == "live")
    made = page.url.rsplit("/", 1)[-1]
    assert made != finished
    cookie = next(str(one["value"]) for one in page.context.cookies() if "terrarium" in str(one["name"]))
    mine = Client(base, token=cookie)
    start = mine.get(f"/games/{made}/position?at=0")["line"]
    assert catalog.read_position(start)[1].dump()["tribes"] == state.dump()["tribes"]
    assert person.errors == []


def test_the_position_of_a_running_game_is_in_the_settings_and_hides_what_others_hide(
    base: str, open_page: OpenPage
) -> None:
    page = open_page(size=PHONE)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=base)
    person = Person(page, base)
    person.new_game(2)
    person.wait(lambda seen: seen["mine"])
    page.locator('[data-open="settings"]').click()
    page.locator('[data-do="copy-position"]').click()
    expect(page.locator(".banner")).to_be_visible()
    line = page.evaluate("navigator.clipboard.readText()")
    assert catalog.read_position(line)[0].title == "small-world"


def test_a_record_is_downloaded_at_the_end_and_dropped_on_the_start_page(
    base: str, open_page: OpenPage, finished: str
) -> None:
    page = open_page()
    page.goto(f"{base}/g/{finished}")
    page.locator('[data-open="settings"]').click()
    with page.expect_download() as waited:
        page.locator('[data-do="record"]').click()
    text = Path(waited.value.path()).read_text(encoding="utf-8")
    assert text.startswith("# title small-world")
    page.goto(base)
    page.wait_for_selector("[data-title]")
    page.evaluate(DROP, [text, waited.value.suggested_filename])
    page.wait_for_url("**/review")
    expect(page.locator(".victory h2")).to_be_visible()
    assert page.evaluate("window.shown"), "while a file hangs over the page it says what letting go does"
    assert finished not in page.url


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_a_log_of_the_public_server_is_chosen_as_a_file(base: str, open_page: OpenPage, lang: str) -> None:
    """One that stops early says where, and still leads to its table."""
    page = open_page(lang=lang)
    page.goto(base)
    page.locator('[data-do="bring-in"]').click()
    lines = a_log()[0].splitlines()
    cut = next(number for number, row in enumerate(lines) if ": pass" in row.lower())
    rows = [*lines[:cut], lines[cut].split(":")[0] + ": fly to the moon"]
    bad = {"name": "game.txt", "mimeType": "text/plain", "buffer": "\n".join(rows).encode()}
    page.locator('dialog input[type="file"]').set_input_files(bad)  # type: ignore[arg-type]
    note = page.locator("[data-note]")
    expect(note).to_contain_text(str(cut + 1))
    note.locator("a").click()
    page.wait_for_url("**/g/*")
    page.wait_for_selector(".table[data-line=open]")


def test_who_is_faster_than_the_session_waits_for_it(base: str, open_page: OpenPage) -> None:
    """What is asked for before the browser has a session is carried out with the one it is about to get."""
    page = open_page()
    held: list[Route] = []
    page.route("**/api/v1/me", lambda route: held.append(route))
    page.goto(base)
    page.locator('[data-do="bring-in"]').click()
    page.locator("textarea[name=brought]").fill(a_log()[0])
    page.locator('[data-do="bring"]').click()
    expect(page.locator('[data-do="bring"]')).to_be_disabled()
    for route in held:
        route.continue_()
    page.wait_for_url("**/g/*/review")


def test_a_text_that_is_nothing_gets_one_sentence(base: str, open_page: OpenPage) -> None:
    page = open_page(lang="zh-Hant")
    page.goto(base)
    page.locator('[data-do="bring-in"]').click()
    page.locator("textarea[name=brought]").fill("hello")
    page.locator('[data-do="bring"]').click()
    expect(page.locator("dialog [role=alert]")).to_contain_text("紀錄")
    expect(page.locator("textarea[name=brought]")).to_have_value("hello")
