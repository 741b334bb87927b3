/* How htmx puts an answer into the page: by morphing, so that scroll, focus, opened parts and what is being typed stay.
   The base template says which answers are taken (htmx-config); an answer that is no part of this page is opened as a
   page of its own. Somebody else's news (#source) leaves every field alone that was touched here. A press that did
   not get through stays named in #unsent until another does; a page with #signed-out stays and says so. */
(() => {
  "use strict";
  const { defaults } = window.Idiomorph;
  let touched = new WeakSet();
  const isNews = ({ requestConfig }) => requestConfig.elt.id === "source";
  const pressOf = ({ requestConfig: { elt, triggeringEvent } }) => {
    const button = triggeringEvent?.submitter || elt.querySelector?.("button");
    return button ? button.textContent.trim().replace(/\s+/g, " ") : "";
  };
  const unsent = (detail) => {
    const strip = document.getElementById("unsent");
    if (!strip) return;
    strip.hidden = !detail;
    const press = strip.querySelector("b");
    if (detail && press) press.textContent = pressOf(detail);
  };
  const signedOut = (yes) => {
    const strip = document.getElementById("signed-out");
    if (!strip || strip.hidden !== yes) return;
    strip.hidden = !yes;
    strip.querySelector("time").textContent = window.Live?.hour() || "";
  };
  const asksToSignIn = ({ xhr }) => {
    const way = document.querySelector("#signed-out a");
    return way && new URL(xhr.responseURL).pathname === new URL(way.href).pathname;
  };
  defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");
  defaults.callbacks.beforeNodeMorphed = (there) => !touched.has(there);

  const leave = (detail) => {
    const { xhr, requestConfig } = detail, news = isNews(detail);
    if (!news && (xhr.status >= 500 || asksToSignIn(detail))) unsent(detail);
    if (asksToSignIn(detail)) signedOut(true);
    if (xhr.status >= 500 || asksToSignIn(detail)) return;
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
    if (!isNews(detail)) unsent(null);
    signedOut(false);
    if (detail.xhr.status >= 400) document.getElementById("problems")?.focus();
  });
  document.addEventListener("htmx:responseError", ({ detail }) => leave(detail));
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, ({ detail }) => isNews(detail) || unsent(detail));
  }
})();
