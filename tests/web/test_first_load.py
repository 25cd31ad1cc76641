"""What a first visit weighs, and that nothing is said in the console."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import ConsoleMessage, Request

from tests.web.browser import settle, until
from tests.web.conftest import OpenPage

MOST_KB = 500


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_a_first_visit_is_light_and_silent(base: str, open_page: OpenPage, lang: str) -> None:
    page = open_page(lang=lang, worker=True)
    heard: list[str] = []
    page.on("console", said(heard))
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(base)
    page.wait_for_selector("h1")
    until(page, "document.fonts.status === 'loaded'")
    page.wait_for_load_state("networkidle")
    assert 100 < sum(sizes) / 1000 <= MOST_KB
    assert heard == []


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans"])
def test_the_first_words_need_no_type_of_other_pages(base: str, open_page: OpenPage, lang: str) -> None:
    """The headings and buttons of the start page are all in the first slice of their type."""
    page = open_page(lang=lang, worker=True)
    asked: list[str] = []
    page.on("request", noting(asked))
    page.goto(base)
    page.wait_for_selector("h1")
    until(page, "document.fonts.status === 'loaded'")
    found = [re.match(r"terrarium-display-\w+-700-(\d+)-", name) for name in asked]
    assert {slice_[1] for slice_ in found if slice_} == {"0"}


def said(heard: list[str]) -> Callable[[ConsoleMessage], None]:
    """What the page says goes into `heard`; what Chromium says of a slow machine is nobody's fault."""

    def hear(message: ConsoleMessage) -> None:
        if not message.text.startswith("[Intervention]"):
            heard.append(message.text)

    return hear


def noting(asked: list[str]) -> Callable[[Request], None]:
    """The names of files that a page asks for go into `asked`."""
    return lambda request: asked.append(request.url.rsplit("/", 1)[-1])


OWN_WORDS = ["/", "/rules/small-world", "/learn/small-world/price", "/learn/terra-mystica/build"]


@pytest.mark.parametrize("lang", ["zh-Hant", "zh-Hans"])
def test_our_own_words_are_all_in_our_own_type(base: str, open_page: OpenPage, lang: str) -> None:
    """The whole family is for what people write themselves: the wide comma too is in the slices cut for us."""
    for path in OWN_WORDS:
        page = open_page(lang=lang)
        asked: list[str] = []
        page.on("request", noting(asked))
        page.goto(base + path)
        page.wait_for_selector("h1", state="attached")
        family = "Noto Sans TC" if lang == "zh-Hant" else "Noto Sans SC"
        until(page, f"[...document.fonts].some((face) => face.family.includes('{family}'))")
        settle(page)
        page.wait_for_load_state("networkidle")
        assert [name for name in asked if name.startswith("terrarium-")]
        assert [name for name in asked if name.startswith("noto-")] == [], path
