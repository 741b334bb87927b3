/* The branch that a reader follows: remembered on this device, its teams marked on every page of the event. */
(() => {
  "use strict";
  const { event, followed } = document.getElementById("source").dataset, kept = "branch:" + event;
  const chooses = () => document.querySelector("[data-follow], [data-unfollow], [data-finds]");
  const branch = () => {
    const named = new URLSearchParams(location.search).get("branch") || "";
    try { return named || localStorage.getItem(kept) || ""; } catch { return named; }
  };
  const follow = (id) => {
    try { if (id) localStorage.setItem(kept, id); else localStorage.removeItem(kept); } catch { /* private mode */ }
  };
  const mark = () => {
    const id = branch();
    if (!id) return;
    for (const team of document.querySelectorAll(`.team[data-branch="${CSS.escape(id)}"]`)) {
      team.closest(".line, tr, [data-mine], .row")?.classList.add("mine");
    }
  };

  document.addEventListener("click", ({ target }) => {
    const link = target.closest("[data-follow], [data-unfollow]");
    if (link) follow(link.dataset.follow);
  });
  document.addEventListener("htmx:configRequest", ({ detail }) => {
    if (detail.elt.id !== "source" || !branch() || !chooses()) return;
    const page = new URL(detail.path, location.href);
    page.searchParams.set("branch", branch());
    detail.path = page.pathname + page.search;
  });
  document.addEventListener("htmx:afterSwap", mark);
  document.addEventListener("htmx:responseError", ({ detail }) => {
    if (detail.elt.id === "source" && detail.xhr.status === 404) follow(""); // that branch was removed
  });
  if (!branch()) return;
  follow(branch());
  mark();
  if (!followed && chooses()) window.Live.renew();
})();
