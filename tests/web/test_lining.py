"""Figures stand on the line, also on a canvas, which style sheets do not reach."""

import re

import pytest
from playwright.sync_api import Route

from terrarium.server.people.sessions import COOKIE
from tests.server.harness import Client
from tests.web.browser import ROOT
from tests.web.conftest import OpenPage

LISTEN = """(() => {
  const write = CanvasRenderingContext2D.prototype.fillText
  window.written = []
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    this.save()
    this.font = this.font.replace(/[\\d.]+px/, '1000px')
    const heights = [...'0123456789'].map((figure) => {
      const { actualBoundingBoxAscent: up, actualBoundingBoxDescent: down } = this.measureText(figure)
      return [up / 1000, down / 1000]
    })
    this.restore()
    window.written.push({ text, font: this.font, heights, here: document.fonts.check(this.font, text) })
    return write.call(this, text, ...rest)
  }
})()"""


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
@pytest.mark.parametrize(("title", "record"), [("small-world", "5p-07.txt"), ("terra-mystica", "5p-03.txt")])
def test_figures_of_a_picture_to_share_stand_on_the_line(
    title: str, record: str, lang: str, base: str, open_page: OpenPage
) -> None:
    client = Client(base, "Mara")
    text = (ROOT / "tests" / "fixtures" / title / record).read_text(encoding="utf-8")
    game = client.post("/games/import", 201, record=text)["table"]["id"]
    page = open_page(lang=lang)
    page.add_init_script(LISTEN)
    held: list[Route] = []
    slow = re.compile(r"(almendra|sans-latin-800)[^/]*\.woff2")
    page.route(slow, lambda route: held.append(route))
    page.context.add_cookies([{"name": COOKIE, "value": client.token, "url": base}])
    page.goto(f"{base}/g/{game}/review", wait_until="commit")
    with page.expect_download():
        page.locator("[data-do=share]").click()
        page.route(slow, lambda route: route.continue_())
        for route in held:
            route.continue_()
    written = page.evaluate("window.written")
    scores = sorted(int(one["text"]) for one in written if one["text"].isdigit())
    assert scores == sorted(client.get(f"/games/{game}")["result"]["scores"])
    assert [one["text"] for one in written if not one["here"]] == [], "written before its type was there"
    for one in written:
        ups, downs = zip(*one["heights"], strict=True)
        assert max(downs) < 0.05, f"{one['font']}: a figure hangs below the line"
        assert max(ups) - min(ups) < 0.1, f"{one['font']}: figures are of several heights"
