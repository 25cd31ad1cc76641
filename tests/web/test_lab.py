"""The check and the lab on the workshop page: progress, figures, stopping, a suggestion that is taken."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Route, expect

from terrarium.words import Words
from tests.server.harness import REAL, Server
from tests.web.browser import DESKTOP, DIST, PHONE
from tests.web.conftest import OpenPage
from tests.web.test_workshop import open_bench


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server whose labs are short."""
    if not DIST.is_file():
        pytest.skip("the browser client is not built: run `make web` (needs Node)")
    few = {"TERRARIUM_CHECK_GAMES": "1", "TERRARIUM_LAB_GAMES": "40", "TERRARIUM_LOG_LEVEL": "warning"}
    with Server(tmp_path_factory.mktemp("lab"), **REAL, **few) as server:
        yield server.base


def test_prices_on_the_sample_map_follow_the_sentences(base: str, open_page: OpenPage) -> None:
    page = open_page()
    ada = open_bench(page, base)
    expect(page.locator("[data-changed='0']")).to_be_visible()
    page.locator('[data-add="price"]').click()
    block = page.locator('[data-sentence="0"]')
    block.locator(".words select").nth(0).select_option("w:all")
    block.locator(".words select").nth(1).select_option("n:1")
    expect(page.locator("[data-changed]:not([data-changed='0'])")).to_be_visible()
    dear = page.locator("[data-sample] .price").all_text_contents()
    page.locator("[data-plain]").click()
    expect(page.locator("[data-plain]")).to_have_attribute("aria-pressed", "true")
    plain = page.locator("[data-sample] .price").all_text_contents()
    assert [int(text) for text in dear] == [int(text) + 1 for text in plain]
    page.locator("[data-another]").click()
    expect(page.locator("[data-sample='2']")).to_be_visible()
    assert ada.hidden_overflow() == []
    assert ada.errors == []


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "zh-Hant")], ids=["desktop", "phone"])
def test_a_unit_is_checked_and_measured(base: str, open_page: OpenPage, size: dict[str, int], lang: str) -> None:
    page = open_page(size=size, lang=lang)
    ada = open_bench(page, base)
    page.locator("[data-drafts]").select_option("example beavers")
    page.locator("[data-check]").click()
    expect(page.locator("[data-checked=passed]")).to_be_visible()
    page.locator("[data-measure]").focus()
    page.keyboard.press("Enter")
    expect(page.locator("[data-lab='']")).to_be_visible()
    expect(page.locator("[data-verdict]")).to_be_visible()
    expect(page.locator("[data-numbers] li")).to_have_count(4)  # two to five players
    # The figures follow whoever reads sentences on a phone, as long as the lab is out of sight.
    bar = page.locator("[data-lab-bar]")
    expect(bar).to_have_count(0)
    page.locator("[data-card]").scroll_into_view_if_needed()
    if size is PHONE:
        bar.click()
        expect(page.locator("dialog [data-verdict]")).to_be_in_viewport()
        page.keyboard.press("Escape")
    else:
        expect(bar).to_be_hidden()
    # Without each of its sentences it was tried too; what that means stands below the sentence.
    effects = page.locator("[data-effect]")
    expect(effects).to_have_count(page.locator("[data-sentence]").count())
    expect(effects.first).to_contain_text(re.compile(r"\d+\.\d % ± \d+\.\d.*[+−]\d+\.\d"))
    page.locator("[data-save]").click()
    page.locator("[data-view=source]").click()
    expect(page.locator("textarea")).to_have_value(re.compile(r"worth = \[-?\d"))
    page.locator("[data-view=blocks]").click()
    expect(effects.first).to_be_visible()  # it is the same unit, whatever it is worth
    tokens = page.locator("[data-tokens]").inner_text()
    four = Words(lang).say("workshop.change.tokens", {"n": 4})
    change = page.locator("[data-suggestion]").filter(has_text=four).first
    change.locator("button").click()
    expect(page.locator("[data-tokens]")).to_have_text("4")
    expect(effects).to_have_count(0)
    page.locator("[data-undo]").click()
    expect(page.locator("[data-tokens]")).to_have_text(tokens)
    assert ada.hidden_overflow() == []
    assert ada.errors == []


def test_a_second_lab_is_refused_until_the_first_is_stopped(tmp_path: Path, open_page: OpenPage) -> None:
    with Server(tmp_path, **REAL, TERRARIUM_LOG_LEVEL="warning") as server:
        page = open_page(lang="zh-Hans")
        open_bench(page, server.base)
        other = page.context.new_page()
        open_bench(other, server.base)
        page.locator("[data-measure]").click()
        expect(page.locator("[data-share]")).to_be_visible()
        other.locator("[data-measure]").click()
        expect(other.locator("[data-lab] [role=alert]")).to_contain_text("请先停止它")
        page.locator("[data-stop]").click()
        expect(page.locator("[data-measure]")).to_be_enabled()
        expect(page.locator("[data-verdict]")).to_be_visible()  # what was found stays


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "zh-Hant")], ids=["desktop", "phone"])
def test_a_relic_is_measured_by_who_finds_it(base: str, open_page: OpenPage, size: dict[str, int], lang: str) -> None:
    page = open_page(size=size, lang=lang)
    ada = open_bench(page, base)
    page.locator("select[data-title]").select_option("underground")
    page.locator('[data-kind="relic"]').click()
    page.locator('[data-add="price"]').click()
    expect(page.locator("[data-card][data-ok=true]")).to_be_visible()
    page.locator("[data-measure]").click()
    expect(page.locator("[data-verdict]")).to_be_visible()
    expect(page.locator("[data-instead] li")).to_have_count(3)  # things of the box, a blank, who held it longest
    expect(page.locator("[data-numbers] li")).to_have_count(4)
    expect(page.locator("[data-suggestion]").first).to_be_visible()
    expect(page.locator("[data-lab='']")).to_be_visible()
    page.locator("[data-instead]").scroll_into_view_if_needed()
    assert ada.hidden_overflow() == []
    assert ada.errors == []


def share(won: float, games: int = 400, off: float = 0.03) -> dict[str, object]:
    return {"games": games, "win_share": won, "ci95": [won - off, won + off], "mean_score": 70}


def broken(route: Route) -> None:
    """A lab that a server does not begin."""
    page = {"error": {"code": "refused", "sentence": "這個單位還不能發布。"}}
    route.fulfill(status=409, content_type="application/json", body=json.dumps(page))


def told(route: Route) -> None:
    """What a lab might have found: partners of all strengths, two maps, two opponents."""
    partners = [{"name": name, **share(0.65 - 0.031 * n)} for n, name in enumerate(PARTNERS)]
    page = {
        "kind": "lab", "done": True, "unit": "x", **share(0.52), "even": 0.5, "verdict": "even", "players": 2,
        "by_players": [{"players": 2, **share(0.52), "even": 0.5}], "with": partners, "worth": [1, 0, 2.5],
        "by_map": [{"name": "2p", **share(0.52), "even": 0.5}, {"name": "3p", **share(0.4), "even": 0.3333}],
        "against": [{"name": "orcs", **share(0.6)}, {"name": "stout", **share(0.5)}],
        "suggestions": [{"change": "4 個標記", **share(0.5), "data": DRAFT}], "way": 1, "played": 400, "seconds": 9,
    }  # fmt: skip
    route.fulfill(content_type="application/x-ndjson", body=json.dumps(page) + "\n")


ASIDE = {"width": 844, "height": 390}
DRAFT = {"format": 1, "unit": {"kind": "race", "id": "mice", "name": {"en": "Mice"}, "tokens": 4, "ability": []}}
PARTNERS = ("alchemist", "berserk", "commando", "flying", "hill", "heroic", "merchant", "mounted", "stout", "swamp")


def test_what_is_between_is_folded_and_what_misses_even_is_bold(base: str, open_page: OpenPage) -> None:
    page = open_page()
    ada = open_bench(page, base)
    page.route("**/workshop/lab*", told)
    page.locator("[data-measure]").click()
    names = page.locator("[data-partners] li:visible > span:first-child")
    expect(names).to_have_text(["Alchemist", "Berserk", "Commando", "Mounted", "Stout", "Swamp"])
    page.locator("[data-between] summary").click()
    expect(names).to_have_count(len(PARTNERS))
    bold = page.locator("[data-partners] li.missed > span:first-child")
    expect(bold).to_have_text(["Alchemist", "Berserk", "Commando", "Flying", "Merchant", "Mounted", "Stout", "Swamp"])
    for kind, lines in (("maps", ["Map for 2 players", "Map for 3 players"]), ("opponents", ["Orcs", "Stout"])):
        fold = page.locator(f"[data-folded={kind}]")
        expect(fold.locator("li").first).to_be_hidden()
        fold.locator("summary").click()
        expect(fold.locator("li > span:first-child")).to_have_text(lines)
        expect(fold.locator("li").first).to_be_visible()
    expect(page.locator("[data-folded=maps] li.missed")).to_have_text(re.compile("Map for 3 players"))
    assert ada.hidden_overflow() == []
    assert ada.errors == []


@pytest.mark.parametrize("size", [PHONE, ASIDE], ids=["upright", "aside"])
def test_on_a_phone_the_lab_is_a_sheet_within_reach(base: str, open_page: OpenPage, size: dict[str, int]) -> None:
    page = open_page(size=size, lang="zh-Hant")
    ada = open_bench(page, base)
    bar, sheet = page.locator("[data-lab-bar]"), page.locator("dialog")
    page.route("**/workshop/lab*", lambda route: None)  # a lab from which nothing is heard
    expect(bar).to_be_in_viewport()
    bar.click()
    sheet.locator("[data-measure]").click()
    expect(sheet.locator("progress")).to_be_in_viewport()
    expect(sheet.locator("[data-stop]")).to_be_in_viewport()
    sheet.locator("header button").click()
    expect(bar.locator("progress")).to_be_in_viewport()  # it goes on
    bar.click()
    sheet.locator("[data-stop]").click()
    expect(sheet.locator("[data-measure]")).to_be_enabled()
    page.unroute("**/workshop/lab*")
    page.route("**/workshop/lab*", told)
    sheet.locator("[data-measure]").click()
    expect(sheet.locator("[data-verdict]")).to_be_in_viewport()
    expect(sheet.locator("[data-share]")).to_be_in_viewport()
    for below in ("[data-numbers] li", "[data-partners] li", "[data-suggestion] button"):
        sheet.locator(below).last.scroll_into_view_if_needed()
        expect(sheet.locator(below).last).to_be_in_viewport()
    assert ada.hidden_overflow() == []
    sheet.locator("[data-suggestion] button").click()
    expect(sheet).to_have_count(0)  # what was taken is seen on the page
    expect(page.locator("[data-tokens]")).to_have_text("4")
    expect(page.locator("[data-lab-bar='']")).to_be_visible()  # figures of another unit are not shown
    assert ada.errors == []


@pytest.mark.parametrize("size", [PHONE, ASIDE], ids=["upright", "aside"])
def test_on_a_phone_a_lab_that_fails_says_so_wherever_one_is(
    base: str, open_page: OpenPage, size: dict[str, int]
) -> None:
    page = open_page(size=size, lang="zh-Hant")
    ada = open_bench(page, base)
    bar, sheet = page.locator("[data-lab-bar]"), page.locator("dialog")
    page.route("**/workshop/lab*", broken)
    bar.click()
    sheet.locator("[data-measure]").click()
    expect(sheet.locator("[role=alert]")).to_have_text("這個單位還不能發布。")
    expect(sheet.locator("[role=alert]")).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(bar).to_contain_text("這個單位還不能發布。")
    expect(bar).to_be_in_viewport()
    page.unroute("**/workshop/lab*")
    page.route("**/workshop/lab*", told)
    bar.click()
    sheet.locator("[data-measure]").click()
    expect(sheet.locator("[data-verdict]")).to_be_visible()
    expect(sheet.locator("[role=alert]")).to_have_count(0)
    assert ada.hidden_overflow() == []
    assert ada.errors == []


def test_the_lab_is_of_what_lies_on_the_bench(base: str, open_page: OpenPage) -> None:
    """Pressed before the server has spoken of the last change: the figures are of the unit with it."""
    page = open_page()
    open_bench(page, base)
    page.evaluate("""() => {
      document.querySelector('[data-tokens] + button').click()
      document.querySelector('[data-measure]').click()
    }""")
    expect(page.locator("[data-lab='']")).to_be_visible()
    expect(page.locator("[data-verdict]")).to_be_visible()
    expect(page.get_by_text("These figures are those of an earlier version.")).to_have_count(0)


def test_whoever_is_new_is_told_what_there_is(base: str, open_page: OpenPage) -> None:
    """What the name is, what a sentence would say before it is added, what a check does; and by whom it is, as the
    page calls people."""
    page = open_page(lang="zh-Hant")
    ada = open_bench(page, base)
    expect(page.locator(".head .about")).to_have_text("名稱")
    expect(page.locator('[data-add="price"]')).to_have_attribute("title", "征服…：費用改變…")
    told_of = page.locator("[data-lab]").get_by_text("檢查：和每個搭檔隨機對局，確認不會出錯。")
    expect(told_of).to_be_visible()
    page.locator("[data-check]").click()
    expect(page.locator("[data-checked=passed]")).to_be_visible()
    expect(told_of).to_have_count(0)
    page.route("**/workshop/lab*", told)
    page.locator("[data-measure]").click()
    expect(page.locator("[data-suggestion] span")).to_have_text(re.compile("^4 個標記：50.0"))
    page.locator("[data-store]").click()
    expect(page.locator("[data-whole] .muted").first).to_contain_text(page.locator("header .who").inner_text())
    assert ada.errors == []
