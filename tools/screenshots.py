"""Pictures of every screen, in three languages, light and dark, at five sizes, and contact sheets of them to look at.

    python tools/screenshots.py [FOLDER] [--only TEXT]... [--eyes KIND]

FOLDER is out/screenshots unless told. `--only zh-Hans` (or `home`, `390x844`, `dark`) makes those whose name holds it;
given several times, those whose name holds all of them. `--eyes deuteranopia` shows them as such eyes see them, as
Chromium simulates it. `sheet-….jpg` has all of one language, theme and size. What could not be shown is said at the
end.
"""

import argparse
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright  # noqa: E402
from tests.server.harness import REAL, Client, Server  # noqa: E402
from tests.web.browser import chromium, context_for, launch  # noqa: E402
from tools.screens import craft, mystica, pages, regions  # noqa: E402
from tools.screens.sheet import sheet  # noqa: E402

from terrarium.server.people.sessions import COOKIE  # noqa: E402
from terrarium.words import LANGUAGES  # noqa: E402

SIZES = ((1440, 900), (1366, 768), (820, 1180), (844, 390), (390, 844))
THEMES = ("light", "dark")
EYES = ("protanopia", "deuteranopia", "tritanopia", "achromatopsia")
WHOLE = ("home", "archive", "statistics", "credits", "accessibility", "workshop", "lab", "gallery", "unit", "atlas")
"""Pages that are pictured in their whole length, as reviews are."""
FEW = {"TERRARIUM_CHECK_GAMES": "1", "TERRARIUM_LAB_GAMES": "40", "TERRARIUM_LOG_LEVEL": "warning"}
"""Few games tell enough for a picture."""
Screen = tuple[str, str, mystica.Prepare | None]


class Camera:
    """Takes the pictures of one server's screens."""

    def __init__(self, base: str, person: Client, out: Path, only: list[str], eyes: str) -> None:
        self.base = base
        self.person = person
        self.out = out
        self.only = only
        self.eyes = eyes
        self.taken: dict[str, list[Path]] = {}
        self.failed: list[str] = []

    def all(self, browser: Browser, screens: list[Screen]) -> None:
        for lang in LANGUAGES:
            for theme in THEMES:
                for width, height in SIZES:
                    look = f"{lang}-{theme}-{width}x{height}" + (f"-{self.eyes}" if self.eyes else "")
                    wanted = [screen for screen in screens if self.wanted(f"{screen[0]}@{look}")]
                    if not wanted:
                        continue
                    size = {"width": width, "height": height}
                    context = context_for(browser, lang=lang, theme=theme, size=size)
                    context.add_cookies([{"name": COOKIE, "value": self.person.token, "url": self.base}])
                    self.series(context, look, wanted)
                    context.close()

    def wanted(self, name: str) -> bool:
        return all(text in name for text in self.only)

    def series(self, context: BrowserContext, look: str, screens: list[Screen]) -> None:
        page = context.new_page()
        page.set_default_timeout(20_000)
        if self.eyes:
            chosen = {"type": self.eyes}
            context.new_cdp_session(page).send("Emulation.setEmulatedVisionDeficiency", chosen)
        for screen in screens:
            file = self.out / f"{screen[0]}@{look}.png"
            try:
                self.picture(page, screen, file)
                self.taken.setdefault(look, []).append(file)
            except Error as error:
                self.failed.append(f"{file.name}: {error.message.splitlines()[0]}")

    def picture(self, page: Page, screen: Screen, file: Path) -> None:
        name, address, prepare = screen
        page.context.set_offline(False)
        page.goto(self.base + address)
        page.wait_for_selector("h1")
        page.wait_for_load_state("networkidle")
        if prepare is not None:
            prepare(page)
        page.wait_for_timeout(250)
        page.screenshot(path=file, full_page=name in WHOLE or name.endswith("review"))


def main() -> int:
    parser = argparse.ArgumentParser(prog="screenshots")
    parser.add_argument("folder", nargs="?", default=str(ROOT / "out" / "screenshots"))
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--eyes", choices=EYES, default="")
    given = parser.parse_args()
    executable = chromium()
    if executable is None:
        print("Chromium is not installed (Debian: apt-get install chromium).")
        return 2
    out = Path(given.folder)
    out.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), **REAL, **FEW) as server,
        sync_playwright() as playwright,
    ):
        person = Client(server.base, "Mara")
        camera = Camera(server.base, person, out, given.only, given.eyes)
        tables = regions.screens(regions.games(person)) + mystica.screens(mystica.games(person))
        browser = launch(playwright, executable)
        camera.all(browser, pages.screens() + craft.screens(craft.made(person)) + tables)
        for look, pictures in camera.taken.items():
            sheet(browser, pictures, look, out / f"sheet-{look}.jpg")
        browser.close()
    count = sum(len(pictures) for pictures in camera.taken.values())
    print(f"{count} pictures and {len(camera.taken)} sheets in {out.name}")
    for line in camera.failed:
        print(f"not shown: {line}")
    return 1 if camera.failed else 0


if __name__ == "__main__":
    sys.exit(main())
