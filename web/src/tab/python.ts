/** Python in this worker, with the rules on its path. Everything comes from the folder beside the page, packed; once
 * loaded it stays in the browser's cache, so that it is there without a network. So does the memory of a Python that
 * has imported the rules: the next visit wakes it instead of doing all that again. */

import { answer, free, type Kept, opened, packed, read } from './memory'

/** The little that is used of Pyodide here. */
export interface Python {
  runPython(code: string): unknown
  globals: { get(name: string): unknown; set(name: string, value: unknown): void }
  makeMemorySnapshot(): Uint8Array<ArrayBuffer>
  FS: { mkdirTree(path: string): void; writeFile(path: string, data: Uint8Array): void }
}
/** Python before it begins: Pyodide's own wishes go in, its memory comes out. */
type Machine = (wishes: unknown) => Promise<{ HEAP8: Int8Array }>
interface Pyodide {
  loadPyodide(wishes: Record<string, unknown>): Promise<Python>
}

const PACKED = '.bin'
const MEMORY = 'memory'
const RULES = '/rules'
/** `tools/tab_python/terrarium_start.py`: what a memory is kept of, and what every start does. */
const READY = `import sys
sys.path.insert(0, "${RULES}")
import terrarium_start
terrarium_start.rest()`
const AWAKE = 'import terrarium_start\nterrarium_start.wake()'
/** The rules, compiled. They are fetched after the first visit has begun, and opened from the next one on. */
const LIBRARY = 'library'

const fetched = self.fetch.bind(self)
/** Where the files of a folder are kept; null where the browser keeps none. Its name is also the service worker's
 * (`scripts/tab-sw.js`): tabs under other addresses of this host keep their own. */
const shelf = async (url: string): Promise<Cache | null> =>
  'caches' in self ? caches.open(`terrarium-python ${new URL('../', url).pathname}`).catch(() => null) : null

/** A file of the folder: from the cache, or fetched once. */
async function file(url: string): Promise<Response> {
  const cache = await shelf(url)
  const known = await cache?.match(url)
  if (known) return known
  const fresh = await fetched(url)
  if (!fresh.ok) throw new Error(`${url}: ${fresh.status}`)
  // Where there is no room for it, it is fetched again next time.
  await cache?.put(url, fresh.clone()).catch(() => undefined)
  return fresh
}

/** A packed file, unpacked on its way. */
async function unpacked(url: string, type: string): Promise<Response> {
  const { body } = await file(url + PACKED)
  return new Response(body!.pipeThrough(new DecompressionStream('gzip')), { headers: { 'Content-Type': type } })
}

/** Put the rules where Python looks for them: one file that begins with the names and sizes of what it holds. */
function lay(python: Python, packed: ArrayBuffer): void {
  const length = new DataView(packed).getUint32(0)
  const index = JSON.parse(new TextDecoder().decode(new Uint8Array(packed, 4, length))) as [string, number][]
  const paths = index.map(([name]) => `${RULES}/${name}`)
  for (const folder of new Set(paths.map((path) => path.slice(0, path.lastIndexOf('/'))))) python.FS.mkdirTree(folder)
  let at = 4 + length
  for (const [place, [, size]] of index.entries()) {
    python.FS.writeFile(paths[place]!, new Uint8Array(packed, at, size))
    at += size
  }
}

/** Lay out one more packed file beside the rules. */
export async function lend(made: Python, url: string): Promise<void> {
  lay(made, await (await unpacked(url, '')).arrayBuffer())
}

/** The memory that was kept here, if there is one that can be read. */
async function remembered(address: string): Promise<ArrayBuffer | null> {
  const found = await (await shelf(address))?.match(address)
  return found ? read(found).catch(() => null) : null
}

export async function python(folder: string): Promise<Python> {
  const memory = folder + MEMORY
  // Everything at once: what is large comes while what is small is read.
  const known = remembered(memory)
  const rules = unpacked(`${folder}rules`, '').then((found) => found.arrayBuffer())
  const library = compiled(folder + LIBRARY)
  const early = new Map(
    ['pyodide.asm.wasm', 'python_stdlib.zip'].map((name) => {
      const url = folder + name
      const coming = name.endsWith('.wasm') ? unpacked(url, 'application/wasm') : file(url)
      coming.catch(() => undefined)
      return [url, coming] as const
    }),
  )
  // Pyodide asks for its parts by their own names.
  self.fetch = (wish: RequestInfo | URL, options?: RequestInit) => {
    const url = wish instanceof Request ? wish.url : String(wish)
    const coming = early.get(url)
    early.delete(url)
    if (coming) return coming
    if (url.endsWith('.wasm')) return unpacked(url, 'application/wasm')
    return url.endsWith('.zip') ? file(url) : fetched(wish, options)
  }
  const lock = file(`${folder}lock.json`).then((found) => found.text())
  // Pyodide waits for ever for a part that does not come: whoever waits for Pyodide hears of it at once.
  const parts = Promise.all([rules, lock, ...early.values()])
  parts.catch(() => undefined)
  const whole = <T>(work: Promise<T>): Promise<T> => Promise.race([work, parts.then(() => work)])
  const script = await (await unpacked(`${folder}pyodide.asm.mjs`, 'text/javascript')).blob()
  const address = URL.createObjectURL(script)
  const [{ loadPyodide }, asm] = (await Promise.all([
    import(/* @vite-ignore */ `${folder}pyodide.mjs`),
    import(/* @vite-ignore */ address),
  ])) as [Pyodide, { default: Machine }]
  URL.revokeObjectURL(address)
  const wishes = { indexURL: folder, createPyodideModule: asm.default, lockFileContents: lock }
  const asleep = await known
  if (asleep) {
    try {
      const woken = await whole(loadPyodide({ ...wishes, ...waking(asm.default, opened(asleep)) }))
      lay(woken, await rules)
      return await begun(woken, rules, library)
    } catch (error) {
      // Of another Python, or damaged: it is made anew, unless something else is missing.
      await parts
      console.warn(error)
      await (await shelf(memory))?.delete(memory)
    }
  }
  const made = await whole(loadPyodide({ ...wishes, _makeSnapshot: true }))
  lay(made, await rules)
  made.runPython(READY)
  void keep(memory, packed(made.makeMemorySnapshot()))
  return begun(made, rules, library)
}

/** How Pyodide loads a memory that was kept: it is given its own notes alone, and finds the rest in its place. */
function waking(machine: Machine, kept: Kept): Record<string, unknown> {
  const createPyodideModule: Machine = async (wishes) => {
    const made = await machine(wishes)
    kept.lay(made.HEAP8)
    return made
  }
  return { createPyodideModule, _loadSnapshot: kept.notes }
}

/** What every start does; with the compiled rules where they are there. What the start alone needed goes. */
async function begun(made: Python, rules: Promise<ArrayBuffer>, library: Promise<ArrayBuffer | null>): Promise<Python> {
  const compiled = await library
  if (compiled) made.FS.writeFile(`${RULES}/${LIBRARY}.so`, new Uint8Array(compiled))
  made.runPython(AWAKE)
  self.fetch = fetched
  free(await rules)
  if (compiled) free(compiled)
  return made
}

/** The compiled rules, if this browser has them already: a first visit does not wait for them. */
async function compiled(url: string): Promise<ArrayBuffer | null> {
  const known = await (await shelf(url))?.match(url + PACKED)
  return known ? (await unpacked(url, '')).arrayBuffer() : null
}

/** For the next visit. Where there is no room for it, it is made again. */
async function keep(address: string, memory: Blob): Promise<void> {
  await (await shelf(address))?.put(address, answer(memory)).catch(() => undefined)
}
