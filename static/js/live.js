/* Keeps a page current. #source (templates/parts/source.html) names the pulse, which is asked while the page is looked
   at: it gives every clock of the page the event's time, and where it knows more than the page shows, #source fetches
   the page (hx-trigger="newer"; swap.js). Whatever pushes news one day only has to fire the same event.
   data-edition  the page is right while the pulse names this edition
   data-version  the page is right until the pulse has a higher version (data-calm ms later at the soonest), a bell
                 rings, or data-renewed ms are over; nothing is fetched while a field is being filled in
   data-every    ms from one question to the next
   data-scripts  what fetching needs, where most readers never see a change */
const PATIENCE = 8000, LONGEST = 16000, RENEWED = 20000, SILENCE = 3000; // ms
const node = () => document.getElementById("source"), source = () => node().dataset;
const kept = (name, value) => { // of this device; in a private window nothing is
  try {
    return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value);
  } catch { return null; }
};
// the event's time minus this device's, in ms; a referee's phone keeps it for when it has no network
let offset = "rehearsal" in source() ? null : Number(kept("clock-offset"));
let pace = 1, heard = Date.now(), fetched = Date.now();
let timer = 0, busy = false, failures = 0, libraries = null, again = false;

// ── the clock: every page shows the same second ──
const now = () => (offset === null ? null : heard + offset + (Date.now() - heard) * pace);
const words = (ms) => new Date(1000 * Math.ceil(ms / 1000)).toISOString().slice(11, 19).replace(/^00:|^0/, "");
const relative = new Intl.RelativeTimeFormat(document.documentElement.lang, { style: "short" });
const ago = (s) => (s < 60 ? relative.format(-s, "second") : relative.format(-Math.floor(s / 60), "minute"));
const hour = () => // at which the server was last heard, as the event counts
  new Date(heard + offset).toLocaleTimeString("en-GB", { timeZone: source().zone });
const write = (node, text) => { if (node && node.textContent !== text) node.textContent = text; };
const tick = () => {
  const present = now(), silence = Date.now() - heard, strip = document.getElementById("offline");
  if (strip && failures) {
    write(strip.querySelector("time"), hour());
    write(strip.querySelector("b"), ago(Math.round(silence / 1000)));
  }
  strip?.toggleAttribute("hidden", !failures || silence < SILENCE);
  if (present === null) return;
  for (const clock of document.querySelectorAll("[data-bell]")) {
    const left = Math.max(0, Number(clock.dataset.bell) - present), text = words(left);
    if (clock.tagName === "PROGRESS") clock.value = left / 1000;
    else {
      write(clock, text);
      clock.dateTime = "PT" + Math.ceil(left / 1000) + "S";
    }
  }
  document.documentElement.classList.add("counting");
};

// ── the page ──
const load = (src) => new Promise((done, failed) => {
  const script = document.createElement("script");
  document.head.append(Object.assign(script, { src, async: false, onload: done, onerror: failed }));
});
const isFetching = () => node().classList.contains("htmx-request");
const renew = () => {
  if (document.readyState !== "complete") return addEventListener("load", renew); // htmx would wait for ever
  const { scripts = "" } = source();
  again = isFetching(); // what is under way may have been read too early
  if (again) return;
  libraries ||= Promise.all((scripts.match(/\S+/g) || []).map(load));
  libraries.then(() => node().dispatchEvent(new Event("newer")), () => { libraries = null; });
};
const isDue = (pulse) => {
  const { edition, version, calm = 0, renewed = RENEWED } = source(), age = Date.now() - fetched;
  if (version === undefined) return pulse.edition !== edition;
  const rung = [...document.querySelectorAll("time[data-bell]")].some(({ dataset }) => dataset.bell <= pulse.now);
  if (!(rung || age > renewed || (Number(pulse.version) > Number(version) && age > calm))) return false;
  const typing = document.activeElement?.matches("input, textarea, select");
  return !typing && document.dispatchEvent(new CustomEvent("due", { cancelable: true }));
};
const ask = async () => {
  if (busy || document.hidden) return;
  clearTimeout(timer);
  busy = true;
  try {
    const sent = Date.now();
    const answer = await fetch(source().pulse, { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    if (!answer.ok) throw new Error(answer.status);
    const pulse = await answer.json(), got = Date.now();
    [pace, heard, offset] = [pulse.pace, got, pulse.now + ((got - sent) / 2) * pulse.pace - got];
    tick();
    if (!isFetching() && isDue(pulse)) renew();
    failures = 0;
    document.dispatchEvent(new CustomEvent("pulse", { detail: pulse }));
  } catch {
    failures += 1;
  } finally {
    busy = false;
    const every = Number(source().every || 1000);
    timer = setTimeout(ask, failures ? Math.min(every * 2 ** (failures - 1), LONGEST) : every);
  }
};

document.addEventListener("htmx:afterSwap", () => {
  fetched = Date.now();
  tick();
});
document.addEventListener("htmx:afterRequest", ({ detail }) => detail.elt.id === "source" && again && renew());
document.addEventListener("visibilitychange", ask);
addEventListener("online", ask);
addEventListener("offline", ask);
document.documentElement.classList.add("scripted");
window.Live = { now, renew, hour, kept };
tick();
setInterval(tick, 200);
ask();
