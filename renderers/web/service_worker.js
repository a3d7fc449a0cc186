// Keeps all files of the site, so that it works offline; SITE = {version, files} stands above.

const store = `cpmodels ${SITE.version}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(SITE.files)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const isOld = (name) => name.startsWith("cpmodels ") && name !== store;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name)))));
});

self.addEventListener("fetch", (event) => {
  const known = caches.open(store).then((cache) => cache.match(event.request, { ignoreSearch: true }));
  event.respondWith(known.then((response) => response ?? fetch(event.request)));
});
