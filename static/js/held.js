/* What this phone holds that is not on the sheet: listed in #held, and told before signing out (data-held: where that
   list is). Whoever signs out leaves no draft behind, and no sheet that would open without a network. */
const entries = () => window.Shelf.opened.then(window.Shelf.all);
document.addEventListener("submit", async (event) => {
  const form = event.target, { held } = form.dataset;
  if (!new URL(form.action).pathname.endsWith("/sign-out/")) return;
  event.preventDefault();
  if (held && (await entries()).some(({ state }) => state === "unsent")) return location.assign(held);
  for (const key of Object.keys(localStorage)) if (key.startsWith("draft ")) localStorage.removeItem(key);
  try {
    for (const sheets of await window.caches?.keys() || []) await caches.delete(sheets);
  } finally { form.submit(); }
});
const box = document.getElementById("held");
if (box) {
  const rows = await entries(), text = box.querySelector("textarea");
  const line = ({ table, said, state, who }) => [table, said, text.dataset[state], who].join(" · ");
  text.value = rows.map(line).join("\n");
  text.rows = Math.min(rows.length * 3, 18);
  box.hidden = !rows.length;
  document.getElementById("nothing-held")?.toggleAttribute("hidden", rows.length > 0);
}
