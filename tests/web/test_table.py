"""What a table does beside playing: take back, refuse with a reason, survive a reload and a lost line, replay."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.server.harness import Client
from tests.web.browser import PHONE, Person, play_until, settle, until
from tests.web.conftest import OpenPage


@pytest.fixture
def ada(base: str, open_page: OpenPage) -> Person:
    """Somebody who has picked a people against one bot and may conquer now."""
    return conquering(Person(open_page(), base, "Ada"))


def conquering(person: Person) -> Person:
    person.new_game(2, ["me", "greedy"])  # a bot whose play depends on nothing but the rules
    reach(person, "conquest")
    return person


def reach(person: Person, ask: str) -> dict[str, object]:
    for _ in range(30):
        seen = person.wait(lambda s: s["mine"] or s["status"] == "over")
        if seen["ask"] == ask:
            return seen
        person.step()
    raise AssertionError(f"never asked: {ask}")


def first_sure(person: Person) -> int:
    return int(next(region["id"] for region in person.look()["regions"] if not region["die"]))


def test_a_conquest_can_be_taken_back(ada: Person) -> None:
    region = first_sure(ada)
    targets = ada.look()["regions"]
    before = ada.look()["seq"]
    ada.click_region(region)
    ada.wait(lambda s: s["seq"] > before and not s["pending"])
    assert region not in [found["id"] for found in ada.look()["regions"]]
    ada.page.keyboard.press("z")
    ada.wait(lambda s: s["regions"] == targets)
    expect(ada.page.locator(".chronicle")).to_contain_text("took a move back")


def test_a_press_is_answered_at_once_and_the_ground_is_painted_once(ada: Person) -> None:
    """The region lights up under the pointer, before the server is asked; terrain is not painted again for a move."""
    region = first_sure(ada)
    before = ada.look()["seq"]
    settle(ada.page)
    ada.page.evaluate(
        """() => {
          const get = HTMLCanvasElement.prototype.getContext
          window.painted = 0
          HTMLCanvasElement.prototype.getContext = function (...kind) {
            window.painted += 1
            return get.apply(this, kind)
          }
        }"""
    )
    x, y = ada.point(region)
    ada.page.mouse.move(x, y)
    ada.page.mouse.down()
    expect(ada.page.locator(f'[data-pressed="{region}"]')).to_have_count(1)
    assert ada.look()["seq"] == before
    ada.page.mouse.up()
    ada.wait(lambda s: s["seq"] > before and not s["pending"])
    expect(ada.page.locator("[data-pressed]")).to_have_count(0)
    assert ada.page.evaluate("window.painted") == 0
    ada.page.set_viewport_size({"width": 1300, "height": 800})
    until(ada.page, "window.painted > 0")


def test_a_refusal_says_why_and_leads_to_the_rule(ada: Person) -> None:
    legal = {region["id"] for region in ada.look()["regions"]}
    closed = next(n for n in range(23) if n not in legal)
    ada.click_region(closed)
    card = ada.page.locator(".card[role=note]")
    expect(card).to_contain_text("Why not here?")
    expect(card).to_contain_text("You can’t")
    card.locator(".rule").click()
    expect(ada.page.locator("dialog li.focus")).to_be_in_viewport()
    assert ada.page.locator("dialog li.focus").get_attribute("data-rule")


def test_a_card_that_was_asked_for_stays_while_the_pointer_rests_on_its_region(ada: Person) -> None:
    legal = {region["id"] for region in ada.look()["regions"]}
    closed = next(n for n in range(23) if n not in legal)
    ada.click_region(closed)
    card = ada.page.locator(".card[role=note]")
    expect(card).to_contain_text("You can’t")
    ada.page.clock.install()
    x, y = ada.point(closed)
    for place in ((0, 0), (x, y)):
        ada.page.mouse.move(*place)
        ada.page.clock.fast_forward(2000)  # longer than a pointer has to rest
    card.locator(".rule").click()
    expect(ada.page.locator("dialog li.focus")).to_be_in_viewport()


def test_a_refusal_is_in_the_readers_language(base: str, open_page: OpenPage) -> None:
    bo = Person(open_page(lang="zh-Hans"), base, "Bo")
    bo.new_game(2)
    bo.wait(lambda s: s["mine"])
    reach(bo, "conquest")
    legal = {region["id"] for region in bo.look()["regions"]}
    bo.click_region(next(n for n in range(23) if n not in legal))
    expect(bo.page.locator(".card[role=note]")).to_contain_text("不能")


def test_a_reload_in_mid_turn_comes_back_to_the_same_place(ada: Person) -> None:
    before = ada.look()["seq"]
    ada.click_region(first_sure(ada))
    there = ada.wait(lambda s: s["seq"] > before and not s["pending"])
    ada.page.reload()
    back = ada.wait(lambda s: s["line"] == "open" and s["seq"] == there["seq"] and bool(s["regions"]))
    assert back["regions"] == there["regions"]
    assert back["ask"] == there["ask"]


def test_offline_and_back_without_a_double_move(ada: Person) -> None:
    before = ada.look()
    region = first_sure(ada)
    ada.page.context.set_offline(True)
    ada.page.evaluate("dispatchEvent(new Event('offline'))")
    ada.wait(lambda s: s["line"] == "lost")
    expect(ada.page.locator(".banner")).to_contain_text("Connection lost")
    ada.click_region(region)
    ada.page.context.set_offline(False)
    ada.page.evaluate("dispatchEvent(new Event('online'))")
    back = ada.wait(lambda s: s["line"] == "open")
    assert back["seq"] == before["seq"]
    expect(ada.page.locator(".banner")).to_have_count(0)
    x, y = ada.point(region)
    ada.page.mouse.dblclick(x, y)
    done = ada.wait(lambda s: s["seq"] > before["seq"] and not s["pending"])
    assert done["seq"] == before["seq"] + 1


def test_a_move_cut_off_on_its_way_is_played_once(ada: Person) -> None:
    """The line breaks after the move was sent and before its answer came: it is sent again with the same id."""
    before = ada.look()["seq"]
    ada.page.evaluate(
        "() => { const send = WebSocket.prototype.send; let cut = false;"
        " WebSocket.prototype.send = function (data) { send.call(this, data);"
        " if (!cut && String(data).includes('conquer')) { cut = true; this.close() } } }"
    )
    ada.click_region(first_sure(ada))
    done = ada.wait(lambda s: s["line"] == "open" and s["seq"] > before and not s["pending"])
    assert done["seq"] == before + 1


def test_a_turn_with_the_keyboard_alone(base: str, open_page: OpenPage) -> None:
    ada = Person(open_page(), base, "Ada")
    ada.new_game(2)
    keys = ada.page.keyboard
    ada.wait(lambda s: s["mine"] and bool(s["picks"]))
    keys.press("1")
    keys.press("1")
    before = ada.wait(lambda s: s["ask"] == "conquest" and not s["pending"])
    ada.page.locator("[role=listbox]").focus()
    keys.press("PageDown")
    keys.press("Enter")
    ada.wait(lambda s: s["seq"] > before["seq"] and not s["pending"])
    for key in ("ArrowRight", "ArrowDown", "w"):
        keys.press(key)
    expect(ada.page.locator(".card[role=note]")).to_be_visible()
    keys.press("Escape")
    expect(ada.page.locator(".card[role=note]")).to_have_count(0)
    for _ in range(8):
        seen = ada.wait(lambda s: not s["pending"])
        if not seen["mine"] or ada.page.evaluate("document.title").startswith("Small"):
            break
        moved = seen["seq"]
        if seen["ask"] not in ("conquest", "deploy"):
            ada.answer(seen)
        else:
            keys.press("e")
            ada.sure()
        ada.wait(lambda s, moved=moved: s["seq"] > moved)  # type: ignore[misc]
    expect(ada.page.locator(".chronicle")).to_contain_text("scored")


def redeploying(ada: Person) -> dict[str, Any]:
    """Two conquests, and their end; peoples that then have nothing to redeploy are passed over."""
    for _ in range(8):
        for _ in range(2):
            before = ada.look()["seq"]
            ada.click_region(first_sure(ada))
            ada.wait(lambda s, before=before: s["seq"] > before and not s["pending"])  # type: ignore[misc]
        if ada.look()["ask"] == "conquest":
            ada.page.keyboard.press("e")
            ada.sure()
        seen = ada.wait(lambda s: s["ask"] in ("deploy",) or not s["mine"] or s["ask"].startswith("unit."))
        if seen["ask"] == "deploy":
            return seen
        conquering(ada)
    raise AssertionError("eight peoples in a row had nothing to redeploy")


def test_redeployment_by_keyboard_and_mouse_sends_one_line(ada: Person) -> None:
    seen = redeploying(ada)
    sent: list[str] = []
    ada.page.on("websocket", lambda socket: None)
    ada.page.evaluate(
        "() => { window.sent = []; const send = WebSocket.prototype.send;"
        " WebSocket.prototype.send = function (data) { window.sent.push(String(data)); send.call(this, data) } }"
    )
    ada.page.get_by_role("button", name="Spread evenly").click()
    expect(ada.page.locator('[data-do="confirm"]')).to_be_enabled()
    ada.do("confirm")
    ada.wait(lambda s: s["seq"] > seen["seq"] and not s["pending"])
    sent = ada.page.evaluate("window.sent.filter((text) => text.includes('deploy'))")
    assert len(sent) == 1
    assert "deploy " in sent[0]


def test_the_language_changes_everything_at_once(ada: Person) -> None:
    page = ada.page
    race = page.locator(".player .race").first.inner_text()
    page.get_by_role("button", name="Settings").click()
    page.locator("dialog").get_by_role("button", name="繁體中文").click()
    expect(page.locator("html")).to_have_attribute("lang", "zh-Hant")
    expect(page.locator("dialog h2")).to_have_text("設定")
    page.keyboard.press("Escape")
    expect(page.locator(".prompt")).to_contain_text("征服一片地區")
    expect(page.locator(".chronicle")).to_contain_text("選了")
    assert page.locator(".player .race").first.inner_text() != race
    expect(page.get_by_role("option").first).not_to_contain_text("forest")


def test_a_line_of_the_chronicle_shows_its_moment(ada: Person) -> None:
    before = ada.look()["seq"]
    ada.click_region(first_sure(ada))
    ada.wait(lambda s: s["seq"] > before and not s["pending"])
    ada.page.locator(".chronicle .line").last.click()
    expect(ada.page.locator(".replay")).to_be_visible()
    ada.wait(lambda s: not s["regions"])
    ada.page.keyboard.press("ArrowRight")
    ada.page.keyboard.press("Escape")
    expect(ada.page.locator(".replay")).to_have_count(0)
    ada.wait(lambda s: bool(s["regions"]))


def test_a_position_has_a_link_and_can_be_played_on(ada: Person) -> None:
    ada.page.goto(f"{ada.page.url}?at=5")
    expect(ada.page.locator(".replay")).to_be_visible()
    old = ada.page.url
    ada.page.get_by_role("button", name="Play on").click()
    ada.page.wait_for_url(lambda url: url.split("?")[0] != old.split("?")[0])
    ada.wait(lambda s: s["line"] == "open" and s["status"] == "live")


def test_people_talk(ada: Person) -> None:
    ada.page.locator(".say input").fill("你好，Alder!")
    ada.page.keyboard.press("Enter")
    expect(ada.page.locator(".talk")).to_contain_text("你好，Alder!")


def test_a_turn_on_a_phone(base: str, open_page: OpenPage) -> None:
    ada = Person(open_page(size=PHONE, lang="zh-Hans"), base, "Ada")
    conquering(ada)
    region = first_sure(ada)
    before = ada.look()["seq"]
    ada.click_region(region)
    expect(ada.page.locator(".pressed")).to_contain_text("需要")
    assert ada.look()["seq"] == before
    ada.do("act")
    ada.wait(lambda s: s["seq"] > before)
    assert ada.hidden_overflow() == []
    small = ada.page.evaluate(
        "() => [...document.querySelectorAll('button')].filter((b) => b.checkVisibility())"
        ".filter((b) => !b.closest('[aria-hidden]'))"
        ".map((b) => [b.textContent.trim() || b.ariaLabel, b.getBoundingClientRect().height])"
        ".filter(([, h]) => h < 40)"
    )
    assert small == []
    ada.page.get_by_role("button", name="战记").click()
    expect(ada.page.locator("dialog .chronicle")).to_be_visible()


def test_title_and_icon_show_my_turn(ada: Person) -> None:
    expect(ada.page).to_have_title(re.compile("^● Your turn"))
    expect(ada.page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")


DEAF = """
const Line = WebSocket
window.WebSocket = class extends Line {
  set onmessage(hear) {
    super.onmessage = (message) => { if (!(window.deaf && JSON.parse(message.data).type === 'update')) hear(message) }
  }
}
"""


def test_a_stale_tab_catches_up_and_plays_nothing(base: str, open_page: OpenPage) -> None:
    """The same person has moved on elsewhere, and this tab did not hear of it."""
    client = Client(base, "Ada")
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    play_until([client], game, lambda _, at: at["view"]["ask"]["code"] == "conquest" and len(at["choices"]) > 3)
    page = open_page()
    page.add_init_script(DEAF)
    ada = Person(page, base, "Ada")
    ada.sit_as(client, game)
    page.wait_for_selector("[data-legal]")
    before = ada.look()
    page.evaluate("window.deaf = true")
    sure = [region["id"] for region in before["regions"] if not region["die"]]
    client.play(game, f"conquer {sure[0]}", seq=before["seq"])
    assert ada.look()["seq"] == before["seq"], "the tab has not heard of it"
    ada.click_region(sure[-1])
    caught = ada.wait(lambda s: s["seq"] == before["seq"] + 1 and not s["pending"])
    assert sure[0] not in [region["id"] for region in caught["regions"]]
    expect(page.locator(".refusal")).to_be_visible()
    assert client.view(game)["seq"] == before["seq"] + 1, "what was decided on an old position is not played"
