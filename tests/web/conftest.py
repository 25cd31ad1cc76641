"""Chromium, and for each file a server with the browser client; skipped with a reason where they cannot be had."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from tests.server.harness import REAL, Server  # noqa: E402
from tests.support.lag import THROTTLES, bad_line  # noqa: E402
from tests.support.patience import CEILING_S  # noqa: E402
from tests.web.browser import DIST, chromium, context_for, launch  # noqa: E402
from tests.web.tabs import files, tab  # noqa: E402, F401

expect.set_options(timeout=CEILING_S * 1000)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[str]:
    """The address of a server with a database of its own: no file sees what another one plays.

    Its games follow from a seed and from who makes them as their how-manieth: a test in which new people sit down gets
    the same games whatever ran before it.
    """
    if not DIST.is_file():
        pytest.skip("the browser client is not built: run `make web` (needs Node)")
    folder: Path = tmp_path_factory.mktemp("web")
    lag = pytestconfig.getoption("lag")
    with Server(folder, **REAL, TERRARIUM_LOG_LEVEL="warning") as server:
        if lag is None:
            yield server.base
        else:
            with bad_line(server.port, lag) as address:
                yield address


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    executable = chromium()
    if executable is None:
        pytest.skip("Chromium is not installed (Debian: apt-get install chromium)")
    with sync_playwright() as playwright:
        opened = launch(playwright, executable)
        yield opened
        opened.close()


OpenPage = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[OpenPage]:
    """Pages of fresh profiles, closed at the end of the test; a service worker has who asks for one."""
    contexts = []
    lag = request.config.getoption("lag")
    dice = random.Random(f"{lag} {request.node.nodeid}")

    def opened(**wishes: object) -> Page:
        context = context_for(browser, **{"worker": False, **wishes})  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        if lag is not None:
            context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": dice.choice(THROTTLES)})
        return page

    yield opened
    for context in contexts:
        context.close()
