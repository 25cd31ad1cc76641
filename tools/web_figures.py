"""Prints how heavy and how quick the browser client is: first load, interaction to paint, layout shift.

    python tools/web_figures.py

First load: bytes of everything the start page fetches, as gzip would send it, without fonts. Interaction to paint: from
a click on the 48-region map in the last round to the next frame, over several clicks. Layout shift: the browser's own
score while tokens move. Everything is measured against a server of its own on this machine.
"""

import gzip
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, CDPSession, Page, Response, sync_playwright  # noqa: E402
from tests.server.harness import Client, Server  # noqa: E402
from tests.web.browser import Person, chromium, context_for, launch  # noqa: E402

from terrarium.server.sessions import COOKIE  # noqa: E402

LIMITS = {"first load, start page (kB gzip)": 200, "first load, table (kB gzip)": 200, "interaction to paint (ms)": 100}
OBSERVE = """() => {
  window.shift = 0
  // The chronicle grows by design: its newest line is on top.
  const told = (entry) => entry.sources.every((source) => source.node?.parentElement?.closest?.('.chronicle'))
  window.shifted = []
  const name = (source) => `${source.node?.nodeName}.${source.node?.className?.baseVal ?? source.node?.className}`
  const count = (entry) => {
    if (told(entry)) return
    window.shift += entry.value
    window.shifted.push(`${entry.value.toFixed(3)} ${entry.sources.map(name).join(' ')}`)
  }
  new PerformanceObserver((list) => list.getEntries().forEach(count))
    .observe({type: 'layout-shift', buffered: true})
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


def interaction(page: Page) -> tuple[float, float, float]:
    """Worst and middle time from a click to the next frame, and processor time a click takes on the main thread.

    The clicks open cards on regions that are closed; the last one conquers. The first two figures grow with whatever
    else the machine does, the third does not.
    """
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    person = Person(page, "")
    seen = person.wait(lambda s: s["mine"], 20)
    legal = [region["id"] for region in seen["regions"]]
    times: list[float] = []
    before = spent(session)
    for region in [*(n for n in range(48) if n not in legal)][:12] + legal[:1]:
        times.append(page.evaluate(PAINT, region))
        page.wait_for_timeout(150)
    busy = (spent(session) - before) * 1000 / len(times)
    times.sort()
    return times[-1], times[len(times) // 2], busy


def spent(session: CDPSession) -> float:
    """Seconds of processor time that the page's main thread has used."""
    found = session.send("Performance.getMetrics")["metrics"]
    return float(next(entry["value"] for entry in found if entry["name"] == "TaskDuration"))


def main() -> int:
    executable = chromium()
    if executable is None:
        print("Chromium is not installed (Debian: apt-get install chromium).")
        return 2
    figures: dict[str, Any] = {}
    settings = {"TERRARIUM_TITLES": "terrarium.catalog:titles", "TERRARIUM_LOG_LEVEL": "warning"}
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), **settings) as server,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright, executable)
        figures["first load, start page (kB gzip)"] = first_load(browser, server.base)
        game, token = last_round(server.base)
        figures["first load, table (kB gzip)"] = first_load(browser, f"{server.base}/g/{game}")
        context = context_for(browser)
        context.add_cookies([{"name": COOKIE, "value": token, "url": server.base}])
        page = context.new_page()
        page.goto(f"{server.base}/g/{game}")
        page.wait_for_selector(".map canvas")
        page.wait_for_timeout(1500)
        page.evaluate(OBSERVE)
        page.evaluate("window.shift = 0")
        worst, middle, busy = interaction(page)
        figures["main thread a click (ms of processor)"] = busy
        figures["interaction to paint (ms)"] = worst
        figures["interaction to paint, median (ms)"] = middle
        person = Person(page, server.base)
        page.evaluate("window.shift = 0")
        for _ in range(4):
            if person.look()["mine"]:
                person.step()
        figures["layout shift while tokens move"] = page.evaluate("window.shift")
        shifted = page.evaluate("window.shifted")
        browser.close()
    print(f"load average of this machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for name, value in figures.items():
        limit = LIMITS.get(name)
        print(f"{name:38} {value:8.3f}" + (f"   (limit {limit})" if limit else ""))
    print(*shifted, sep="\n")
    return int(any(figures[name] > limit for name, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
