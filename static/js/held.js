/* What this phone holds that is not on the sheet: listed where a page has a place for it (#held), and told before
   signing out (data-held: the address of the list). Whoever signs out leaves no draft behind, and no sheet that would
   open without a network. */
const entries = () => window.Shelf.opened.then(window.Shelf.all);
const list = async (box) => {
  const rows = await entries(), text = box.querySelector("textarea");
  const line = ({ table, said, state, who }) => [table, said, text.dataset[state], who].join(" · ");
  text.value = rows.map(line).join("\n");
  text.rows = Math.min(rows.length * 3, 18);
  box.hidden = !rows.length;
  document.getElementById("nothing-held")?.toggleAttribute("hidden", rows.length > 0);
};
document.addEventListener("submit", async (event) => {
  const form = event.target, { held } = form.dataset;
  if (!new URL(form.action).pathname.endsWith("/sign-out/")) return;
  event.preventDefault();
  if (held && (await entries()).some(({ state }) => state === "unsent")) {
    location.assign(held);
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
const box = document.getElementById("held");
if (box) list(box);
