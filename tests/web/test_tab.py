"""Terrarium in a tab, from a plain file server: a whole game of each title against `greedy`, played by clicks; then the
network is cut, and everything is still there."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Browser, Page, expect

from terrarium.tab.notebook import Notebook
from tests.server.harness import REAL, Server
from tests.web.browser import DIST, ROOT, Person, context_for, kept_from_installing, play_to_the_end, until
from tests.web.facing import facing
from tests.web.regions import Explorer
from tests.web.tabs import FOLDER, WISHES, Tab, settled


@pytest.mark.parametrize("title", ["small-world", "underground", "warcraft", "terra-mystica"])
def test_a_whole_game_against_greedy(tab: Tab, title: str) -> None:
    person, _ = facing(tab.page, tab.base, title)
    play_to_the_end([person])
    assert person.errors == []
    assert person.turns > 5
    if title == "small-world":
        reviewed(tab.page)


def reviewed(page: Page) -> None:
    """The end leads to the review."""
    page.locator(".bar .primary").click()
    page.wait_for_url("**/review")
    expect(page.locator(".victory h2")).to_be_visible()


def test_nothing_comes_from_another_host(tab: Tab) -> None:
    settled(tab.page, tab.base)
    assert tab.hosts <= {tab.base.split("/")[2], ""}
    assert tab.hosts, "somebody was asked for files"


def test_everything_is_there_without_a_network(tab: Tab) -> None:
    """The second visit needs nobody: the page, the type, Python, the rules, and the games that were played."""
    page = tab.page
    settled(page, tab.base)
    page.context.set_offline(True)
    try:
        page.goto("about:blank")
        ada = Explorer(page, tab.base, "Ada", seed=3)
        ada.set_up("underground", ["me", "greedy"])
        for _ in range(3):
            ada.step()
        assert ada.errors == []
        seen = ada.wait(lambda seen: not seen["pending"])
        address = page.url
        page.reload()
        again = ada.wait(lambda now: now["line"] == "open" and now["seq"] >= seen["seq"])
        assert page.url == address
        assert again["status"] == "live"
        page.locator("a.brand").click()
        expect(page.locator(".tables li .btn").first).to_be_visible()
    finally:
        page.context.set_offline(False)


TUNNEL = """() => {
  window.lines = []
  const table = document.querySelector('.table')
  new MutationObserver(() => window.lines.push(table.dataset.line)).observe(table, {attributeFilter: ['data-line']})
  for (let beat = 1; beat < 1e5; beat++) clearInterval(beat)
  dispatchEvent(new Event('offline'))
}"""
"""The network goes, and nothing that looks now and then whether a line is dead helps out."""


def test_a_game_goes_on_when_the_network_goes(tab: Tab) -> None:
    """Whoever enters a tunnel plays on: nobody is waited for."""
    ada = Explorer(tab.page, tab.base, "Ada", seed=3)
    ada.set_up("small-world", ["me", "greedy"])
    ada.wait(lambda seen: seen["mine"] and not seen["pending"])
    tab.page.evaluate(TUNNEL)
    until(tab.page, "() => window.lines.includes('lost')")
    until(tab.page, "() => window.lines.at(-1) === 'open'")
    ada.step()
    assert ada.errors == []


def test_the_browser_would_install_the_tab(tab: Tab, files: str) -> None:
    page = tab.page
    page.goto(f"{files}server.json")
    assert "no-manifest" in kept_from_installing(page)
    settled(page, tab.base)
    assert kept_from_installing(page) == set()


def test_a_game_is_taken_along_and_brought_back(tab: Tab, tmp_path: Path) -> None:
    """The record of a game that is not over is a file, and the file is the game again."""
    page = tab.page
    ada = Explorer(page, tab.base, "Ada", seed=3)
    ada.set_up("small-world", ["me", "greedy"])
    ada.step()
    page.locator('[data-open="settings"]').click()
    with page.expect_download() as waited:
        page.locator('[data-do="record"]').click()
    text = Path(waited.value.path()).read_text(encoding="utf-8")
    assert text.startswith("# title small-world")
    page.keyboard.press("Escape")
    page.locator("a.brand").click()
    page.locator('[data-do="bring-in"]').click()
    page.locator("textarea[name=brought]").fill(text)
    page.locator('[data-do="bring"]').click()
    ada.wait(lambda seen: seen["line"] == "open" and seen["status"] == "live")
    assert ada.errors == []


def test_a_race_is_made_checked_and_played_on_the_bench(tab: Tab) -> None:
    page = tab.page
    page.goto("about:blank")
    page.goto(f"{tab.base}#/workshop")
    ada = Explorer(page, tab.base, "Ada")
    card = page.locator("[data-card]")
    expect(card).to_have_attribute("data-ok", "true")
    page.locator("[data-drafts]").select_option("example beavers")
    expect(card.locator("h2")).to_have_text("Beavers")
    page.locator("[data-check]").click()
    expect(page.locator("[data-checked]")).to_have_attribute("data-checked", "passed")
    page.locator("[data-measure]").click()
    expect(page.locator("[data-share]")).to_contain_text("±")
    page.locator("[data-stop]").click()
    expect(page.locator("[data-measure]")).to_be_enabled()
    page.locator("[data-play]").click()
    ada.wait(lambda seen: seen["line"] == "open" and seen["mine"])
    expect(page.locator('[data-pick="0"]:visible').first).to_contain_text("Beavers")
    assert ada.errors == []


def test_a_map_is_made_kept_found_again_and_played_on(tab: Tab) -> None:
    page = tab.page
    page.goto("about:blank")
    page.goto(f"{tab.base}#/workshop/map")
    ada = Explorer(page, tab.base, "Ada")
    fine = page.locator("section[data-ok=true]")
    expect(fine).to_be_visible()
    page.locator("[data-players]").first.select_option("2")
    page.locator("[data-seed]").fill("2")
    page.locator("[data-shuffle]").click()
    expect(page.locator('[data-sheet="23"]')).to_be_visible()
    page.locator("[data-name]").fill("Two Bays")
    page.locator("[data-name]").press("Tab")
    expect(fine).to_be_visible()
    page.locator("[data-store]").click()
    expect(page.locator("[data-whole] h1")).to_have_text("Two Bays")
    page.reload()
    expect(page.locator("[data-whole] h1")).to_have_text("Two Bays")
    page.locator('a[href="/workshop/atlas"]').first.click()
    page.locator("[data-map]").get_by_role("link", name="Two Bays").click()
    page.locator("[data-open]").click()
    ada.wait(lambda seen: seen["line"] == "open")
    expect(page.locator("[data-house-map]")).to_be_visible()
    expect(page.locator(".map [data-region]")).to_have_count(23)
    assert ada.errors == []


def test_the_notebook_tells_in_the_browser_what_it_tells_in_jupyter(tab: Tab, files: str) -> None:
    """The same cells, word for word, from the wheel of the tab: games, refusals, advice and pictures."""
    page = tab.page
    page.goto(f"{files}notebook.html")
    notebook = page.locator("#notebook")
    expect(notebook).to_have_attribute("data-state", "ready")
    page.locator("[data-run=all]").click()
    cells = page.locator(".cell")
    expect(cells.last).to_have_attribute("data-state", "done")
    here = Notebook()
    book = json.loads((ROOT / "examples" / "four_titles.ipynb").read_text(encoding="utf-8"))
    sources = ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]
    expect(cells).to_have_count(len(sources))
    for place, source in enumerate(sources):
        cell, outputs = cells.nth(place), json.loads(here.run(source))
        expect(cell.locator("textarea")).to_have_value(source)
        expect(cell.locator("pre")).to_have_text(
            [output["data"].strip() for output in outputs if output["kind"] == "text"], use_inner_text=True
        )
        pictures = [output["data"] for output in outputs if output["kind"] == "svg"]
        expect(cell.locator("img")).to_have_count(len(pictures))
        for one, picture in enumerate(pictures):
            drawn = cell.locator("img").nth(one).get_attribute("src") or ""
            assert unquote(drawn) == "data:image/svg+xml;utf8," + picture
    cells.first.locator("textarea").fill("missing")
    cells.first.locator("[data-run]").click()
    expect(cells.first).to_have_attribute("data-state", "error")
    expect(cells.first.locator("pre")).to_contain_text("NameError")


def test_the_notebook_is_there_without_a_network(tab: Tab, files: str) -> None:
    page = tab.page
    settled(page, tab.base)
    page.context.set_offline(True)
    try:
        page.goto(f"{files}notebook.html")
        expect(page.locator("#notebook")).to_have_attribute("data-state", "ready")
        page.locator(".cell [data-run]").first.click()
        expect(page.locator(".cell pre").first).to_contain_text("terra-mystica")
    finally:
        page.context.set_offline(False)


def test_compiled_rules_are_played_from_the_second_visit_on(tab: Tab, files: str) -> None:
    if not list(FOLDER.glob("python-*/library.bin")):
        pytest.skip("the tab is built without compiled rules (`make tab WASM=1`)")
    page = tab.page
    settled(page, tab.base)
    page.goto(f"{files}notebook.html")
    cell = page.locator(".cell").first
    cell.locator("textarea").fill("import terrarium\nterrarium.compiled")
    cell.locator("[data-run]").click()
    expect(cell.locator("pre")).to_have_text("True")


def test_two_tabs_do_not_write_over_each_others_games(tab: Tab) -> None:
    """The tab that was opened last plays; the other one says so, and takes the games back as they are by now."""
    first = tab.page
    ada = Explorer(first, tab.base, "Ada", seed=3)
    ada.set_up("small-world", ["me", "greedy"])
    address = first.url
    second = first.context.new_page()
    try:
        second.goto(address)
        expect(first.locator("[data-do=take-back]")).to_be_visible()
        beth = Explorer(second, tab.base, "Ada", seed=3)
        beth.wait(lambda seen: seen["line"] == "open" and seen["mine"])
        for _ in range(3):
            beth.step()
        seen = beth.wait(lambda seen: seen["mine"] and not seen["pending"])
        first.locator("[data-do=take-back]").click()
        expect(second.locator("[data-do=take-back]")).to_be_visible()
        ada.wait(lambda now: now["line"] == "open" and now["seq"] == seen["seq"])
        assert ada.errors == []
    finally:
        second.close()


def test_a_browser_that_keeps_nothing_says_so_and_plays(tab: Tab, browser: Browser, files: str) -> None:
    context = context_for(browser)
    worker = "indexedDB.open = () => { throw new DOMException('closed', 'SecurityError') };\n"
    context.route(
        "**/worker-*.js", lambda route: route.fulfill(response=(found := route.fetch()), body=worker + found.text())
    )
    page = context.new_page()
    ada = Explorer(page, files + WISHES, "Ada", seed=3)
    ada.set_up("small-world", ["me", "greedy"])
    expect(page.locator(".unkept")).to_be_visible()
    ada.step()
    assert ada.errors == []
    context.close()


FULL = """let full = true
new BroadcastChannel('disk').onmessage = ({target}) => {
  full = false
  target.postMessage('room')
}
const put = IDBObjectStore.prototype.put, lay = Cache.prototype.put
IDBObjectStore.prototype.put = function (...what) {
  const asked = put.apply(this, what)
  if (full) this.transaction.abort()
  return asked
}
Cache.prototype.put = function (...what) {
  return full ? Promise.reject(new DOMException('full', 'QuotaExceededError')) : lay.apply(this, what)
}
"""
"""A browser without room for anything, until somebody makes some."""
ROOM = """() => new Promise((done) => {
  const disk = new BroadcastChannel('disk')
  disk.onmessage = () => done(true)
  disk.postMessage('room')
})"""
"""Somebody does, and the worker knows it."""


def test_a_full_disk_keeps_nobody_from_playing_and_what_it_refused_is_kept_later(browser: Browser, files: str) -> None:
    context = context_for(browser)
    context.route(
        "**/worker-*.js", lambda route: route.fulfill(response=(found := route.fetch()), body=FULL + found.text())
    )
    page = context.new_page()
    ada = Explorer(page, files + WISHES, "Ada", seed=3)
    ada.set_up("small-world", ["me", "greedy"])
    expect(page.locator(".unkept")).to_be_visible()
    page.evaluate(ROOM)
    ada.step()
    expect(page.locator(".unkept")).to_be_hidden()
    seen = ada.wait(lambda seen: seen["mine"] and not seen["pending"])
    page.reload()
    ada.wait(lambda now: now["line"] == "open" and now["seq"] == seen["seq"])
    assert ada.errors == []
    context.close()


def test_a_game_outlives_the_clearing_of_what_the_browser_keeps(browser: Browser, files: str) -> None:
    """Whoever clears it in the middle of a game plays on, and finds that game again."""
    context = context_for(browser)
    page = context.new_page()
    ada = Explorer(page, files + WISHES, "Ada", seed=3)
    ada.set_up("small-world", ["me", "greedy"])
    session = context.new_cdp_session(page)
    session.send("Storage.clearDataForOrigin", {"origin": files.rstrip("/"), "storageTypes": "all"})
    ada.step()
    seen = ada.wait(lambda seen: seen["mine"] and not seen["pending"])
    expect(page.locator(".unkept")).to_be_hidden()
    page.reload()
    ada.wait(lambda now: now["line"] == "open" and now["seq"] == seen["seq"])
    assert ada.errors == []
    context.close()


MEMORY = """async (put) => {
  const python = document.querySelector('meta[name=python]').content
  const address = new URL(`${python}/memory`, document.baseURI).href
  const cache = await caches.open(`terrarium-python ${new URL('./', document.baseURI).pathname}`)
  if (put) await cache.put(address, new Response(put))
  return (await (await cache.match(address))?.arrayBuffer())?.byteLength ?? 0
}"""
"""How long the kept memory of Python is; another one is put in its place first where one is given."""


def test_python_wakes_from_a_kept_memory_and_from_a_damaged_one_begins_anew(tab: Tab) -> None:
    page = tab.page
    page.goto("about:blank")
    page.goto(tab.base)
    expect(page.locator("[data-title]")).to_have_count(4)
    until(page, f"async () => await ({MEMORY})() > 1e7")
    assert page.evaluate(MEMORY, "no memory at all") == len("no memory at all")
    page.reload()
    expect(page.locator("[data-title]")).to_have_count(4)
    until(page, f"async () => await ({MEMORY})() > 1e7")


@pytest.fixture(scope="module")
def served(files: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that gives out the tab too."""
    if not DIST.is_file():
        pytest.skip("the browser client is not built: run `make web` (needs Node)")
    folder: Path = tmp_path_factory.mktemp("served")
    with Server(folder, **REAL, TERRARIUM_LOG_LEVEL="warning", TERRARIUM_TAB=str(FOLDER)) as server:
        yield server.base + "/"


def opened_there(person: Person, here: str) -> str:
    """What was brought along is opened, and the game goes on; its turn is the same."""
    page = person.page
    expect(page.locator("textarea[name=brought]")).not_to_have_value("")
    page.locator('[data-do="bring"]').click()
    person.wait(lambda seen: seen["line"] == "open" and seen["status"] == "live" and not seen["pending"])
    assert page.url.startswith(here)
    assert "bring" not in page.url
    return page.locator(".table").get_attribute("data-ask") or ""


def test_a_game_goes_from_the_lobby_to_the_tab_to_the_server_and_back(served: str, browser: Browser) -> None:
    context = context_for(browser)
    page = context.new_page()
    ada = Explorer(page, served, "Ada", seed=3)
    page.goto(served)
    page.locator("[data-elsewhere=tab]").click()
    page.wait_for_url("**/tab/**")
    page.locator('[data-title="small-world"]').wait_for()
    ada.base = f"{served}tab/{WISHES}"
    ada.set_up("small-world", ["me", "greedy"])
    ada.step()
    page.locator('[data-open="settings"]').click()
    page.locator('[data-do="go-on-server"]').click()
    there = opened_there(ada, f"{served}g/")
    page.locator('[data-open="settings"]').click()
    page.locator('[data-do="go-on-tab"]').click()
    assert opened_there(ada, f"{served}tab/#/g/") == there
    assert ada.errors == []
    context.close()


def test_who_has_files_alone_names_the_server(tab: Tab, served: str) -> None:
    page = tab.page
    ada = Explorer(page, tab.base, "Ada", seed=3)
    ada.set_up("small-world", ["me", "greedy"])
    ada.step()
    page.locator('[data-open="settings"]').click()
    page.locator('[data-do="go-on-server"]').click()
    page.locator("input[name=server]").fill("no address")
    page.locator('[data-do="go-there"]').click()
    expect(page.locator("[role=alert]")).to_be_visible()
    page.locator("input[name=server]").fill(served)
    page.locator('[data-do="go-there"]').click()
    opened_there(ada, f"{served}g/")
    assert ada.errors == []


KEEPER = """async () =>
  (await navigator.serviceWorker.getRegistrations()).find(({scope}) => scope.endsWith('/tab/'))"""
"""The registration that keeps the tab."""
NOTED = "() => location.pathname.endsWith(JSON.parse(localStorage['terrarium.lifeboats'] ?? '[]')[0]?.game)"
"""Is the position of the table that is shown put aside for days without a network?"""


@pytest.mark.parametrize("title", ["small-world", "terra-mystica"])
def test_without_the_server_a_game_with_bots_goes_on_in_the_tab(served: str, browser: Browser, title: str) -> None:
    """Who installed the app has the tab whole, though they never opened it, and the position they left."""
    context = context_for(browser)
    page = context.new_page()
    page.goto(served)
    page.evaluate("() => dispatchEvent(new Event('appinstalled'))")
    until(page, f"async () => (await ({KEEPER})())?.active?.state === 'activated'")
    ada, _ = facing(page, served, title)
    ada.wait(lambda seen: seen["mine"] and not seen["pending"])
    until(page, NOTED)
    ask = page.locator(".table").get_attribute("data-ask")
    context.set_offline(True)
    page.locator("[data-do=lifeboat]").click()
    assert opened_there(ada, f"{served}tab/#/g/") == ask
    ada.step()
    context.close()


def test_without_the_server_the_start_page_lists_the_games_that_go_on(served: str, browser: Browser) -> None:
    """Each of the last games with bots, not only the one that was played last."""
    context = context_for(browser)
    page = context.new_page()
    ada = Explorer(page, served, "Ada", seed=3)
    page.goto(served)
    page.evaluate("() => dispatchEvent(new Event('appinstalled'))")
    until(page, f"async () => (await ({KEEPER})())?.active?.state === 'activated'")
    games = []
    for _ in range(2):
        ada.set_up("small-world", ["me", "greedy"])
        ada.wait(lambda seen: seen["mine"] and not seen["pending"])
        until(page, NOTED)
        games.append((page.url.rsplit("/", 1)[-1], page.locator(".table").get_attribute("data-ask")))
    page.locator("a.brand").click()
    page.locator("[data-title]").first.wait_for()
    context.set_offline(True)
    boats = page.locator("[data-boat]")
    expect(boats).to_have_count(2)
    assert [boats.nth(place).get_attribute("data-boat") for place in (0, 1)] == [game for game, _ in reversed(games)]
    boats.nth(1).click()
    assert opened_there(ada, f"{served}tab/#/g/") == games[0][1]
    context.close()


SLOW = """self.addEventListener('install', (event) => event.waitUntil(new Promise((done) => {
  new BroadcastChannel('slow').onmessage = done
})))
"""
"""Fetching the tab takes until somebody says so."""
WAITING = """window.waits = false
ServiceWorker.prototype.addEventListener = function (...what) {
  window.waits = true
  EventTarget.prototype.addEventListener.apply(this, what)
}
"""
"""A page that shows whether it waits for a worker."""


def test_a_tab_that_is_still_being_fetched_is_waited_for(browser: Browser, files: str, tmp_path: Path) -> None:
    """Who installs the app and sits down at once has a lifeboat too, as soon as the tab is there."""
    if not DIST.is_file():
        pytest.skip("the browser client is not built: run `make web` (needs Node)")
    folder = tmp_path / "tab"
    shutil.copytree(FOLDER, folder)
    worker = folder / "sw.js"
    worker.write_text(SLOW + worker.read_text(encoding="utf-8"), encoding="utf-8")
    context = context_for(browser)
    page = context.new_page()
    with Server(tmp_path, **REAL, TERRARIUM_LOG_LEVEL="warning", TERRARIUM_TAB=str(folder)) as server:
        ada = Explorer(page, server.base + "/", "Ada", seed=3)
        page.goto(ada.base)
        page.evaluate("() => dispatchEvent(new Event('appinstalled'))")
        until(page, f"async () => Boolean((await ({KEEPER})())?.installing)")
        page.add_init_script(WAITING)
        ada.set_up("small-world", ["me", "greedy"])
        ada.wait(lambda seen: seen["mine"] and not seen["pending"])
        until(page, "() => window.waits")
        assert not page.evaluate(NOTED)
        page.evaluate("() => new BroadcastChannel('slow').postMessage('now')")
        until(page, NOTED)
        assert ada.errors == []
    context.close()
