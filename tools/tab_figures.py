"""Figures of Terrarium in a tab, in a real Chromium, from a plain file server, against their limits.

    python tools/tab_figures.py                     after `make tab`
    python tools/tab_figures.py --folder OTHER      of another build, to compare two on the same machine

Bytes are counted by the server until the first question can be answered; times are the page's own, on this machine as
busy as it is (the load is printed with them). Processor time of the pages, all threads together, is told beside: it
depends less on who else is busy. `greedy` and `strong` are timed over a whole game of each title; memory is the most
that was seen in a game of Terra Mystica against `strong`, where the page is loaded again at once, and in a later visit
that reviews the game: some minutes. It is counted twice: what the process has of its own, as the browser's task manager
counts, and all that is resident: with the browser's program and what it draws into, which are not the tab's alone.
"""

import argparse
import functools
import math
import os
import sys
import threading
import time
from dataclasses import dataclass
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402
from tests.web.browser import chromium, context_for, launch, next_of  # noqa: E402
from tests.web.mystic import Mystic  # noqa: E402

FOLDER = ROOT / "dist" / "tab"
WISHES = "?seed=figures&pause=0"
PAUSE_MS = 100
TITLES = ("small-world", "underground", "warcraft", "terra-mystica")

# A worker of one's own, so that what it takes is not hidden behind what the page draws.
ALONE = """async ([titles, every, most]) => {
  const script = performance.getEntriesByType('resource').find((entry) => /worker-[^/]*\\.js/.test(entry.name)).name
  const python = new URL(document.querySelector('meta[name=python]').content + '/', document.baseURI).href
  const worker = new Worker(script, { type: 'module' })
  const waiting = new Map(), heard = []
  let next = 1
  worker.onmessage = ({ data }) => {
    if (data.kind === 'answer') { waiting.get(data.id)(data); waiting.delete(data.id) }
    else if (data.kind === 'heard') heard.push([performance.now(), data.id, JSON.parse(data.text)])
  }
  const ask = (method, path, body) => new Promise((done) => {
    const id = next++
    waiting.set(id, (data) => done(JSON.parse(data.text)))
    worker.postMessage({ kind: 'ask', id, method, path, body: body ? JSON.stringify(body) : '' })
  })
  worker.postMessage({ kind: 'begin', python, wishes: '?seed=figures&pause=0' })
  await ask('GET', '/me')
  const found = {}
  for (const title of titles) {
    const bot = { kind: 'bot', level: 'greedy' }
    const { table } = await ask('POST', '/games', { title, seats: [{ kind: 'me' }, bot, bot] })
    const id = next++
    heard.length = 0
    worker.postMessage({ kind: 'open', id, game: table.id, query: '?lang=en&after=0' })
    const greedy = [], strong = []
    const asked = async () => {
      for (;;) {
        const at = await ask('GET', `/games/${table.id}/view`)
        if (at.view.over || at.choices.length) return at
        await new Promise((done) => setTimeout(done, 20))
      }
    }
    for (let n = 0; n < most; n += 1) {
      const at = await asked()
      if (at.view.over) break
      if (n % every === 0) {
        const began = performance.now()
        await ask('GET', `/games/${table.id}/hint`)
        strong.push(performance.now() - began)
      }
      const text = at.choices[(n * 7) % at.choices.length].text
      await ask('POST', `/games/${table.id}/moves`, { id: `m${n}`, expected_seq: at.seq, moves: [text] })
    }
    // Bots of a game that is left would go on, and be waited for in the next one.
    await asked()
    worker.postMessage({ kind: 'close', id })
    let before = 0
    for (const [when, line, packet] of heard) {
      if (line !== id) continue
      const byBot = packet.type === 'update' && packet.data.rows.some((row) => row.who > 0)
      if (byBot && before) greedy.push(when - before)
      before = packet.type === 'update' ? when : 0
    }
    found[title] = { greedy, strong }
  }
  worker.terminate()
  return found
}"""


MOST = 1000
# Nobody decides oftener in a game.
MANY = 100
# So many games as if they had been played: copies of those that were.
COPIED = """async (many) => {
  const asked = indexedDB.open('terrarium', 1)
  await new Promise((done) => (asked.onsuccess = done))
  const all = (store, what) => new Promise((done) => {
    const wish = store[what]()
    wish.onsuccess = () => done(wish.result)
  })
  const store = asked.result.transaction('kept', 'readwrite').objectStore('kept')
  const [keys, texts] = [await all(store, 'getAllKeys'), await all(store, 'getAll')]
  const games = keys.filter((key) => keys.includes(`card ${key}`))
  for (let n = 0; n < many; n += 1) {
    const game = games[n % games.length], name = 'z'.repeat(9) + String(n).padStart(5, '2')
    for (const key of [game, `card ${game}`])
      store.put(texts[keys.indexOf(key)].replaceAll(game, name), key.replace(game, name))
  }
  await new Promise((done) => (store.transaction.oncomplete = done))
  asked.result.close()
}"""


class Counting(SimpleHTTPRequestHandler):
    """Gives out files and counts their bytes."""

    sent = 0

    def log_message(self, format: str, *args: Any) -> None:
        pass

    def copyfile(self, source: Any, outputfile: Any) -> None:
        data = source.read()
        Counting.sent += len(data)
        outputfile.write(data)


@dataclass
class Figure:
    name: str
    value: float
    limit: float
    unit: str

    def line(self) -> str:
        verdict = "kept" if self.value <= self.limit else "NOT KEPT"
        return f"{self.name:46} {self.value:9.2f} {self.unit:3} at most {self.limit:g}: {verdict}"


def to_first_move(page: Page, base: str) -> float:
    """Seconds until the first question of a game can be answered."""
    began = time.monotonic()
    page.goto(base)
    page.locator('[data-title="small-world"]').click()
    for place in (1, 2):
        page.locator(f"#seat-{place}").select_option("greedy")
    page.locator('[data-do="begin"]').click()
    page.wait_for_selector(".table[data-mine=true]")
    return time.monotonic() - began


def until_ready(page: Page, base: str) -> float:
    """Seconds until a game can be chosen."""
    began = time.monotonic()
    page.goto(base)
    page.wait_for_selector("[data-title]")
    page.wait_for_selector(".tables li .btn")
    return time.monotonic() - began


@dataclass(frozen=True)
class Memory:
    """Megabytes of the largest process that draws pages: the tab with its worker."""

    own: float
    resident: float


def memory_figures(name: str, seen: list[Memory]) -> list[Figure]:
    """By either count the most that was seen."""
    return [
        Figure(f"{name}, of its own", max(one.own for one in seen), 400, "MB"),
        Figure(f"{name}, resident", max(one.resident for one in seen), 400, "MB"),
    ]


def memory(browser: Browser) -> Memory:
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    sizes = [Memory(0, 0)]
    for process in told["processInfo"]:
        status = Path(f"/proc/{process['id']}/status")
        if process["type"] == "renderer" and status.is_file():
            lines = dict(line.split(":", 1) for line in status.read_text().splitlines())
            anonymous, swapped, all_of_it = (
                int(lines[key].split()[0]) / 1024 for key in ("RssAnon", "VmSwap", "VmRSS")
            )
            sizes.append(Memory(anonymous + swapped, all_of_it))
    return max(sizes, key=lambda one: one.resident)


def most_memory(browser: Browser, page: Page, base: str) -> list[Figure]:
    """The most in a game of Terra Mystica against `strong`, while Python wakes in the page that was just left, where
    the browser has not tidied up yet, and in a later visit that reviews that game."""
    person = Mystic(page, base, seed=2)
    game = person.new_mystic_game(level="strong")
    seen = [memory(browser)]
    while next_of([person]) is not None:
        person.step()
        seen.append(memory(browser))
    found = memory_figures("memory, against strong", seen)
    page.goto("about:blank")
    page.goto(base)
    found += memory_figures("memory, loaded again at once", until_seen(browser, page, ".tables li .btn"))
    later = page.context.new_page()
    page.close()
    later.goto(f"{base}#/g/{game}/review")
    seen = until_seen(browser, later, ".analysis[data-ready=true]")
    return [*found, *memory_figures("memory, a later visit and a review", seen)]


def until_seen(browser: Browser, page: Page, awaited: str) -> list[Memory]:
    """What is needed until the page shows what is awaited, and then."""
    seen = []
    while not page.locator(awaited).count():
        seen.append(memory(browser))
        page.wait_for_timeout(PAUSE_MS)
    return [*seen, memory(browser)]


def spent(browser: Browser) -> float:
    """Processor seconds that the processes which draw pages have taken so far."""
    told = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return float(sum(process["cpuTime"] for process in told["processInfo"] if process["type"] == "renderer"))


def high(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] if values else math.inf


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=4, help="a hint is asked at every so-many-th decision of mine")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="the built tab")
    wish = parser.parse_args()
    executable = chromium()
    if executable is None or not (wish.folder / "index.html").is_file():
        print("Chromium or dist/tab is missing (`make tab`).")
        return 1
    handler = functools.partial(Counting, directory=str(wish.folder))
    found: list[Figure] = []
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as playwright:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{server.server_port}/{WISHES}"
        browser = launch(playwright, executable)
        page = context_for(browser).new_page()
        before = spent(browser)
        first = to_first_move(page, base)
        busy = [spent(browser) - before]
        found.append(Figure("first load until the first move", Counting.sent / 1e6, 8, "MB"))
        found.append(Figure("first load until the first move", first, 6, "s"))
        page.wait_for_function("() => navigator.serviceWorker.controller !== null")
        found += memory_figures("memory at the first question", [memory(browser)])
        page.context.set_offline(True)
        page.goto("about:blank")
        before = spent(browser)
        found.append(Figure("second load, network cut", until_ready(page, base), 2, "s"))
        busy.append(spent(browser) - before)
        page.context.set_offline(False)
        told = page.evaluate(ALONE, [list(TITLES), wish.every, MOST])
        for title in TITLES:
            found.append(Figure(f"greedy, {title}, p95", high(told[title]["greedy"], 0.95), 50, "ms"))
            slowest = max(told[title]["strong"]) / 1000
            found.append(Figure(f"strong, {title}, slowest of {len(told[title]['strong'])}", slowest, 1.5, "s"))
        page.evaluate(COPIED, MANY)
        page.context.set_offline(True)
        page.goto("about:blank")
        before = spent(browser)
        found.append(Figure(f"the same with {MANY} kept games", until_ready(page, base), 2, "s"))
        busy.append(spent(browser) - before)
        page.context.close()
        found += most_memory(browser, context_for(browser).new_page(), base)
        browser.close()
        server.shutdown()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    print(f"{os.cpu_count()} cores, load {load:.1f}")
    print(f"processor time: first load {busy[0]:.1f} s, second load {busy[1]:.1f} s, with kept games {busy[2]:.1f} s")
    for figure in found:
        print(figure.line())
    return 0


if __name__ == "__main__":
    sys.exit(main())
