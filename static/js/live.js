/* Keeps a page current and its clocks right: #source (templates/parts/source.html) names the pulse, which a stream
   pushes while the page is looked at and is asked for where nothing comes through (docs/phone.md, "News"). */
const PATIENCE = 8000, RENEWED = 20000, LATE = 3000, ASKED = 1000, FAILED = 4000, PUSHED = 12000, SURE = 60000; // ms
const FEW = 300000, MINUTE = 60000; // ms before a bell from which its clock looks urgent
const SPREAD = 600; // ms within which all who know of a moment ask what it has brought
const node = () => document.getElementById("source"), source = () => node().dataset;
const kept = (name, value) => { // of this device; in a private window nothing is
  try { return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value); }
  catch { return null; }
};
// the event's time minus this device's, in ms; a referee's phone keeps it for when it has no network
let offset = "rehearsal" in source() ? null : Number(kept("clock-offset"));
let pace = 1, heard = Date.now(), fetched = heard, pulse = null, shown = null; // shown: the pulse when it was fetched
let stream = null, opened = 0, pushed = 0, isLate = false;
let asked = 0, due = 0, timer = 0, failing = false, libraries = null;

// ── the clock: every page shows the same second ──
const now = () => (offset === null ? null : heard + offset + (Date.now() - heard) * pace);
const words = (ms) => new Date(1000 * Math.ceil(ms / 1000)).toISOString().slice(11, 19).replace(/^00:|^0/, "");
const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { style: "short" });
const ago = (s) => (s < 60 ? relative.format(-s, "second") : relative.format(-Math.floor(s / 60), "minute"));
const hour = () => // at which the server was last heard, as the event counts
  new Date(heard + offset).toLocaleTimeString("en-GB", { timeZone: source().zone });
const write = (node, text) => { if (node && node.textContent !== text) node.textContent = text; };
const tick = () => {
  const present = now(), silence = Date.now() - Math.max(heard, pushed), strip = document.getElementById("offline");
  if (strip && failing) {
    write(strip.querySelector("time"), hour());
    write(strip.querySelector("b"), ago(Math.round(silence / 1000)));
  }
  strip?.toggleAttribute("hidden", !failing || silence < LATE);
  if (present === null) return;
  for (const clock of document.querySelectorAll("[data-bell]")) {
    const left = Math.max(0, Number(clock.dataset.bell) - present);
    if (clock.tagName === "PROGRESS") clock.value = left / 1000; else write(clock, words(left));
    clock.dataset.left = left > FEW ? "" : left > MINUTE ? "few" : left > 0 ? "last" : ""; // 最后五分钟，最后一分钟
    clock.toggleAttribute("data-hours", clock.textContent.length > "59:59".length);
  }
  document.documentElement.classList.add("counting");
};

// ── the page ──
const load = (src) => new Promise((onload, onerror) => {
  document.head.append(Object.assign(document.createElement("script"), { src, async: false, onload, onerror }));
});
const isFetching = () => node().classList.contains("htmx-request");
const prepare = () => {
  libraries ||= Promise.all((source().scripts?.match(/\S+/g) || []).map(load));
  libraries.catch(() => { libraries = null; });
};
const renew = () => {
  if (document.readyState !== "complete") return addEventListener("load", renew); // htmx would wait for ever
  if (isFetching()) return setTimeout(renew, 100); // what is under way may have been read too early
  prepare();
  shown = pulse; // or a newer one
  libraries.then(() => node().dispatchEvent(new Event("newer")), () => { shown = null; });
};
const moment = ({ edition }) => edition.split("-")[1];
const isDue = () => {
  const { edition, version, calm = 0, renewed = RENEWED } = source(), age = Date.now() - fetched;
  if (edition) return pulse !== shown && pulse.edition !== edition;
  shown ||= pulse;
  const newer = Number(pulse.version) > Number(version) && age > calm;
  if (!newer && age <= renewed && moment(pulse) === moment(shown)) return false;
  const typing = document.activeElement?.matches("input, textarea, select");
  return !typing && document.dispatchEvent(new CustomEvent("due", { cancelable: true }));
};
const look = () => { if (pulse && !document.hidden && !isFetching() && isDue()) renew(); };

// ── the pulse, pushed or asked ──
const about = (ms) => ms * (0.75 + Math.random() / 2); // by chance, for many pages begin to ask at the same moment
const hear = (found, way, next) => {
  [pulse, pace, heard, failing] = [found, found.pace, Date.now(), false];
  offset = pulse.now + way * pace - heard;
  const ahead = pace ? (pulse.next - now()) / pace : SURE; // until something changes although nothing happens
  due = heard + Math.min(about(SURE), ahead + 50 + SPREAD * Math.random());
  tick();
  look();
  document.dispatchEvent(new CustomEvent("pulse", { detail: pulse }));
  plan(next);
};
const plan = (ms) => {
  clearTimeout(timer);
  timer = setTimeout(ask, Math.min(about(ms), Math.max(due - Date.now(), 50)));
};
const ask = async () => {
  if (document.hidden) return;
  const sent = Date.now();
  if (sent - pushed < PUSHED && asked > opened && sent < due) return plan(PUSHED); // the stream says what is new
  [asked, due] = [sent, Infinity];
  try {
    const answer = await fetch(source().pulse, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    const found = await answer.json(), isPushed = pushed < sent && sent - pushed < PUSHED;
    hear(found, (Date.now() - sent) / 2, isPushed ? PUSHED : ASKED);
  } catch { [failing, asked] = [true, 0]; plan(FAILED); }
  if (stream.readyState === EventSource.CLOSED && Math.random() < 0.1) listen(); // it may be there again
};
const listen = () => {
  stream?.close();
  if (document.hidden) return;
  stream = new EventSource(source().pulse.replace(/pulse\/$/, "live/") + (source().page || ""));
  stream.onmessage = ({ data }) => {
    const found = JSON.parse(data);
    if (found) isLate = found.now < now() - LATE; // something on the way keeps messages back: it is asked instead
    if (isLate) return;
    pushed = Date.now();
    if (found) hear(found, 0, PUSHED); else document.dispatchEvent(new Event("heard"));
  };
  stream.onopen = () => {
    opened = Date.now(); // it is asked once more what was missed
    if (source().rounds && document.readyState === "complete") prepare(); // a round is on: news is seconds away
  };
  stream.onerror = () => { pushed = 0; plan(ASKED); };
  pushed = 0;
  ask();
};

document.addEventListener("htmx:configRequest", ({ detail: { elt, parameters } }) => {
  if (elt.id === "source" && source().edition && pulse) parameters.edition = pulse.edition;
});
document.addEventListener("htmx:beforeSwap", ({ detail }) => { // of another kind by now, as the hall's with the draw
  if (!detail.shouldSwap || detail.requestConfig.elt !== node() || !source().edition) return;
  const sheets = [...detail.serverResponse.matchAll(/href="([^"]+\.css)"/g)].map(([, href]) => `link[href="${href}"]`);
  detail.shouldSwap = sheets.every((sheet) => document.querySelector(sheet));
  if (!detail.shouldSwap) location.reload();
});
document.addEventListener("htmx:afterRequest", ({ detail }) => { if (!detail.successful) shown = null; });
document.addEventListener("htmx:afterSwap", () => {
  fetched = Date.now();
  tick();
  if (source().edition && source().edition !== pulse?.edition) { asked = 0; plan(ASKED); } // one of them is older
});
for (const kind of ["visibilitychange", "online"]) addEventListener(kind, listen);
addEventListener("offline", () => { pushed = 0; ask(); });
document.documentElement.classList.add("scripted");
document.documentElement.classList.toggle("in-wechat", /MicroMessenger/i.test(navigator.userAgent));
window.Live = { now, renew, hour, kept };
tick();
setInterval(tick, 200);
setInterval(look, 1000);
listen();
