"""The workshop in the browser: a race is made by menus, read in the reader's language, kept, undone and played."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser import DESKTOP, PHONE, Person, until
from tests.web.conftest import OpenPage


def open_bench(page: Page, base: str) -> Person:
    person = Person(page, base)
    page.goto(f"{base}/workshop")
    expect(page.locator("[data-card][data-ok=true]")).to_be_visible()
    return person


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_race_is_made_read_and_played(base: str, open_page: OpenPage, size: dict[str, int]) -> None:
    page = open_page(size=size)
    ada = open_bench(page, base)
    card = page.locator("[data-card]")
    page.locator('[data-name="en"]').fill("Mice")
    page.locator('[data-name="en"]').press("Tab")
    page.locator('[data-add="price"]').click()
    block = page.locator('[data-sentence="0"]')
    block.locator(".words select").nth(0).select_option("w:farmland")
    block.locator(".words select").nth(1).select_option("n:-1")
    expect(card).to_contain_text("1 token less for farmland regions.")
    block.locator(".words select").nth(0).select_option("t:adjacent")
    expect(card).to_contain_text("1 token less for regions next to farmland regions.")
    page.locator("[data-undo]").click()
    expect(card).to_contain_text("1 token less for farmland regions.")
    assert ada.hidden_overflow() == []
    # Drafts are kept in the browser.
    page.reload()
    expect(card).to_contain_text("1 token less for farmland regions.")
    expect(card.locator("h2")).to_have_text("Mice")
    page.locator("[data-play]").click()
    page.wait_for_url("**/g/*")
    ada.wait(lambda seen: seen["line"] == "open" and seen["mine"])
    if ada.touch:
        page.locator("button.combos.primary").click()
    expect(page.locator('[data-pick="0"]:visible').first).to_contain_text("Mice")
    assert ada.errors == []


def test_the_source_is_the_same_unit(base: str, open_page: OpenPage) -> None:
    page = open_page(lang="zh-Hant")
    ada = open_bench(page, base)
    page.locator("[data-drafts]").select_option("example tidal")
    expect(page.locator("[data-card]")).to_contain_text("沿岸")
    page.locator("[data-view=source]").click()
    source = page.locator("textarea")
    text = source.input_value()
    assert 'id = "tidal"' in text
    source.fill(text.replace("tokens = 4", "tokens = 9"))
    expect(page.locator("[data-card]")).to_have_attribute("data-ok", "false")
    source.fill(text.replace("tokens = 4", "tokens = 3"))
    expect(page.locator("[data-card]")).to_have_attribute("data-ok", "true")
    expect(page.locator("[data-tokens]")).to_have_text("3")
    page.locator("[data-view=blocks]").click()
    expect(page.locator("[data-sentence]").first).to_be_visible()
    assert ada.hidden_overflow() == []
    assert ada.errors == []


def test_a_relic_is_made_where_the_title_has_relics(base: str, open_page: OpenPage) -> None:
    page = open_page()
    ada = open_bench(page, base)
    card = page.locator("[data-card]")
    expect(page.locator("[data-kind]")).to_have_count(2)
    page.get_by_label("Title", exact=True).select_option("underground")
    page.locator('[data-kind="relic"]').click()
    page.locator('[data-name="en"]').fill("R" * 40)
    expect(page.locator('[data-name="en"]')).to_have_value("R" * 32)
    expect(page.locator("[data-tokens]")).to_have_count(0)
    page.locator("[data-defence]").select_option("1")
    page.locator('[data-add="income"]').click()
    where = page.locator('[data-sentence="0"] .words select').nth(0)
    where.select_option("w:spot")
    expect(card).to_contain_text("coin for its region.")
    expect(card).to_contain_text("Its region costs 1 token more to conquer.")
    expect(page.locator("[data-measure]")).to_be_enabled()
    where.select_option("t:lies")
    expect(card).to_contain_text("with The Flying Doormat")
    assert ada.hidden_overflow() == []
    page.get_by_label("Title", exact=True).select_option("small-world")
    expect(card).to_have_attribute("data-ok", "false")
    expect(page.get_by_text("This title has no relics.").first).to_be_visible()
    assert ada.errors == []


def test_menus_offer_what_may_stand_there(base: str, open_page: OpenPage) -> None:
    """Lenders with tokens enough, names as long as they may be, numbers the rules keep, words that say something."""
    page = open_page()
    ada = open_bench(page, base)
    lenders = page.get_by_label("Borrows the tokens of").locator("option")
    expect(lenders.nth(2)).to_be_attached()
    few = lenders.count()
    page.locator('[data-name="en"]').fill("M" * 30)
    expect(page.locator('[data-name="en"]')).to_have_value("M" * 24)
    page.locator('[data-name="en"]').press("Tab")
    for n in range(6, 11):
        page.get_by_label("One more").click()
        expect(page.locator("[data-tokens]")).to_have_text(str(n))
    expect(lenders).not_to_have_count(few)
    left = lenders.count()
    assert 2 < left < few
    page.locator('[data-add="toll"]').click()
    numbers = page.locator('[data-sentence="0"] .words select optgroup[label="Numbers"] option')
    expect(numbers).to_have_text(["0", "1", "2", "3", "4", "5"])
    page.locator('[data-add="turn_income"]').click()
    income = page.locator('[data-sentence="1"]')
    expect(income.locator('option[value="w:round"]')).to_have_count(1)
    expect(income.locator('option[value="w:killed"]')).to_have_count(0)
    page.locator('[data-add="trait"]').click()
    expect(page.locator('[data-sentence="2"] header option')).to_have_count(2)
    assert ada.errors == []


def test_units_of_ones_own_come_to_a_new_table_and_are_marked(base: str, open_page: OpenPage) -> None:
    page = open_page()
    ada = open_bench(page, base)
    page.locator("[data-drafts]").select_option("example beavers")
    expect(page.locator("[data-card] h2")).to_have_text("Beavers")
    page.goto(base)
    page.locator('[data-title="small-world"]').click()
    box = page.locator('[data-unit="Beavers"]')
    box.locator("xpath=ancestor::details").locator("summary").click()
    box.check()
    ada.do("begin")
    page.wait_for_url("**/g/*")
    ada.wait(lambda seen: seen["line"] == "open")
    game = page.url.rsplit("/", 1)[-1]
    units = page.request.get(f"{base}/api/v1/games/{game}/units").json()["units"]
    assert [unit["id"] for unit in units] == ["beavers"]
    assert ada.errors == []


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_a_card_is_read_with_one_partner_after_the_other(base: str, open_page: OpenPage, size: dict[str, int]) -> None:
    page = open_page(size=size)
    ada = open_bench(page, base)
    card = page.locator("[data-card]")
    disc, partner = card.locator(".tokens"), card.locator("[data-with]")
    expect(disc).to_have_text("5")
    page.locator('[data-partner="1"]').click()
    first = page.request.get(f"{base}/api/v1/workshop?title=small-world").json()
    power = first["powers"][0]
    expect(partner).to_have_attribute("data-with", power)
    expect(disc).to_have_text(str(5 + first["tokens"][power]))
    page.locator("[data-tokens] + button").click()
    expect(disc).to_have_text(str(6 + first["tokens"][power]))
    for _ in range(2):
        page.locator('[data-partner="-1"]').click()
    expect(partner).to_have_attribute("data-with", first["powers"][-1])
    page.locator('[data-kind="power"]').click()
    race = first["races"][-1]
    page.locator('[data-partner="1"]').focus()
    for _ in range(len(first["races"]) + 1):
        if partner.get_attribute("data-with") == race:
            break
        page.keyboard.press("Enter")
    expect(partner).to_have_attribute("data-with", race)
    expect(disc).to_have_text(str(5 + first["tokens"][race]))
    assert ada.hidden_overflow() == []
    assert ada.errors == []


def test_menus_tell_how_many_regions_of_the_sample_map_a_word_means(base: str, open_page: OpenPage) -> None:
    page = open_page()
    ada = open_bench(page, base)
    with page.expect_response(lambda response: response.url.endswith("/workshop/prices")) as answer:
        page.locator('[data-add="income"]').click()
    counts = answer.value.json()["counts"]
    where = page.locator('[data-sentence="0"] .words select').nth(0)
    where.select_option("w:all")
    expect(where.locator('option[value="w:mountain"]')).to_have_text(f"mountain regions · {counts['mountain']}")
    expect(where.locator('option[value="w:held"]')).to_have_text(re.compile(rf" · {counts['held']}$"))
    # What was chosen is a word of the sentence, and says it in its hint.
    expect(where.locator("option:checked")).not_to_contain_text("·")
    expect(where).to_have_attribute("title", re.compile(str(counts["all"])))
    assert ada.errors == []


LATE = """(() => {
  const real = window.fetch
  window.late = []
  window.fetch = async (...asked) => {
    const answer = await real(...asked)
    if (window.holding && String(asked[0]?.url ?? asked[0]).includes('/workshop/text'))
      await new Promise((go) => window.late.push(go))
    return answer
  }
})()"""
# One more token, in the same moment the late answer to the change before it comes in, and then a sentence is added.
MEANWHILE = """async () => {
  document.querySelector('[data-tokens] + button').click()
  window.holding = false
  window.late.splice(0).forEach((go) => go())
  for (let n = 0; n < 3; n++) await new Promise((done) => requestAnimationFrame(done))
  document.querySelector('[data-add="price"]').click()
}"""


def test_a_late_answer_takes_no_change_back(base: str, open_page: OpenPage) -> None:
    page = open_page()
    page.add_init_script(LATE)
    ada = open_bench(page, base)
    tokens = page.locator("[data-tokens]")
    expect(tokens).to_have_text("5")
    page.evaluate("() => { window.holding = true }")
    page.locator("[data-tokens] + button").click()
    until(page, "() => window.late.length > 0")
    page.evaluate(MEANWHILE)
    expect(page.locator("[data-sentence]")).to_have_count(1)
    expect(tokens).to_have_text("7")
    expect(page.locator("[data-card] .tokens")).to_have_text("7")
    page.locator('[data-view="source"]').click()
    expect(page.get_by_label("Source", exact=True)).to_have_value(re.compile("tokens = 7"))
    assert ada.errors == []


def test_what_is_played_is_what_lies_on_the_bench(base: str, open_page: OpenPage) -> None:
    """Pressed before the server has spoken of the last change: the change comes along."""
    page = open_page()
    open_bench(page, base)
    page.locator('[data-name="en"]').fill("Voles")
    page.locator('[data-name="en"]').press("Tab")
    with page.expect_request(
        lambda request: request.url.endswith("/api/v1/games") and request.method == "POST"
    ) as made:
        page.evaluate("""() => {
          document.querySelector('[data-tokens] + button').click()
          document.querySelector('[data-play]').click()
        }""")
    assert '\\"tokens\\":6' in (made.value.post_data or "")
