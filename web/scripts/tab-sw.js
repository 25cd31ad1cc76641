// The tab without a network: one version of the page at a time, kept whole. A new version is fetched in full before it
// takes over, and takes over when no page of the old one is open: versions never mix.
// Tabs under other addresses of this host keep their own: each tidies what is its own.
const PLACE = new URL('./', location.href).pathname
const PAGES = `terrarium-tab ${PLACE} `
const VERSION = PAGES + '%VERSION%'
const PYTHON = `terrarium-python ${PLACE}`
const SHELL = '%SHELL%'
const FILES = '%FILES%'

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([caches.open(VERSION).then((cache) => cache.addAll(SHELL.map(fresh))), python()]))
})

// A file server that says nothing of how long its files hold lets the browser guess: what has no mark of its content
// in its name is asked of the server itself, or a new version would be kept with the page of the old one.
const fresh = (name) =>
  name.startsWith('assets/') || name.startsWith('%PYTHON%/') ? name : new Request(name, { cache: 'reload' })

// Python's files are there already where the page has loaded them.
async function python() {
  const cache = await caches.open(PYTHON)
  for (const name of FILES) {
    const url = new URL(name, location.href).href
    if (!(await cache.match(url))) await cache.add(url)
  }
}

self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()))
})

// Older pages and older Pythons go; what this version needs stays.
async function tidy() {
  for (const name of await caches.keys()) if (name.startsWith(PAGES) && name !== VERSION) await caches.delete(name)
  const python = await caches.open(PYTHON)
  for (const wish of await python.keys()) if (!wish.url.includes('/%PYTHON%/')) await python.delete(wish)
}

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin) return
  // Which server stands behind these files is asked anew each time; without a network none does.
  if (url.pathname.endsWith('/server.json'))
    event.respondWith(fetch(event.request).catch(() => new Response('{"server": ""}')))
  else event.respondWith(answer(event.request, url))
})

async function answer(request, url) {
  const cache = await caches.open(VERSION)
  if (request.mode === 'navigate') {
    // There are two pages: the notebook, and the game whatever follows its name.
    const page = (await cache.match(url.pathname)) ?? (await cache.match('./'))
    if (page) return page
  }
  const known = (await cache.match(url.href)) ?? (await caches.match(url.href))
  if (known) return known
  const fresh = await fetch(request)
  // Type, and what else is loaded as it is needed. Python's large files are kept by whoever unpacks them.
  const large = url.pathname.endsWith('.bin') || url.pathname.endsWith('.zip')
  if (fresh.ok && !large) await cache.put(url.href, fresh.clone()).catch(() => undefined)
  return fresh
}
