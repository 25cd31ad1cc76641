"""The two houses of the client, `lib/server.ts` and `tab/house.ts`, keep one contract (`lib/house.ts`): the same calls
in one browser, and the same comes of them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.server.harness import REAL, Server
from tests.web.browser import DIST, context_for, until
from tests.web.tabs import FOLDER, tool

BUILT = """import { build } from 'vite'
import { svelte } from '@sveltejs/vite-plugin-svelte'
const entry = { server: 'src/lib/server.ts', tab: 'src/tab/house.ts' }
const lib = { entry, formats: ['es'], fileName: (_, name) => `${name}.js` }
await build({ configFile: false, plugins: [svelte()], build: { lib, outDir: process.argv[1], minify: false } })
"""
CALLS = """async ({ which, python, worker, draft }) => {
  const [{ server }, { TabHouse }] = await Promise.all([import('/tab/houses/server.js'), import('/tab/houses/tab.js')])
  const begun = () => new Worker(worker, { type: 'module' })
  const house = which === 'server' ? server : new TabHouse(begun(), new URL(python, location.href).href, '?pause=0')
  const told = (window.told = { offers: Object.keys(house.offers).sort() })
  const session = await house.ask('POST', '/session', JSON.stringify({ name: 'Ada', lang: 'en' }), '')
  const { csrf } = JSON.parse(session.text)
  const ask = (method, path, body) => house.ask(method, path, body && JSON.stringify(body), csrf)
  const short = ({ status, text }) => [status, JSON.parse(text).error?.code ?? 'fine']
  told.session = short(session)
  told.titles = short(await ask('GET', '/titles', null))
  told.nowhere = short(await ask('GET', '/games/aaaaaaaaaaaaaa', null))
  told.noAddress = short(await ask('GET', '/games/none', null))
  told.noTitle = short(await ask('POST', '/games', { title: 'chess', seats: [{ kind: 'me' }] }))
  const bot = { kind: 'bot', level: 'random' }
  const made = await ask('POST', '/games', { title: 'small-world', seats: [{ kind: 'me' }, bot], lang: 'en' })
  told.made = short(made)
  const { id } = JSON.parse(made.text).table

  // A line greets, answers, and is told that it was closed, whoever closed it; afterwards it hears nothing.
  const [heard, packets] = [[], {}]
  const hears = (kind) => new Promise((done) => {
    const waits = setInterval(() => heard.includes(kind) && (clearInterval(waits), done()), 20)
  })
  const line = house.line(id, '?lang=en&after=0&chat=0', {
    heard: (text) => {
      const packet = JSON.parse(text)
      packets[packet.type] = packet
      heard.push(packet.type)
    },
    closed: () => heard.push('closed'),
  })
  await hears('hello')
  line.send(JSON.stringify({ type: 'ping', data: {} }))
  await hears('pong')
  const move = { id: 'the-first', expected_seq: packets.hello.seq, moves: [] }
  line.send(JSON.stringify({ type: 'move', data: move }))
  await hears('refused')
  told.refusal = packets.refused.data.error.code
  line.close()
  await hears('closed')
  line.close()
  line.send(JSON.stringify({ type: 'ping', data: {} }))
  told.first = [heard[0], Object.keys(packets.hello.data).sort()]
  told.closed = heard.filter((kind) => kind === 'closed').length
  told.noTable = await new Promise((done) =>
    house.line('aaaaaaaaaaaaaa', '', { heard: () => undefined, closed: () => done('closed') }))

  // What takes its time: refused in a sentence, read to its end, stopped on the way and before it began.
  const flow = (body, signal) => house.flow('/workshop/check?lang=en', JSON.stringify(body), csrf, signal)
  const never = new AbortController().signal
  const read = async ({ parts }) => {
    let text = ''
    for await (const part of parts) text += part
    return text
  }
  const refused = await flow({ title: 'small-world', text: 'no unit' }, never)
  told.refused = short({ status: refused.status, text: await read(refused) })
  const whole = await flow(draft, never)
  const lines = (await read(whole)).trim().split('\\n').map((text) => JSON.parse(text))
  told.whole = [whole.status, Object.keys(lines.at(-1)).sort()]
  const stopping = new AbortController()
  const some = await flow(draft, stopping.signal)
  const parts = some.parts[Symbol.asyncIterator]()
  told.begun = [some.status, (await parts.next()).done]
  stopping.abort()
  told.stopped = 'ended'
  for (let next = await parts.next(); !next.done; next = await parts.next())
    if (next.value.includes('"ok":true')) told.stopped = 'went on'
  const early = new AbortController()
  const hasty = flow(draft, early.signal)
  early.abort()
  told.hasty = await hasty.then(() => 'begun', (error) => error.name)
  const late = new AbortController()
  late.abort()
  told.late = await flow(draft, late.signal).then(() => 'begun', (error) => error.name)

  told.prepared = (await house.prepare(id, false)) ?? null
  told.boats = await house.lifeboats()
  told.elsewhere = await house.elsewhere()
  told.which = which
}"""
"""What comes of each call, put where the test finds it; also where the last of them never ends."""


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory, files: str) -> Path:
    """Both houses as modules that a page can import."""
    folder: Path = tmp_path_factory.mktemp("houses")
    maker: Any = tool().client()
    maker.run(maker.node(), ["exec", "--", "node", "--input-type=module", "-e", BUILT, "--", str(folder)])
    return folder


@pytest.fixture(scope="module")
def page(houses: Path, browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page at a server that gives out the tab too, in which both houses can be spoken to."""
    if not DIST.is_file():
        pytest.skip("the browser client is not built: run `make web` (needs Node)")

    def give(route: Route) -> None:
        name = route.request.url.rsplit("/", 1)[-1]
        route.fulfill(content_type="text/javascript", body=(houses / name).read_text(encoding="utf-8"))

    context = context_for(browser, worker=False)
    page = context.new_page()
    page.route("**/tab/houses/*.js", give)
    folder = tmp_path_factory.mktemp("served")
    with Server(folder, **REAL, TERRARIUM_LOG_LEVEL="warning", TERRARIUM_TAB=str(FOLDER)) as server:
        page.goto(f"{server.base}/tab/server.json")
        yield page
    context.close()


def told_by(page: Page, wishes: dict[str, Any]) -> dict[str, Any]:
    page.evaluate("() => (window.told = {})")
    page.evaluate(f"(wishes) => void ({CALLS})(wishes).catch((error) => (window.told.problem = String(error)))", wishes)
    until(page, "() => 'which' in window.told || 'problem' in window.told")
    told: dict[str, Any] = page.evaluate("() => window.told")
    assert told.pop("which", "") == wishes["which"], told
    return told


def test_the_same_comes_of_the_same_calls(page: Page) -> None:
    beavers = next((FOLDER.parents[1] / "src/terrarium/workshop").rglob("beavers.toml")).read_text(encoding="utf-8")
    wishes = {
        "python": f"/tab/{next(FOLDER.glob('python-*')).name}/",
        "worker": f"/tab/assets/{next(FOLDER.glob('assets/worker-*.js')).name}",
        "draft": {"title": "small-world", "text": beavers},
    }
    at_server, in_tab = (told_by(page, {"which": which, **wishes}) for which in ("server", "tab"))
    base = page.url.partition("/tab/")[0]
    assert at_server.pop("elsewhere") == {"kind": "tab", "root": "/tab/#"}
    assert in_tab.pop("elsewhere") == {"kind": "server", "root": base}
    assert at_server == in_tab
    assert at_server["stopped"] == "ended"
    assert (at_server["closed"], at_server["noTable"]) == (1, "closed")
    assert at_server["hasty"] == at_server["late"] == "AbortError"
