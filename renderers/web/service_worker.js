// Keeps all files of the site, so that it works offline; SITE = {version, files} stands above.

/** What the names of this site's stores begin with: others of the same origin have theirs. */
const own = `cpmodels ${registration.scope} `;
const store = `${own}${SITE.version}`;

self.addEventListener("install", (event) => {
  // As they are now: what the browser keeps of them itself may be of an earlier version.
  const files = SITE.files.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(files)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith(own) && name !== store;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const known = caches.open(store).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(known.then((response) => response ?? fetch(event.request)));
});
