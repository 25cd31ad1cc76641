/** What lasts in the browser: texts by name, in IndexedDB. */

const STORE = 'kept'

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('terrarium', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('no database'))
  })
}

let database: Promise<IDBDatabase> | null = null
const here = (): Promise<IDBDatabase> => (database ??= opened())

/** Everything that was kept. */
export async function all(): Promise<[string, string][]> {
  const store = (await here()).transaction(STORE).objectStore(STORE)
  const [keys, texts] = [store.getAllKeys(), store.getAll()]
  return new Promise((resolve, reject) => {
    store.transaction.oncomplete = () =>
      resolve(keys.result.map((key, place) => [String(key), texts.result[place] as string]))
    store.transaction.onerror = () => reject(store.transaction.error ?? new Error('not read'))
  })
}

/** Keep these; null: forget it. */
export async function keep(changes: [string, string | null][]): Promise<void> {
  if (!changes.length) return
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
