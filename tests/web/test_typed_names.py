"""What inventors type is whole: names in one face, cards cut between lines, a piece named in the reader's language."""

import pytest
from playwright.sync_api import expect

from tests.web.browser import PHONE
from tests.web.conftest import OpenPage
from tests.web.test_workshop import open_bench

LAMPS = """format = 1
[unit]
kind = "power"
id = "gambling"
name = { en = "Gambling", zh-Hant = "好賭", zh-Hans = "好赌" }
tokens = 3
[unit.piece]
id = "lamp"
name = { en = "Lamp", zh-Hant = "燈", zh-Hans = "灯" }
stock = 2
[[unit.ability]]
income = 1
where = "with_piece"
"""


@pytest.mark.parametrize(("lang", "piece"), [("en", "with a Lamp"), ("zh-Hant", "有燈的"), ("zh-Hans", "有灯的")])
def test_a_menu_names_the_piece_in_the_readers_language(base: str, open_page: OpenPage, lang: str, piece: str) -> None:
    page = open_page(lang=lang)
    ada = open_bench(page, base)
    page.locator("[data-view=source]").click()
    page.locator("textarea").fill(LAMPS)
    expect(page.locator("[data-card]")).to_contain_text(piece)
    page.locator("[data-view=blocks]").click()
    expect(page.locator('[data-sentence="0"] select option:checked', has_text=piece)).to_have_count(1)
    for tag in ("zh-Hant", "zh-Hans"):
        label = page.locator(f"label span[lang={tag}]").first
        assert "Terrarium Names" in label.evaluate("(span) => getComputedStyle(span).fontFamily")
    assert ada.errors == []


def test_palette_of_hexes_is_in_two_columns_on_a_phone(base: str, open_page: OpenPage) -> None:
    page = open_page(size=PHONE)
    page.goto(f"{base}/workshop/map")
    page.get_by_label("Title", exact=True).select_option("terra-mystica")
    paints = page.locator("[data-paint]")
    expect(paints).to_have_count(8)
    lefts = paints.evaluate_all("(all) => new Set(all.map((one) => one.getBoundingClientRect().left)).size")
    assert lefts == 2
