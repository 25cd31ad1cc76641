"""What a first visit weighs, and that nothing is said in the console."""

import pytest

from tests.web.browser import until
from tests.web.conftest import OpenPage

MOST_KB = 500


@pytest.mark.parametrize("lang", ["en", "zh-Hant", "zh-Hans"])
def test_a_first_visit_is_light_and_silent(base: str, open_page: OpenPage, lang: str) -> None:
    page = open_page(lang=lang, worker=True)
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
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
    page.on("request", lambda request: asked.append(request.url.rsplit("/", 1)[-1]))
    page.goto(base)
    page.wait_for_selector("h1")
    until(page, "document.fonts.status === 'loaded'")
    slices = {name.rsplit("-", 1)[0] for name in asked if name.startswith("terrarium-display-")}
    assert len(slices) == 1, slices
