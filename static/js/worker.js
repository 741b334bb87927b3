/* Opens the sheets of this phone without a network. The page itself puts what it needs into the cache of its build and
   account (device.js); this worker only asks the network first, and that cache if nothing comes. It writes nothing. */
const PATIENCE = 4000;
const KEPT = /^\/e\/(?:[^/]+\/sheets\/\d+|~\/phone)\/$/;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

const page = async (request) => {
  const asked = fetch(request);
  const late = new Promise((done) => setTimeout(done, PATIENCE, null));
  const answer = await Promise.race([asked, late]).catch(() => null);
  if (answer?.status < 500) return answer;
  return (await caches.match(request.url, { ignoreSearch: true, ignoreVary: true })) || asked;
};
const asset = async (request) => (await caches.match(request, { ignoreVary: true })) || fetch(request);

self.addEventListener("fetch", (event) => {
  const { request } = event, url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate" && KEPT.test(url.pathname)) event.respondWith(page(request));
  else if (url.pathname.startsWith("/static/") && request.destination) event.respondWith(asset(request));
});
