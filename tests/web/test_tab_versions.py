"""One version after another: a tab that was opened stays whole while the next one is laid out, and the next one is
taken up whole; tabs under two addresses of one host, and the server's own client, keep out of each other's way."""

import os
import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.web.browser import DIST, context_for, until
from tests.web.regions import Explorer
from tests.web.tabs import FOLDER, WISHES, given_out, settled

KEPT = """async () => {
  const told = {}
  for (const name of await caches.keys())
    told[name] = (await (await caches.open(name)).keys()).map(({url}) => new URL(url).pathname)
  return told
}"""
"""What the browser keeps, under which names."""
STATES = """async () => {
  const mine = await navigator.serviceWorker.getRegistration(%r)
  return [mine?.active?.state ?? '', mine?.waiting?.state ?? '', mine?.installing?.state ?? '']
}"""
"""How far the worker under an address has come that keeps the page, and how far the next one."""
LOOK_ANEW = "() => navigator.serviceWorker.ready.then((mine) => mine.update()).then(() => true)"
NEXT = "meta[name=next]"
APART = "apart.txt"
"""A file that no tab keeps: whoever shows it sees from outside what is kept."""


def laid_out(folder: Path) -> Path:
    """A copy of the tab, and beside it a file of another address."""
    shutil.copytree(FOLDER, folder)
    (folder.parent / APART).write_text("apart")
    # The server says nothing of how long its files hold, and they are old: the browser guesses that they hold for
    # weeks.
    os.utime(folder / "index.html", (0, 1_500_000_000))
    return folder


def replaced(folder: Path, what: str, by: str) -> None:
    """Another word in every file that names others."""
    for path in [*folder.glob("*.html"), folder / "sw.js", *folder.glob("assets/*.js")]:
        text = path.read_text(encoding="utf-8")
        if what in text:
            path.write_text(text.replace(what, by), encoding="utf-8")


def named_anew(folder: Path, name: str) -> None:
    """A part of the client has another name by now."""
    part = next(folder.glob(f"assets/{name}-*.js"))
    part.rename(part.with_name(f"{name}-next.js"))
    replaced(folder, part.name, f"{name}-next.js")


def renewed(folder: Path, python: bool) -> None:
    """The next version in its place, with another page and a part that has another name, perhaps another Python; of the
    one before nothing is left."""
    replaced(folder, "<title>", '<meta name="next"><title>')
    named_anew(folder, "Rules")
    if python:
        place = next(folder.glob("python-*"))
        place.rename(folder / "python-next")
        replaced(folder, place.name, "python-next")
    worker = folder / "sw.js"
    text = worker.read_text(encoding="utf-8")
    worker.write_text(re.sub(r"PAGES \+ '\w+'", "PAGES + 'next'", text), encoding="utf-8")


def is_kept(page: Page, place: str) -> None:
    """Wait until one version is at work under this address, and none on its way to it."""
    until(page, f"async () => (await ({STATES % place})()).join() === 'activated,,'")


def after_all_are_closed(context: BrowserContext, apart: str, place: str) -> Page:
    """A new page, opened when the next version has taken over."""
    page = context.new_page()
    page.goto(apart)
    is_kept(page, place)
    return page


def played(page: Page, base: str) -> tuple[Explorer, int]:
    """A game with a step in it, and how far it has come."""
    ada = Explorer(page, base + WISHES, "Ada", seed=3)
    ada.set_up("small-world", ["me", "greedy"])
    ada.step()
    return ada, ada.wait(lambda seen: seen["mine"] and not seen["pending"])["seq"]


def take_up(browser: Browser, tmp_path: Path, python: bool) -> None:
    folder = laid_out(tmp_path / "tab")
    context = context_for(browser)
    page = context.new_page()
    with given_out(tmp_path) as host:
        base = f"{host}tab/"
        settled(page, base)
        ada, _ = played(page, base)
        renewed(folder, python)
        page.evaluate(LOOK_ANEW)
        until(page, f"async () => (await ({STATES % '/tab/'})())[1] === 'installed'")
        # Whoever plays goes on with the old page, and with parts of it that are given out no longer.
        ada.step()
        seq = ada.wait(lambda seen: seen["mine"] and not seen["pending"])["seq"]
        game = page.url
        page.reload()
        ada.wait(lambda seen: seen["line"] == "open" and seen["seq"] == seq)
        page.goto(f"{base}#/rules/small-world")
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator(NEXT)).to_have_count(0)
        assert ada.errors == []
        page.close()
        again = after_all_are_closed(context, host + APART, "/tab/")
        context.set_offline(True)
        again.goto(game)
        beth = Explorer(again, base + WISHES, "Ada", seed=3)
        beth.wait(lambda seen: seen["line"] == "open" and seen["seq"] == seq)
        expect(again.locator(NEXT)).to_have_count(1)
        beth.step()
        assert beth.errors == []
        kept = again.evaluate(KEPT)
        assert set(kept) == {"terrarium-tab /tab/ next", "terrarium-python /tab/"}
        assert {path.split("/")[2] for path in kept["terrarium-python /tab/"]} == {
            "python-next" if python else next(FOLDER.glob("python-*")).name
        }
        assert "/tab/assets/Rules-next.js" in kept["terrarium-tab /tab/ next"]
    context.close()


def test_a_new_version_is_taken_up_whole_when_the_old_one_is_closed(
    browser: Browser, files: str, tmp_path: Path
) -> None:
    take_up(browser, tmp_path, python=False)


def test_a_new_version_with_another_python_leaves_nothing_of_the_old_one(
    browser: Browser, files: str, tmp_path: Path
) -> None:
    take_up(browser, tmp_path, python=True)


def test_tabs_under_two_addresses_keep_out_of_each_others_way(browser: Browser, files: str, tmp_path: Path) -> None:
    """Two versions of the documentation, or a server's tab beside it: each opens without a network."""
    laid_out(tmp_path / "one")
    renewed(laid_out(tmp_path / "two"), python=True)
    context = context_for(browser)
    page = context.new_page()
    with given_out(tmp_path) as host:
        for place in ("one", "two"):
            settled(page, f"{host}{place}/")
            is_kept(page, f"/{place}/")
        context.set_offline(True)
        for place, newer in (("one", 0), ("two", 1)):
            page.goto(f"{host}{place}/{WISHES}")
            expect(page.locator("[data-title]:not([aria-hidden])")).to_have_count(4)
            expect(page.locator(NEXT)).to_have_count(newer)
        kept = page.evaluate(KEPT)
        assert {name.rpartition(" ")[0] for name in kept if "tab" in name} == {
            "terrarium-tab /one/",
            "terrarium-tab /two/",
        }
        for place in ("one", "two"):
            assert {path.split("/")[1] for path in kept[f"terrarium-python /{place}/"]} == {place}
    context.close()


SLOW_DISK = """const keys = Cache.prototype.keys
Cache.prototype.keys = async function (...what) {
  for (let turn = 0; turn < 2000; turn++) await this.match('/')
  return keys.apply(this, what)
}
"""
"""To see what is kept takes long."""
ASSETS = f"async () => Object.values(await ({KEPT})()).flat().filter((path) => path.startsWith('/assets/'))"


def test_the_servers_client_leaves_nothing_of_the_old_one(browser: Browser, tmp_path: Path) -> None:
    """The page that comes next is kept whole, and what the one before brought is dropped."""
    if not DIST.is_file():
        pytest.skip("the browser client is not built: run `make web` (needs Node)")
    folder = tmp_path / "web"
    shutil.copytree(DIST.parent, folder)
    # Young files, of which the browser does not guess that they hold for long: the server itself says so.
    (folder / "index.html").touch()
    worker = folder / "sw.js"
    worker.write_text(SLOW_DISK + worker.read_text(encoding="utf-8"), encoding="utf-8")
    entry = next(folder.glob("assets/index-*.js"))
    context = context_for(browser)
    page = context.new_page()
    with given_out(folder) as base:
        page.goto(base)
        until(page, "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
        page.reload()
        expect(page.locator("h1")).to_be_visible()
        page.locator('nav a[href="/learn"]').click()
        until(page, f"async () => (await ({ASSETS})()).some((path) => path.includes('/Learn-'))")
        old = set(page.evaluate(ASSETS))
        assert f"/assets/{entry.name}" in old
        replaced(folder, "<title>", '<meta name="next"><title>')
        named_anew(folder, "index")
        named_anew(folder, "Learn")
        page.goto(base)
        expect(page.locator(NEXT)).to_have_count(1)
        page.locator('nav a[href="/learn"]').click()
        until(page, f"async () => (await ({ASSETS})()).includes('/assets/Learn-next.js')")
        kept = set(page.evaluate(ASSETS))
        assert "/assets/index-next.js" in kept
        assert not {path for path in kept if not (folder / path[1:]).is_file()}
        context.set_offline(True)
        page.goto(base)
        expect(page.locator(NEXT)).to_have_count(1)
        expect(page.locator("h1")).to_be_visible()
    context.close()


FULL_DISK = """Cache.prototype.put = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
"""


def test_the_servers_client_is_shown_where_there_is_no_room_to_keep_it(browser: Browser, tmp_path: Path) -> None:
    """The page that comes next, and its parts, come from the server though nothing of them can be kept."""
    if not DIST.is_file():
        pytest.skip("the browser client is not built: run `make web` (needs Node)")
    folder = tmp_path / "web"
    shutil.copytree(DIST.parent, folder)
    (folder / "index.html").touch()
    worker = folder / "sw.js"
    worker.write_text(FULL_DISK + worker.read_text(encoding="utf-8"), encoding="utf-8")
    context = context_for(browser)
    page = context.new_page()
    with given_out(folder) as base:
        page.goto(base)
        until(page, "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
        replaced(folder, "<title>", '<meta name="next"><title>')
        later = (folder / "index.html").stat().st_mtime + 60  # the server tells files of one second apart by nothing
        os.utime(folder / "index.html", (later, later))
        page.goto(base)
        expect(page.locator(NEXT)).to_have_count(1)
        page.locator('nav a[href="/learn"]').click()
        expect(page.locator("h1")).to_be_visible()
    context.close()
