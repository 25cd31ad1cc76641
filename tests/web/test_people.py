"""What belongs to people more than to the board: how a table is set up among them, accounts, ratings."""

import pytest
from playwright.sync_api import Page, expect

from terrarium import bots
from terrarium.server.people.sessions import COOKIE
from tests.server.harness import Client, wait_for
from tests.web.browser import PHONE, Person
from tests.web.conftest import OpenPage


@pytest.mark.parametrize("coins", ["hidden", "open"])
def test_a_table_hides_coins_or_shows_them(base: str, open_page: OpenPage, coins: str) -> None:
    page = open_page()
    person = Person(page, base)
    page.goto(base)
    page.locator('[data-title="small-world"]').click()
    page.locator("[data-field=coins]").select_option(coins)
    person.do("begin")
    page.wait_for_selector(".table[data-line=open]")
    expect(page.locator(".player .coin")).to_have_count(3)
    shown = page.locator(".player .coin").all_inner_texts()
    assert any("?" in text for text in shown) == (coins == "hidden")


def test_a_title_that_hides_nothing_does_not_ask_for_it(base: str, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(base)
    page.locator('[data-title="terra-mystica"]').click()
    expect(page.locator('[data-do="begin"]')).to_be_visible()
    expect(page.locator("[data-field=coins]")).to_have_count(0)


def session_of(page: Page) -> str:
    """The session of this browser, once it has one."""
    wait_for(lambda: any(cookie["name"] == COOKIE for cookie in page.context.cookies()))
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)


def sign_up(page: Page, base: str, name: str) -> int:
    """A new account through the page; gives its number."""
    page.goto(f"{base}/account")
    page.locator("[data-do=fresh]").click()
    page.locator("input[name=name]").fill(name)
    page.locator("input[name=password]").fill("correct horse")
    page.locator("[data-do=sign-in]").click()
    expect(page.locator("[data-field=rated]")).to_be_visible()
    found: int = page.evaluate("async () => (await (await fetch('/api/v1/me')).json()).session.user")
    return found


def rated_game(page: Page, base: str) -> None:
    """A game against bots that this browser's person gives up: it counts."""
    client = Client(base, token=session_of(page))
    game = client.new_game(["me", "random"], title="small-world")["table"]["id"]
    client.post(f"/games/{game}/resign")
    user = client.get("/session")["user"]
    wait_for(lambda: client.get(f"/people/{user}")["ratings"])


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_who_wants_a_rating_gets_one(base: str, open_page: OpenPage, lang: str) -> None:
    page = open_page(lang=lang, size=PHONE if lang == "zh-Hant" else None)
    name = f"Ada {lang}"
    user = sign_up(page, base, name)
    expect(page.locator("[data-empty]")).to_be_visible()
    with page.expect_response("**/account/rated"):
        page.locator("[data-field=rated]").check()
    rated_game(page, base)
    page.goto(f"{base}/ratings/small-world")
    line = page.locator("[data-kind=board] tbody tr").filter(has_text=name)
    expect(line).to_contain_text("±")
    expect(page.locator("[data-kind=board] tr.bot")).to_have_count(len(bots.levels("small-world")))
    line.locator("a").click()
    page.wait_for_url(f"**/people/{user}")
    expect(page.locator("h1")).to_have_text(name)
    expect(page.locator("figure svg circle")).to_have_count(1)
    assert Person(page, base).hidden_overflow() == []
    # Whoever does not want it any more is seen by nobody.
    page.goto(f"{base}/account")
    with page.expect_response("**/account/rated"):
        page.locator("[data-field=rated]").uncheck()
    page.goto(f"{base}/ratings/small-world")
    expect(page.locator("[data-kind=board] tr.bot")).to_have_count(len(bots.levels("small-world")))
    expect(page.locator("[data-kind=board] tbody tr").filter(has_text=name)).to_have_count(0)


def test_signing_out_and_in_again(base: str, open_page: OpenPage) -> None:
    page = open_page()
    sign_up(page, base, "Bo of the page")
    page.locator("[data-do=sign-out]").click()
    page.locator("input[name=name]").fill("Bo of the page")
    page.locator("input[name=password]").fill("not this one")
    page.locator("[data-do=sign-in]").click()
    expect(page.locator("[role=alert]")).to_be_visible()
    page.locator("input[name=password]").fill("correct horse")
    page.locator("[data-do=sign-in]").click()
    expect(page.locator("[data-do=sign-out]")).to_be_visible()


def test_a_host_keeps_order_at_the_table(base: str, open_page: OpenPage) -> None:
    bo = Client(base, "Bo who shouts")
    page = open_page()
    page.goto(base)
    host = Client(base, token=session_of(page))
    game = host.new_game(["me", "open", "random"], title="small-world")["table"]["id"]
    page.goto(f"{base}/g/{game}")
    bo.post(f"/games/{game}/seats/1/sit")
    bo.post(f"/games/{game}/chat", 201, text="SHOUT")
    page.wait_for_selector(".table[data-line=open][data-status=live]")
    page.locator("[data-open=settings], .settings").first.click()
    line = page.locator(f"[data-person='{bo.user}']")
    line.locator("[data-do=silence]").click()
    expect(line.locator("[data-do=silence]")).to_have_attribute("aria-pressed", "true")
    assert bo.post(f"/games/{game}/chat", 403, text="AGAIN")["error"]["code"] == "silenced"
    line.locator("[data-do=report]").click()
    page.locator("textarea[name=reason]").fill("shouts")
    page.locator("[data-do=send-report]").click()
    expect(page.locator("[role=status]").filter(has_text="Thank you")).to_be_visible()
    line.locator("[data-do=remove]").click()
    wait_for(lambda: host.get(f"/games/{game}")["seats"][1]["stand_in"] == "removed")
    expect(line.locator("[data-do=remove]")).to_have_count(0)
