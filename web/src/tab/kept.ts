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

const CARD = 'card '
const REVIEW = 'review '

/** Everything that was kept, but the games and reviews of which a card tells enough until somebody opens them. */
export async function small(): Promise<[string, string][]> {
  const store = (await here()).transaction(STORE).objectStore(STORE)
  const asked = store.getAllKeys()
  await done(store.transaction)
  const keys = new Set(asked.result.map(String))
  const wanted = [...keys].filter((key) => !keys.has(CARD + key) && !key.startsWith(REVIEW))
  // Games without a card were kept by an earlier version: they come last, when all is known that others are told of.
  return texts(wanted.sort((one, other) => Number(!one.includes(' ')) - Number(!other.includes(' '))))
}

/** A game and its review. */
export const whole = (game: string): Promise<[string, string][]> => texts([game, REVIEW + game])

async function texts(keys: string[]): Promise<[string, string][]> {
  if (!keys.length) return []
  const store = (await here()).transaction(STORE).objectStore(STORE)
  const asked = keys.map((key) => store.get(key) as IDBRequest<string | undefined>)
  await done(store.transaction)
  return asked.flatMap(({ result }, place) => (result === undefined ? [] : [[keys[place]!, result]]))
}

function done(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    // A transaction that finds no room is ended without an error of a request.
    transaction.onabort = () => reject(transaction.error ?? new Error('not done'))
  })
}

/** Keep these; null: forget it. */
async function keep(changes: [string, string | null][]): Promise<void> {
  const store = (await here()).transaction(STORE, 'readwrite').objectStore(STORE)
  for (const [key, text] of changes) {
    if (text === null) store.delete(key)
    else store.put(text, key)
  }
  return done(store.transaction)
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
