"""The gallery in the browser: a unit is saved, shared by its link, published, copied, played and reported."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.harness import REAL, Client, Server
from tests.server.test_accounts import SECRET
from tests.web.browser import DESKTOP, DIST, PHONE, Person
from tests.web.conftest import OpenPage
from tests.web.test_workshop import open_bench


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server that checks units in few games."""
    if not DIST.is_file():
        pytest.skip("the browser client is not built: run `make web` (needs Node)")
    few = {"TERRARIUM_CHECK_GAMES": "1", "TERRARIUM_LOG_LEVEL": "warning"}
    with Server(tmp_path_factory.mktemp("gallery"), **REAL, **few) as server:
        yield server.base


@pytest.mark.parametrize(("size", "lang"), [(DESKTOP, "en"), (PHONE, "zh-Hans")], ids=["desktop", "phone"])
def test_a_unit_is_saved_published_copied_and_reported(
    base: str, open_page: OpenPage, size: dict[str, int], lang: str
) -> None:
    page = open_page(size=size, lang=lang)
    ada = open_bench(page, base)
    name = f"Ada {lang}"
    csrf = page.request.get(f"{base}/api/v1/me").json()["session"]["csrf"]
    made = page.request.post(
        f"{base}/api/v1/account",
        data={"name": name, "password": SECRET},
        headers={"X-CSRF-Token": csrf, "Origin": base},
    )
    assert made.ok, made.text()
    page.reload()
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
    other.locator("[data-report]").click()
    other.locator("textarea[name=why]").fill("copied from mine")
    other.locator("[data-send]").click()
    expect(other.locator("[data-send]")).to_have_count(0)
    other.locator("[data-copy]").click()
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
