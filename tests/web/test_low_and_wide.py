"""Windows that are lower than they are wide, a phone on its side and a laptop: nothing is squeezed, cut or beyond the
edge."""

from playwright.sync_api import Locator, expect
from tools.screens.mystica import play_to

from tests.server.harness import Client
from tests.web.browser import POINT, Person, settle
from tests.web.conftest import OpenPage
from tests.web.test_in_sight import LAPTOP, SIDEWAYS, asked, box, whole

LINES = """(button) => {
  const tops = new Set()
  for (const node of button.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || !node.textContent.trim()) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    for (const rect of range.getClientRects()) tops.add(Math.round(rect.top))
  }
  return tops.size
}"""
SPILLS = """(box) => [...box.children].some((part) =>
  part.getBoundingClientRect().bottom > box.getBoundingClientRect().bottom)"""


def lines(button: Locator) -> int:
    """In how many lines its words stand."""
    found: int = button.evaluate(LINES)
    return found


def sits(open_page: OpenPage, base: str, client: Client, game: str, size: dict[str, int]) -> Person:
    person = Person(open_page(lang="zh-Hant", size=size), base)
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and not s["pending"])
    settle(person.page)
    return person


def mystic(base: str, others: int = 3, round_: int = 3) -> tuple[Client, str]:
    """A main turn in a game that has come so far that there are priests to send."""
    client = Client(base, "Ada")
    game: str = client.new_game(["me", *["greedy"] * others], title="terra-mystica")["table"]["id"]
    play_to(client, game, round_, "main")
    return client, game


def test_answers_of_terra_mystica_hold_their_words_on_a_phone_on_its_side(base: str, open_page: OpenPage) -> None:
    client, game = mystic(base)
    page = sits(open_page, base, client, game, SIDEWAYS).page
    seen = 0
    for group in page.locator(".bar [data-group]").all():
        group.click()
        settle(page)
        for answer in page.locator(".tray .choice").all():
            seen += 1
            assert not answer.evaluate(SPILLS), answer.inner_text()
        group.click()
    assert seen > 5
    page.locator("[data-plan=begin]").click()
    page.wait_for_selector('.table[data-plan="0"][data-pending=false]')
    for name in ("drop", "keep"):
        assert lines(page.locator(f"[data-plan={name}]")) == 1


def test_what_lies_over_a_phone_on_its_side_has_its_height(base: str, open_page: OpenPage) -> None:
    client, game = mystic(base, others=1)
    page = sits(open_page, base, client, game, SIDEWAYS).page
    page.locator("[data-open=supply]").click()
    expect(page.locator("dialog")).to_be_visible()
    settle(page)
    assert box(page.locator("dialog"))["height"] > 0.95 * SIDEWAYS["height"]
    assert whole(page.locator("dialog"), SIDEWAYS)


def test_a_laptop_shows_the_whole_board_of_a_faction_also_in_a_draft(base: str, open_page: OpenPage) -> None:
    client, game = mystic(base)
    page = sits(open_page, base, client, game, LAPTOP).page
    board = page.locator(".left .panel.board")
    assert whole(board, LAPTOP)
    page.locator("[data-plan=begin]").click()
    page.wait_for_selector('.table[data-plan="0"][data-pending=false]')
    settle(page)
    assert whole(board, LAPTOP)
    assert box(page.locator("main.board, .left > .board").first)["height"] > box(board)["height"]


def test_a_card_stays_on_a_low_map(base: str, open_page: OpenPage) -> None:
    client, game = asked(base, "warcraft", 2, "conquest", 3)
    person = sits(open_page, base, client, game, SIDEWAYS)
    page = person.page
    person.wait(lambda s: s["drawn"])
    closed: list[int] = page.evaluate(
        "[...document.querySelectorAll('[data-region]:not([data-legal])')].map((r) => +r.dataset.region)"
    )
    asked_of = closed[:: max(1, len(closed) // 6)]
    assert len(asked_of) >= 5
    for region in asked_of:
        x, y = page.evaluate(POINT, region)
        page.mouse.move(x - 3, y)
        page.mouse.move(x, y)
        card = page.locator(f'.card[data-card="{region}"]')
        expect(card).to_be_visible()
        settle(page)
        assert whole(card, SIDEWAYS), region


def test_who_picks_on_a_phone_on_its_side_sees_the_peoples(base: str, open_page: OpenPage) -> None:
    client = Client(base, "Ada")
    game: str = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    person = Person(open_page(lang="zh-Hant", size=SIDEWAYS), base)
    person.sit_as(client, game)
    page = person.page
    expect(page.locator("dialog [data-pick]")).to_have_count(6)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    assert person.look()["mine"]
    page.locator("button.combos").click()
    expect(page.locator("dialog [data-pick]")).to_have_count(6)
    # Upright the map stays in sight, and in a lesson what is said.
    for path, size in ((f"/g/{game}", {"width": 390, "height": 844}), ("/learn/small-world/pick", SIDEWAYS)):
        page.set_viewport_size({"width": size["width"], "height": size["height"]})
        page.goto(base + path)
        person.wait(lambda s: s["sheet"] and not s["pending"])
        settle(page)
        expect(page.locator("dialog")).to_have_count(0)


def test_answers_of_a_draft_are_each_in_one_line(base: str, open_page: OpenPage) -> None:
    client, game = asked(base, "small-world", 1, "choice", 2)
    page = sits(open_page, base, client, game, LAPTOP).page
    page.locator("[data-plan=begin]").click()
    page.wait_for_selector('.table[data-plan="0"][data-pending=false]')
    settle(page)
    for answer in page.locator(".bar [data-do], .bar [data-plan]").all():
        assert lines(answer) <= 1, answer.inner_text()
