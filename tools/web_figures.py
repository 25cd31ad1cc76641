"""Prints how heavy and how quick the browser client is, as JSON: first load, interaction to paint, layout shift,
panning.

    python tools/web_figures.py

First load: bytes of everything a first visit fetches until the page is quiet, as they cross the wire: scripts, type,
the API's answers, heads included. Interactive: from the start of the visit until the start page takes a click.

Panning: the 48-region map is dragged to and fro for two seconds, zoomed in; frames a second, and the longest one.

Clicks are real ones, sent to Chromium as a mouse sends them, on the 48-region map with five players in the last round,
with all motion on. Two kinds: on a region that is closed (its card opens) and on one that can be conquered (the server
answers; each conquest is taken back before the next).
- "to first response" is what the browser itself reports (Event Timing): from the release of the button to the moment
  the next frame is on the screen. That frame is checked to show an answer: a ring round the closed region, whose card
  follows, or the legal region lit as pressed, or its new owner.
- "to conquest shown" runs from the release of the button, through the server and back, to the frame that shows the new
  owner and the new prices, handed over for drawing.
- "processor" is time of the page's main thread until then, which does not depend on what else the machine does.

Layout shift: the browser's own score, while pages open, while tokens move (those conquests, and taking them back), and
while turns pass (peoples come and go, and a player's panel is as high as what it tells). Everything is measured against
a server of its own on this machine.
"""

import json
import os
import sys
import tempfile
import time
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright  # noqa: E402
from tests.server.harness import Client, Server  # noqa: E402
from tests.web.browser import POINT, Person, chromium, context_for, launch, until  # noqa: E402

from terrarium.server.people.sessions import COOKIE  # noqa: E402
from terrarium.words import LANGUAGES  # noqa: E402

LIMITS = {
    "first load, start page, en (kB)": 500,
    "first load, start page, zh-Hant (kB)": 500,
    "first load, start page, zh-Hans (kB)": 500,
    "interactive (ms)": 1000,
    "console messages": 0,
    "closed region, to first response, median (ms)": 60,
    "closed region, processor, worst (ms)": 100,
    "conquest, to first response, median (ms)": 60,
    "conquest, to conquest shown, median (ms)": 100,
    "conquest, processor until shown, worst (ms)": 100,
    "layout shift while the start page opens": 0.02,
    "layout shift while the table opens": 0.02,
    "layout shift while tokens move": 0.0005,
}
"""On the clock medians are held against a limit, since a busy machine makes any single time long; the worst are
printed."""
FLOORS = {"panning (frames a second)": 59.5}
"""What must not be less. Sixty, told in whole numbers: no screen's clock is exact."""
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


FRAMES = """() => {
  window.frames_at = []
  const next = (at) => { window.frames_at.push(at); if (window.frames_at.length < 400) requestAnimationFrame(next) }
  requestAnimationFrame(next)
}"""


def first_load(browser: Browser, address: str, lang: str, heard: list[str]) -> tuple[float, float]:
    """kB that a first visit fetches before it is quiet, and milliseconds until it takes a click."""
    context = context_for(browser, lang=lang)
    page = context.new_page()
    page.on("console", lambda message: heard.append(f"{lang}: {message.text}"))
    page.on("pageerror", lambda error: heard.append(f"{lang}: {error}"))
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    sizes: list[float] = []
    wire.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    began = time.monotonic()
    page.goto(address, wait_until="commit")
    page.wait_for_selector("h1")
    page.locator("button, a").first.click(trial=True)
    ready = time.monotonic() - began
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1000)
    context.close()
    return sum(sizes) / 1000, ready * 1000


def panning(page: Page) -> dict[str, float]:
    """Frames a second while the map is dragged to and fro."""
    box = page.locator(".board").first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    for _ in range(3):
        page.mouse.wheel(0, -300)
    page.wait_for_timeout(500)
    page.evaluate(FRAMES)
    page.mouse.down()
    ends = time.monotonic() + 2
    step = 0
    while time.monotonic() < ends:
        step += 1
        page.mouse.move(x + 120 * (-1) ** (step // 12) * (step % 12) / 12, y)
    page.mouse.up()
    times: list[float] = page.evaluate("window.frames_at")
    gaps = [after - before for before, after in pairwise(times)]
    return {
        "panning (frames a second)": 1000 * len(gaps) / sum(gaps),
        "panning, longest frame (ms)": max(gaps),
    }


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
    seen = person.wait(lambda s: s["mine"])
    legal = [region["id"] for region in seen["regions"]]
    sure = [region["id"] for region in seen["regions"] if not region["die"]]
    others = [region for region in range(48) if region not in legal]
    closed = [clicked(page, session, region, False) for region in others[:CLOSED]]
    conquests = []
    for n in range(CONQUESTS):
        conquests.append(clicked(page, session, sure[n % len(sure)], True))
        page.keyboard.press("z")
        person.wait(lambda s: [r["id"] for r in s["regions"]] == legal and not s["pending"])
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
        print("  moved:", line, file=sys.stderr)
    page.evaluate("() => { window.shift = 0; window.shifted = [] }")
    return found


def measure(browser: Browser, base: str) -> dict[str, float]:
    figures: dict[str, float] = {}
    heard: list[str] = []
    for lang in LANGUAGES:
        size, ready = first_load(browser, base, lang, heard)
        figures[f"first load, start page, {lang} (kB)"] = size
        figures["interactive (ms)"] = max(ready, figures.get("interactive (ms)", 0.0))
    game, token = last_round(base)
    home = watched(browser, base, "/", token, "[data-title]")
    figures["layout shift while the start page opens"] = shifts(home)
    home.context.close()
    page = watched(browser, base, f"/g/{game}", token, ".map canvas")
    figures["layout shift while the table opens"] = shifts(page)
    figures |= interaction(page)
    figures["layout shift while tokens move"] = shifts(page)
    figures |= panning(page)
    figures["console messages"] = len(heard)
    for line in heard:
        print("console:", line, file=sys.stderr)
    person = Person(page, base)
    for _ in range(6):
        if person.look()["mine"]:
            person.step()
    figures["layout shift while turns pass"] = shifts(page)
    return figures


def broken(figures: dict[str, float]) -> list[str]:
    """The figures that are beyond their limit or below their floor."""
    over = [name for name, limit in LIMITS.items() if figures[name] > limit]
    return over + [name for name, floor in FLOORS.items() if figures[name] < floor]


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
    bounds = LIMITS | FLOORS
    told = {name: {"value": round(value, 3), "limit": bounds.get(name)} for name, value in figures.items()}
    machine = {"load average": round(os.getloadavg()[0], 1), "processors": os.cpu_count()}
    print(json.dumps({"figures": told, "machine": machine}, indent=1, ensure_ascii=False))
    return int(bool(broken(figures)))


if __name__ == "__main__":
    sys.exit(main())
