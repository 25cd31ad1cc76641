/** What lasts in the browser: texts by name, in IndexedDB. */

const STORE = 'kept'

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('terrarium', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => {
      // Whoever clears what the browser keeps closes it; the next text opens it anew.
      request.result.onclose = () => (database = null)
      request.result.onversionchange = () => {
        request.result.close()
        database = null
      }
      resolve(request.result)
    }
    request.onerror = () => reject(request.error ?? new Error('no database'))
  })
}

let database: Promise<IDBDatabase> | null = null

function here(): Promise<IDBDatabase> {
  database ??= opened()
  database.catch(() => (database = null))
  return database
}

/** Everything that was kept. */
export async function all(): Promise<[string, string][]> {
  const store = (await here()).transaction(STORE).objectStore(STORE)
  const [keys, texts] = [store.getAllKeys(), store.getAll()]
  return new Promise((resolve, reject) => {
    store.transaction.oncomplete = () =>
      resolve(keys.result.map((key, place) => [String(key), texts.result[place] as string]))
    store.transaction.onabort = () => reject(store.transaction.error ?? new Error('not read'))
  })
}

/** Keep these; null: forget it. */
async function keep(changes: [string, string | null][]): Promise<void> {
  const store = (await here()).transaction(STORE, 'readwrite').objectStore(STORE)
  for (const [key, text] of changes) {
    if (text === null) store.delete(key)
    else store.put(text, key)
  }
  return new Promise((resolve, reject) => {
    store.transaction.oncomplete = () => resolve()
    // A transaction that finds no room is ended without an error of a request.
    store.transaction.onabort = () => reject(store.transaction.error ?? new Error('not kept'))
  })
}

/** What the browser has not kept yet: what it refused is tried again with what comes next. */
const waiting = new Map<string, string | null>()
let keeping = false

/** Keep these as soon as can be; `heard` is told whether the browser did. */
export async function keepAll(changes: [string, string | null][], heard: (kept: boolean) => void): Promise<void> {
  for (const [key, text] of changes) waiting.set(key, text)
  if (keeping) return
  keeping = true
  let kept = true
  while (kept && waiting.size) {
    const some = [...waiting]
    kept = await keep(some).then(
      () => true,
      () => false,
    )
    if (kept) for (const [key, text] of some) if (waiting.get(key) === text) waiting.delete(key)
    heard(kept)
  }
  keeping = false
}
