/* The hall screen: shows one board after the other, and sounds at the start, at the last deal and at the bell. live.js
   keeps the page and its clocks; both go on without a network. Its keys stand on its page. Of many boards the page
   holds a part, and the board that comes next is asked of the server with those around it. */
const ANNOUNCED = 12000, JUMP = 10000, TENDED = 8000; // ms
let shown = "", wanted = "", led = "", held = false, since = Date.now(), bells = {}, told = null, before = null;
let audible = false, until = 0, said = "", saidAt = 0, minutes = 0, tended = Date.now();
let turned = document.querySelector("[data-lot]")?.dataset.lot;

// ── what the server's page does not know is put on every page before it is shown ──
const at = (id) => document.getElementById(id), player = at("recording");
const boards = () => [...document.querySelectorAll(".hall-board")]; // in the page
const order = () => [...document.querySelectorAll("[data-show]")].map(({ dataset }) => dataset.show); // of all
const soundState = () => (!audible ? "off" : player.muted ? "muted" : "on");
const dress = () => {
  const all = boards(), announced = at("announce");
  if (all.length && !all.some(({ id }) => id === shown)) shown = all[0].id;
  for (const board of all) board.hidden = board.id !== shown;
  for (const link of document.querySelectorAll("[data-show]")) link.ariaCurrent = link.dataset.show === shown;
  at("hall-pause")?.setAttribute("aria-pressed", held);
  at("sound")?.setAttribute("data-state", soundState());
  const tending = document.documentElement.classList.toggle("tending", Date.now() - tended < TENDED);
  if (tending && led !== shown)
    document.querySelector(`[data-show="${shown}"]`)?.scrollIntoView({ block: "nearest", inline: "center" });
  led = tending ? shown : ""; // the link that was brought into sight
  announced.hidden = !said || Date.now() - saidAt >= ANNOUNCED;
  for (const words of announced.children) {
    words.hidden = words.dataset.of !== said;
    if (!words.hidden) words.querySelector("b")?.replaceChildren(minutes);
  }
};
document.addEventListener("htmx:afterSwap", () => {
  if (wanted && at(wanted)) show(wanted); else dress();
  const { lot } = document.querySelector("[data-lot]")?.dataset || {}; // of a draw: each lot is heard
  if (audible && lot && lot !== turned) sound("lot");
  turned = lot;
});

// ── boards ──
const show = (id) => {
  if (id) [wanted, since] = [at(id) ? "" : id, Date.now()];
  if (wanted) window.Live.renew(); else if (id) shown = id;
  dress();
};
const step = (by) => {
  const all = order();
  show(all.at((all.indexOf(shown) + by) % all.length));
};
document.addEventListener("htmx:configRequest", ({ detail }) => {
  const link = document.querySelector(`[data-show="${wanted || shown}"]`);
  if (detail.elt.id !== "source" || !link || boards().length === order().length) return;
  detail.path = location.pathname; // of the address the board alone
  detail.parameters.board = new URL(link.href).searchParams.get("board");
});
document.addEventListener("htmx:afterRequest", ({ detail: { successful } }) => {
  if (wanted && !successful) show(boards()[0].id); // without a network those of the page go round
});
const hold = () => { held = !held; show(shown); };

// ── sounds: parts of the page's recording, from and to which second ──
const SOUNDS = { silence: [0, 0.4], start: [0.5, 2.9], warning: [3, 5.4], bell: [5.5, 10], lot: [10.2, 11],
  all: [0, 11] };
const sound = async (name) => {
  [player.currentTime, until] = SOUNDS[name];
  await player.play();
  audible = true;
  dress();
};
player.addEventListener("timeupdate", () => player.currentTime >= until && player.pause());
const announce = (name) => {
  [said, saidAt] = [name, Date.now()];
  if (audible && SOUNDS[name]) sound(name);
  show(held ? shown : order()[0]);
};
const rehearse = () => { player.muted = false; return sound("all"); };
const mute = async () => {
  if (audible) player.muted = !player.muted; else await sound("silence");
  dress();
};

// ── what the clocks say, with or without a network ──
// a bell is null while its clock is held; extra time is whole minutes, and no pause that was missed is that to the ms
const changed = (was, is) => {
  if (was === undefined || is === undefined || was === is) return;
  if (is === null) return announce("paused");
  if (was === null) return announce("resumed");
  minutes = Math.abs(is - was) / 60000;
  if (Number.isInteger(minutes)) announce(is > was ? "extended" : "shortened");
};
document.addEventListener("pulse", ({ detail }) => {
  const last = bells;
  bells = detail.bells;
  for (const round of Object.keys(bells)) changed(last[round], bells[round]);
  const begun = told && Object.keys(bells).some((round) => bells[round] && !told.has(round));
  told = new Set([...(told || []), ...Object.keys(bells)]); // the rounds whose clock has been started
  if (begun) announce("start");
});
const listen = () => {
  const now = window.Live.now(), last = before, { lastBell = 0, rounds = "" } = at("source").dataset;
  before = now;
  if (now === null || last === null || now < last || now - last > JUMP) return;
  const passed = (moment) => last < moment && moment <= now;
  const ends = rounds.split(" ").map((round) => bells[round]);
  if (ends.some(passed)) announce("bell");
  else if (Number(lastBell) && ends.some((bell) => passed(bell - lastBell * 60000))) announce("warning");
};

// ── what is pressed ──
const buttons = { "hall-pause": hold, "sound-try": rehearse, sound: mute };
const keys = { p: hold, " ": hold, m: mute, t: rehearse, arrowright: () => step(1), arrowleft: () => step(-1) };
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-show]");
  if (link) {
    event.preventDefault();
    show(link.dataset.show);
  } else buttons[event.target.closest("button")?.id]?.();
});
document.addEventListener("keydown", (event) => {
  const key = event.key.toLowerCase(), presses = key === " " && event.target.closest("button, a");
  if (presses || event.ctrlKey || event.metaKey || event.altKey) return;
  if (key === " ") event.preventDefault();
  if (keys[key]) keys[key](); else show(order()[key - 1]);
});
const tend = () => { tended = Date.now(); }; // whoever moves the pointer or presses a key wants to see the tools
for (const kind of ["pointermove", "pointerdown", "keydown", "focusin"]) document.addEventListener(kind, tend);

shown = boards().find(({ hidden }) => !hidden)?.id || "";
held = new URLSearchParams(location.search).has("board"); // whoever asks for a board means it
sound("silence").catch(() => {}); // a screen that was started with permission to sound needs no press
dress();
setInterval(() => {
  listen();
  if (!held && Date.now() - since > 1000 * Number(at(shown)?.dataset.seconds || 0)) step(1);
  dress();
}, 250);
