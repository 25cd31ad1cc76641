"""What is told in its order: the die before what it decides, the end as a curtain."""

import pytest
from playwright.sync_api import expect

from tests.server.harness import Client, two_players
from tests.web.browser import DESKTOP, PHONE, Person, play_until, quick_answer, settle, until
from tests.web.conftest import OpenPage
from tests.web.test_draft import SIDEWAYS
from tests.web.test_fit import COVERED
from tests.web.test_pages import AXE, serious

WATCH = """() => {
  window.seen = []
  const root = document.querySelector('.table')
  const before = root.dataset.seq
  new MutationObserver(() => {
    const die = document.querySelector('.die svg')
    const now = die?.classList.contains('rolling') ? 'rolls' : root.dataset.seq !== before ? 'changed' : ''
    if (now && window.seen.at(-1) !== now) window.seen.push(now)
  }).observe(document.body, {subtree: true, childList: true, attributes: true})
}"""


def with_a_die(base: str) -> tuple[Client, str, int]:
    """A game in which a region can be tried for with the die, and that region."""
    client = Client(base, "Ada")
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    at = play_until([client], game, lambda _, now: any(c["facts"].get("die") for c in now["choices"]))
    return client, game, next(c["facts"]["region"] for c in at["choices"] if c["facts"].get("die"))


def test_the_die_stops_before_the_region_falls(base: str, open_page: OpenPage) -> None:
    client, game, region = with_a_die(base)
    person = Person(open_page(still=False), base, "Ada")
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"])
    before = person.look()["seq"]
    person.page.evaluate(WATCH)
    person.click_region(region)
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    until(person.page, "window.seen.includes('changed')")
    assert person.page.evaluate("window.seen")[:2] == ["rolls", "changed"]
    assert person.errors == []


def test_who_wants_little_motion_sees_the_face_at_once(base: str, open_page: OpenPage) -> None:
    client, game, region = with_a_die(base)
    person = Person(open_page(), base, "Ada")
    person.sit_as(client, game)
    person.wait(lambda s: s["mine"] and s["drawn"])
    before = person.look()["seq"]
    person.page.evaluate(WATCH)
    person.click_region(region)
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    assert "rolls" not in person.page.evaluate("window.seen")


TURNED = """() => {
  window.turned = new Set()
  const real = Element.prototype.animate
  Element.prototype.animate = function (frames, ...rest) {
    const turns = Array.isArray(frames) && frames.some(({transform}) => transform?.startsWith('scaleX'))
    if (turns && this.closest('.token') && this.closest('.board')) window.turned.add(this.closest('.token'))
    return real.call(this, frames, ...rest)
  }
}"""


def test_tokens_turn_over_when_their_race_declines(base: str, open_page: OpenPage) -> None:
    """Those of that race and no others; for who wants little motion they lie turned at once."""
    client, other, game = two_players(base, title="small-world")
    at = play_until(
        [client, other], game, lambda place, now: not place and any(c["text"] == "decline" for c in now["choices"])
    )
    moving, still = (Person(open_page(still=wish), base) for wish in (False, True))
    for person in (moving, still):
        person.page.goto(f"{base}/g/{game}")
        person.wait(lambda s: s["drawn"])
        settle(person.page)
        person.page.evaluate(TURNED)
    client.play(game, "decline", seq=at["seq"])
    held = [region for region in at["view"]["regions"] if region["seat"] == 0 and region["mode"] == "active"]
    assert held
    until(moving.page, f"window.turned.size === {len(held)}")
    still.wait(lambda s: s["seq"] > at["seq"])
    settle(still.page)
    assert still.page.evaluate("window.turned.size") == 0
    assert moving.errors == still.errors == []


def test_the_end_is_a_curtain(base: str, open_page: OpenPage) -> None:
    """Who saw the end sees the points counted; a tap skips, little motion shows them at once, Esc goes back."""
    client = Client(base, "Ada")
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    moving, still = Person(open_page(still=False), base, "Ada"), Person(open_page(), base)
    moving.sit_as(client, game)
    still.page.goto(f"{base}/g/{game}")
    still.wait(lambda s: s["drawn"])
    at = play_until([client], game, lambda _, now: now["view"]["round"] == now["view"]["rounds"])
    while not at["view"]["over"]:
        if at["choices"]:
            client.play(game, quick_answer(at["choices"]), seq=at["seq"])
        at = client.view(game)
    scores = client.get(f"/games/{game}")["result"]["scores"]
    still.page.wait_for_selector("[data-curtain=done]")
    told = still.page.locator("[data-pile]").evaluate_all(
        "piles => piles.map((pile) => [Number(pile.dataset.pile),"
        " Number(pile.querySelector('[data-total]').textContent)])"
    )
    assert told == [[seat, n] for seat, n in sorted(enumerate(scores), key=lambda one: (-one[1], one[0]))]
    moving.page.wait_for_selector("[data-curtain]")
    moving.page.locator("[data-curtain] h1").click()
    moving.page.wait_for_selector("[data-curtain=done]")
    assert moving.hidden_overflow() == []
    moving.page.evaluate(AXE.read_text(encoding="utf-8"))
    assert serious(moving.page) == []
    moving.page.keyboard.press("Escape")
    expect(moving.page.locator("[data-curtain]")).to_have_count(0)
    still.page.locator("[data-curtain] [data-review]").click()
    still.page.wait_for_url("**/review")
    assert moving.errors == still.errors == []


SAID = """() => {
  window.said = []
  new MutationObserver(() => {
    for (const banner of document.querySelectorAll('.banner')) window.said.push(banner.textContent.trim())
  }).observe(document.body, {subtree: true, childList: true, characterData: true})
}"""
"""What the banners said, however short."""


@pytest.mark.parametrize(
    ("title", "lang", "told"),
    [
        ("small-world", "en", "The last round begins."),
        ("underground", "zh-Hans", "最后一轮开始了。"),
        ("warcraft", "zh-Hant", "最後一輪開始了。"),
        ("terra-mystica", "en", "The last round begins."),
    ],
)
def test_the_last_round_is_announced(base: str, open_page: OpenPage, title: str, lang: str, told: str) -> None:
    """When it begins, and no other; who comes later is not told."""
    client = Client(base, "Ada")
    game = client.new_game(["me", "random"], title=title)["table"]["id"]
    watcher, late = (Person(open_page(lang=lang), base) for _ in range(2))
    watcher.page.goto(f"{base}/g/{game}")
    watcher.wait(lambda s: s["seq"] > 0)
    watcher.page.evaluate(SAID)
    at = play_until([client], game, lambda _, now: now["view"]["round"] == now["view"]["rounds"] - 1)
    watcher.wait(lambda s: s["seq"] >= at["seq"])
    assert told not in watcher.page.evaluate("() => window.said")
    play_until([client], game, lambda _, now: now["view"]["round"] == now["view"]["rounds"])
    until(watcher.page, f"() => window.said.includes({told!r})")
    late.page.goto(f"{base}/g/{game}")
    late.wait(lambda s: s["seq"] > 0)
    expect(late.page.locator(".banner")).to_have_count(0)
    assert watcher.errors == late.errors == []


ENDS = [
    ("small-world", 5, DESKTOP, "zh-Hant"),
    ("underground", 3, PHONE, "en"),
    ("warcraft", 5, SIDEWAYS, "zh-Hans"),
    ("terra-mystica", 5, PHONE, "zh-Hant"),
]
PNG = b"\x89PNG\r\n"


@pytest.mark.parametrize(("title", "players", "size", "lang"), ENDS)
def test_the_curtain_is_drawn_again_and_hands_on_a_picture(
    base: str, open_page: OpenPage, title: str, players: int, size: dict[str, int], lang: str
) -> None:
    """Whoever comes to a finished game may see its end too; the picture is a file, the link lies in the clipboard."""
    client = Client(base, "Ada")
    game = client.new_game(["random"] * players, title=title)["table"]["id"]
    client.ended(game)
    page = open_page(size=size, lang=lang, theme="dark")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    person = Person(page, base)
    page.goto(f"{base}/g/{game}")
    page.locator("[data-open=curtain]").click()
    expect(page.locator("[data-curtain=done]")).to_be_visible()
    expect(page.locator("[data-pile]")).to_have_count(players)
    settle(page)
    assert person.hidden_overflow() == []
    with page.expect_download() as download:
        page.locator("[data-curtain-share]").click()
    assert download.value.path().read_bytes().startswith(PNG)
    expect(page.locator("[data-curtain-said]")).not_to_be_empty()
    assert page.evaluate("navigator.clipboard.readText()") == f"{base}/g/{game}/review"
    settle(page)
    assert person.hidden_overflow() == []
    for deed in page.locator("[data-curtain] button").all():
        deed.click(trial=True)
    # Whoever wants little motion steps through stills, by keys as well, and goes back to the board.
    page.locator("[data-curtain-replay]").click()
    bar = page.locator("[data-telling]")
    expect(bar).to_have_attribute("data-telling", "12")
    expect(bar.locator(".count")).to_have_text("1/12")
    page.keyboard.press("ArrowRight")
    expect(bar.locator(".count")).to_have_text("2/12")
    settle(page)
    assert person.hidden_overflow() + page.evaluate(COVERED) == []
    page.keyboard.press("Escape")
    expect(bar).to_have_count(0)
    assert person.errors == []


def test_a_game_is_told_in_twenty_seconds(base: str, open_page: OpenPage) -> None:
    """It plays by itself to its end, and the curtain is there again with everything counted."""
    client = Client(base, "Ada")
    game = client.new_game(["random", "random"], title="small-world")["table"]["id"]
    client.ended(game)
    page = open_page(still=False)
    person = Person(page, base)
    page.goto(f"{base}/g/{game}")
    page.locator("[data-open=curtain]").click()
    page.locator("[data-curtain] h1").click()
    expect(page.locator("[data-curtain=done]")).to_be_visible()
    page.clock.install()
    page.locator("[data-curtain-replay]").click()
    expect(page.locator("[data-telling]")).to_have_attribute("data-telling", "80")
    page.clock.run_for(10_000)
    expect(page.locator("[data-curtain]")).to_have_count(0)
    page.clock.run_for(12_000)
    expect(page.locator("[data-curtain=done]")).to_be_visible()
    expect(page.locator("[data-telling]")).to_have_count(0)
    assert person.errors == []
