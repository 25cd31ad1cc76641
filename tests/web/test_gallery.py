"""The gallery in the browser: a unit or a map is saved, shared by its link, published, copied, played and reported."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from terrarium.workshop.maps import map_text, read_map
from tests.server.harness import REAL, Client, Server
from tests.server.test_accounts import SECRET
from tests.support.random_maps import shuffled_once
from tests.web.browser import DESKTOP, DIST, PHONE, Person
from tests.web.conftest import OpenPage
from tests.web.test_maps import FINE, on_own_map, open_maps
from tests.web.test_workshop import open_bench


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that checks units in few games."""
    if not DIST.is_file():
        pytest.skip("the browser client is not built: run `make web` (needs Node)")
    few = {"TERRARIUM_CHECK_GAMES": "1", "TERRARIUM_LOG_LEVEL": "warning"}
    with Server(tmp_path_factory.mktemp("gallery"), **REAL, **few) as server:
        yield server.base


SIZES = pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "zh-Hans")], ids=["desktop", "phone"])


def sign_up(page: Page, base: str, name: str) -> None:
    """An account for whoever has this page."""
    csrf = page.request.get(f"{base}/api/v1/me").json()["session"]["csrf"]
    made = page.request.post(
        f"{base}/api/v1/account",
        data={"name": name, "password": SECRET},
        headers={"X-CSRF-Token": csrf, "Origin": base},
    )
    assert made.ok, made.text()
    page.reload()


def report_and_copy(page: Page) -> None:
    page.locator("[data-report]").click()
    page.locator("textarea[name=why]").fill("copied from mine")
    page.locator("[data-send]").click()
    expect(page.locator("[data-send]")).to_have_count(0)
    page.locator("[data-copy]").click()


@SIZES
def test_a_unit_is_saved_published_copied_and_reported(
    base: str, open_page: OpenPage, size: dict[str, int], lang: str
) -> None:
    page = open_page(size=size, lang=lang)
    ada = open_bench(page, base)
    name = f"Ada {lang}"
    sign_up(page, base, name)
    page.locator("[data-drafts]").select_option("example tidal")
    expect(page.locator("[data-card][data-ok=true]")).to_be_visible()
    page.locator("[data-store]").click()
    page.wait_for_url("**/workshop/u/*")
    link = page.url
    expect(page.locator("[data-private]")).to_be_visible()
    page.locator("[data-publish]").click()
    expect(page.locator("[data-withdraw]")).to_be_visible()
    assert ada.hidden_overflow() == []

    other = open_page(size=size, lang=lang)
    bo = Person(other, base)
    other.goto(f"{base}/workshop/gallery")
    card = other.locator("[data-unit=tidal]").filter(has_text=name)
    expect(card).to_be_visible()
    assert bo.hidden_overflow() == []
    card.locator("a").click()
    assert other.url == link
    report_and_copy(other)
    other.wait_for_url("**/workshop")
    expect(other.locator("[data-card][data-ok=true]")).to_be_visible()
    assert bo.errors == []

    page.locator("[data-edit]").click()
    page.wait_for_url("**/workshop")
    expect(page.locator("[data-card][data-ok=true]")).to_be_visible()
    page.locator("[data-store]").click()
    page.wait_for_url("**/workshop/u/*")
    assert page.url == link, "the same unit, changed in its place"
    assert ada.errors == []


def test_a_unit_of_the_gallery_comes_to_a_new_table_and_every_card_is_marked(base: str, open_page: OpenPage) -> None:
    maker = Client(base, "Cy")
    example = next(one for one in maker.get("/workshop")["examples"] if one["id"] == "tortoises")
    number = maker.post("/workshop/units", 201, title="small-world", text=json.dumps(example["data"]))["id"]
    page = open_page()
    cy = Person(page, base)
    page.goto(f"{base}/workshop/u/{number}")
    page.locator("[data-open]").click()
    page.wait_for_url("**/g/*")
    cy.wait(lambda seen: seen["line"] == "open" and seen["mine"])
    expect(page.locator("[data-pick]").first.locator("xpath=ancestor::li").locator("[data-house]")).to_be_visible()
    expect(page.locator("li [data-house]")).to_have_count(1)
    # Somebody else finds it by its link alone: it was never published.
    assert maker.get("/workshop/units?which=published&find=tortoises")["units"] == []
    with_it = open_page()
    page_of_maker = Person(with_it, base)
    with_it.context.add_cookies([{"name": "terrarium_session", "value": maker.token, "url": base}])
    with_it.goto(base)
    with_it.locator('[data-title="small-world"]').click()
    with_it.locator("[data-units] summary").click()
    with_it.locator("[data-kept=tortoises]").check()
    page_of_maker.do("begin")
    with_it.wait_for_url("**/g/*")
    game = with_it.url.rsplit("/", 1)[-1]
    assert [unit["id"] for unit in maker.get(f"/games/{game}/units")["units"]] == ["tortoises"]


@SIZES
def test_a_map_is_saved_published_copied_and_reported(
    base: str, open_page: OpenPage, size: dict[str, int], lang: str
) -> None:
    page = open_page(size=size, lang=lang)
    ada = open_maps(page, base)
    name = f"Cartographer {lang}"
    sign_up(page, base, name)
    expect(page.locator(FINE)).to_be_visible()
    page.locator("[data-store]").click()
    page.wait_for_url("**/workshop/m/*")
    link = page.url
    expect(page.locator("[data-private]")).to_be_visible()
    expect(page.locator("[data-whole] canvas")).to_be_visible()
    page.locator("[data-publish]").click()
    expect(page.locator("[data-withdraw]")).to_be_visible()
    assert ada.hidden_overflow() == []

    other = open_page(size=size, lang=lang)
    bo = Person(other, base)
    other.goto(f"{base}/workshop/gallery")
    other.locator("[data-atlas]").click()
    card = other.locator("[data-map]").filter(has_text=name)
    expect(card.locator("[data-sketch=regions]")).to_be_visible()
    assert bo.hidden_overflow() == []
    card.locator("h2 a").click()
    other.wait_for_url(link)
    report_and_copy(other)
    other.wait_for_url("**/workshop/map")
    expect(other.locator(FINE)).to_be_visible()
    assert bo.errors == []

    page.locator("[data-edit]").click()
    page.wait_for_url("**/workshop/map")
    expect(page.locator(FINE)).to_be_visible()
    page.locator("[data-store]").click()
    page.wait_for_url("**/workshop/m/*")
    assert page.url == link, "the same map, in its place"
    assert ada.errors == []


def test_a_map_of_the_gallery_is_played_on_and_chosen_for_a_new_table(
    base: str, open_page: OpenPage, tmp_path: Path
) -> None:
    maker = Client(base, "Dee")
    painted = shuffled_once("terra-mystica", 2, 3)
    number = maker.post("/workshop/atlas", 201, text=map_text(painted))["id"]
    page = open_page()
    dee = Person(page, base)
    page.context.add_cookies([{"name": "terrarium_session", "value": maker.token, "url": base}])
    page.goto(f"{base}/workshop/m/{number}")
    expect(page.locator("[data-whole] [data-sketch=hexes]")).to_be_visible()
    with page.expect_download() as out:
        page.locator("[data-export]").click()
    out.value.save_as(tmp_path / "painted.toml")
    assert read_map((tmp_path / "painted.toml").read_text(encoding="utf-8")).data == painted.data
    page.goto(base)
    page.locator('[data-title="terra-mystica"]').click()
    page.locator('[data-field="map"]').select_option(f"map {number}")
    dee.do("begin")
    on_own_map(dee)
    game = page.url.rsplit("/", 1)[-1]
    assert maker.get(f"/games/{game}/map")["id"] == painted.id
    page.goto(f"{base}/workshop/m/{number}")
    page.locator("[data-open]").click()
    on_own_map(dee)
    assert dee.errors == []
