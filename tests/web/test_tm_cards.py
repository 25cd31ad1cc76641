"""Touch anything of Terra Mystica, and its card says what it is, its numbers now, and the rule behind it."""

import pytest
from playwright.sync_api import Locator, Page, expect

from terrarium import catalog
from tests.web.browser import DESKTOP, PHONE, settle
from tests.web.conftest import OpenPage
from tests.web.mystic import TITLE, seated
from tests.web.test_draft import SIDEWAYS
from tests.web.test_terra_mystica import serious

TABLET = {"width": 820, "height": 1180}
BESIDE = {
    "[data-round='3']": "round.tile",
    "[data-track=water]": "cults.power",
    "[data-steps=air]": "cults.send",
    "[data-act=act1]": "magic.actions",
    "[data-act=act6]": "spades.sources",
    "[data-bowls]": "magic.burn",
    "[data-have=coins]": "goods.unlimited",
    "[data-have=priests]": "goods.priests",
    "[data-kind=temple]": "upgrade.favor",
    "[data-kind=digging]": "spades.price",
    ".owned [data-tile^=bon] button": "pass.card",
    "[data-faction]": "round.income",
    ".log [data-rule-of]": "",
}
"""What lies round the map, and a statement that its card names."""
SUPPLY = {
    ".supply [data-tile=fav5] button": "favor.fav5",
    ".supply [data-tile^=bon] button": "pass.card",
    ".supply [data-tile=tw1] button": "town.tw1",
}
IN_SHEETS = {
    "tracks": {
        "[data-round='3']": "tile.",
        "[data-steps=earth]": "cults.ten",
        "[data-act=act2]": "goods.priests",
    },
    "supply": SUPPLY,
}
"""What a phone has in its sheets."""
APART = """([card, ...kept]) => {
  const box = card.getBoundingClientRect()
  return kept.every((one) => {
    const other = one.getBoundingClientRect()
    return box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top
  })
}"""
HOLD = """(element) => element.dispatchEvent(
  new PointerEvent('pointerdown', {bubbles: true, pointerType: 'touch', isPrimary: true}))"""
LET_GO = """(element) => {
  element.dispatchEvent(new PointerEvent('pointerup', {bubbles: true, pointerType: 'touch', isPrimary: true}))
  element.dispatchEvent(new MouseEvent('click', {bubbles: true}))
}"""
OPEN_HEX = """() => [...document.querySelectorAll('[data-hex]:not([data-legal])')].at(-1).dataset.hex"""


def statement(rule: str, lang: str) -> str:
    """What the book says; of a name that is begun only, that every statement has a number."""
    found = catalog.rulebook(TITLE).by_id.get(rule)
    return found.texts[lang] if found else "§"


def card_of(page: Page) -> Locator:
    return page.locator("[data-thing-card]")


def told(page: Page, rule: str, lang: str) -> None:
    expect(card_of(page)).to_be_visible()
    expect(card_of(page)).to_contain_text(statement(rule, lang))
    expect(card_of(page)).to_contain_text("§")


def rest_on(page: Page, thing: Locator) -> None:
    thing.scroll_into_view_if_needed()
    thing.hover()


def test_resting_on_a_thing_shows_its_card_and_the_bar_stays_free(open_page: OpenPage, base: str) -> None:
    person = seated(open_page, base, 3, 2, "main")
    page = person.page
    before = person.look()["seq"]
    for selector, rule in BESIDE.items():
        thing = page.locator(selector).first
        rest_on(page, thing)
        told(page, rule, "en")
        settle(page)
        seen = [item.element_handle() for item in (card_of(page), page.locator("[data-answers]"), thing)]
        assert page.evaluate(APART, seen), selector
        page.mouse.move(2, 2)
        expect(card_of(page)).to_have_count(0)
    rest_on(page, page.locator(".seats tbody button").last)
    told(page, "round.income", "en")
    page.mouse.move(2, 2)
    assert person.look()["seq"] == before
    assert person.errors == []


@pytest.mark.parametrize("size", [DESKTOP, TABLET], ids=["desk", "tablet"])
def test_a_click_keeps_the_card_and_axe_finds_nothing(open_page: OpenPage, base: str, size: dict[str, int]) -> None:
    person = seated(open_page, base, 2, 2, "main", size=size, lang="zh-Hant", theme="dark")
    page = person.page
    for selector, rule in BESIDE.items():
        if rule and not selector.startswith("[data-act"):
            page.locator(selector).first.click()
            told(page, rule, "zh-Hant")
            assert serious(page) == [], selector
            assert person.hidden_overflow() == [], selector
            card_of(page).get_by_role("button").first.click()
            expect(card_of(page)).to_have_count(0)
    page.locator("[data-open=supply]").click()
    for selector, rule in SUPPLY.items():
        page.locator(selector).first.click()
        told(page, rule, "zh-Hant")
        page.keyboard.press("Escape")
        expect(card_of(page)).to_have_count(0)
    expect(page.locator("dialog[open]")).to_have_count(1)
    assert person.errors == []


def test_every_card_opens_by_keys_and_goes_on(open_page: OpenPage, base: str) -> None:
    person = seated(open_page, base, 1, 2, "main", lang="zh-Hans")
    page = person.page
    page.keyboard.press("Tab")
    for selector, rule in BESIDE.items():
        if selector.startswith("[data-steps"):
            continue  # the track's head opens the same card
        page.locator(selector).first.focus()
        told(page, rule, "zh-Hans")
    page.keyboard.press("Tab")
    page.locator("[data-bowls]").focus()
    page.keyboard.press("r")
    expect(page.locator('[data-rule="magic.bowls"]')).to_be_in_viewport()
    assert person.errors == []


@pytest.mark.parametrize("size", [PHONE, SIDEWAYS], ids=["upright", "sideways"])
def test_a_tap_on_a_phone_opens_the_card_whole(open_page: OpenPage, base: str, size: dict[str, int]) -> None:
    person = seated(open_page, base, 3, 2, "main", size=size, lang="zh-Hant")
    page = person.page
    page.locator("[data-purse=power]").click()
    told(page, "magic.burn", "zh-Hant")
    expect(card_of(page).locator(".rule")).to_be_in_viewport(ratio=1)
    card_of(page).get_by_role("button").first.click()
    for sheet, things in IN_SHEETS.items():
        page.locator(f"[data-open={sheet}]").click()
        for selector, rule in things.items():
            page.locator(selector).first.click()
            told(page, rule, "zh-Hant")
            expect(card_of(page).locator(".rule")).to_be_in_viewport(ratio=1)
            assert person.hidden_overflow() == [], selector
            assert serious(page) == [], selector
            page.keyboard.press("Escape")
            expect(card_of(page)).to_have_count(0)
        page.keyboard.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    assert person.errors == []


def test_what_cannot_be_played_tells_and_what_can_is_played(open_page: OpenPage, base: str) -> None:
    person = seated(open_page, base, 1, 2, "main")
    page = person.page
    before = person.look()["seq"]
    closed = page.locator("[data-act]:not(.open)").first
    closed.click()
    expect(card_of(page)).to_be_visible()
    closed.click()
    expect(card_of(page)).to_have_count(0)
    assert person.look()["seq"] == before
    for _ in range(12):
        if page.locator("[data-act].open").count():
            break
        person.step()
        person.to_main()
    before = person.look()["seq"]
    page.locator("[data-act].open").last.click()
    person.sure()
    person.wait(lambda s: s["seq"] > before and not s["pending"])
    expect(card_of(page)).to_have_count(0)


def test_a_finger_that_rests_reads_and_does_not_press(open_page: OpenPage, base: str) -> None:
    """On what would be played at once as well: an action, a space for a priest."""
    person = seated(open_page, base, 1, 2, "main")
    page = person.page
    for _ in range(12):
        if page.locator("[data-act].open").count():
            break
        person.step()
        person.to_main()
    before = person.look()["seq"]
    action = page.locator("[data-act].open").first
    action.evaluate(HOLD)
    told(page, "magic.actions", "en")
    action.evaluate(LET_GO)
    expect(card_of(page)).to_be_visible()
    settle(page)
    assert person.look()["seq"] == before
    assert person.look()["pending"] is False


def test_a_hex_tells_its_price_its_reason_and_who_gains_power(open_page: OpenPage, base: str) -> None:
    person = seated(open_page, base, 2, 2, "main")
    page = person.page
    card = page.locator("[data-hex-card]")
    key = person.look()["hexes"][0]
    page.locator(f'[data-hex="{key}"]').hover(force=True)
    expect(card).to_contain_text(key)
    expect(card.locator(".offers")).to_be_visible()
    # It tells and is in nobody's way: what lies under it can be clicked.
    assert card.evaluate("(element) => getComputedStyle(element).pointerEvents") == "none"
    page.mouse.move(2, 2)
    expect(card).to_have_count(0)
    far = page.evaluate(OPEN_HEX)
    person.choose(far)
    expect(card).to_contain_text(far)
    card.get_by_role("button", name="See the rule").last.click()
    expect(page.locator('[data-rule="leech.offer"]')).to_be_in_viewport()
    page.keyboard.press("Escape")
    person.choose(far)
    page.locator(".board svg[role=listbox]").focus()
    page.keyboard.press("ArrowRight")
    expect(card).to_be_visible()
    assert serious(page) == []
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    assert person.errors == []
