"""Pictures of every screen, in three languages, light and dark, on a desk and on a phone, so that people can look.

    python tools/screenshots.py [FOLDER] [--only TEXT]...

FOLDER is out/screenshots unless told. `--only zh-Hans` (or `home`, `390`, `dark`) makes those whose name holds it;
given several times, those whose name holds all of them.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Page, sync_playwright  # noqa: E402
from tests.server.harness import Client, Server  # noqa: E402
from tests.web.browser import DESKTOP, PHONE, POINT, TABLET, chromium, context_for, launch  # noqa: E402
from tools import screens_mystica  # noqa: E402

from terrarium.server.people.sessions import COOKIE  # noqa: E402

Prepare = Callable[[Page], None]


def warlike(at: dict[str, Any]) -> str:
    """Conquer where possible, and decline in the third round."""
    verbs: dict[str, str] = {choice["verb"]: choice["text"] for choice in at["choices"]}
    tired = at["view"]["round"] == 3 and "decline" in verbs
    if tired:
        return verbs["decline"]
    return verbs.get("conquer") or verbs.get("expand") or str(at["choices"][-1]["text"])


def play_to(person: Client, game: str, round_: int, ask: str) -> None:
    """Play a region game over the API until this person is asked `ask` in this round."""
    screens_mystica.play_to(person, game, round_, ask, warlike)


def games(person: Client) -> dict[str, str]:
    """A game for each screen."""
    made = {
        "picking": person.new_game(["me", "greedy", "greedy"], title="small-world")["table"]["id"],
        "conquering": person.new_game(["me", "greedy", "greedy"], title="small-world")["table"]["id"],
        "deploying": person.new_game(["me", "greedy"], title="small-world")["table"]["id"],
        "five": person.new_game(["me", "greedy", "greedy", "greedy", "greedy"], title="small-world")["table"]["id"],
        "waiting": person.new_game(["me", "open", "open"], title="small-world")["table"]["id"],
        "finished": person.new_game(["greedy", "greedy", "greedy"], title="small-world")["table"]["id"],
    }
    play_to(person, made["picking"], 1, "pick")
    play_to(person, made["conquering"], 5, "conquest")
    play_to(person, made["deploying"], 2, "deploy")
    play_to(person, made["five"], 2, "conquest")
    ends = time.monotonic() + 60
    while person.get(f"/games/{made['finished']}")["status"] != "over" and time.monotonic() < ends:
        time.sleep(0.2)
    return made


def region_games(person: Client) -> dict[str, str]:
    """Tables of the other titles with regions, for every size of board, and of a mixed game."""

    def begun(title: str, players: int, round_: int, **options: str) -> str:
        seats = ["me", *["greedy"] * (players - 1)]
        game: str = person.new_game(seats, title=title, options=options)["table"]["id"]
        play_to(person, game, round_, "conquest")
        return game

    made = {f"underground-{players}": begun("underground", players, 4) for players in (2, 3, 4, 5)}
    made |= {f"warcraft-{players}": begun("warcraft", players, 4) for players in (2, 3, 4, 5)}
    made["mixed"] = begun("small-world", 3, 4, mixed="relics")
    return made


def region_screens(made: dict[str, str]) -> list[tuple[str, str, Prepare | None]]:
    """Their boards, a card that says why not, and their cards of relics and places."""
    names = [name for name in made if name.startswith(("underground", "warcraft", "mixed"))]
    found: list[tuple[str, str, Prepare | None]] = [(name, f"/g/{made[name]}", None) for name in names]
    for name in ("underground-3", "warcraft-3"):
        found.append((f"{name}-why-not", f"/g/{made[name]}", point_at_closed))
        found.append((f"{name}-things", f"/g/{made[name]}", show_things))
    return found


def show_things(page: Page) -> None:
    """Open the cards of what has been discovered."""
    page.locator('[data-open="things"], .things .link, [data-thing]').first.click()
    page.wait_for_timeout(400)


def point_at_closed(page: Page) -> None:
    """The pointer rests on a region that cannot be taken, so that the card says why."""
    page.wait_for_selector("[data-legal]")
    closed = page.evaluate(
        "[...document.querySelectorAll('[data-region]:not([data-legal])')].map((r) => +r.dataset.region)"
    )
    x, y = page.evaluate(POINT, closed[len(closed) // 2])
    if page.viewport_size is not None and page.viewport_size["width"] <= 720:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.move(x - 3, y)
        page.mouse.move(x, y)
    page.wait_for_selector(".card[role=note]")
    page.wait_for_timeout(300)


def opened(name: str) -> Prepare:
    """Click the button with this `data-…` selector first."""

    def prepare(page: Page) -> None:
        page.locator(name).first.click()
        page.wait_for_timeout(400)

    return prepare


def hinted(page: Page) -> None:
    page.locator("[data-hint-ask]").click()
    page.wait_for_selector("[data-hint-play]", timeout=30_000)


def explained(page: Page) -> None:
    """The newest reason that a bot gave; on a phone the chronicle is opened first."""
    if page.locator('[data-open="log"]').count():
        page.locator('[data-open="log"]').click()
    page.locator("[data-why]:visible").first.click()
    page.wait_for_selector("dialog .move")


def analysed(page: Page) -> None:
    page.wait_for_selector(".analysis[data-ready=true]", timeout=90_000)


def archived(page: Page) -> None:
    page.locator(".tabs .chip").last.click()
    page.wait_for_selector(".tables li .btn")


def screens(made: dict[str, str]) -> list[tuple[str, str, Prepare | None]]:
    """Name, address, and what is done before the picture."""
    return [
        ("home", "/", None),
        ("new-game", "/", opened('[data-title="small-world"]')),
        ("archive", "/", archived),
        ("learn", "/learn", None),
        ("lesson", "/learn/small-world/price", None),
        ("lesson-combo", "/learn/small-world/pick", None),
        ("hint", f"/g/{made['conquering']}", hinted),
        ("why-bot", f"/g/{made['conquering']}", explained),
        ("waiting", f"/g/{made['waiting']}", None),
        ("picking", f"/g/{made['picking']}", None),
        ("conquering", f"/g/{made['conquering']}", None),
        ("why-not", f"/g/{made['conquering']}", point_at_closed),
        ("deploying", f"/g/{made['deploying']}", None),
        ("five-players", f"/g/{made['five']}", None),
        ("rules-panel", f"/g/{made['conquering']}", opened('[data-open="rules"]')),
        ("settings", f"/g/{made['conquering']}", opened('[data-open="settings"]')),
        ("replay", f"/g/{made['finished']}?at=90", None),
        ("review", f"/g/{made['finished']}/review", analysed),
        ("rules", "/rules/small-world", None),
        ("statistics", "/statistics/small-world", None),
        ("credits", "/credits", None),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="screenshots")
    parser.add_argument("folder", nargs="?", default=str(ROOT / "out" / "screenshots"))
    parser.add_argument("--only", action="append", default=[])
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
        made = {**games(person), **region_games(person)}
        shown = [*screens(made), *region_screens(made), *screens_mystica.screens(screens_mystica.games(person))]
        browser = launch(playwright, executable)
        for lang in ("en", "zh-Hant", "zh-Hans"):
            for theme in ("light", "dark"):
                for size in (DESKTOP, TABLET, PHONE):
                    context = context_for(browser, lang=lang, theme=theme, size=size)
                    context.add_cookies([{"name": COOKIE, "value": person.token, "url": server.base}])
                    page = context.new_page()
                    for name, address, prepare in shown:
                        file = f"{name}-{lang}-{theme}-{size['width']}.png"
                        if not all(text in file for text in given.only):
                            continue
                        page.goto(server.base + address)
                        page.wait_for_selector("h1")
                        page.wait_for_load_state("networkidle")
                        if prepare is not None:
                            prepare(page)
                        page.wait_for_timeout(250)
                        whole = name in ("home", "archive", "statistics", "credits") or name.endswith("review")
                        page.screenshot(path=out / file, full_page=whole)
                        count += 1
                    context.close()
        browser.close()
    print(f"{count} pictures in {out.relative_to(ROOT) if out.is_relative_to(ROOT) else out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
