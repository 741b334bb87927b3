/* The referee page: taps, entries, and what the page shows of them (docs/phone.md). Without this script the page's
   forms do the same, one request each. */
const { Live, Race, Shelf, Drawing, Device, EntryQueue, Idiomorph, htmx } = window;
const json = (page, id) => JSON.parse(page.getElementById(id)?.textContent || "null");
const TWICE = 700; // ms after a press in which undo takes no other; what has just appeared takes none by phone.css
const root = document.documentElement, words = json(document, "words");
let sheet = json(document, "phone"), failure = "", undone = -TWICE;
let { order } = sheet, late = sheet.kind === "late"; // what was tapped before this script was there came back
let turnedUp = ""; // the level card of the deal that is tapped

const token = () => document.cookie.match(/(?:^|; )csrftoken=([^;]*)/)?.[1] || "";
let pending = 0; // what comes in bursts is drawn once
const soon = () => { pending = pending || setTimeout(() => { pending = 0; draw(); }, 20); };
const queue = new EntryQueue({ account: sheet.account, token, changed: soon, renewed: Live.renew });

const rung = ({ clock } = sheet) => // this table's bell also rings without a network
  clock.rung || (clock.state === "running" && Date.parse(clock.bell_at) <= Live.now());

// ── what is to be done now ──
const present = () => {
  const rows = queue.of(sheet.key), race = Race.of(sheet, rows), bell = rung(), last = race.deals.at(-1);
  const ended = last?.local && (sheet.is_entered || ["in_hand", "extra"].includes(last.kind));
  const own = sheet.is_tapped ? Boolean(sheet.outlook) && (race.mixed || (bell && !sheet.clock.rung)) : race.mixed;
  const goesOn = sheet.is_open && !race.at.decided && !ended, takesLate = goesOn && bell;
  let kind = goesOn ? sheet.kind : "", asks = false;
  if (late && takesLate) kind = "late";
  else if (takesLate && sheet.is_tapped && own && kind !== "extra") {
    asks = sheet.on_time !== "stop_now" && race.inHand === null;
    kind = sheet.on_time !== "stop_now" && race.inHand ? "in_hand" : "";
  } else if (goesOn && !bell && own && sheet.clock.state === "running") kind = "regular";
  const level = race.mixed || race.contested ? race.at.level : sheet.level;
  const settles = own && sheet.is_open && !kind && !asks && (sheet.is_tapped || ended);
  return { rows, race, kind, asks, own, takesLate, level, settles };
};

const tapping = (drawing, { race, kind, asks, own, takesLate, level }) => {
  const last = race.deals.at(-1), isWhole = Race.complete(order) && kind;
  if (own) {
    drawing.score(race);
    drawing.at("proposal")?.remove();
    if (asks) drawing.later("question-at-bell");
    else drawing.at("question")?.remove();
  }
  if (kind) drawing.entry(race, kind, order, level);
  else if (own) for (const id of ["entry", "deal", "confirm-bar", "entry-later"]) drawing.at(id)?.remove();
  if (isWhole || (own && race.mixed && last)) {
    const isAdvised = !race.contested && ["regular", "late"].includes(kind);
    const after = isWhole ? Race.step(sheet, race.at, order, kind).after : race.at;
    drawing.next(isAdvised ? after : { decided: "later" }, isWhole ? order : last.order);
  }
  if (takesLate || drawing.at("late")) drawing.lateLink(kind === "late");
};

// ── what is shown: the page as the server sent it, painted; without a network the unpainted one is opened ──
const frame = document.cloneNode(true), live = () => document.getElementById("live");
let sent = new DocumentFragment();
sent.append(live().cloneNode(true));
const painted = () => {
  const page = sent.cloneNode(true), drawing = new Drawing(page, sheet, words), view = present();
  drawing.strip(queue, view.rows.filter(({ state }) => ["waiting", "conflicting"].includes(state)).length);
  drawing.own(view.rows);
  if (view.own) drawing.list(view.race);
  if (sheet.is_tapped) tapping(drawing, view);
  else drawing.filledIn(view, order);
  if (view.settles) drawing.word(queue.isCutOff ? words.result_later : words.settling);
  if (failure) drawing.word(failure);
  drawing.at("large")?.setAttribute("aria-pressed", root.classList.contains("large"));
  root.classList.toggle("keeps", Shelf.lasting);
  root.classList.toggle("unsent", queue.unsent.length > 0);
  return page.getElementById("live");
};
const draw = () => {
  const held = document.activeElement?.id;
  Idiomorph.morph(live(), painted());
  htmx.process(live());
  const card = document.getElementById("deal")?.elements.turned_up;
  if (card) card.value = turnedUp;
  if (!held || document.activeElement !== document.body) return;
  const there = document.getElementById(held);
  (there && !there.disabled ? there : document.getElementById("deal-h"))?.focus({ preventScroll: true });
};
const keep = () => {
  const page = frame.cloneNode(true);
  page.getElementById("live").replaceWith(sent.getElementById("live").cloneNode(true));
  Device.keep(page, sheet);
};

// ── entries: each is kept before anything else is done with it ──
const entryOf = (operation, number, body) => {
  const before = queue.of(sheet.key).findLast(({ state }) => Race.LIVE.includes(state));
  const builds_on = before?.key || sheet.deals.at(-1)?.mark || "";
  return { device: sheet.device, operation, number, builds_on, body, sheet: sheet.sheet || null };
};
const inWords = (entry, filledIn) => new Drawing(document, sheet, words).said(entry, filledIn);
const enter = async (operation, number, body, filledIn = "") => {
  try {
    await queue.opened;
    const entry = entryOf(operation, number, body);
    await queue.add(sheet, entry, inWords(entry, filledIn), filledIn);
    failure = "";
    // entered once more: what was refused of it has been read
    const isAnswered = ({ state, entry: e }) => state === "refused" && e.operation === operation && e.number === number;
    for (const { key } of queue.of(sheet.key).filter(isAnswered)) await queue.forget(key);
  } catch {
    failure = words.failed; // nothing is cleared: the order stays for another press
  }
  draw();
  return !failure;
};
const tap = (seat) => {
  const place = order.indexOf(seat);
  // a tap on the last one, who goes out by himself, changes nothing
  if (place === sheet.seats.length - 1 || (place < 0 && Race.complete(order, sheet.seats))) return;
  order = place < 0 ? Race.whole(order + seat, sheet.seats) : order.slice(0, place);
  failure = "";
};
const confirm = async () => {
  const { race, kind } = present(), body = { order, kind, ...(turnedUp && { turned_up: Number(turnedUp) }) };
  if (!kind || !Race.complete(order)) return;
  order = turnedUp = "";
  if (await enter("deal", race.last + 1, body)) late = false;
  else ({ order, turned_up: turnedUp = "" } = body);
  draw();
};
/* A form that the game asks for: its fields as texts, which the server reads, and in words. */
const write = async (form) => {
  if (!form.reportValidity()) return;
  const typed = {}, said = [];
  for (const field of form.elements) {
    if (!field.labels?.length || !(/radio|checkbox/.test(field.type) ? field.checked : field.value)) continue;
    (typed[field.name] ||= []).push(field.value);
    const asked = !field.closest(".tiles") && field.closest("fieldset")?.querySelector("legend").innerText;
    const parts = [asked, field.labels[0].innerText.trim(), !/radio|checkbox/.test(field.type) && field.value];
    said.push(parts.filter(Boolean).join(" "));
  }
  if (order) {
    typed.order = [order];
    said.push([...order].map((seat) => words.seats[seat]).join(" → "));
  }
  if (await enter("deal", present().race.last + 1, { typed }, said.join(" · "))) clear();
};
const undo = () => {
  const { race } = present();
  if (performance.now() < undone + TWICE || !race.deals.length) return;
  undone = performance.now();
  enter("undo", race.last, {});
};
const again = (key, change) => { // as things stand now
  const { entry: { operation, body }, filledIn } = queue.rows.find((row) => row.key === key);
  const number = present().race.last + (operation === "deal" ? 1 : 0);
  const entry = entryOf(operation, number, { ...body, ...change });
  return queue.again(key, entry, inWords(entry, filledIn));
};

const clear = () => {
  order = "";
  sent.getElementById("problems")?.remove();
  document.getElementById("filled")?.reset();
};

/* What a button or link does, by its id: `seat-N`, `again-` and the key of an entry; `deal` what sends that form. */
const acts = {
  seat: tap, deal: confirm, enter: () => write(document.getElementById("enter").form), undo,
  answer: (said) => { enter("bell", present().race.last, { in_hand: said === "yes" }); scrollTo(0, 0); },
  clear,
  enters: (kind) => { late = kind === "late"; },
  large: Device.toggleLarge,
  take: () => queue.takeOver(sheet),
  seen: (key) => queue.forget(key),
  again: (key) => again(key, {}),
  late: (key) => again(key, { kind: "late" }),
};
document.addEventListener("click", (event) => {
  const node = event.target.closest("button, a"), id = node?.form?.id === "deal" ? "deal" : node?.id || "";
  const [name, what] = id.split(/-(.*)/);
  if (!acts[name]) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  acts[name](what);
  draw();
}, true);

document.addEventListener("change", ({ target }) => {
  if (target.form?.id === "deal" && target.name === "turned_up") turnedUp = target.value;
});

// ── what the server says ──
const heard = (page) => {
  sheet = json(page, "phone") || sheet;
  queue.account = sheet.account;
  if (queue.barred) { queue.barred = ""; queue.send(); }
  queue.heard(sheet.submissions).catch(() => {});
};
document.addEventListener("htmx:beforeSwap", ({ detail, defaultPrevented }) => {
  if (defaultPrevented || !detail.shouldSwap || detail.target.id !== "live") return;
  const answered = document.createElement("template");
  answered.innerHTML = detail.serverResponse;
  sent = answered.content;
  heard(sent);
  detail.serverResponse = painted().outerHTML;
  keep();
});
document.addEventListener("due", (event) => order && event.preventDefault()); // not while a deal is being tapped
document.addEventListener("barred", (event) => {
  event.preventDefault();
  queue.barred = event.detail === 403 ? "permission_denied" : "not_authenticated";
  draw();
});
document.addEventListener("pulse", ({ detail }) => {
  if (!sheet.rehearsal) Live.kept("clock-offset", detail.now - Date.now());
});
for (const kind of ["pulse", "heard"]) document.addEventListener(kind, () => queue.send());
let last = rung();
setInterval(() => { if (rung() !== last) { last = rung(); draw(); } }, 250);

queue.opened.then(() => {
  heard(sent);
  setTimeout(() => root.classList.add("opened"), 200); // what was kept is on the page by now
});
setTimeout(keep, 1500); // the first load is over
root.classList.add("ready");
