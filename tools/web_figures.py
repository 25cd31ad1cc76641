"""Prints how heavy and how quick the browser client is: first load, interaction to paint, layout shift.

    python tools/web_figures.py

First load: bytes of everything a page fetches, as gzip would send it, without fonts.

Clicks are real ones, sent to Chromium as a mouse sends them, on the 48-region map with five players in the last round, with
all motion on. Two kinds: on a region that is closed (its card opens) and on one that can be conquered (the server answers;
each conquest is taken back before the next).
- "to first response" is what the browser itself reports (Event Timing): from the release of the button to the moment the
  next frame is on the screen. That frame is checked to show an answer: a ring round
  the closed region, whose card follows, or the legal region lit as pressed, or its new owner.
- "to conquest shown" runs from the release of the button, through the server and back, to the frame that shows the new owner
  and the new prices, handed over for drawing.
- "processor" is time of the page's main thread until then, which does not depend on what else the machine does.

Layout shift: the browser's own score, while pages open, while tokens move (those conquests, and taking them back), and while
turns pass (peoples come and go, and a player's panel is as high as what it tells). Everything is measured against a server
of its own on this machine.
"""

import gzip
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, CDPSession, Page, Response, sync_playwright  # noqa: E402
from tests.server.harness import Client, Server  # noqa: E402
from tests.web.browser import POINT, Person, chromium, context_for, launch, until  # noqa: E402

from terrarium.server.people.sessions import COOKIE  # noqa: E402

LIMITS = {
    "first load, start page (kB gzip)": 200,
    "first load, table (kB gzip)": 200,
    "closed region, to first response, median (ms)": 100,
    "closed region, processor, worst (ms)": 100,
    "conquest, to first response, median (ms)": 100,
    "conquest, to conquest shown, median (ms)": 100,
    "conquest, processor until shown, worst (ms)": 100,
    "layout shift while the start page opens": 0.02,
    "layout shift while the table opens": 0.02,
    "layout shift while tokens move": 0.0005,
}
"""On the clock medians are held against a limit, since a busy machine makes any single time long; the worst are printed."""
CONQUESTS = 8
CLOSED = 12
OBSERVE = """() => {
  window.shift = 0
  window.shifted = []
  // The chronicle grows by design: its newest line is on top.
  const told = (entry) => entry.sources.every((source) => source.node?.parentElement?.closest?.('.chronicle'))
  const name = (source) => `${source.node?.nodeName}.${source.node?.className?.baseVal ?? source.node?.className}`
  const count = (entry) => {
    if (!entry.sources.length || told(entry)) return
    window.shift += entry.value
    window.shifted.push(`${entry.value.toFixed(4)} ${entry.sources.map(name).join(' ')}`)
  }
  new PerformanceObserver((list) => list.getEntries().forEach(count)).observe({type: 'layout-shift', buffered: true})
}"""
CLICKS = """() => {
  const root = document.querySelector('.table')
  const seq = () => Number(root.dataset.seq)
  const answered = () => !!document.querySelector('[data-pressed], .map .asked') || seq() !== window.click.seq
  const drawn = (done) => requestAnimationFrame(() => {
    const channel = new MessageChannel()
    channel.port1.onmessage = done
    channel.port2.postMessage(0)
  })
  addEventListener('pointerup', (event) => {
    window.click = {start: event.timeStamp, seq: seq(), response: 0, shown: 0, answered: false}
    drawn(() => { window.click.answered = answered() })
  }, true)
  new MutationObserver(() => drawn(() => { window.click.shown ||= performance.now() - window.click.start }))
    .observe(root, {attributes: true, attributeFilter: ['data-seq']})
  new PerformanceObserver((list) => list.getEntries().forEach((entry) => {
    if (/^(pointerup|click)$/.test(entry.name)) window.click.response = Math.max(window.click.response, entry.duration)
  })).observe({type: 'event', durationThreshold: 16})
}"""


def first_load(browser: Browser, address: str) -> float:
    """kB that a first visit fetches before it is quiet, gzipped, without fonts and without the API's answers."""
    context = context_for(browser)
    page = context.new_page()
    seen: list[Response] = []
    page.on("response", lambda one: seen.append(one))
    page.goto(address)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    # Bodies are read when all is quiet: reading them while the page loads loses those that come meanwhile.
    kept = [one for one in seen if one.ok and not one.url.endswith((".woff2", "/sw.js")) and "/api/" not in one.url]
    total = sum(len(gzip.compress(one.body(), 6)) for one in kept)
    context.close()
    return total / 1000


def last_round(base: str) -> tuple[str, str]:
    """A five-player game in its last round with a person who may conquer; its id and that person's token."""
    person = Client(base)
    ends = time.monotonic() + 240
    while time.monotonic() < ends:
        game: str = person.new_game(["me", "greedy", "greedy", "greedy", "greedy"], title="small-world")["table"]["id"]
        if played_to_last_round(person, game, ends):
            return game, person.token
    raise SystemExit("No game came to a last round with something to conquer in time.")


def played_to_last_round(person: Client, game: str, ends: float) -> bool:
    """Play until this person may conquer in the last round without a die; whether it came to that."""
    while time.monotonic() < ends:
        at = person.view(game)
        choices = at["choices"]
        verbs = {choice["verb"]: choice["text"] for choice in choices if not choice["facts"].get("die")}
        if at["view"]["over"]:
            return False
        if not choices:
            time.sleep(0.05)
        elif (
            at["view"]["round"] == at["view"]["rounds"]
            and at["view"]["ask"]["code"] == "conquest"
            and "conquer" in verbs
        ):
            return True
        else:
            person.play(game, verbs.get("conquer") or verbs.get("expand") or choices[-1]["text"])
    return False


def clicked(page: Page, session: CDPSession, region: int, shown: bool) -> tuple[dict[str, float], float]:
    """What the page saw of a click on a region, and milliseconds of the processor; `shown` waits for a new position."""
    x, y = page.evaluate(POINT, region)
    page.mouse.move(x, y)
    if shown:
        page.wait_for_timeout(700)  # the card of the region under the pointer has opened
    before = spent(session)
    page.mouse.down()
    page.mouse.up()
    if shown:
        until(page, "window.click.shown > 0")
    used = (spent(session) - before) * 1000
    page.wait_for_timeout(400)
    seen: dict[str, float] = page.evaluate("window.click")
    if not seen["answered"]:
        raise SystemExit(f"A click on region {region} was followed by a frame that showed nothing of it.")
    page.keyboard.press("Escape")
    # Frames on the screen sooner than the browser reports (16 ms) count as that.
    return {**seen, "response": max(16.0, seen["response"])}, used


def interaction(page: Page) -> dict[str, float]:
    """Clicks that open cards on closed regions, and clicks that conquer."""
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(CLICKS)
    person = Person(page, "")
    seen = person.wait(lambda s: s["mine"], 20)
    legal = [region["id"] for region in seen["regions"]]
    sure = [region["id"] for region in seen["regions"] if not region["die"]]
    others = [region for region in range(48) if region not in legal]
    closed = [clicked(page, session, region, False) for region in others[:CLOSED]]
    conquests = []
    for n in range(CONQUESTS):
        conquests.append(clicked(page, session, sure[n % len(sure)], True))
        page.keyboard.press("z")
        person.wait(lambda s: [r["id"] for r in s["regions"]] == legal and not s["pending"], 10)
    return {
        **spread("closed region, to first response", [seen["response"] for seen, _ in closed]),
        **spread("closed region, processor", [used for _, used in closed]),
        **spread("conquest, to first response", [seen["response"] for seen, _ in conquests]),
        **spread("conquest, to conquest shown", [seen["shown"] for seen, _ in conquests]),
        **spread("conquest, processor until shown", [used for _, used in conquests]),
    }


def spread(name: str, found: list[float]) -> dict[str, float]:
    return {f"{name}, median (ms)": sorted(found)[len(found) // 2], f"{name}, worst (ms)": max(found)}


def spent(session: CDPSession) -> float:
    """Seconds of processor time that the page's main thread has used."""
    found = session.send("Performance.getMetrics")["metrics"]
    return float(next(entry["value"] for entry in found if entry["name"] == "TaskDuration"))


def watched(browser: Browser, base: str, path: str, token: str, ready: str) -> Page:
    """A page that counts its layout shifts from the first paint on, after it has become quiet."""
    context = context_for(browser, still=False)
    context.add_cookies([{"name": COOKIE, "value": token, "url": base}])
    page = context.new_page()
    page.goto(base + path)
    page.evaluate(OBSERVE)
    page.wait_for_selector(ready)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)
    return page


def shifts(page: Page) -> float:
    """The shift since it was last asked for; what moved is printed."""
    found: float = page.evaluate("window.shift")
    for line in page.evaluate("window.shifted"):
        print("  moved:", line)
    page.evaluate("() => { window.shift = 0; window.shifted = [] }")
    return found


def measure(browser: Browser, base: str) -> dict[str, float]:
    figures = {"first load, start page (kB gzip)": first_load(browser, base)}
    game, token = last_round(base)
    figures["first load, table (kB gzip)"] = first_load(browser, f"{base}/g/{game}")
    home = watched(browser, base, "/", token, "[data-title]")
    figures["layout shift while the start page opens"] = shifts(home)
    home.context.close()
    page = watched(browser, base, f"/g/{game}", token, ".map canvas")
    figures["layout shift while the table opens"] = shifts(page)
    figures |= interaction(page)
    figures["layout shift while tokens move"] = shifts(page)
    person = Person(page, base)
    for _ in range(6):
        if person.look()["mine"]:
            person.step()
    figures["layout shift while turns pass"] = shifts(page)
    return figures


def main() -> int:
    executable = chromium()
    if executable is None:
        print("Chromium is not installed (Debian: apt-get install chromium).")
        return 2
    settings = {"TERRARIUM_TITLES": "terrarium.catalog:titles", "TERRARIUM_LOG_LEVEL": "warning"}
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), **settings) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright, executable)
        figures = measure(browser, server.base)
        browser.close()
    print(f"load average of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for name, value in figures.items():
        limit = LIMITS.get(name)
        print(f"{name:50} {value:8.3f}" + (f"   (limit {limit})" if limit else ""))
    return int(any(figures[name] > limit for name, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
