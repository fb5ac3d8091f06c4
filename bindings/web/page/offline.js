// Keeps the files of the page, so that it also works without a network. A file is asked of the network first.

const KEPT = "gardez";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

const answer = async (request) => {
  const kept = await caches.open(KEPT);
  try {
    const response = await fetch(request);
    if (response.ok) await kept.put(request, response.clone());
    return response;
  } catch (error) {
    const known = await kept.match(request, { ignoreSearch: true });
    if (known === undefined) throw error;
    return known;
  }
};
