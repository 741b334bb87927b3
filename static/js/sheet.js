/* Forms and links marked data-swap are sent without a page load, and the answer takes the place of the page; without
   this script they are ordinary forms. data-swap="tap" leaves no trace in the history, and fast taps add up: the newest
   order is asked for, whatever is still under way. The pulse of live.js tells when somebody else changed something; it
   is shown at once, except while an order is being tapped or a field filled in. */
(() => {
  "use strict";
  const body = document.body;
  if (!body.hasAttribute("data-day") || !window.Idiomorph) return;
  const CALM = 3000; // a referee page hears of its own entries at once, of all other tables now and then
  const RENEWED = Number(body.dataset.renewed) || 20000; // what is not public (a call, a slip opened) raises no version
  const PARTNERS = ["NS", "SN", "WE", "EW"];
  let posting = false, asking = null, tapped = null;

  const unsent = (yes) => {
    const strip = document.getElementById("unsent");
    if (strip) strip.hidden = !yes;
  };
  /* The page as the server sent it, and as it is shown: others (referee.js) add to it what the server does not know. */
  const painters = [];
  let pristine = document.cloneNode(true), old = Date.now();
  const morphed = {
    beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS"),
    beforeNodeMorphed: (there, fresh) => { // a clock that runs keeps its text, lest it jump back
      const runs = there.nodeType === 1 && there.tagName === "TIME" && there.dataset.bell;
      if (runs && fresh.dataset && there.dataset.bell === fresh.dataset.bell) fresh.textContent = there.textContent;
      return true;
    },
  };
  const draw = () => {
    const page = pristine.cloneNode(true);
    for (const paint of painters) paint(page);
    document.title = page.title;
    const active = document.activeElement, held = active && active.id;
    window.Idiomorph.morph(body, page.body, {
      ignoreActiveValue: Boolean(active && active.matches("input, textarea, select")), // else it keeps the children, too
      callbacks: morphed,
    });
    if (held && document.activeElement === body) {
      const there = document.getElementById(held);
      (there && !there.disabled ? there : document.getElementById("deal-h") || body).focus({ preventScroll: true });
    }
  };
  const show = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.body.hasAttribute("data-day")) return false;
    pristine = page;
    old = Date.now();
    tapped = null;
    document.dispatchEvent(new CustomEvent("day:page", { detail: page }));
    draw();
    return true;
  };
  const settle = async (answer, posted, trace, quiet) => {
    const refused = answer.status === 422 || answer.status === 409;
    if (quiet && answer.status >= 500) return;
    if (!(answer.ok || refused) || !show(await answer.text())) {
      if (quiet && painters.length) { // a page that keeps entries stays and says so
        document.dispatchEvent(new CustomEvent("day:barred", { detail: answer.status }));
        return;
      }
      location.assign(posted ? location.href : answer.url); // signed out, not allowed, broken: a page of its own
      return;
    }
    unsent(false);
    if (answer.status === 409) history.replaceState({}, "", location.pathname); // the order is no longer on the page
    else if (!refused && answer.url !== location.href) history[trace === "tap" ? "replaceState" : "pushState"]({}, "", answer.url);
    const problems = refused && document.getElementById("problems");
    if (problems) problems.focus();
  };
  const get = async (url, trace, quiet = false) => {
    if (posting) return;
    if (asking) asking.abort();
    const mine = (asking = new AbortController());
    try {
      await settle(await fetch(url, { credentials: "same-origin", signal: mine.signal }), false, trace, quiet);
    } catch (error) {
      if (error.name !== "AbortError" && !quiet) { unsent(true); forget(); }
    } finally {
      if (asking === mine) asking = null;
    }
  };
  const post = async (url, fields, trace) => {
    if (posting) return;
    if (asking) asking.abort();
    posting = true;
    body.setAttribute("aria-busy", "true");
    try {
      await settle(await fetch(url, { method: "POST", body: fields, credentials: "same-origin" }), true, trace);
    } catch {
      unsent(true);
    } finally {
      posting = false;
      body.removeAttribute("aria-busy");
    }
  };

  // ── the order being tapped ──
  const shown = () => { const field = document.querySelector('#deal [name="order"]'); return field ? field.value : ""; };
  const tap = (seat, letter) => {
    const order = tapped === null ? shown() : tapped, place = order.indexOf(letter);
    if (place < 0 && (PARTNERS.includes(order) || order.length >= 3)) return null;
    tapped = place < 0 ? order + letter : order.slice(0, Math.min(place, 2));
    seat.classList.toggle("taken", place < 0);
    return tapped;
  };

  const forget = () => {
    tapped = null;
    for (const seat of document.querySelectorAll(".seat.taken:not(:has(.turn))")) seat.classList.remove("taken");
  };

  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-swap]");
    if (!form) return;
    event.preventDefault();
    const fields = new URLSearchParams(new FormData(form, event.submitter));
    if (form.method === "post") { post(form.action, fields, form.dataset.swap); return; }
    const seat = event.submitter && event.submitter.id.match(/^seat-([NWSE])$/);
    if (seat && posting) return;
    const order = seat ? tap(event.submitter, seat[1]) : "";
    if (order === null) return;
    if (seat) fields.set("order", order);
    get(form.action.split("?")[0] + "?" + fields, form.dataset.swap);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-swap]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    get(link.href, link.dataset.swap);
  });
  addEventListener("popstate", () => location.reload());

  // ── what others do ──
  const minding = () => {
    const field = document.activeElement;
    return Boolean(posting || asking || tapped || shown() || (field && field.matches("input, textarea, select")));
  };
  document.addEventListener("pulse", (event) => {
    const fresh = Number(event.detail.version) > Number(pristine.body.dataset.version), bells = [...document.querySelectorAll("time[data-bell]")];
    const rung = bells.some((bell) => Number(bell.dataset.bell) <= event.detail.now);
    const age = Date.now() - old, news = fresh && age > (painters.length ? CALM : 0);
    if (!(news || rung || age > RENEWED) || minding()) return;
    get(location.href, "tap", true);
  });
  window.Day = { painters, draw, page: () => pristine, renew: () => get(location.href, "tap", true) };
  addEventListener("online", () => unsent(false));
})();
