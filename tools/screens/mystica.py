"""The screens of Terra Mystica that `tools/screenshots.py` takes pictures of, and the games they show."""

import time
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page
from tests.server.harness import Client
from tests.support.patience import PAUSE_S, Patience

Prepare = Callable[[Page], None]

TITLE = "terra-mystica"
EAGER = ("build", "upgrade", "town", "favor", "bridge", "action", "send", "transform", "advance")


def eager(at: dict[str, Any]) -> str:
    """Build where possible, in the thick of the map, where neighbours are: from the middle of the list."""
    verbs: dict[str, list[str]] = {}
    for choice in at["choices"]:
        verbs.setdefault(choice["verb"], []).append(choice["text"])
    found = next((verbs[verb] for verb in EAGER if verb in verbs), [choice["text"] for choice in at["choices"]])
    return found[len(found) // 2]


def play_to(person: Client, game: str, round_: int, ask: str, choose: Callable[[dict[str, Any]], str] = eager) -> None:
    """Play over the API, as `choose` answers, until this person is asked `ask` in this round or all is over."""
    patience = Patience()
    while True:
        at = person.view(game)
        if at["view"]["over"]:
            return
        if not at["choices"]:
            assert patience.lasts(at["seq"]), "nobody plays on"
            time.sleep(PAUSE_S)
        elif at["view"]["round"] >= round_ and at["view"]["ask"]["code"] == ask:
            return
        else:
            person.play(game, choose(at))


def games(person: Client) -> dict[str, str]:
    """A game for each screen."""
    tables = {"faction": 2, "two": 2, "four": 4, "five": 5, "offer": 3}
    made = {
        name: person.new_game(["me"] + ["greedy"] * (players - 1), title=TITLE)["table"]["id"]
        for name, players in tables.items()
    }
    made["finished"] = person.new_game(["greedy"] * 4, title=TITLE)["table"]["id"]
    play_to(person, made["two"], 1, "main")
    play_to(person, made["four"], 4, "main")
    play_to(person, made["five"], 4, "main")
    play_to(person, made["offer"], 1, "leech")
    person.ended(made["finished"])
    return made


def click(page: Page, selector: str) -> None:
    """Click the first thing that is there and seen; a phone has some of them elsewhere."""
    found = page.locator(f"{selector} >> visible=true")
    if found.count():
        found.first.click()
        page.wait_for_timeout(400)


def card(page: Page) -> None:
    """Open the card of the hex with the most ways to act on it."""
    page.wait_for_selector("[data-legal]")
    page.evaluate(
        "[...document.querySelectorAll('[data-hex][data-legal]')].sort((a, b) => b.dataset.legal - a.dataset.legal)[0]"
        ".dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    page.wait_for_timeout(300)


def clicked(selector: str) -> Prepare:
    return lambda page: click(page, selector)


def screens(made: dict[str, str]) -> list[tuple[str, str, Prepare | None]]:
    """Name, address, and what is done before the picture."""
    four = f"/g/{made['four']}"
    opened = ["pass", "convert", "send"], ["supply", "settings", "rules", "tracks", "board", "log"]
    return [
        ("mystica-faction", f"/g/{made['faction']}", None),
        ("mystica-two", f"/g/{made['two']}", None),
        ("mystica-four", four, None),
        ("mystica-five", f"/g/{made['five']}", None),
        ("mystica-offer", f"/g/{made['offer']}", None),
        ("mystica-card", four, card),
        ("mystica-plan", four, clicked("[data-plan=begin]")),
        *((f"mystica-{name}", four, clicked(f"[data-group={name}]")) for name in opened[0]),
        *((f"mystica-{name}", four, clicked(f"[data-open={name}]")) for name in opened[1]),
        ("mystica-players", f"/g/{made['five']}", clicked(".strip .seat")),
        ("mystica-replay", f"/g/{made['finished']}?at=120", None),
        ("mystica-over", f"/g/{made['finished']}", None),
        ("mystica-curtain", f"/g/{made['finished']}", clicked("[data-open=curtain]")),
        ("mystica-review", f"/g/{made['finished']}/review", None),
        ("mystica-lesson", "/learn/terra-mystica/build", None),
    ]
