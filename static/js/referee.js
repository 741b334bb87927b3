/* The referee page: taps, entries, and what the page shows of them. Entries go to the queue first (queue.js), the race is
   read from the outlook (race.js), drawing.js shows it, sheet.js fetches pages and morphs. Without this script the page's
   forms do the same, one request each. */
(() => {
  "use strict";
  const { Day, Race, Drawing, Device, EntryQueue } = window;
  const json = (page, id) => JSON.parse(page.getElementById(id)?.textContent || "null");
  if (!Day || !json(document, "phone")) return;
  const SETTLED = 1500; // ms after which the first load is over
  const APPEARED = 350, TWICE = 700; // ms in which what has just appeared, or was just pressed, takes no press
  let sheet = json(document, "phone"), words = json(document, "words");
  let order = "", late = false, turned = false, failure = "", time = null;
  const quiet = { confirm: 0, answers: 0, undo: 0 };

  const cookie = (name) => document.cookie.split("; ").find((text) => text.startsWith(name + "="))?.slice(name.length + 1) || "";
  const queue = new EntryQueue({
    account: sheet.account, who: sheet.who, token: () => cookie("csrftoken"), changed: () => soon(), renewed: () => Day.renew(),
  });

  let pending = 0; // what comes in bursts is drawn once
  const soon = () => { pending = pending || setTimeout(() => { pending = 0; draw(); }, 20); };

  // ── the time: this table's bell also rings without a network ──
  const now = () => {
    if (time) return time.now + (Date.now() - time.at) * time.pace;
    return Date.now() + Number(Device.kept("clock-offset") || 0);
  };
  const rung = () => {
    const { clock } = sheet, told = time || !sheet.rehearsal;
    return clock.rung || Boolean(told && clock.state === "running" && clock.bell_at && Date.parse(clock.bell_at) <= now());
  };

  // ── what is to be done now ──
  const present = () => {
    const rows = queue.of(sheet.key), race = Race.of(sheet, rows), bell = rung();
    const last = race.deals[race.deals.length - 1], ended = last && ["in_hand", "extra"].includes(last.kind) && last.local;
    const own = Boolean(sheet.outlook) && (race.mixed || (bell && !sheet.clock.rung));
    let kind = sheet.kind, asks = false;
    if (!sheet.is_open || race.at.decided || ended) kind = "";
    else if (own && bell && kind !== "extra") {
      asks = sheet.on_time !== "stop_now" && race.inHand === null;
      kind = sheet.on_time !== "stop_now" && race.inHand ? "in_hand" : "";
    } else if (own && !bell && sheet.clock.state === "running") kind = "regular";
    const takesLate = sheet.is_open && bell && !race.at.decided && !ended;
    if (late && takesLate) [kind, asks] = ["late", false];
    return { rows, race, kind, asks, own, takesLate, level: race.mixed ? race.at.level : sheet.level };
  };

  const paint = (page) => {
    if (!page.getElementById("phone")) return;
    const drawing = new Drawing(page, sheet, words), view = present(), { rows, race, kind } = view;
    const count = (state) => rows.filter((row) => row.state === state).length;
    const others = {};
    for (const row of queue.rows) if (row.account !== queue.account && row.state === "unsent") others[row.who] = (others[row.who] || 0) + 1;
    drawing.strip({ unsent: queue.unsent.length, waiting: count("waiting") + count("conflicting"), barred: queue.barred, lasting: queue.lasting, others });
    drawing.own(rows);
    if (view.own) drawn(drawing, view);
    if (kind) drawing.entry(race, kind, order, view.level);
    else if (view.own) drawing.noEntry();
    if (Race.complete(order) && kind) {
      const after = Race.step(sheet, race.at, order, kind).after;
      drawing.next(kind === "regular" || kind === "late" ? after : { decided: kind }, order);
    }
    drawing.lateLink(view.takesLate, kind === "late");
    for (const [name, until] of Object.entries(quiet)) if (performance.now() < until) drawing.hold(name);
    tools(drawing);
    if (failure) drawing.word(failure);
  };
  const drawn = (drawing, { race, asks, kind }) => {
    drawing.score(race);
    drawing.list(race);
    const last = race.deals[race.deals.length - 1];
    if (last && race.mixed) drawing.next(kind === "regular" || kind === "late" ? race.at : { decided: "later" }, last.order);
    drawing.at("proposal")?.remove();
    if (asks) drawing.later("question-at-bell");
    else drawing.at("question")?.remove();
    if (!asks && !kind && sheet.is_open) drawing.word(words.result_later);
  };
  const tools = (drawing) => {
    const big = drawing.at("large"), turn = drawing.at("turn"), { awake, reopens } = Device.state;
    const said = [awake ? words.awake : words.not_awake, reopens ? "" : words.no_reopening, queue.lasting ? "" : words.fleeting];
    if (big) {
      big.hidden = false;
      big.setAttribute("aria-pressed", String(Device.large));
      drawing.at("able").replaceChildren(...said.filter(Boolean).map((text) => drawing.make("span", "", text)));
    }
    if (turn) {
      turn.hidden = false;
      drawing.at("proposal").classList.toggle("turned", turned);
    }
  };
  const hold = (name, ms) => {
    quiet[name] = performance.now() + ms;
    setTimeout(() => Day.draw(), ms + 10);
  };
  const draw = () => {
    const shown = () => ["question", "proposal"].filter((id) => document.getElementById(id)?.tagName === "SECTION" || document.getElementById(id)?.tagName === "FORM");
    const before = shown();
    Day.draw();
    if (!shown().some((id) => !before.includes(id))) return;
    hold("answers", APPEARED);
    Day.draw();
  };

  // ── entries: each is kept before anything else is done with it ──
  const head = () => {
    const live = queue.of(sheet.key).filter(({ state }) => [...Race.LIVE, "conflicting"].includes(state));
    const deal = sheet.deals[sheet.deals.length - 1];
    return live.length ? live[live.length - 1].key : deal ? deal.mark : "";
  };
  const enter = async (operation, number, body) => {
    try {
      await queue.opened;
      await queue.add(sheet.address, sheet.key, { device: sheet.device, operation, number, builds_on: head(), body, sheet: sheet.sheet || null });
      failure = "";
      return true;
    } catch {
      failure = words.failed; // nothing is cleared: the order stays for another press
      return false;
    } finally {
      draw();
    }
  };
  const tap = (seat) => {
    const place = order.indexOf(seat), was = Race.complete(order);
    if (place < 0 && was) return;
    order = place < 0 ? Race.partners(order) ? order : Race.whole(order + seat) : order.slice(0, Math.min(place, 2));
    if (Race.complete(order) && !was) hold("confirm", APPEARED);
    failure = "";
    draw();
  };
  const confirm = async () => {
    const { race, kind } = present();
    if (performance.now() < quiet.confirm || !kind || !Race.complete(order)) return;
    const said = order;
    order = "";
    const kept = await enter("deal", race.deals.length + 1, { order: said, kind });
    if (!kept) order = said;
    else late = false;
    draw();
  };
  const undo = () => {
    const { race } = present();
    if (performance.now() < quiet.undo || !race.deals.length) return;
    hold("undo", TWICE);
    enter("undo", race.deals.length, {});
  };
  const answer = (yes) => enter("bell", present().race.deals.length, { in_hand: yes });

  document.addEventListener("submit", (event) => {
    const form = event.target, button = event.submitter;
    const mine = { entry: () => tap(button.id.slice(-1)), deal: confirm, question: () => answer(button.value === "yes") }[form.id];
    if (!mine && button?.id !== "undo") return;
    event.preventDefault();
    event.stopImmediatePropagation();
    (mine || undo)();
  }, true);
  document.addEventListener("click", (event) => {
    const node = event.target.closest("button, a");
    if (!node) return;
    const [act, key] = node.id.split(/-(.*)/), row = queue.rows.find((known) => known.key === key);
    const acts = {
      clear: () => { order = ""; draw(); },
      large: () => { Device.toggleLarge(); draw(); },
      turn: () => { turned = !turned; draw(); },
    };
    if (acts[node.id]) acts[node.id]();
    else if (node.dataset.kind !== undefined) { late = node.dataset.kind === "late"; draw(); }
    else if (row && act === "seen") queue.heard({}, [key]);
    else if (row && (act === "again" || act === "late")) again(row, act);
    else return;
    if (node.id === "clear" && document.getElementById("problems")) return; // refused without this script: the page anew
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  /* A refused entry goes once more as things stand now. */
  const again = ({ key, entry }, act) => {
    const { race } = present(), body = act === "late" ? { ...entry.body, kind: "late" } : entry.body;
    const number = race.deals.length + (entry.operation === "deal" ? 1 : 0);
    queue.again(key, { ...entry, device: sheet.device, number, builds_on: head(), body, sheet: sheet.sheet || null });
  };

  // ── what the server says ──
  const heard = (page) => {
    const there = ["question", "proposal"].filter((id) => !document.getElementById(id) && page.getElementById(id));
    if (there.length) hold("answers", APPEARED);
    sheet = json(page, "phone") || sheet;
    words = json(page, "words") || words;
    [queue.account, queue.who] = [sheet.account, sheet.who];
    if (queue.barred && json(page, "phone")) { queue.barred = ""; queue.send(); }
    const states = Object.fromEntries(sheet.submissions.map(({ key, state, problems }) => [key, { state, problems }]));
    const over = (row) => row.state !== "refused" && row.state !== "dropped" && ["accepted", "duplicate"].includes(states[row.key]?.state);
    queue.heard(states, queue.of(sheet.key).filter(over).map(({ key }) => key)).catch(() => {});
  };
  document.addEventListener("day:page", ({ detail }) => {
    heard(detail);
    Device.keep(detail, sheet);
  });
  document.addEventListener("day:barred", ({ detail }) => {
    queue.barred = detail === 403 ? "permission_denied" : "not_authenticated";
    draw();
  });
  document.addEventListener("pulse", ({ detail }) => {
    const rang = rung();
    time = { now: detail.now, at: Date.now(), pace: detail.pace };
    if (!sheet.rehearsal) Device.kept("clock-offset", String(detail.now - Date.now()));
    queue.send();
    if (rang !== rung()) draw();
  });
  let last = rung();
  setInterval(() => { if (rung() !== last) { last = rung(); draw(); } }, 1000);

  Day.painters.push(paint);
  Device.start(soon);
  queue.opened.then(() => {
    heard(Day.page());
    setTimeout(() => document.documentElement.classList.add("opened"), 200); // what was kept is on the page by now
  });
  setTimeout(() => Device.keep(Day.page(), sheet), SETTLED);
  document.documentElement.classList.add("ready");
})();
