/* The branch that a reader follows: remembered on this device, its teams marked on every page of the event. A page that
   shows more of it says so in its address (?branch=), or is fetched once more with it. */
const { kept, renew } = window.Live;
const source = document.getElementById("source"), key = "branch:" + source.dataset.event;
const asked = new URLSearchParams(location.search).get("branch"), branch = asked ?? kept(key);
const mark = () => {
  for (const team of branch ? document.querySelectorAll(`.team[data-branch="${CSS.escape(branch)}"]`) : []) {
    team.closest(".line, tr, [data-mine], .row")?.classList.add("mine");
  }
};

document.addEventListener("htmx:afterSwap", mark);
document.addEventListener("htmx:responseError", ({ detail }) => {
  if (detail.elt === source && detail.xhr.status === 404) kept(key, ""); // that branch was removed
});
mark();
if (asked !== null) kept(key, asked);
else if (branch && document.querySelector("#follow, .finding")) {
  source.setAttribute("hx-vals", JSON.stringify({ branch }));
  renew();
}
