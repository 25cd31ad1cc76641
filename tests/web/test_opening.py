"""Opening a table asks once: one request for the table, then the socket."""

import re

import pytest

from tests.server.harness import Client
from tests.web.browser import until
from tests.web.conftest import OpenPage

TITLES = ["small-world", "terra-mystica"]


def asked_for(open_page: OpenPage, game: str, address: str) -> list[str]:
    """What a fresh browser asks about this game until its table stands."""
    page = open_page()
    asked: list[str] = []

    def note(method: str, url: str) -> None:
        found = re.search(rf"/api/v1/games/{game}(/enter|/socket|/seats/\d/claim)?(\?|$)", url)
        if found:
            asked.append(f"{method} {found.group(1) or '/'}")

    page.on("request", lambda request: note(request.method, request.url))
    page.on("websocket", lambda socket: note("open", socket.url))
    page.goto(address)
    until(page, "document.querySelector('[data-line=open]') !== null")
    page.wait_for_load_state("networkidle")
    return asked


@pytest.mark.parametrize("title", TITLES)
def test_a_table_is_asked_for_once(base: str, open_page: OpenPage, title: str) -> None:
    host = Client(base)
    game = host.new_game(title=title)["table"]["id"]
    assert asked_for(open_page, game, f"{base}/g/{game}") == ["GET /", "open /socket"]


@pytest.mark.parametrize("title", TITLES)
def test_who_is_invited_asks_once_too(base: str, open_page: OpenPage, title: str) -> None:
    host = Client(base)
    table = host.new_game(title=title, listed=False)["table"]
    asked = asked_for(open_page, table["id"], f"{base}/g/{table['id']}?invite={table['invite']}")
    assert asked == ["POST /enter", "open /socket"]


def test_a_key_opens_its_seat_with_one_request(base: str, open_page: OpenPage) -> None:
    made = Client(base).new_game(title="small-world")
    game = made["table"]["id"]
    asked = asked_for(open_page, game, f"{base}/g/{game}?key=0:{made['key']}")
    assert asked == ["POST /seats/0/claim", "open /socket"]


def test_a_review_asks_for_its_table_once(base: str, open_page: OpenPage) -> None:
    host = Client(base)
    game = host.new_game(title="small-world")["table"]["id"]
    page = open_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{base}/g/{game}/review")
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    assert sum(url.endswith(f"/games/{game}") for url in asked) == 1
