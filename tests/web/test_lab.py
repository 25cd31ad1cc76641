"""The check and the lab on the workshop page: progress, figures, stopping, a suggestion that is taken."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

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
    tokens = page.locator("[data-tokens]").inner_text()
    change = page.locator("[data-suggestion]").filter(has_text="4").first
    change.locator("button").click()
    expect(page.locator("[data-tokens]")).to_have_text("4")
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
