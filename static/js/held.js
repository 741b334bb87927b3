/* What this phone holds that is not on the sheet: listed where a page has a place for it (#held), and told before
   signing out. Whoever signs out leaves no draft behind, and no sheet that would open without a network. */
(() => {
  "use strict";
  const { address } = document.currentScript.dataset; // of the page that lists it, if this is another one
  const entries = () => new Promise((done, failed) => {
    const asked = indexedDB.open("guandan", 1);
    asked.onupgradeneeded = () => asked.transaction.abort(); // nothing was ever kept here
    asked.onerror = failed;
    asked.onsuccess = () => {
      const all = asked.result.transaction("entries").objectStore("entries").getAll();
      all.onsuccess = () => done(all.result.sort((a, b) => a.turn - b.turn));
      all.onerror = failed;
      asked.result.close();
    };
  }).catch(() => []);
  const list = async () => {
    const box = document.getElementById("held"), text = box?.querySelector("textarea"), rows = await entries();
    if (!box) return;
    const line = ({ table, said, state, who }) => [table, said, text.dataset[state], who].join(" · ");
    text.value = rows.map(line).join("\n");
    text.rows = Math.min(rows.length * 3, 18);
    box.hidden = !rows.length;
    document.getElementById("nothing-held")?.toggleAttribute("hidden", rows.length > 0);
  };
  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!new URL(form.action).pathname.endsWith("/sign-out/")) return;
    event.preventDefault();
    if (address && (await entries()).some(({ state }) => state === "unsent")) {
      location.assign(address);
      return;
    }
    for (const key of Object.keys(localStorage)) if (key.startsWith("draft ")) localStorage.removeItem(key);
    try {
      const sheets = window.caches ? (await caches.keys()).filter((name) => name.startsWith("sheets ")) : [];
      await Promise.all(sheets.map((name) => caches.delete(name)));
    } finally {
      form.submit();
    }
  });
  list();
})();
