/* What the device itself can do for a page of the round day: stay awake, print large, open the sheet again without a
   network. The root element's classes say what holds: `awake`, `large`, `reopens`, or `closes` where
   no page can be opened again. */
const { kept } = window.Live, { classList: holds } = document.documentElement;
holds.toggle("large", kept("large-print") === "yes");

const wake = async () => {
  if (document.hidden || holds.contains("awake")) return;
  const lock = await navigator.wakeLock?.request("screen").catch(() => null); // some grant it after a touch only
  lock?.addEventListener("release", () => holds.remove("awake"));
  holds.toggle("awake", Boolean(lock));
};
for (const kind of ["visibilitychange", "pointerup"]) document.addEventListener(kind, wake);
wake();

/* The page and what it needs go into a cache of this build and account; all others go out. */
const canKeep = Boolean(window.caches && navigator.serviceWorker);
holds.toggle("closes", !canKeep);
let headers = null;
const keep = async (page, sheet) => {
  const name = `sheets ${sheet.build} ${sheet.account}`;
  for (const other of await caches.keys()) if (other !== name) await caches.delete(other);
  const store = await caches.open(name);
  headers ||= [...(await fetch(sheet.page, { method: "HEAD", redirect: "error" })).headers].filter(([header]) =>
    !["content-encoding", "content-length", "etag", "vary"].includes(header));
  const text = "<!doctype html>\n" + page.documentElement.outerHTML;
  await store.put(new URL(sheet.page, location.href).href, new Response(text, { headers }));
  const drawings = document.querySelector("svg.i use").getAttribute("href").replace(/#.*/, "");
  const files = [...document.querySelectorAll('script[src], link[rel="stylesheet"], link[rel="icon"]')];
  for (const file of [...files.map((node) => node.src || node.href), drawings, ...sheet.held]) {
    if (!(await store.match(file))) await store.put(file, await fetch(file, { credentials: "omit" }));
  }
  await navigator.serviceWorker.register(sheet.worker, { scope: "/e/" });
  await navigator.serviceWorker.ready;
  holds.add("reopens");
};

window.Device = {
  keep: (page, sheet) => canKeep && keep(page, sheet).catch(() => {}),
  toggleLarge() { kept("large-print", holds.toggle("large") ? "yes" : "no"); },
};
