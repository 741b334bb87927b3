/* How htmx puts an answer into the page: by morphing, so that scroll, focus, opened parts and what is being typed stay.
   The base template says which answers are taken (htmx-config); an answer that is no part of this page is opened as a
   page of its own. Somebody else's news (#source) leaves every field alone that was touched here. */
(() => {
  "use strict";
  const { defaults } = window.Idiomorph;
  let touched = new WeakSet();
  const isNews = ({ requestConfig }) => requestConfig.elt.id === "source";
  const unsent = (yes) => {
    const strip = document.getElementById("unsent");
    if (strip) strip.hidden = !yes;
  };
  defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");
  defaults.callbacks.beforeNodeMorphed = (there) => !touched.has(there);

  const leave = (detail) => {
    const { xhr, requestConfig } = detail, news = isNews(detail);
    if (news && xhr.status >= 500) return;
    const said = new CustomEvent("barred", { cancelable: true, detail: xhr.status });
    if (news && !document.dispatchEvent(said)) return; // a page that keeps entries stays and says so
    location.assign(requestConfig.verb === "get" ? xhr.responseURL : location.href);
  };
  document.addEventListener("input", ({ target }) => touched.add(target));
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event, whole = /^\s*<!doctype/i.test(detail.serverResponse);
    if (detail.shouldSwap && whole && detail.target !== document.body) {
      event.preventDefault();
      leave(detail);
    } else if (detail.shouldSwap && !isNews(detail)) touched = new WeakSet();
  });
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    unsent(false);
    if (detail.xhr.status >= 400) document.getElementById("problems")?.focus();
  });
  document.addEventListener("htmx:responseError", ({ detail }) => leave(detail));
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, ({ detail }) => isNews(detail) || unsent(true));
  }
  addEventListener("online", () => unsent(false));
})();
