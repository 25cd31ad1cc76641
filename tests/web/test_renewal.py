"""A server that is renewed while a page is open: the page takes up the new version whole, once, and says what is
missing."""

from playwright.sync_api import Page, Request, Route, expect

from tests.server.harness import Client
from tests.web.browser import Person
from tests.web.conftest import OpenPage

NEW = "domcontentloaded"
MARK = "window.mark = 1"
PART = "**/assets/Studies-*.js"


def older(page: Page, base: str) -> None:
    """From now on the page that is open is an old one: the server's own names another beginning."""

    def answer(route: Route) -> None:
        if route.request.is_navigation_request():
            route.fallback()
            return
        told = route.fetch()
        route.fulfill(response=told, body=told.text().replace("assets/index-", "assets/index-newer-"))

    page.route(base + "/", answer)


def at_lessons(page: Page, base: str) -> None:
    page.goto(base + "/learn")
    expect(page.locator('a[href="/study"]')).to_be_visible()
    page.evaluate(MARK)


def test_a_part_that_is_gone_brings_the_new_page(base: str, open_page: OpenPage) -> None:
    page = open_page()
    at_lessons(page, base)
    older(page, base)
    loaded: list[Request] = []
    page.on("request", lambda request: loaded.append(request) if request.is_navigation_request() else None)
    page.route(PART, lambda route: route.fallback() if loaded else route.fulfill(status=404, body=""))
    with page.expect_event(NEW):
        page.locator('a[href="/study"]').click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Studies")
    assert page.url == base + "/study"


def test_a_part_that_cannot_be_fetched_is_said(base: str, open_page: OpenPage) -> None:
    page = open_page()
    at_lessons(page, base)
    page.route(PART, lambda route: route.abort())
    with page.expect_response(base + "/"):
        page.locator('a[href="/study"]').click()
    again = page.get_by_role("button", name="Load the page again")
    expect(again).to_be_visible()
    # The server's page is the one that is open: loading it by itself would help nobody.
    assert page.evaluate(MARK.replace(" = ", " == "))
    page.unroute(PART)
    with page.expect_event(NEW):
        again.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Studies")


def lose(ada: Person) -> None:
    """The network goes, and with it the line."""
    ada.page.context.set_offline(True)
    ada.page.evaluate("dispatchEvent(new Event('offline'))")
    ada.wait(lambda s: s["line"] == "lost")


def test_a_line_that_comes_back_to_a_renewed_server(base: str, open_page: OpenPage) -> None:
    ada = Person(open_page(), base, "Ada")
    client = Client(base, "Ada")
    ada.sit_as(client, client.new_game(["me", "greedy"], title="small-world")["table"]["id"])
    ada.page.evaluate(MARK)
    older(ada.page, base)
    lose(ada)
    with ada.page.expect_event(NEW):
        ada.page.context.set_offline(False)
    ada.wait(lambda s: s["line"] == "open")
    ada.page.evaluate(MARK)
    lose(ada)
    with ada.page.expect_response(base + "/"):
        ada.page.context.set_offline(False)
    # Once: it is as new as it gets, and the table goes on.
    ada.wait(lambda s: s["line"] == "open")
    assert ada.page.evaluate(MARK.replace(" = ", " == "))
