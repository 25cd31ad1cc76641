"""Terrarium in a tab, for browser tests: a server that knows nothing but files, one profile for each file of tests."""

import functools
import importlib.util
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.web.browser import ROOT, context_for, until

FOLDER = ROOT / "dist" / "tab"
WISHES = "?seed=tests&pause=0"
"""The same games on every machine, and bots that do not wait to be followed."""


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("terrarium_tab", ROOT / "tools" / "tab.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Files(SimpleHTTPRequestHandler):
    """Gives out files, knows no program, and keeps quiet."""

    def log_message(self, format: str, *args: Any) -> None:
        pass


@contextmanager
def given_out(folder: Path) -> Iterator[str]:
    """The address of a server that knows nothing but the files of a folder."""
    handler = functools.partial(Files, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.fixture(scope="module")
def files() -> Iterator[str]:
    """The address of a server that knows nothing but files."""
    maker = tool()
    if not maker.is_current() and maker.main():
        pytest.skip("the tab cannot be built here: run `make tab` (needs Node)")
    with given_out(FOLDER) as address:
        yield address


class Tab:
    """One profile for all tests of this file: Python is loaded once, as people load it."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.base = base + WISHES
        self.hosts: set[str] = set()
        page.context.on(
            "request", lambda request: self.hosts.add(request.url.split("/")[2] if "//" in request.url else "")
        )


@pytest.fixture(scope="module")
def tab(browser: Browser, files: str) -> Iterator[Tab]:
    context = context_for(browser)
    yield Tab(context.new_page(), files)
    context.close()


def settled(page: Page, base: str) -> None:
    """A visit after which everything is kept for a day without a network."""
    page.goto("about:blank")
    page.goto(base)
    expect(page.locator("[data-title]")).to_have_count(4)
    until(page, "() => navigator.serviceWorker.ready.then(() => navigator.serviceWorker.controller !== null)")
