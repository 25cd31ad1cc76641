"""The pages that links in letters open, in a real browser: what it sends with a form is not what a program sends."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from playwright.sync_api import expect

from tests.server.harness import Client, Server, wait_for
from tests.server.inbox import Inbox, link_in, wishes
from tests.support.patience import CEILING_S
from tests.web.conftest import OpenPage


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    made = Inbox()
    yield made
    made.close()


def test_buttons_of_letters_work_in_a_browser(inbox: Inbox, tmp_path: Path, open_page: OpenPage) -> None:
    with Server(tmp_path, **wishes(inbox)) as server:
        ada = Client(server.base, "Ada")
        ada.post("/account", name="Ada", password="correct horse")
        ada.post("/channels", 201, kind="email", address="ada@example.org")
        page = open_page()
        page.goto(server.base + link_in(inbox.mails[0], "confirm"))
        page.locator("button").click()
        expect(page.locator("p")).to_contain_text("Thank you")
        assert ada.get("/channels")["channels"][0]["confirmed"] is True
        ada.post("/account/reset", name="Ada")
        wait_for(lambda: len(inbox.mails) == 2)
        letter = inbox.mails[1].replace("=\n", "")
        page.goto(server.base + re.findall(r"https://table.example(/api/v1/account/reset/[0-9a-f-]+)", letter)[0])
        page.locator("input").fill("battery staple")
        page.locator("button").click()
        expect(page.locator("p")).to_contain_text("Your password is changed")
        wish = {"name": "Ada", "password": "battery staple"}
        assert httpx2.post(f"{server.base}/api/v1/login", json=wish, timeout=CEILING_S).status_code == 200
        page.goto(server.base + link_in(inbox.mails[1], "stop"))
        page.locator("button").click()
        expect(page.locator("p")).to_contain_text("Nothing more")
