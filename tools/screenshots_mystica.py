"""Pictures of every screen of Terra Mystica, in three languages, light and dark, from a phone to a desk.

    python tools/screenshots_mystica.py [FOLDER] [--screens NAME ...] [--only TEXT ...] [--width N ...]

FOLDER is out/screenshots unless told. `--only zh-Hans dark` makes those whose name holds every TEXT.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402
from tests.server.harness import Client, Server  # noqa: E402
from tests.web.browser import chromium, context_for, launch  # noqa: E402

from terrarium.server.sessions import COOKIE  # noqa: E402

TITLE = "terra-mystica"
HEIGHTS = {390: 844}
EAGER = ("build", "upgrade", "town", "favor", "bridge", "action", "send", "transform", "advance")


def play_to(person: Client, game: str, round_: int, ask: str) -> None:
    """Play over the API, building where possible, until this person is asked `ask` in this round."""
    ends = time.monotonic() + 120
    while time.monotonic() < ends:
        at = person.view(game)
        if at["view"]["over"]:
            return
        if not at["choices"]:
            time.sleep(0.05)
        elif at["view"]["round"] >= round_ and at["view"]["ask"]["code"] == ask:
            return
        else:
            verbs: dict[str, list[str]] = {}
            for choice in at["choices"]:
                verbs.setdefault(choice["verb"], []).append(choice["text"])
            # From the middle of the list: in the thick of the map, where neighbours are.
            found = next((verbs[verb] for verb in EAGER if verb in verbs), [choice["text"] for choice in at["choices"]])
            person.play(game, found[len(found) // 2])


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
    ends = time.monotonic() + 60
    while person.get(f"/games/{made['finished']}")["status"] != "over" and time.monotonic() < ends:
        time.sleep(0.2)
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


def screens(made: dict[str, str]) -> list[tuple[str, str, list[str]]]:
    """Name, address, and what is clicked before the picture; `card` opens a hex."""
    four = f"/g/{made['four']}"
    return [
        ("faction", f"/g/{made['faction']}", []),
        ("two", f"/g/{made['two']}", []),
        ("four", four, []),
        ("five", f"/g/{made['five']}", []),
        ("offer", f"/g/{made['offer']}", []),
        ("card", four, ["card"]),
        ("pass", four, ["[data-group=pass]"]),
        ("convert", four, ["[data-group=convert]"]),
        ("send", four, ["[data-group=send]"]),
        ("plan", four, ["[data-plan=begin]"]),
        ("supply", four, ["[data-open=supply]"]),
        ("settings", four, ["[data-open=settings]"]),
        ("rules", four, ["[data-open=rules]"]),
        ("tracks", four, ["[data-open=tracks]"]),
        ("board", four, ["[data-open=board]"]),
        ("log", four, ["[data-open=log]"]),
        ("players", f"/g/{made['five']}", [".strip .seat"]),
        ("guide", f"/g/{made['two']}", []),
        ("replay", f"/g/{made['finished']}?at=120", []),
        ("over", f"/g/{made['finished']}", []),
        ("review", f"/g/{made['finished']}/review", []),
    ]


def take(page: Page, base: str, screen: tuple[str, str, list[str]], file: Path) -> None:
    name, address, clicks = screen
    page.goto(base + address)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    if name == "guide":
        page.evaluate("localStorage.setItem('terrarium.mystica.guided', '0')")
        page.reload()
        page.wait_for_load_state("networkidle")
    for selector in clicks:
        if selector == "card":
            card(page)
        else:
            click(page, selector)
    page.wait_for_timeout(250)
    if name == "guide":
        page.evaluate("localStorage.setItem('terrarium.mystica.guided', '1')")
    width = page.viewport_size["width"] if page.viewport_size else 0
    page.screenshot(path=file, full_page=name == "review" or (720 < width <= 1180 and not clicks))


def main() -> int:
    parser = argparse.ArgumentParser(prog="screenshots_mystica")
    parser.add_argument("folder", nargs="?", default=str(ROOT / "out" / "screenshots"))
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--screens", nargs="*", default=[])
    parser.add_argument("--width", nargs="*", type=int, default=[1440, 1024, 390])
    given = parser.parse_args()
    executable = chromium()
    if executable is None:
        print("Chromium is not installed (Debian: apt-get install chromium).")
        return 2
    out = Path(given.folder)
    out.mkdir(parents=True, exist_ok=True)
    count = 0
    settings = {"TERRARIUM_TITLES": "terrarium.catalog:titles", "TERRARIUM_LOG_LEVEL": "warning"}
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), **settings) as server,
        sync_playwright() as playwright,
    ):
        person = Client(server.base, "Mara")
        made = games(person)
        browser = launch(playwright, executable)
        for lang, theme, width in [
            (lang, theme, width)
            for lang in ("en", "zh-Hant", "zh-Hans")
            for theme in ("light", "dark")
            for width in given.width
        ]:
            size = {"width": width, "height": HEIGHTS.get(width, 900)}
            names = {screen: f"mystica-{screen[0]}-{lang}-{theme}-{width}.png" for screen in map(freeze, screens(made))}
            wanted = {
                screen: file
                for screen, file in names.items()
                if all(text in file for text in given.only) and (not given.screens or screen[0] in given.screens)
            }
            if not wanted:
                continue
            context = context_for(browser, lang=lang, theme=theme, size=size)
            context.add_cookies([{"name": COOKIE, "value": person.token, "url": server.base}])
            page = context.new_page()
            for screen, file in wanted.items():
                take(page, server.base, (screen[0], screen[1], list(screen[2])), out / file)
                count += 1
            context.close()
        browser.close()
    print(f"{count} pictures in {out.relative_to(ROOT) if out.is_relative_to(ROOT) else out}")
    return 0


def freeze(screen: tuple[str, str, list[str]]) -> tuple[str, str, tuple[str, ...]]:
    return screen[0], screen[1], tuple(screen[2])


if __name__ == "__main__":
    sys.exit(main())
