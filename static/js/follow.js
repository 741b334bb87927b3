/* The branch that a reader follows: remembered on this device, its teams marked on every page of the event. */
const { kept, renew } = window.Live;
const { event, followed } = document.getElementById("source").dataset, key = "branch:" + event;
const chooses = () => document.querySelector("[data-follow], [data-unfollow], [data-finds]");
const branch = () => new URLSearchParams(location.search).get("branch") || kept(key) || "";
const mark = () => {
  if (!branch()) return;
  for (const team of document.querySelectorAll(`.team[data-branch="${CSS.escape(branch())}"]`)) {
    team.closest(".line, tr, [data-mine], .row")?.classList.add("mine");
  }
};

document.addEventListener("click", ({ target }) => {
  const link = target.closest("[data-follow], [data-unfollow]");
  if (link) kept(key, link.dataset.follow || "");
});
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.elt.id !== "source" || !branch() || !chooses()) return;
  const page = new URL(detail.path, location.href);
  page.searchParams.set("branch", branch());
  detail.path = page.pathname + page.search;
});
document.addEventListener("htmx:afterSwap", mark);
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.elt.id === "source" && detail.xhr.status === 404) kept(key, ""); // that branch was removed
});
if (branch()) {
  kept(key, branch());
  mark();
  if (!followed && chooses()) renew();
}
