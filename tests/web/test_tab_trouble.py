"""What a tab says when something is missing: a part of it, or what a browser must have; and what it offers nowhere."""

import pytest
from playwright.sync_api import Browser, Page, Request, Route, expect

from tests.web.browser import context_for, table_words
from tests.web.regions import Explorer
from tests.web.tabs import WISHES, Tab


@pytest.mark.parametrize(
    "part", ["pyodide.asm.wasm.bin", "python_stdlib.zip", "rules.bin", "lock.json", "pyodide.mjs", "worker-*.js"]
)
def test_a_part_that_does_not_come_is_told_at_once(browser: Browser, files: str, part: str) -> None:
    """Not a page that loads for ever, nor one that says that a server is away."""
    context = context_for(browser, worker=False)
    page = context.new_page()
    context.route(f"**/{part}", lambda route: route.fulfill(status=404))
    page.goto(files + WISHES)
    expect(page.locator("[data-trouble=unloaded] h1")).to_have_text(table_words("en")["tab.unloaded"])
    context.unroute_all()
    page.get_by_role("button", name="Load the page again").click()
    expect(page.locator("[data-title]:not([aria-hidden])")).to_have_count(4)
    context.close()


def test_a_browser_that_cannot_run_the_rules_is_told_why(browser: Browser, files: str) -> None:
    context = context_for(browser, worker=False)
    page = context.new_page()
    page.add_init_script("delete globalThis.WebAssembly")
    page.goto(files + WISHES)
    expect(page.locator("[data-trouble=unable] h1")).to_have_text(table_words("en")["tab.unable"])
    context.close()


BROKEN = """() => {
  const send = Worker.prototype.postMessage
  Worker.prototype.postMessage = function (message) {
    send.call(this, message.path === '/titles' ? { kind: 'say', id: { not: 'a line' }, text: 3 } : message)
    if (message.path === '/titles') send.call(this, message)
  }
}"""


def test_a_message_that_nobody_understands_stops_nothing(browser: Browser, files: str) -> None:
    context = context_for(browser, worker=False)
    page = context.new_page()
    page.add_init_script(f"({BROKEN})()")
    ada = Explorer(page, files + WISHES, "Ada", seed=3)
    ada.set_up("small-world", ["me", "greedy"])
    ada.step()
    assert ada.errors == []
    context.close()


def test_what_only_a_server_has_is_offered_nowhere(tab: Tab) -> None:
    page = tab.page
    page.goto("about:blank")
    page.goto(f"{tab.base}#/learn")
    expect(page.locator("[data-course]")).to_have_count(4)
    expect(page.locator('a[href="/study"]')).to_have_count(0)
    page.locator("button.me").click()
    expect(page.locator("dialog input[type=range]")).to_be_visible()
    expect(page.locator("[data-do=account]")).to_have_count(0)
    page.goto("about:blank")
    page.goto(f"{tab.base}#/statistics/small-world")
    expect(page.locator("[data-empty]")).to_be_visible()
    expect(page.locator("a.board")).to_have_count(0)


def test_nothing_is_reported_or_linked_where_nobody_would_hear(tab: Tab) -> None:
    """The settings of a table ask for no report, a work of this browser has no link, and pages that a server alone has
    are at no address."""
    page = tab.page
    ada = Explorer(page, tab.base, "Ada", seed=3)
    ada.set_up("small-world", ["me", "me"])
    page.locator('[data-open="settings"]').click()
    expect(page.locator("dialog [data-do=record]")).to_be_visible()
    expect(page.locator("[data-do=report-table]")).to_have_count(0)
    page.goto("about:blank")
    page.goto(f"{tab.base}#/workshop/map")
    expect(page.locator("section[data-ok=true]")).to_be_visible()
    page.locator("[data-store]").click()
    expect(page.locator("[data-export]")).to_be_visible()
    expect(page.locator("[data-share]")).to_have_count(0)
    for place in ("account", "people/2", "ratings/small-world", "study"):
        page.goto("about:blank")
        page.goto(f"{tab.base}#/{place}")
        expect(page.get_by_role("heading", name=table_words("en")["table.lost"])).to_be_visible()


def newer(page: Page, files: str) -> None:
    """From now on another page is given out than the one that is open."""

    def answer(route: Route) -> None:
        if route.request.is_navigation_request():
            route.fallback()
            return
        told = route.fetch()
        route.fulfill(response=told, body=told.text().replace("assets/tab-", "assets/tab-newer-"))

    page.route(files, answer)


@pytest.mark.parametrize("part", ["Learn-*.js", "page-*.js"])
def test_a_part_of_the_page_that_is_gone_brings_the_new_page(browser: Browser, files: str, part: str) -> None:
    """Who comes for the first time while another version is laid out."""
    context = context_for(browser, worker=False)
    page = context.new_page()
    newer(page, files)
    loaded: list[Request] = []
    page.on("request", lambda request: loaded.append(request) if request.is_navigation_request() else None)
    page.route(f"**/assets/{part}", lambda route: route.fallback() if loaded[1:] else route.fulfill(status=404))
    page.goto(f"{files}#/learn")
    expect(page.locator("[data-course]")).to_have_count(4)
    assert len(loaded) == 2
    context.close()


@pytest.mark.parametrize(
    ("part", "said"), [("Learn-*.js", "Load the page again"), ("table-*.js", "Terrarium ↻")], ids=["page", "words"]
)
def test_a_part_of_the_page_that_cannot_be_fetched_is_said(browser: Browser, files: str, part: str, said: str) -> None:
    """In words, unless it is they that are missing."""
    context = context_for(browser, worker=False)
    page = context.new_page()
    page.route(f"**/assets/{part}", lambda route: route.abort())
    page.goto(f"{files}#/learn")
    again = page.get_by_role("button", name=said)
    expect(again).to_be_visible()
    page.unroute_all()
    again.click()
    expect(page.locator("[data-course]")).to_have_count(4)
    context.close()


def test_a_game_that_was_called_off_is_deleted(tab: Tab) -> None:
    """Asked twice; the game that goes on stays."""
    page = tab.page
    ada = Explorer(page, tab.base, "Ada", seed=3)
    for _ in range(2):
        ada.set_up("small-world", ["me", "greedy"])
        ada.wait(lambda seen: seen["line"] == "open" and seen["mine"])
    running = page.url
    page.locator("a.brand").click()
    expect(page.locator(".tables li .btn")).not_to_have_count(0)
    games = page.locator(".tables li a.btn").evaluate_all("(all) => all.map((a) => a.getAttribute('href'))")
    gone = next(game for game in games if not running.endswith(game))
    page.evaluate(
        """async (game) => {
          const asked = indexedDB.open('terrarium', 1)
          await new Promise((done) => (asked.onsuccess = done))
          const store = asked.result.transaction('kept', 'readwrite').objectStore('kept')
          const wish = store.get(`card ${game}`)
          await new Promise((done) => (wish.onsuccess = done))
          store.put(wish.result.replace('"live"', '"aborted"'), `card ${game}`)
          await new Promise((done) => (store.transaction.oncomplete = done))
        }""",
        gone.rsplit("/", 1)[-1],
    )
    page.goto("about:blank")
    page.goto(tab.base)
    page.locator(".tables .tabs .chip").nth(1).click()
    row = page.locator(".tables li", has=page.locator(f'a[href="{gone}"]'))
    row.locator("[data-do=forget]").click()
    row.locator("[data-do=forget]").click()
    expect(row).to_have_count(0)
    page.goto("about:blank")
    page.goto(f"{tab.base}#{gone}")
    expect(page.get_by_role("heading", name="There is no such game.")).to_be_visible()
    page.goto("about:blank")
    page.goto(running)
    ada.wait(lambda seen: seen["line"] == "open" and seen["mine"])
