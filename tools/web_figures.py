"""Prints how heavy and how quick the browser client is: first load, interaction to paint, layout shift.

    python tools/web_figures.py

First load: bytes of everything a page fetches, as gzip would send it, without fonts. Click to paint: from a click on the
48-region map in the last round to the next frame, over several clicks, in processor time of the main thread (which does
not depend on the machine's load) and on the clock. Layout shift: the browser's own score, while pages open and while
tokens move. Everything is measured against a server of its own on this machine.
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
from tests.web.browser import Person, chromium, context_for, launch  # noqa: E402

from terrarium.server.sessions import COOKIE  # noqa: E402

LIMITS = {
    "first load, start page (kB gzip)": 200,
    "first load, table (kB gzip)": 200,
    "click to paint, processor, worst (ms)": 100,
    "click to paint, processor, median (ms)": 100,
    "layout shift while the start page opens": 0.02,
    "layout shift while the table opens": 0.02,
    "layout shift while tokens move": 0.0005,
}
"""What is held against a limit does not depend on what else the machine does; times on the clock are printed beside."""
OBSERVE = """() => {
  window.shift = 0
  window.shifted = []
  window.tasks = []
  // The chronicle grows by design: its newest line is on top.
  const told = (entry) => entry.sources.every((source) => source.node?.parentElement?.closest?.('.chronicle'))
  const name = (source) => `${source.node?.nodeName}.${source.node?.className?.baseVal ?? source.node?.className}`
  const count = (entry) => {
    if (!entry.sources.length || told(entry)) return
    window.shift += entry.value
    window.shifted.push(`${entry.value.toFixed(4)} ${entry.sources.map(name).join(' ')}`)
  }
  new PerformanceObserver((list) => list.getEntries().forEach(count)).observe({type: 'layout-shift', buffered: true})
  new PerformanceObserver((list) => window.tasks.push(...list.getEntries().map((entry) => entry.duration)))
    .observe({type: 'longtask', buffered: true})
}"""
PAINT = """(id) => new Promise((done) => {
  const region = document.querySelector(`[data-region="${id}"]`)
  const point = new DOMPoint(+region.dataset.x, +region.dataset.y).matrixTransform(region.getScreenCTM())
  const of = {bubbles: true, button: 0, pointerId: 1, isPrimary: true, pointerType: 'mouse',
    clientX: point.x, clientY: point.y}
  const start = performance.now()
  region.dispatchEvent(new PointerEvent('pointerdown', of))
  region.dispatchEvent(new PointerEvent('pointerup', of))
  requestAnimationFrame(() => setTimeout(() => done(performance.now() - start)))
})"""


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
    """A five-player game in its last round with a person to move; its id and that person's token."""
    person = Client(base)
    game: str = person.new_game(["me", "greedy", "greedy", "greedy", "greedy"], title="small-world")["table"]["id"]
    ends = time.monotonic() + 240
    while time.monotonic() < ends:
        at = person.view(game)
        choices = at["choices"]
        if not choices:
            time.sleep(0.05)
        elif at["view"]["round"] == at["view"]["rounds"] and at["view"]["ask"]["code"] == "conquest":
            return game, person.token
        else:
            verbs = {choice["verb"]: choice["text"] for choice in choices}
            person.play(game, verbs.get("conquer") or verbs.get("expand") or choices[-1]["text"])
    raise SystemExit("The game did not come to its last round in time.")


def interaction(page: Page) -> dict[str, float]:
    """Clicks that open cards on closed regions, and one that conquers: time to the next frame, by clock and processor.

    Times on the clock grow with whatever else the machine does; processor time of the main thread does not.
    """
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    seen = Person(page, "").wait(lambda s: s["mine"], 20)
    legal = [region["id"] for region in seen["regions"]]
    clock: list[float] = []
    busy: list[float] = []
    for region in [*(n for n in range(48) if n not in legal)][:12] + legal[:1]:
        before = spent(session)
        clock.append(page.evaluate(PAINT, region))
        busy.append((spent(session) - before) * 1000)
        page.wait_for_timeout(150)
    conquest = clock[-1]
    return {
        "click to paint, processor, worst (ms)": max(busy),
        "click to paint, processor, median (ms)": sorted(busy)[len(busy) // 2],
        "click to paint, clock, worst (ms)": max(clock),
        "click to paint, clock, median (ms)": sorted(clock)[len(clock) // 2],
        "click to paint, clock, conquest (ms)": conquest,
    }


def spent(session: CDPSession) -> float:
    """Seconds of processor time that the page's main thread has used."""
    found = session.send("Performance.getMetrics")["metrics"]
    return float(next(entry["value"] for entry in found if entry["name"] == "TaskDuration"))


def watched(browser: Browser, base: str, path: str, token: str, ready: str) -> Page:
    """A page that counts its layout shifts from the first paint on, after it has become quiet."""
    context = context_for(browser)
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
    page.evaluate("window.tasks = []")
    figures |= interaction(page)
    tasks: list[float] = page.evaluate("window.tasks")
    figures["long tasks of those clicks, longest (ms)"] = max(tasks, default=0.0)
    person = Person(page, base)
    for _ in range(6):
        if person.look()["mine"]:
            person.step()
    figures["layout shift while tokens move"] = shifts(page)
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
        print(f"{name:42} {value:8.3f}" + (f"   (limit {limit})" if limit else ""))
    return int(any(figures[name] > limit for name, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
