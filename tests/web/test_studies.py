"""Studies in the browser: moves are tried by clicks, written about, drawn on, shown to others, and framed elsewhere."""

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import expect

from terrarium import catalog
from terrarium.kernel.dealer import Dealer
from terrarium.server.people.sessions import COOKIE
from terrarium.titles import LANGUAGES
from tests.server.harness import Client
from tests.server.test_bringing import a_way_in
from tests.web.browser import DESKTOP, PHONE, Person, settle
from tests.web.conftest import OpenPage
from tests.web.test_lessons import beside_combos
from tests.web.test_pages import AXE, serious

LAPTOP = {"width": 1366, "height": 768}
SIZES = [DESKTOP, {"width": 820, "height": 1180}, PHONE, {"width": 844, "height": 390}]
FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"


class Student(Person):
    def open(self, client: Client, study: str, node: int = 0) -> None:
        """Come to a study as somebody who is known over the API."""
        self.page.context.add_cookies([{"name": COOKIE, "value": client.token, "url": self.base}])
        self.come(f"/study/{study}?node={node}", node)

    def come(self, path: str, node: int) -> None:
        self.page.goto(f"{self.base}{path}")
        self.at(node)

    def at(self, node: int) -> None:
        """Wait until the board shows this node."""
        self.wait(lambda s: s["line"] == "open" and s["seq"] == node and not s["pending"])

    def click_region(self, region: int) -> None:
        self.wait(lambda s: s["drawn"] and not s["pending"])
        super().click_region(region)

    def node(self) -> int:
        return int(self.look()["seq"])

    def rows(self) -> list[str]:
        expect(self.page.locator("[data-node]").first).to_be_attached()
        return self.page.locator("[data-node] .text").all_inner_texts()


def a_conquest() -> tuple[str, list[int], int]:
    """A position in which several regions may surely be taken, these regions, and one that may not."""
    game = catalog.game("small-world", 2)
    state, dealer = game.new(), Dealer(3)
    while True:
        who = state.current_player()
        facts = [one.facts for one in state.choices(who) if one.verb == "conquer"] if who >= 0 else []
        sure = [int(str(fact["region"])) for fact in facts if not fact.get("die")]
        if len(sure) > 2:
            closed = set(range(1, 20)) - {int(str(fact["region"])) for fact in facts}
            return catalog.write_position(game, state), sure, min(closed)
        state.apply(dealer.pick(state.legal_actions()))


def begun(base: str, title: str, name: str = "What if?") -> tuple[Client, dict[str, Any]]:
    ada = Client(base, "Ada")
    return ada, ada.post("/studies", 201, text=a_way_in(title, 30), name=name)


def test_a_study_is_made_and_grows_by_clicks(base: str, open_page: OpenPage) -> None:
    ada = Student(open_page(), base, "Ada")
    ada.page.goto(f"{base}/study")
    ada.page.locator('textarea[name="pasted"]').fill("small-world players=2")
    ada.do("study")
    expect(ada.page.get_by_role("alert")).not_to_be_empty()
    line, sure, _ = a_conquest()
    ada.page.locator('textarea[name="pasted"]').fill(line)
    ada.do("study")
    ada.page.wait_for_url("**/study/*")
    ada.at(0)
    ada.click_region(sure[0])
    first = ada.wait(lambda s: s["seq"] > 0 and not s["pending"])["seq"]
    assert len(ada.rows()) > 1
    # Another move from the beginning stands beside the first.
    ada.page.locator('[data-node="0"]').click()
    ada.at(0)
    before = len(ada.rows())
    ada.click_region(sure[1])
    ada.wait(lambda s: s["seq"] > first and not s["pending"])
    assert len(ada.rows()) > before
    expect(ada.page.locator('[data-node][aria-level="2"]').first).to_be_visible()
    # Taken back, what was only tried is gone again.
    ada.page.locator("[data-undo]").click()
    ada.at(0)
    assert len(ada.rows()) == before
    # A comment and a ring stay, for whoever comes later.
    ada.page.locator('textarea[name="note"]').fill("Begin here.")
    ada.do("study-draw")
    ada.click_region(sure[0])
    ada.click_region(sure[0])
    expect(ada.page.locator("[data-coach-marks]")).to_have_attribute("data-coach-marks", "1")
    ada.click_region(sure[1])
    with ada.page.expect_response(lambda answer: answer.request.method == "PUT"):
        ada.click_region(sure[2])
    expect(ada.page.locator("[data-coach-arrows]")).to_have_attribute("data-coach-arrows", "1")
    ada.page.reload()
    ada.at(0)
    expect(ada.page.locator('textarea[name="note"]')).to_have_value("Begin here.")
    expect(ada.page.locator("[data-coach-arrows]")).to_have_attribute("data-coach-arrows", "1")
    # A variation goes when one is sure.
    while ada.page.locator("[data-node]").count() > 1:
        rows = ada.page.locator("[data-node]").count()
        ada.page.locator("[data-node]").nth(1).click()
        ada.do("study-cut")
        ada.do("study-cut")
        expect(ada.page.locator("[data-node]")).not_to_have_count(rows)
    ada.at(0)
    assert ada.errors == []


def test_what_the_rules_forbid_is_explained_in_a_study(base: str, open_page: OpenPage) -> None:
    line, _, closed = a_conquest()
    client = Client(base, "Ada")
    study = client.post("/studies", 201, text=line)
    reason = client.get(f"/studies/{study['id']}/nodes/0/why?move=conquer {closed}")["refusal"]["sentence"]
    ada = Student(open_page(), base, "Ada")
    ada.open(client, study["id"])
    ada.click_region(closed)
    expect(ada.page.locator(".board")).to_contain_text(reason)
    assert ada.node() == 0
    assert ada.errors == []


def test_others_read_and_copy(base: str, open_page: OpenPage) -> None:
    client, study = begun(base, "small-world", name="The hill")
    move = client.get(f"/studies/{study['id']}/nodes/0")["choices"][0]["text"]
    last = client.post(f"/studies/{study['id']}/nodes/0", moves=[move])["last"]
    client.call("PUT", f"/studies/{study['id']}/nodes/{last}", note="Look at <b>this</b>.", arrows=[[2, 5]])
    bo = Student(open_page(), base, "Bo")
    bo.come(f"/study/{study['id']}", 0)
    assert not bo.look()["regions"]
    expect(bo.page.locator('textarea[name="note"]')).to_have_count(0)
    # By keyboard alone: along the line and back.
    bo.page.keyboard.press("ArrowRight")
    bo.at(1)
    bo.page.locator('[data-node="1"]').focus()
    bo.page.keyboard.press("End")
    bo.at(last)
    expect(bo.page.locator("[data-note]")).to_have_text("Look at <b>this</b>.")
    expect(bo.page.locator("[data-coach-arrows]")).to_have_attribute("data-coach-arrows", "1")
    bo.page.keyboard.press("Home")
    bo.at(0)
    bo.do("study-more")
    expect(bo.page.locator("[data-study-link]")).to_have_value(f"{base}/study/{study['id']}")
    assert f'src="{base}/embed/{study["id"]}"' in bo.page.locator("[data-study-frame]").input_value()
    bo.do("study-copy")
    expect(bo.page.locator('[data-study][data-mine="true"]')).to_be_visible()
    assert study["id"] not in bo.page.url
    assert bo.errors == []


def test_a_finished_game_is_studied_from_its_review(base: str, open_page: OpenPage) -> None:
    ada = Client(base, "Ada")
    record = sorted((FIXTURES / "terra-mystica").glob("2p-*.txt"))[0].read_text("utf-8")
    table = ada.post("/games/import", 201, record=record, listed=False)["table"]
    student = Student(open_page(), base, "Ada")
    student.page.context.add_cookies([{"name": COOKIE, "value": ada.token, "url": base}])
    student.page.goto(f"{base}/g/{table['id']}/review")
    student.do("study")
    student.page.wait_for_url("**/study/*")
    student.at(0)
    assert len(student.rows()) == table["seq"] + 1
    student.do("study-on")
    student.at(1)
    student.page.locator(f'[data-node="{table["seq"]}"]').click()
    student.at(table["seq"])
    expect(student.page.locator("[data-review]")).to_have_count(0)
    assert student.errors == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_study(theme: str, open_page: OpenPage, base: str) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core is not installed: run `npm ci` in web/")
    client, study = begun(base, "small-world")
    ada = Student(open_page(theme=theme), base, "Ada")
    ada.open(client, study["id"])
    ada.wait(lambda s: s["drawn"])
    source = AXE.read_text(encoding="utf-8")
    ada.page.evaluate(source)
    found = serious(ada.page)
    ada.do("study-more")
    settle(ada.page)
    found += serious(ada.page)
    ada.page.goto(f"{base}/study")
    expect(ada.page.locator("[data-studies]")).to_have_attribute("data-studies", "1")
    ada.page.evaluate(source)
    assert found + serious(ada.page) == []


def test_a_running_game_is_studied_as_i_see_it(base: str, open_page: OpenPage) -> None:
    ada = Client(base, "Ada")
    game = ada.new_game(["me", "open"], title="underground")["table"]["id"]
    Client(base, "Bo").post(f"/games/{game}/seats/1/sit")
    student = Student(open_page(), base, "Ada")
    student.sit_as(ada, game)
    student.page.locator('[data-open="settings"]').click()
    student.do("study")
    student.page.wait_for_url("**/study/*")
    student.at(0)
    assert len(student.rows()) == 1
    assert student.errors == []


SCREENS = [*zip(catalog.titles(), SIZES, (*LANGUAGES, "zh-Hant"), strict=True), ("terra-mystica", LAPTOP, "zh-Hans")]
TREE_IN_PANEL = """() => {
  const panel = document.querySelector('[data-study]').getBoundingClientRect()
  const tree = document.querySelector('[data-study] .tree').getBoundingClientRect()
  return tree.height >= 80 && tree.bottom <= panel.bottom + 1
}"""


@pytest.mark.parametrize(("title", "size", "lang"), SCREENS)
def test_a_study_fits_its_screen(base: str, open_page: OpenPage, title: str, size: dict[str, int], lang: str) -> None:
    client, study = begun(base, title)
    move = client.get(f"/studies/{study['id']}/nodes/0")["choices"][0]["text"]
    last = client.post(f"/studies/{study['id']}/nodes/0", moves=[move])["last"]
    client.call("PUT", f"/studies/{study['id']}/nodes/{last}", note="A word about this. " * 8)
    ada = Student(open_page(lang=lang, size=size, theme="dark" if lang == "zh-Hans" else "light"), base, "Ada")
    ada.open(client, study["id"], last)
    assert beside_combos(ada.hidden_overflow()) == []
    if size["width"] <= 720 or size["height"] <= 480:
        expect(ada.page.locator("[data-study-strip] [data-note]")).to_be_visible()
        ada.do("strip-back")
        ada.wait(lambda s: s["seq"] < last)
        ada.page.locator('[data-open="log"]').click()
    else:
        expect(ada.page.locator("[data-study] .tree")).to_be_visible()
        assert ada.page.evaluate(TREE_IN_PANEL), "the moves are seen in their panel"
    expect(ada.page.locator("[data-study]")).to_be_visible()
    assert "study." not in ada.page.locator("[data-study]").inner_text()
    assert ada.errors == []


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[str]:
    """Another site: to a browser this computer's name is another one than its address. Its pages lie in a folder."""
    site = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    thread = Thread(target=site.serve_forever)
    thread.start()
    yield f"http://localhost:{site.server_port}"
    site.shutdown()
    thread.join()
    site.server_close()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        """Tests have nothing to read there."""


def test_another_site_frames_a_study_and_nothing_else(
    base: str, open_page: OpenPage, elsewhere: str, tmp_path: Path
) -> None:
    client, study = begun(base, "warcraft", name="Elsewhere")
    client.call("PUT", f"/studies/{study['id']}/nodes/0", note="Read me.")
    for name, path in (("good", f"/embed/{study['id']}"), ("bad", f"/study/{study['id']}")):
        (tmp_path / f"{name}.html").write_text(f'<iframe src="{base}{path}" width="900" height="640"></iframe>')
    page = open_page()
    page.context.add_cookies([{"name": COOKIE, "value": client.token, "url": base}])
    page.goto(f"{elsewhere}/good.html")
    inside = page.frame_locator("iframe")
    expect(inside.locator("[data-note]")).to_have_text("Read me.")
    expect(inside.locator("[data-study]")).to_have_attribute("data-mine", "false")
    expect(inside.locator('textarea[name="note"]')).to_have_count(0)
    # A link leads out of the frame, never to another page of ours within it.
    with page.context.expect_page() as opened:
        inside.locator("a.brand").click()
    opened.value.wait_for_url(f"{base}/")
    expect(inside.locator("[data-note]")).to_be_visible()
    with page.expect_console_message(lambda said: "frame-ancestors" in said.text):
        page.goto(f"{elsewhere}/bad.html")
    expect(page.frame_locator("iframe").locator("[data-study]")).to_have_count(0)
