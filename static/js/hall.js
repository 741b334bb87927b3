/* The hall screen: shows one board after the other, says how old its picture is when the network goes, and
   sounds at the start, at the last deal and at the bell. live.js keeps the page and its clocks; both go
   on without a network. Space or P holds the rotation, arrows and digits choose a board, M mutes, T tries the
   sounds. */
const { Live } = window;
const SILENCE = 3000, ANNOUNCED = 12000, JUMP = 10000, TENDED = 8000; // ms
let shown = "", held = false, since = Date.now();
let bells = {}, told = null, before = null;
let audio = null, muted = false, said = "", saidAt = 0, tending = 0;

// ── what the server's page does not know is put on every page before it is shown ──
const at = (id) => document.getElementById(id);
const boards = () => [...document.querySelectorAll(".hall-board")];
const write = (node, text) => { if (node.textContent !== text) node.textContent = text; }; // read aloud when written
const soundState = () => (audio?.state !== "running" ? "off" : muted ? "muted" : "on");
const ago = ({ seconds, minutes }) => {
  const n = Math.max(0, Math.round(Live.age() / 1000));
  return n < 60 ? seconds.replace("{n}", n) : minutes.replace("{n}", Math.floor(n / 60));
};
const dress = () => {
  const all = boards(), strip = at("stale"), announced = at("announce");
  if (all.length && !all.some(({ id }) => id === shown)) shown = all[0].id;
  for (const board of all) board.hidden = board.id !== shown;
  for (const link of document.querySelectorAll("[data-show]")) {
    link.ariaCurrent = link.dataset.show === shown ? "true" : null;
  }
  at("hall-pause")?.setAttribute("aria-pressed", held);
  at("sound")?.setAttribute("data-state", soundState());
  at("sound")?.setAttribute("aria-pressed", soundState() === "on");
  strip.hidden = told === null || Live.age() <= SILENCE;
  if (!strip.hidden) {
    write(strip.querySelector("[data-stopped]"), Live.hour({ second: "2-digit" }));
    write(strip.querySelector("[data-ago]"), ago(strip.dataset));
  }
  announced.hidden = !said || Date.now() - saidAt >= ANNOUNCED;
  for (const words of announced.children) words.hidden = words.dataset.of !== said;
};
document.addEventListener("htmx:afterSwap", dress);

// ── boards ──
const show = (id) => {
  if (!id) return;
  shown = id;
  since = Date.now();
  dress();
};
const step = (by) => {
  const all = boards(), place = all.findIndex(({ id }) => id === shown);
  show(all.at((place + by) % all.length)?.id);
};
const rotate = () => {
  if (!held && Date.now() - since > 1000 * Number(at(shown)?.dataset.seconds || 0)) step(1);
};
const hold = () => {
  held = !held;
  since = Date.now();
  dress();
};

// ── sounds: pitch in Hz, from and for how many seconds ──
const SOUNDS = {
  start: [[523, 0, 0.3], [659, 0.3, 0.3], [784, 0.6, 0.9]],
  warning: [[880, 0, 0.25], [880, 0.4, 0.25], [880, 1.2, 0.25], [880, 1.6, 0.25]],
  bell: [[1047, 0, 1.4], [1047, 1, 1.4], [1047, 2, 2.2]],
};
const sound = (name, later = 0) => {
  if (soundState() !== "on") return;
  for (const [frequency, from, length] of SOUNDS[name]) {
    const tone = new OscillatorNode(audio, { type: "triangle", frequency }), volume = new GainNode(audio);
    const start = audio.currentTime + later + from;
    volume.gain.setValueAtTime(0.0001, start);
    volume.gain.exponentialRampToValueAtTime(0.8, start + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
};
const announce = (name) => {
  said = name;
  saidAt = Date.now();
  sound(name);
  if (!held) show(boards()[0]?.id);
  dress();
};
const wake = async () => {
  if (!audio) {
    audio = new AudioContext();
    audio.addEventListener("statechange", dress);
  }
  await audio.resume();
};
const rehearse = async () => {
  await wake();
  muted = false;
  dress();
  Object.keys(SOUNDS).forEach((name, place) => sound(name, place * 2.5));
};
const mute = async () => {
  if (soundState() === "off") await wake(); else muted = !muted;
  dress();
};

// ── what the clocks say, with or without a network ──
document.addEventListener("pulse", ({ detail }) => {
  bells = detail.bells;
  const begun = told && Object.keys(bells).some((round) => bells[round] && !told.has(round));
  told = new Set([...(told || []), ...Object.keys(bells)]); // the rounds whose clock has been started
  if (begun) announce("start");
  dress();
});
const listen = () => {
  const now = Live.now(), last = before, { lastBell = 0, round = 0 } = at("source").dataset;
  before = now;
  if (now === null || last === null || now < last || now - last > JUMP) return;
  const passed = (moment) => last < moment && moment <= now;
  if (passed(bells[round])) announce("bell");
  else if (Number(lastBell) && passed(bells[round] - lastBell * 60000)) announce("warning");
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
  if (keys[key]) keys[key](); else show(boards()[key - 1]?.id);
});
const tend = () => { // whoever moves the pointer or presses a key wants to see the tools
  const { classList } = document.documentElement;
  classList.add("tending");
  clearTimeout(tending);
  tending = setTimeout(() => classList.remove("tending"), TENDED);
};
for (const kind of ["pointermove", "pointerdown", "keydown", "focusin"]) document.addEventListener(kind, tend);

shown = boards().find(({ hidden }) => !hidden)?.id || "";
held = new URLSearchParams(location.search).has("board"); // whoever asks for a board means it
tend();
wake().catch(() => {}); // a screen that was started with permission to sound needs no press
dress();
setInterval(() => {
  listen();
  rotate();
  dress();
}, 250);
