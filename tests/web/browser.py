"""A person in front of a browser: looks at the page, clicks where the page says that something is possible."""

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Playwright, ViewportSize
from tools import debian

from terrarium.server.people.sessions import COOKIE
from tests.server.harness import Client
from tests.support.patience import CEILING_S, PAUSE_S, Patience

ROOT = Path(__file__).resolve().parents[2]
DIST = ROOT / "src" / "terrarium" / "web_dist" / "index.html"
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip
DESKTOP = {"width": 1440, "height": 900}
TABLET = {"width": 1024, "height": 900}
PHONE = {"width": 390, "height": 844}

LOOK = """() => {
  const root = document.querySelector('.table')
  const seen = (element) => element.checkVisibility()
  const all = (selector) => [...document.querySelectorAll(selector)]
  const buttons = all('[data-do]').filter((b) => !b.disabled && seen(b)).map((b) => b.dataset.do)
  const regions = all('[data-region][data-legal]').map((r) => (
    {id: Number(r.dataset.region), price: r.dataset.price ?? '', die: Number(r.dataset.die ?? 0)}))
  const picks = all('[data-pick][data-legal]').filter(seen).map((p) => Number(p.dataset.pick))
  const drawn = !!document.querySelector('[data-region]')
  return {buttons, regions, picks, drawn, seq: Number(root?.dataset.seq ?? -1), mine: root?.dataset.mine === 'true',
    pending: root?.dataset.pending === 'true', ask: root?.dataset.ask ?? '', status: root?.dataset.status ?? '',
    line: root?.dataset.line ?? '', warned: !!document.querySelector('[data-warned]'),
    sheet: !!document.querySelector('button.combos.primary')}
}"""
POINT = """(id) => {
  const region = document.querySelector(`[data-region="${id}"]`)
  const matrix = region.getScreenCTM()
  const point = new DOMPoint(Number(region.dataset.x), Number(region.dataset.y)).matrixTransform(matrix)
  return [point.x, point.y]
}"""

# Whatever was begun is drawn: two frames, no font on its way, nothing that moves and will come to rest.
FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))"
AT_REST = """() => document.fonts.status === 'loaded' && [...document.images].every((image) => image.complete)
  && document.getAnimations().every((one) =>
    one.playState !== 'running' || one.effect?.getComputedTiming().endTime === Infinity)"""
# A finger of a test is never held down long: only a busy machine would make it so.
SHORT_TAPS = """(() => {
  const LONG_MS = 500, real = window.setTimeout
  window.setTimeout = (work, after, ...rest) => real(work, after === LONG_MS ? 2 ** 30 : after, ...rest)
})()"""


def chromium() -> str | None:
    """Where Chromium is; installed on the spot where that is possible without asking anybody."""
    return debian.get(debian.CHROMIUM)


def table_words(lang: str) -> dict[str, str]:
    """The words of the page, which the terminal does not read."""
    found: dict[str, str] = json.loads((ROOT / f"src/terrarium/words/{lang}/table.json").read_text(encoding="utf-8"))
    return found


def launch(playwright: Playwright, executable: str) -> Browser:
    return playwright.chromium.launch(executable_path=executable, args=ARGUMENTS)


def context_for(
    browser: Browser,
    lang: str = "en",
    theme: str = "light",
    size: dict[str, int] | None = None,
    still: bool = True,
    worker: bool = True,
    pace: str = "now",
) -> BrowserContext:
    """A fresh profile that has chosen its language, theme and pace of others' moves; `still` asks for little motion.

    Without a service `worker` nothing is fetched for later, for days without a network.
    """
    chosen = size or DESKTOP
    small = chosen["width"] <= 720
    made = browser.new_context(
        viewport=ViewportSize(width=chosen["width"], height=chosen["height"]), has_touch=small, is_mobile=small,
        reduced_motion="reduce" if still else "no-preference",
        service_workers="allow" if worker else "block",
    )  # fmt: skip
    made.add_init_script(
        "for (const [key, value] of Object.entries("
        f"{{lang: '{lang}', theme: '{theme}', pace: '{pace}'}}"
        ")) if (localStorage.getItem('terrarium.' + key) === null) localStorage.setItem('terrarium.' + key, value)"
    )
    if small:
        made.add_init_script(SHORT_TAPS)
    made.set_default_timeout(CEILING_S * 1000)
    return made


def until(page: Page, condition: str) -> None:
    """Wait for a JavaScript condition. (Playwright's own wait evaluates in the page, which our policy forbids.)"""
    ends = time.monotonic() + CEILING_S
    while not page.evaluate(condition):
        assert time.monotonic() < ends, f"never true: {condition}"
        page.wait_for_timeout(PAUSE_S * 1000)


def settle(page: Page) -> None:
    """Wait until the page shows what it has been told, and nothing moves any more."""
    page.evaluate(FRAMES)
    until(page, AT_REST)
    page.evaluate(FRAMES)


def kept_from_installing(page: Page) -> set[str]:
    """Why the browser would not install the page that is shown as an app; a profile of a test is never one of those
    into which anything is installed."""
    told = page.context.new_cdp_session(page).send("Page.getInstallabilityErrors")
    return {error["errorId"] for error in told["installabilityErrors"]} - {"in-incognito"}


def quick_answer(choices: list[dict[str, Any]]) -> str:
    """A plain move for somebody who plays over the API: conquer while that is sure, else whatever ends things."""
    sure = [c["text"] for c in choices if c["verb"] == "conquer" and not c["facts"].get("die")]
    verbs = {choice["verb"]: choice["text"] for choice in choices}
    return str(sure[0] if sure else verbs.get("expand") or verbs.get("stop") or choices[-1]["text"])


def play_until(clients: list[Client], game: str, holds: Callable[[int, dict[str, Any]], bool]) -> dict[str, Any]:
    """Let these people answer over the API until `holds(place, position)` for the one who is asked."""
    patience = Patience()
    while True:
        for place, client in enumerate(clients):
            at: dict[str, Any] = client.view(game)
            assert not at["view"]["over"], "the game is over"
            if at["choices"] and holds(place, at):
                return at
            if at["choices"]:
                client.play(game, quick_answer(at["choices"]), seq=at["seq"])
                break
        else:
            assert patience.lasts(at["seq"]), "nobody plays on"
            time.sleep(PAUSE_S)


class Person:
    """Somebody who plays through the page alone."""

    def __init__(self, page: Page, base: str, name: str = "") -> None:
        self.page = page
        self.base = base
        self.name = name
        self.errors: list[str] = []
        self.turns = 0
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def sit_as(self, client: Client, game: str, query: str = "") -> None:
        """Open a table with the session of somebody who began to play over the API."""
        self.page.context.add_cookies([{"name": COOKIE, "value": client.token, "url": self.base}])
        self.page.goto(f"{self.base}/g/{game}{query}")
        self.wait(lambda s: s["line"] == "open" and s["status"] != "")

    def look(self) -> dict[str, Any]:
        found: dict[str, Any] = self.page.evaluate(LOOK)
        return found

    def wait(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Look until the table is so."""
        ends = time.monotonic() + CEILING_S
        while True:
            seen = self.look()
            if holds(seen):
                return seen
            if time.monotonic() > ends:
                raise AssertionError(f"{self.name} waited in vain: {seen}")
            self.page.wait_for_timeout(PAUSE_S * 1000)

    def point(self, region: int) -> tuple[float, float]:
        """Where on the screen a region is, once the map is drawn."""
        self.wait(lambda s: s["drawn"])
        x, y = self.page.evaluate(POINT, region)
        return x, y

    def click_region(self, region: int) -> None:
        x, y = self.point(region)
        if self.touch:
            self.page.touchscreen.tap(x, y)
        else:
            self.page.mouse.click(x, y)

    @property
    def touch(self) -> bool:
        size = self.page.viewport_size
        return size is not None and size["width"] <= 720

    def do(self, what: str) -> None:
        self.page.locator(f'[data-do="{what}"]:visible').first.click()

    def new_game(self, players: int, seats: list[str] | None = None) -> str:
        """From the start page to a table: two clicks, more where a seat is not left as it is."""
        self.page.goto(self.base)
        self.page.locator('[data-title="small-world"]').click()
        self.page.locator(".count .btn").nth(players - 2).click()
        for place, kind in enumerate(seats or []):
            self.page.locator(f"#seat-{place}").select_option(kind)
        self.do("begin")
        self.page.wait_for_url("**/g/*")
        self.page.wait_for_selector(".table[data-line=open]")
        return self.page.url.rsplit("/", 1)[-1]

    def step(self) -> None:
        """Answer whatever is asked, and wait until the answer is on the table."""
        # What is offered may be drawn a moment after it is known whose turn it is.
        offers = ("sheet", "picks", "regions", "buttons")
        seen = self.wait(
            lambda s: not s["pending"] and s["line"] == "open"
            and (not s["mine"] or (s["drawn"] and any(s[key] for key in offers)))
        )  # fmt: skip
        if not seen["mine"]:
            return
        before = seen["seq"]
        self.answer(seen)
        self.sure()
        self.wait(lambda s: s["seq"] > before and not s["pending"])
        self.turns += 1

    def sure(self) -> None:
        """Answer once more, where the page asks whether that was meant."""
        self.page.evaluate(FRAMES)
        if self.look()["warned"]:
            self.page.locator("[data-warned]").click()

    def answer(self, seen: dict[str, Any]) -> None:
        if seen["sheet"]:
            self.open_peoples()
            self.page.locator("[data-pick][data-legal]:visible").first.click()
            self.do("take")
            return
        if seen["picks"]:
            self.page.locator(f'[data-pick="{seen["picks"][0]}"]').click()
            self.do("take")
            return
        sure = [region for region in seen["regions"] if not region["die"]]
        buttons = [name for name in seen["buttons"] if name not in ("confirm", "act", "decline")]
        if "confirm" in seen["buttons"]:
            self.do("confirm")
        elif seen["ask"] == "choice" and self.wants_decline():
            self.do("decline")
        elif sure and all(region["price"] for region in sure):
            self.take(min(sure, key=lambda region: (int(region["price"]), region["id"]))["id"])
        elif sure:
            self.place(sure)
        elif buttons:
            self.do(buttons[0])
        else:
            self.take(seen["regions"][0]["id"])

    def open_peoples(self) -> None:
        """Where they have a sheet; on a phone on its side it opens by itself."""
        settle(self.page)
        if not self.page.locator("dialog [data-pick]").count():
            self.page.locator("button.combos.primary").click()

    def take(self, region: int) -> None:
        self.click_region(region)
        if self.touch:
            self.do("act")

    def place(self, regions: list[dict[str, Any]]) -> None:
        """Pieces to be laid: one region after another until they can be confirmed."""
        before = self.look()["seq"]
        for region in regions:
            self.click_region(region["id"])
            self.page.evaluate(FRAMES)
            seen = self.look()
            if seen["seq"] > before or seen["pending"]:
                return
            if self.page.locator(".hint").count() and self.full():
                break
        self.do("confirm")

    def full(self) -> bool:
        text = self.page.locator(".bar .hint").inner_text()
        numbers = [int(part) for part in "".join(char if char.isdigit() else " " for char in text).split()]
        return len(numbers) >= 2 and numbers[0] == numbers[1]

    def wants_decline(self) -> bool:
        """Every third turn or so: often enough that races fade and come anew."""
        mine = self.page.locator(".player").filter(has=self.page.locator(".coin")).count()
        return mine >= 0 and self.turns % 3 == 2

    def hidden_overflow(self) -> list[str]:
        """Texts that do not fit into their box, once everything has its place."""
        settle(self.page)
        found: list[str] = self.page.evaluate(OVERFLOW)
        return found


def next_of(people: Sequence[Person]) -> Person | None:
    """Wait until one of them is asked; None when the game is over."""
    patience = Patience()
    while True:
        seen = [person.look() for person in people]
        if any(one["status"] == "over" for one in seen):
            return None
        for person, one in zip(people, seen, strict=True):
            if one["mine"] and not one["pending"]:
                return person
        assert patience.lasts(seen), seen
        people[0].page.wait_for_timeout(PAUSE_S * 1000)


def play_to_the_end(people: Sequence[Person], most: int = 1000) -> None:
    """Everybody answers what the page asks, until the game is over."""
    for _ in range(most):
        person = next_of(people)
        if person is None:
            break
        person.step()
    for person in people:
        person.wait(lambda seen: seen["status"] == "over" and seen["ask"] == "over")
        person.page.locator("[data-curtain-close]").press("Enter")


OVERFLOW = """() => {
  const bad = []
  const wide = document.documentElement.scrollWidth - innerWidth
  if (wide > 1) bad.push(`page wider than the window by ${wide}px`)
  const texts = 'button, h1, h2, h3, .chip, .prompt, .hint, p, dt, dd, li, label, a'
  for (const element of document.querySelectorAll(texts)) {
    if (!element.checkVisibility() || element.closest('.sr, [aria-hidden=true]')) continue
    const style = getComputedStyle(element)
    if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none' || style.display === 'inline') continue
    const floating = (c) => getComputedStyle(c).position === 'absolute' && !c.classList.contains('sr')
    if (element.classList.contains('sr') || [...element.children].some(floating)) continue
    const [needs, has] = [element.scrollWidth, element.clientWidth]
    if (needs > has + 2 && has > 0 && !/auto|scroll/.test(style.overflowX)) {
      bad.push(`${element.tagName}.${element.className}: "${element.textContent.trim().slice(0, 50)}" ${needs}>${has}`)
    }
  }
  return bad
}"""
