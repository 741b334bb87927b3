/* What the phone itself can do for the referee: stay awake, print large, open the page again without a network. */
(() => {
  "use strict";
  const root = document.documentElement, state = { awake: false, reopens: false };
  let lock = null, told = () => {};
  const kept = (name, value) => {
    try {
      return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value);
    } catch { return null; }
  };
  const large = () => root.classList.contains("large");
  root.classList.toggle("large", kept("large-print") === "yes");

  const wake = async () => {
    if (!navigator.wakeLock || document.hidden || (lock && !lock.released)) return;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { state.awake = false; told(); });
      state.awake = true;
    } catch { state.awake = false; }
    told();
  };
  document.addEventListener("visibilitychange", wake);
  document.addEventListener("pointerup", wake); // some browsers grant it after a touch only

  /* The page and what it needs go into a cache of this build and account; all others go out. */
  const name = ({ build, account }) => `sheets ${build} ${account}`;
  let headers = null;
  const keep = async (page, sheet) => {
    if (!window.caches || !navigator.serviceWorker) return;
    for (const other of await caches.keys()) if (other.startsWith("sheets ")
      && other !== name(sheet)) await caches.delete(other);
    const store = await caches.open(name(sheet));
    headers = headers || (await fetch(sheet.page, { method: "HEAD", credentials: "same-origin",
      redirect: "error" })).headers;
    const text = "<!doctype html>\n" + page.documentElement.outerHTML;
    const plain = [...headers].filter(([header]) =>
      !["content-encoding", "content-length", "etag", "vary"].includes(header));
    await store.put(new URL(sheet.page, location.href).href, new Response(text, { headers: plain }));
    const files = [...document.querySelectorAll('script[src], link[rel="stylesheet"], link[rel="icon"]')]
      .map((node) => node.src || node.href);
    files.push(new URL(document.querySelector("svg.i use").getAttribute("href"), location.href).href
      .replace(/#.*/, ""), ...sheet.held);
    const bare = { credentials: "omit" };
    for (const file of files) if (!(await store.match(file))) await store.put(file, await fetch(file, bare));
    await navigator.serviceWorker.register(sheet.worker, { scope: "/e/" });
    await navigator.serviceWorker.ready;
    state.reopens = true;
    root.classList.add("reopens");
    told();
  };

  window.Device = {
    state,
    start(tell) { told = tell; wake(); },
    keep: (page, sheet) => keep(page, sheet).catch(() => {}),
    get large() { return large(); },
    toggleLarge() { root.classList.toggle("large"); kept("large-print", large() ? "yes" : "no"); },
    kept,
  };
})();
