/* How htmx puts an answer into the page: by morphing, so that scroll, focus, opened parts and what is typed stay (also
   what was typed before); and what a page does with an answer that is no part of it (docs/phone.md, "News"). */
{
  const { defaults } = window.Idiomorph, fields = [...document.querySelectorAll("input, textarea")];
  let touched = new WeakSet(fields.filter((field) => field.value !== field.defaultValue));
  const isNews = ({ requestConfig: { elt }, target }) => elt.id === "source" || elt === target;
  const unsent = (detail) => {
    const strip = document.getElementById("unsent"), { elt, triggeringEvent } = detail?.requestConfig || {};
    const button = triggeringEvent?.submitter || elt?.querySelector("button");
    if (strip && detail) strip.querySelector("b").textContent = button?.innerText;
    strip?.toggleAttribute("hidden", !detail);
  };
  const signedOut = (yes) => {
    const strip = document.getElementById("signed-out");
    if (strip?.hidden === yes) strip.querySelector("time").textContent = window.Live.hour();
    return strip?.toggleAttribute("hidden", !yes) === false;
  };
  defaults.callbacks.beforeAttributeUpdated = (name, node) => !(name === "open" && node.tagName === "DETAILS");
  defaults.callbacks.beforeNodeMorphed = (there) => !touched.has(there);

  const leave = (detail) => {
    const { xhr, requestConfig } = detail, news = isNews(detail);
    if (xhr.status >= 500 || (xhr.status === 401 && signedOut(true))) return news || unsent(detail);
    const said = new CustomEvent("barred", { cancelable: true, detail: xhr.status });
    if (news && !document.dispatchEvent(said)) return; // a page that keeps entries stays and says so
    if (xhr.status >= 400 && detail.target.id === "main") requestConfig.elt.submit(); // what was typed goes along
    else location.assign(requestConfig.verb === "get" ? xhr.responseURL : location.href);
  };
  const group = (field) => [...field.form?.elements || [field]].filter(({ name }) => name === field.name);
  document.addEventListener("input", ({ target }) => group(target).forEach((field) => touched.add(field)));
  document.addEventListener("reset", ({ target }) => [...target.elements].forEach((field) => touched.delete(field)));
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event, whole = /^\s*<!doctype/i.test(detail.serverResponse);
    if (detail.shouldSwap && whole && detail.target.id !== "main" && detail.target !== document.body) {
      event.preventDefault();
      leave(detail);
    } else if (detail.shouldSwap && !isNews(detail)) touched = new WeakSet();
  });
  document.addEventListener("htmx:xhr:progress", ({ target, detail: { loaded, total } }) =>
    loaded < total && target.querySelector(".under-way")?.setAttribute("value", loaded / total));
  document.addEventListener("htmx:afterSwap", ({ detail }) => {
    if (!isNews(detail)) unsent(null);
    signedOut(false);
    if (detail.xhr.status >= 400) document.getElementById("problems")?.focus();
  });
  document.addEventListener("htmx:responseError", ({ detail }) => leave(detail));
  const lost = ({ detail }) => isNews(detail) || unsent(detail);
  for (const name of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(name, lost);
}
