/* The hall screen: shows one board after the other, says how old its picture is when the network goes, and
   sounds at the start, at the last deal and at the bell. live.js keeps the page and its clocks; both go
   on without a network. Space or P holds the rotation, arrows and digits choose a board, M mutes, T tries the
   sounds. */
(() => {
  "use strict";
  const root = document.documentElement;
  const SILENCE = 3000, ANNOUNCED = 12000, JUMP = 10000, TENDED = 8000; // ms
  let shown = "", held = false, since = Date.now();
  let heard = Date.now(), stopped = "", clocks = [], told = null, before = null;
  let audio = null, muted = false, said = "", saidAt = 0, tended = 0;

  // ── what the server's page does not know is put on every page before it is shown ──
  const source = () => document.getElementById("source").dataset;
  const boards = (page = document) => [...page.querySelectorAll(".hall-board")];
  const is = (node, name, value) => { if (node && node.getAttribute(name) !== value) node.setAttribute(name, value); };
  const hide = (node, yes) => { if (node && node.hidden !== yes) node.hidden = yes; };
  const write = (node, text) => { if (node && node.textContent !== text) node.textContent = text; };
  const soundState = () => !audio || audio.state !== "running" ? "off" : muted ? "muted" : "on";
  const ago = (strip) => {
    const seconds = Math.max(0, Math.round((Date.now() - heard) / 1000));
    const text = seconds < 60 ? strip.dataset.seconds : strip.dataset.minutes;
    return text.replace("{n}", seconds < 60 ? seconds : Math.floor(seconds / 60));
  };
  const dress = (page) => {
    const all = boards(page);
    if (all.length && !all.some((board) => board.id === shown)) shown = all[0].id;
    for (const board of all) hide(board, board.id !== shown);
    for (const link of page.querySelectorAll("[data-show]")) {
      if (link.dataset.show === shown) is(link, "aria-current", "true"); else link.removeAttribute("aria-current");
    }
    is(page.querySelector("#hall-pause"), "aria-pressed", String(held));
    const sound = page.querySelector("#sound");
    is(sound, "data-state", soundState());
    is(sound, "aria-pressed", String(soundState() === "on"));
    const strip = page.querySelector("#stale"), stale = Boolean(stopped) && Date.now() - heard > SILENCE;
    if (strip && stale) {
      write(strip.querySelector("[data-stopped]"), stopped);
      write(strip.querySelector("[data-ago]"), ago(strip));
    }
    hide(strip, !stale);
    const banner = page.querySelector("#announce"), speaks = said !== "" && Date.now() - saidAt < ANNOUNCED;
    if (banner) for (const words of banner.children) hide(words, words.dataset.of !== said);
    hide(banner, !speaks);
  };
  document.addEventListener("htmx:afterSwap", () => dress(document));

  // ── boards ──
  const show = (id) => {
    if (!id) return;
    shown = id;
    since = Date.now();
    dress(document);
  };
  const step = (by) => {
    const all = boards(), at = all.findIndex((board) => board.id === shown);
    if (all.length) show(all[(at + by + all.length) % all.length].id);
  };
  const rotate = () => {
    const board = document.getElementById(shown);
    if (!held && Date.now() - since > 1000 * Number(board ? board.dataset.seconds : 0)) step(1);
  };
  const hold = () => { held = !held; since = Date.now(); dress(document); };

  // ── sounds: pitch in Hz, from and for how many seconds ──
  const SOUNDS = {
    start: [[523, 0, 0.3], [659, 0.3, 0.3], [784, 0.6, 0.9]],
    warning: [[880, 0, 0.25], [880, 0.4, 0.25], [880, 1.2, 0.25], [880, 1.6, 0.25]],
    bell: [[1047, 0, 1.4], [1047, 1, 1.4], [1047, 2, 2.2]],
  };
  const sound = (name, later = 0) => {
    if (soundState() !== "on") return;
    for (const [pitch, from, length] of SOUNDS[name]) {
      const tone = audio.createOscillator(), volume = audio.createGain(), at = audio.currentTime + later + from;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      volume.gain.setValueAtTime(0.0001, at);
      volume.gain.exponentialRampToValueAtTime(0.8, at + 0.02);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
      tone.connect(volume).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  };
  const announce = (name) => {
    said = name;
    saidAt = Date.now();
    sound(name);
    const first = boards()[0];
    if (!held && first) show(first.id);
    dress(document);
  };
  const wake = async () => {
    if (!window.AudioContext) return;
    if (!audio) {
      audio = new AudioContext();
      audio.addEventListener("statechange", () => dress(document));
    }
    await audio.resume();
  };
  const rehearse = async () => {
    await wake();
    muted = false;
    dress(document);
    ["start", "warning", "bell"].forEach((name, place) => sound(name, place * 2.5));
  };
  const mute = async () => {
    if (soundState() === "off") await wake(); else muted = !muted;
    dress(document);
  };

  // ── what the clocks say, with or without a network ──
  document.addEventListener("pulse", (event) => {
    heard = Date.now();
    stopped = event.detail.moment || event.detail.hour || "";
    clocks = event.detail.clocks || [];
    const begun = told && clocks.some((clock) => clock.state === "running" && !told.has(clock.round));
    told = new Set([...(told || []), ...clocks.map((clock) => clock.round)]); // the rounds whose clock has been started
    if (begun) announce("start");
    dress(document);
  });
  const listen = () => {
    const now = window.Live ? window.Live.now() : null, last = before;
    before = now;
    if (now === null || last === null || now < last || now - last > JUMP) return;
    const ahead = Number(source().lastBell || 0) * 60000;
    const passed = (moment) => last < moment && moment <= now;
    const live = Number(source().round || 0); // the clock of a round that is over goes on, unheard
    const running = clocks.filter((clock) => clock.round === live && clock.state === "running" && clock.bell);
    if (running.some((clock) => passed(clock.bell))) announce("bell");
    else if (ahead && running.some((clock) => passed(clock.bell - ahead))) announce("warning");
  };

  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-show]"), button = event.target.closest("button");
    if (link) { event.preventDefault(); show(link.dataset.show); }
    else if (button && button.id === "hall-pause") hold();
    else if (button && button.id === "sound-try") rehearse();
    else if (button && button.id === "sound") mute();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const key = event.key.toLowerCase(), onControl = event.target.closest && event.target.closest("button, a");
    if (key === "p" || (key === " " && !onControl)) { event.preventDefault(); hold(); }
    else if (key === "arrowright") step(1);
    else if (key === "arrowleft") step(-1);
    else if (key === "m") mute();
    else if (key === "t") rehearse();
    else if (/^[1-9]$/.test(key) && boards()[key - 1]) show(boards()[key - 1].id);
  });
  const tend = () => { // whoever moves the pointer or presses a key wants to see the tools
    tended = Date.now();
    root.classList.add("tending");
  };
  for (const kind of ["pointermove", "pointerdown", "keydown", "focusin"]) document.addEventListener(kind, tend);
  const untend = () => { if (Date.now() - tended > TENDED) root.classList.remove("tending"); };
  const stayAwake = () => {
    if (!document.hidden && navigator.wakeLock) navigator.wakeLock.request("screen").catch(() => {});
  };
  document.addEventListener("visibilitychange", stayAwake);

  const asked = boards().find((board) => !board.hidden);
  if (asked) shown = asked.id;
  held = new URLSearchParams(location.search).has("board"); // whoever asks for a board means it
  stayAwake();
  tend();
  wake().catch(() => {}); // a screen that was started with permission to sound needs no press
  dress(document);
  setInterval(() => { listen(); rotate(); dress(document); untend(); }, 250);
})();
