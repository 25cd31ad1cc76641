/** Python in this worker, with the rules on its path. Everything comes from the folder beside the page, packed; once
 * loaded it stays in the browser's cache, so that it is there without a network. */

/** The little that is used of Pyodide here. */
export interface Python {
  runPython(code: string): unknown
  globals: { get(name: string): unknown; set(name: string, value: unknown): void }
  unpackArchive(data: ArrayBuffer, format: string, options: { extractDir: string }): void
}
interface Pyodide {
  loadPyodide(wishes: Record<string, unknown>): Promise<Python>
}

const PACKED = '.bin'
const fetched = self.fetch.bind(self)

/** A file of the folder: from the cache, or fetched once. */
async function file(url: string): Promise<Response> {
  if (!('caches' in self)) return fetched(url)
  const cache = await caches.open('terrarium-python')
  const known = await cache.match(url)
  if (known) return known
  const fresh = await fetched(url)
  if (!fresh.ok) throw new Error(`${url}: ${fresh.status}`)
  await cache.put(url, fresh.clone())
  return fresh
}

/** A packed file, unpacked on its way. */
async function unpacked(url: string, type: string): Promise<Response> {
  const { body } = await file(url + PACKED)
  return new Response(body!.pipeThrough(new DecompressionStream('gzip')), { headers: { 'Content-Type': type } })
}

export async function python(folder: string): Promise<Python> {
  // Pyodide asks for its parts by their own names.
  self.fetch = (wish: RequestInfo | URL, options?: RequestInit) => {
    const url = wish instanceof Request ? wish.url : String(wish)
    if (url.endsWith('.wasm')) return unpacked(url, 'application/wasm')
    return url.endsWith('.zip') ? file(url) : fetched(wish, options)
  }
  const rules = file(`${folder}terrarium.zip`).then((found) => found.arrayBuffer())
  const script = await (await unpacked(`${folder}pyodide.asm.mjs`, 'text/javascript')).blob()
  const address = URL.createObjectURL(script)
  const [{ loadPyodide }, asm] = (await Promise.all([
    import(/* @vite-ignore */ `${folder}pyodide.mjs`),
    import(/* @vite-ignore */ address),
  ])) as [Pyodide, { default: unknown }]
  URL.revokeObjectURL(address)
  const made = await loadPyodide({
    indexURL: folder,
    createPyodideModule: asm.default,
    lockFileContents: file(`${folder}lock.json`).then((found) => found.text()),
  })
  made.unpackArchive(await rules, 'zip', { extractDir: '/rules' })
  made.runPython('import sys; sys.path.insert(0, "/rules")')
  return made
}
