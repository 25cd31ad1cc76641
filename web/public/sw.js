// The shell opens without a network: hashed files from the cache, pages from the network and, failing that, the cache.
const CACHE = 'terrarium-1'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(['/', '/manifest.webmanifest', '/icon.svg']))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  const url = new URL(event.request.url)
  if (event.request.method !== 'GET' || url.origin !== location.origin || url.pathname.startsWith('/api/')) return
  // The tab keeps itself: it has a service worker of its own.
  if (url.pathname.startsWith('/tab/')) return
  // Pages for the frames of other sites have a policy of their own: they are never the shell.
  if (url.pathname.startsWith('/embed/')) return
  if (event.request.mode === 'navigate') event.respondWith(page(event.request))
  else if (url.pathname.startsWith('/assets/')) event.respondWith(asset(event.request))
})

async function page(request) {
  const cache = await caches.open(CACHE)
  const fresh = await fetch(request).catch(() => null)
  if (!fresh) return (await cache.match('/')) ?? Response.error()
  // Before the page asks for its own files: they stay.
  if (fresh.ok) await renewed(cache, fresh).catch(noRoom)
  return fresh
}

async function asset(request) {
  const cache = await caches.open(CACHE)
  const known = await cache.match(request)
  if (known) return known
  const fresh = await fetch(request)
  if (fresh.ok) await cache.put(request, fresh.clone()).catch(noRoom)
  return fresh
}

// What could not be kept is shown all the same.
const noRoom = () => undefined

async function renewed(cache, fresh) {
  const text = await fresh.clone().text()
  await cache.put('/', fresh.clone())
  await sweep(cache, text)
}

// A new build has new names: when the page names a new entry, what the old one brought is dropped.
async function sweep(cache, text) {
  const entry = /assets\/index-[^"]+\.js/.exec(text)?.[0]
  const marker = await cache.match('/entry')
  if (entry && marker && (await marker.text()) !== entry) {
    for (const key of await cache.keys()) if (new URL(key.url).pathname.startsWith('/assets/')) await cache.delete(key)
  }
  if (entry) await cache.put('/entry', new Response(entry))
}

// A message of the server while no page is open: shown, and a click leads to its table.
self.addEventListener('push', (event) => {
  const { text = '', link = '/', game = '' } = event.data?.json() ?? {}
  const told = { body: text, tag: `terrarium-${game}`, icon: '/icon-192.png', data: link }
  event.waitUntil(self.registration.showNotification('Terrarium', told))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const to = new URL(event.notification.data ?? '/', location.origin)
  const found = self.clients.matchAll({ type: 'window' })
  event.waitUntil(
    found.then((pages) => {
      const open = pages.find((page) => new URL(page.url).pathname === to.pathname)
      return open ? open.focus() : self.clients.openWindow(to.pathname + to.search)
    }),
  )
})
