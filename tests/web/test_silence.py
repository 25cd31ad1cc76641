"""A server that vanishes without a goodbye: the page finds out by itself, and loses no move."""

from playwright.sync_api import Page

from tests.server.harness import Client
from tests.server.hole import Hole, hole
from tests.web.browser import Person, play_until
from tests.web.conftest import OpenPage

A_WHILE_MS = 60_000
"""Of the page's own clock, which passes at once."""


def seated(base: str, line: Hole, page: Page) -> tuple[Person, Client, Client, str]:
    """Ada in front of a page, whose line to the server may fall silent; Bo over the API."""
    ada, bo = Client(base, "Ada"), Client(base, "Bo")
    game = ada.new_game(["me", "open"], title="small-world")["table"]["id"]
    bo.post(f"/games/{game}/seats/1/sit")
    page.clock.install()
    person = Person(page, f"http://127.0.0.1:{line.port}", "Ada")
    person.sit_as(ada, game)
    return person, ada, bo, game


def test_a_page_that_hears_nothing_finds_another_line(base: str, open_page: OpenPage) -> None:
    with hole(int(base.rpartition(":")[2])) as line:
        person, ada, bo, game = seated(base, line, open_page())
        line.silent = True
        mover = ada if ada.view(game)["choices"] else bo
        mover.play(game, mover.view(game)["choices"][0]["text"])
        seq = ada.view(game)["seq"]
        assert person.look()["seq"] < seq, "nobody could tell the page"
        line.silent = False  # what is said on the old line stays lost
        person.page.clock.run_for(A_WHILE_MS)
        person.wait(lambda s: s["seq"] == seq and s["line"] == "open")
        assert not person.errors


def test_a_move_into_silence_is_played_once(base: str, open_page: OpenPage) -> None:
    with hole(int(base.rpartition(":")[2])) as line:
        person, ada, bo, game = seated(base, line, open_page())
        play_until([ada, bo], game, lambda place, _: place == 0)
        seen = person.wait(lambda s: s["mine"] and s["drawn"] and s["seq"] == ada.view(game)["seq"])
        line.silent = True
        person.answer(seen)
        person.sure()
        person.wait(lambda s: s["pending"])
        assert ada.view(game)["seq"] == seen["seq"]
        line.silent = False
        person.page.clock.run_for(A_WHILE_MS)
        person.wait(lambda s: s["seq"] > seen["seq"] and not s["pending"] and s["line"] == "open")
        mine = [row for row in ada.get(f"/games/{game}/events")["rows"] if row["seq"] > seen["seq"] and row["who"] == 0]
        assert mine[0]["seq"] == seen["seq"] + 1
        assert not person.errors
