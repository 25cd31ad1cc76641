"""Where messages go, each with a button that tries it; and shares of wins that say how sure they are."""

import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.server.harness import REAL, Server, wait_for
from tests.server.inbox import Inbox, agree, wishes
from tests.web.browser import DIST
from tests.web.conftest import OpenPage


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    made = Inbox()
    yield made
    made.close()


@pytest.fixture
def posting(inbox: Inbox, tmp_path: Path) -> Iterator[Server]:
    if not DIST.is_file():
        pytest.skip("the browser client is not built: run `make web` (needs Node)")
    with Server(tmp_path, **{**REAL, **wishes(inbox)}, TERRARIUM_LOG_LEVEL="error") as started:
        yield started


def add(page: Page, address: str) -> None:
    page.locator("input[name=channel]").fill(address)
    page.locator('[data-do="add-channel"]').click()
    expect(page.locator("section [role=status]")).to_be_visible()


@pytest.mark.parametrize("lang", ["en", "zh-Hant"])
def test_a_webhook_is_added_tried_and_removed(posting: Server, inbox: Inbox, open_page: OpenPage, lang: str) -> None:
    page = open_page(lang=lang)
    page.goto(f"{posting.base}/account")
    add(page, inbox.url("/hook"))
    row = page.locator('[data-channel="webhook"]')
    expect(row).to_contain_text("127.0.0.1")
    row.locator('[data-do="test-channel"]').click()
    wait_for(lambda: inbox.posts)
    told = json.loads(inbox.posts[0][2])
    assert (told["what"], inbox.posts[0][1]["x-terrarium-signature"][:7]) == ("test", "sha256=")
    expect(page.locator("section [role=status]")).to_be_visible()
    row.locator('[data-do="drop-channel"]').click()
    expect(row).to_have_count(0)


def test_an_address_that_does_not_take_messages_is_told_of(posting: Server, inbox: Inbox, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(f"{posting.base}/account")
    add(page, inbox.url("/broken"))
    row = page.locator('[data-channel="webhook"]')
    row.locator('[data-do="test-channel"]').click()
    expect(page.locator("section [role=alert]")).to_contain_text("could not be delivered")
    expect(row).to_contain_text("1 message did not arrive")


def test_a_mail_address_is_tried_only_when_it_has_agreed(posting: Server, inbox: Inbox, open_page: OpenPage) -> None:
    page = open_page()
    page.goto(f"{posting.base}/account")
    add(page, "ada@example.org")
    row = page.locator('[data-channel="email"]')
    expect(row).to_contain_text("ada@example.org")
    expect(row.locator('[data-do="test-channel"]')).to_be_disabled()
    wait_for(lambda: inbox.mails)
    agree(posting, inbox.mails[0])
    page.reload()
    row.locator('[data-do="test-channel"]').click()
    wait_for(lambda: len(inbox.mails) == 2)
    expect(page.locator("section [role=status]")).to_be_visible()


def test_a_share_of_wins_has_a_range_or_is_not_told(posting: Server, open_page: OpenPage) -> None:
    """One game won is not 100 %; forty games have a point, a band and the range in figures."""
    with sqlite3.connect(posting.folder / "game.db") as database:
        for unit, games, won in (("orcs", 1, 1.0), ("elves", 40, 20.0), ("ghouls", 400, 40.0)):
            database.execute(
                "insert into tallies (title, players, kind, unit, games, won, score) values (?, ?, ?, ?, ?, ?, ?)",
                ("small-world", 2, "race", unit, games, won, 90.0 * games),
            )
    page = open_page()
    page.goto(f"{posting.base}/statistics/small-world")
    rows = page.locator("table[data-kind=race] tbody tr")
    expect(rows).to_have_count(3)
    assert [text.split("\t")[0].strip() for text in rows.all_inner_texts()] == ["Elves", "Ghouls", "Orcs"]
    expect(rows.nth(0)).to_contain_text("50\u00a0% 35–65 %")
    expect(rows.nth(1)).to_contain_text("10\u00a0% 7–13 %")
    expect(rows.nth(2)).to_contain_text("too few games")
    expect(rows.nth(2)).not_to_contain_text("100")
    expect(rows.nth(2).locator(".range")).to_have_count(0)
    wide, narrow = (rows.nth(n).locator(".range").bounding_box() for n in (0, 1))
    assert wide is not None
    assert narrow is not None
    assert wide["width"] > 3 * narrow["width"]
