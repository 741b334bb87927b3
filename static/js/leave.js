/* Whoever signs out leaves no draft behind, and no sheet that would open without a network, and is signed out only
   then; unsent entries stay on the phone, for his next visit. */
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!new URL(form.action).pathname.endsWith("/sign-out/")) return;
  for (const key of Object.keys(localStorage)) if (key.startsWith("draft ")) localStorage.removeItem(key);
  if (!window.caches) return;
  event.preventDefault();
  try {
    const sheets = (await caches.keys()).filter((name) => name.startsWith("sheets "));
    await Promise.all(sheets.map((name) => caches.delete(name)));
  } finally {
    form.submit();
  }
});
