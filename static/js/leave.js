/* Whoever signs out leaves no sheet behind that would open without a network; unsent entries stay, for his next visit. */
document.addEventListener("submit", (event) => {
  if (!window.caches || !new URL(event.target.action).pathname.endsWith("/sign-out/")) return;
  caches.keys().then((names) => names.filter((name) => name.startsWith("sheets ")).forEach((name) => caches.delete(name)));
});
