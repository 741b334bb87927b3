/* Forms and links marked data-swap are sent without a page load, and the answer takes the place of the page; without
   this script they are ordinary forms. data-swap="tap" leaves no trace in the history. The pulse of live.js tells when
   somebody else changed something; it is shown at once, except while an order is being tapped or a field filled in. */
(() => {
  "use strict";
  const body = document.body;
  if (!body.hasAttribute("data-day") || !window.Idiomorph) return;
  let busy = false, version = "";

  const unsent = (yes) => {
    const strip = document.getElementById("unsent");
    if (strip) strip.hidden = !yes;
  };
  const show = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.body.hasAttribute("data-day")) return false;
    page.documentElement.classList.add(...document.documentElement.classList);
    document.title = page.title;
    const held = document.activeElement && document.activeElement.id;
    window.Idiomorph.morph(body, page.body, {
      ignoreActiveValue: true,
      callbacks: { beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS") },
    });
    if (held && document.activeElement === body) {
      const there = document.getElementById(held);
      (there && !there.disabled ? there : document.getElementById("deal-h") || body).focus({ preventScroll: true });
    }
    return true;
  };
  const send = async (url, options, trace) => {
    if (busy) return;
    busy = true;
    body.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(url, { credentials: "same-origin", ...options });
      const refused = answer.status === 422 || answer.status === 409;
      if ((answer.ok || refused) && show(await answer.text())) {
        // a refused form has no address of its own that could be loaded again
        if (!refused && answer.url !== location.href) history[trace === "tap" ? "replaceState" : "pushState"]({}, "", answer.url);
        unsent(false);
        const problems = refused && document.getElementById("problems");
        if (problems) problems.focus();
      } else {
        location.assign(options.method ? location.href : answer.url);
      }
    } catch {
      unsent(true);
    } finally {
      busy = false;
      body.removeAttribute("aria-busy");
    }
  };

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-swap]");
    if (!form) return;
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    if (form.method === "post") send(form.action, { method: "POST", body: fields }, form.dataset.swap);
    else send(form.action.split("?")[0] + "?" + fields, {}, form.dataset.swap);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-swap]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    send(link.href, {}, link.dataset.swap);
  });
  addEventListener("popstate", () => location.reload());

  const minding = () => {
    const order = document.querySelector('#deal [name="order"]'), field = document.activeElement;
    return Boolean((order && order.value) || (field && field.matches("input, textarea, select")));
  };
  const refresh = () => { if (!minding()) send(location.href, {}, "tap"); };
  document.addEventListener("pulse", (event) => {
    const fresh = event.detail.version;
    if (!version) version = fresh;
    if (fresh !== version && !busy && !minding()) {
      version = fresh;
      refresh();
    }
    const bell = document.querySelector("time[data-bell]");
    if (bell && Number(bell.dataset.bell) <= event.detail.now) refresh();
  });
  addEventListener("online", () => unsent(false));
})();
