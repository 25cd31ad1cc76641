"""How a table calls: title and icon, a sound once somebody turned it on, a notification once somebody asked for it."""

import re

import pytest
from playwright.sync_api import expect

from tests.server.harness import Client
from tests.web.browser import Person, play_until, until
from tests.web.conftest import OpenPage

STUBS = """
window.tones = 0; window.told = []; window.asked = 0; window.away = false
const wire = {connect() {}, setValueAtTime() {}, exponentialRampToValueAtTime() {}}
window.AudioContext = class {
  state = 'running'; currentTime = 0; sampleRate = 100; destination = {}
  createGain() { return {gain: wire, connect() {}} }
  createOscillator() { window.tones += 1; return {frequency: wire, connect() {}, start() {}, stop() {}} }
  createBuffer(channels, length) { return {getChannelData: () => new Float32Array(length)} }
  createBufferSource() { return {connect() {}, start() {}} }
  resume() {}
}
window.Notification = class {
  static permission = 'default'
  static async requestPermission() { window.asked += 1; return (Notification.permission = 'granted') }
  constructor(title, options) { window.told.push(options.body) }
  close() {}
}
Object.defineProperty(document, 'visibilityState', {get: () => (window.away ? 'hidden' : 'visible')})
"""


class Table:
    """Ada in front of a browser, Bo over the API."""

    def __init__(self, base: str, open_page: OpenPage) -> None:
        self.ada, self.bo = Client(base, "Ada"), Client(base, "Bo")
        self.game = self.ada.new_game(["me", "open"], title="small-world")["table"]["id"]
        self.bo.post(f"/games/{self.game}/seats/1/sit")
        page = open_page()
        page.add_init_script(STUBS)
        self.person = Person(page, base, "Ada")
        self.person.sit_as(self.ada, self.game)

    def bos_turn(self) -> None:
        play_until([self.ada, self.bo], self.game, lambda place, _: place == 1)
        self.person.wait(lambda s: not s["mine"])

    def adas_turn(self) -> None:
        play_until([self.ada, self.bo], self.game, lambda place, _: place == 0)
        self.person.wait(lambda s: s["mine"])


@pytest.fixture
def table(base: str, open_page: OpenPage) -> Table:
    return Table(base, open_page)


def test_title_and_icon_follow_the_turn(table: Table) -> None:
    page = table.person.page
    icon = page.locator("link[rel=icon]")
    for _ in range(2):
        table.bos_turn()
        expect(icon).to_have_attribute("href", "/icon.svg")
        expect(page).to_have_title("Small World · Terrarium")
        table.adas_turn()
        expect(icon).to_have_attribute("href", "/icon-turn.svg")
        expect(page).to_have_title(re.compile("^● Your turn"))
    page.goto(table.person.base)
    expect(icon).to_have_attribute("href", "/icon.svg")


def test_no_sound_before_somebody_touches_it(table: Table) -> None:
    page = table.person.page
    table.bos_turn()
    table.adas_turn()
    assert page.evaluate("window.tones") == 0
    page.get_by_role("button", name="Settings").click()
    slider = page.locator("dialog input[type=range]")
    expect(slider).to_have_value("0")
    slider.focus()
    page.keyboard.press("End")
    until(page, "window.tones > 0")
    page.keyboard.press("Escape")
    table.bos_turn()
    heard = page.evaluate("window.tones")
    table.adas_turn()
    until(page, f"window.tones > {heard}")
    page.get_by_role("button", name="Settings").click()
    slider.focus()
    page.keyboard.press("Home")
    quiet = page.evaluate("window.tones")
    page.keyboard.press("Escape")
    table.bos_turn()
    table.adas_turn()
    assert page.evaluate("window.tones") == quiet


def test_a_notification_comes_when_asked_for_and_only_to_who_looks_away(table: Table) -> None:
    page = table.person.page
    table.bos_turn()
    table.adas_turn()
    assert page.evaluate("[window.asked, window.told.length]") == [0, 0], "nobody is asked before they ask"
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Notify me when it is my turn").check()
    until(page, "window.asked === 1")
    page.keyboard.press("Escape")
    table.bos_turn()
    table.adas_turn()
    assert page.evaluate("window.told") == [], "whoever sees the table needs no call"
    table.bos_turn()
    page.evaluate("window.away = true")
    table.adas_turn()
    until(page, "window.told.length === 1")
    assert page.evaluate("window.told") == ["Small World: it is your turn."]


def test_what_happened_since_my_last_turn_is_marked(table: Table) -> None:
    person, page = table.person, table.person.page
    table.bos_turn()
    table.adas_turn()
    bo = table.bo.get(f"/games/{table.game}")["you"]
    taken: set[int] = set()
    while not taken:  # Bo may have nothing to conquer with for a turn, never for a whole game.
        table.bos_turn()
        before = table.bo.view(table.game)["seq"]
        table.adas_turn()
        rows = table.ada.get(f"/games/{table.game}/events?after={before}")["rows"]
        taken = {e["args"]["region"] for r in rows for e in r["events"] if e["code"] == "conquered" and e["seat"] == bo}
    marked = page.locator("[data-recent]")
    expect(marked.first).to_be_attached()
    found = {int(region) for region in marked.evaluate_all("all => all.map((one) => one.dataset.recent)")}
    assert taken <= found
    expect(page.locator(".chronicle li.fresh").first).to_be_visible()
    seq = person.look()["seq"]
    person.answer(person.look())
    person.wait(lambda s: s["seq"] > seq and not s["pending"])
    expect(marked).to_have_count(0)
