/* Keeps a public page current: asks the pulse, counts down with the server's clock, and morphs the page when it changed.
   <body data-pulse="…/pulse/">  any page with clocks
   <body data-live data-mark="…"> a public page, refreshed as a whole
   <body data-every="500">        asks so often, in ms */
(() => {
  "use strict";
  const body = document.body;
  const EVERY = Number(body.dataset.every) || 1000, PATIENCE = 8000;
  const kept = body.dataset.event ? "branch:" + body.dataset.event : "";
  let offset = body.hasAttribute("data-rehearsal") ? null : 0; // the event's time minus this device's, in ms
  let pace = 1, asked = Date.now(), seen = "", timer = 0, busy = false;
  document.documentElement.classList.add("scripted");

  const branch = () => {
    const named = new URLSearchParams(location.search).get("branch");
    try { return named || (kept && localStorage.getItem(kept)) || ""; } catch { return named || ""; }
  };
  const follow = (id) => { try { id ? localStorage.setItem(kept, id) : localStorage.removeItem(kept); } catch { /* private mode */ } };

  // ── the clock: every page shows the same second ──
  const now = () => offset === null ? null : asked + offset + (Date.now() - asked) * pace;
  const two = (n) => String(n).padStart(2, "0");
  const words = (ms) => {
    const s = Math.max(0, Math.ceil(ms / 1000)), h = Math.floor(s / 3600);
    return (h ? h + ":" : "") + two(Math.floor(s / 60) % 60) + ":" + two(s % 60);
  };
  const deviceHour = () => two(new Date().getHours()) + ":" + two(new Date().getMinutes());
  const tick = () => {
    const present = now();
    if (present === null) return;
    for (const clock of document.querySelectorAll("time[data-bell]")) {
      const left = Number(clock.dataset.bell) - present, text = words(left);
      if (clock.textContent !== text) clock.textContent = text;
      clock.dateTime = "PT" + Math.max(0, Math.ceil(left / 1000)) + "S";
    }
    for (const bar of document.querySelectorAll("progress[data-bell]")) bar.value = Math.max(0, (Number(bar.dataset.bell) - present) / 1000);
    document.documentElement.classList.add("counting");
  };

  // ── what I follow is marked before the page is shown ──
  const mark = (root, id) => {
    if (!id) return root;
    for (const team of root.querySelectorAll(`.team[data-branch="${CSS.escape(id)}"]`)) {
      const row = team.closest(".line, tr, [data-mine], .row");
      if (row) row.classList.add("mine");
    }
    return root;
  };

  // ── the page ──
  const morph = (text) => {
    const page = new DOMParser().parseFromString(text, "text/html");
    if (!page.body.dataset.mark) return;
    mark(page.body, branch());
    page.documentElement.classList.add(...document.documentElement.classList);
    document.title = page.title;
    document.dispatchEvent(new CustomEvent("page", { detail: page })); // others (hall.js) dress it first
    window.Idiomorph.morph(body, page.body, {
      ignoreActiveValue: Boolean(document.activeElement?.matches("input, textarea, select")), // else its children stay old
      callbacks: {
        beforeAttributeUpdated: (name, node) => !(name === "open" && node.tagName === "DETAILS"),
        beforeNodeMorphed: (old, fresh) => {
          // a running clock keeps its text, so that it never jumps back to the text of the cached page
          if (old.nodeType === 1 && old.dataset.bell && old.dataset.bell === fresh.dataset?.bell) {
            if (old.tagName === "TIME") fresh.textContent = old.textContent;
          }
          return true;
        },
      },
    });
    tick();
  };
  const refresh = async () => {
    const id = branch(), url = new URL(location.href);
    if (id && body.querySelector("[data-follow], [data-unfollow]")) url.searchParams.set("branch", id);
    url.hash = "";
    const answer = await fetch(url, { cache: "no-cache", credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
    if (answer.ok) morph(await answer.text());
  };
  const online = (yes) => {
    const strip = document.getElementById("offline");
    if (!strip) return;
    strip.hidden = yes;
    if (!yes) strip.querySelector("time").textContent = seen || deviceHour();
  };
  const ask = async () => {
    if (busy || document.hidden) return;
    busy = true;
    try {
      const sent = Date.now();
      const answer = await fetch(body.dataset.pulse, { cache: "no-store", credentials: "same-origin", signal: AbortSignal.timeout(PATIENCE) });
      if (!answer.ok) throw new Error(answer.status);
      const pulse = await answer.json(), got = Date.now();
      pace = pulse.pace;
      asked = got;
      offset = pulse.now + ((got - sent) / 2) * pace - got;
      tick();
      if (body.hasAttribute("data-live") && pulse.mark !== body.dataset.mark) await refresh();
      seen = pulse.hour || deviceHour();
      online(true);
      document.dispatchEvent(new CustomEvent("pulse", { detail: pulse }));
    } catch {
      online(false);
    } finally {
      busy = false;
    }
  };
  const run = () => {
    clearInterval(timer);
    if (document.hidden) return;
    ask();
    timer = setInterval(ask, EVERY);
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-follow], [data-unfollow]");
    if (link) follow(link.dataset.follow || "");
  });
  document.addEventListener("visibilitychange", run);
  addEventListener("online", ask);
  addEventListener("offline", () => online(false));
  const id = branch();
  if (kept && id) {
    follow(id);
    mark(document, id);
    if (!body.dataset.followed && body.querySelector("[data-follow]")) refresh().catch(() => {});
  }
  window.Live = { now };
  tick();
  setInterval(tick, 200);
  if (body.dataset.pulse) run();
})();
