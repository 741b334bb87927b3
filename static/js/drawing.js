/* Puts what this phone knows beyond the server into the server's page. It makes no markup: every part is one of the
   server's own (day/parts/phone_parts.html) with its slots filled, all words come from the page. */
const { Race, Shelf } = window;
const put = (text, values = {}) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name] ?? "");
const part = (name) => document.getElementById("part-" + name).content.cloneNode(true);
/* A slot (data-is) gets the text of its name, stays as it is with `true`, and goes without a value. */
const fill = (made, values) => {
  for (const slot of made.querySelectorAll("[data-is]")) {
    const value = values[slot.dataset.is];
    if (!value) slot.remove();
    else if (value !== true) slot.textContent = value;
  }
  return made;
};
const ACE = 14;
const filled = (name, values) => fill(part(name), values);

class Drawing {
  constructor(page, sheet, words) { Object.assign(this, { page, sheet, words }); }
  at(id) { return this.page.getElementById(id); }
  card(old, level, { stage = false, passed = false } = {}) {
    if (old.classList.contains("points")) { old.firstChild.data = level ?? "–"; return; }
    const node = part("levels").children[passed ? 2 : stage ? 1 : 0];
    for (const size of ["whole", "m", "l"]) node.classList.toggle(size, old.classList.contains(size));
    node.classList.toggle("none", !level);
    node.firstChild.data = level ? this.words.ranks[level] : "–";
    old.replaceWith(node);
  }
  said({ operation, number, body }, filledIn) {
    const { words, sheet } = this;
    if (operation === "bell") return body.in_hand ? words.bell_yes : words.bell_no;
    if (operation === "undo") return put(words.undone, { number });
    const deal = put(words[body.kind] || words.regular, { number });
    if (filledIn) return sheet.is_entered ? filledIn : `${deal} · ${filledIn}`;
    return `${deal} · ${sheet.teams[Race.sideOf(body.order[0])].name} ${words.out[body.order]}`;
  }

  // ── what is not sent, and what did not go well ──
  strip({ overdue, barred, foreign }, waiting) {
    const { slip, key } = this.sheet, out = slip || ["not_authenticated", "csrf_failed"].includes(barred);
    this.at("net").replaceChildren(filled("net", {
      unsent: overdue.length > 0, count: overdue.length,
      kept: !barred && Shelf.lasting, fleeting: !barred && !Shelf.lasting,
      barred: Boolean(barred), again: out && !slip, renew: slip, forbidden: !out, waiting: waiting > 0, waits: waiting,
    }));
    const here = foreign.filter((row) => row.slip && row.sheet === key);
    const others = foreign.filter((row) => !here.includes(row)), n = others.length;
    const who = [...new Set(others.map((row) => row.who))].join(this.words.comma);
    if (n) this.at("net").append(filled("other", { text: put(this.words.others, { who, n }) }));
    const said = here.map((row) => row.said).join("\n");
    if (said) this.at("own").append(filled("left", { said, n: here.length }));
  }
  own(rows) {
    const told = this.sheet.conflicts.map(({ key }) => key);
    for (const { key, entry, said, state, problems } of rows) {
      const over = ["refused", "dropped"].includes(state), refused = state === "refused";
      if (!over && (state !== "conflicting" || told.includes(key))) continue;
      const texts = problems.map(({ code, data }) => put(this.words.problems[code] || "", data));
      const rung = problems.some(({ code }) => ["after_the_bell", "bell_question_open"].includes(code));
      const made = filled("fate", {
        [state]: true, said, why: texts.filter(Boolean).join(" "), acts: over,
        seen: true, again: refused, late: refused && rung && entry.operation === "deal",
      });
      made.firstElementChild.id = "fate-" + key;
      for (const button of made.querySelectorAll("button")) button.id = `${button.dataset.is}-${key}`;
      this.at("own").append(made);
    }
  }

  // ── the state of the game ──
  score({ at, contested }) {
    const { words } = this;
    for (const [i, name] of ["home", "away"].entries()) {
      const box = this.at("score").children[i], stage = !contested && at.stage === name, passed = at.passed === name;
      const level = at.levels ? at.levels[name] : (at.known || {})[name];
      box.classList.toggle("on", stage);
      this.card(box.querySelector(".lv"), level, { stage, passed });
      const place = contested ? "contested" : passed ? "passed" : stage ? "stage" : at.stage ? "off_stage" : "";
      const ace = stage && level === ACE && !passed && at.level;
      box.querySelector(".state").textContent = (words[place] || "") + (ace ? " · " + words.plays_ace : "");
    }
  }
  later(id) { // a part that the server keeps ready for when this phone knows more
    if (this.at(id)?.content) this.at(id).replaceWith(this.at(id).content.cloneNode(true));
  }
  entry({ last, at, contested }, kind, order, level) {
    if (!this.at("entry")) this.later("entry-later");
    const { words } = this, number = last + 1, bar = this.at("confirm-bar");
    if (!bar) return;
    this.at("deal-h").textContent = put(words[kind], { number });
    for (const id of ["entry", "deal"]) this.at(id).elements.kind.setAttribute("value", kind);
    this.at("deal").elements.order.setAttribute("value", order);
    const felt = this.page.querySelector(".felt .lv");
    if (felt && level > ACE) felt.parentNode.replaceChildren(); // at 王 there is no level card
    else if (felt) this.card(felt, level, { stage: true });
    const complete = Race.complete(order), confirm = this.at("confirm");
    for (const seat of "NWSE") this.seat(this.at("seat-" + seat), order.indexOf(seat) + 1, complete);
    this.preview(bar.querySelector(".preview"), at, kind, order, complete && { rises: !contested });
    confirm.disabled = !complete;
    confirm.querySelector("span").textContent = put(words["confirm_" + kind] || words.confirm, { number });
  }
  seat(node, place, complete) {
    const { words } = this, { at, who } = node.dataset;
    node.classList.toggle("taken", place > 0);
    node.ariaPressed = place > 0;
    node.disabled = complete && !place;
    const name = who + (node.disabled && this.sheet.is_tapped ? " · " + words.not_ranked : "");
    const places = this.sheet.is_tapped ? words.places : words.six_places;
    fill(node, { turn: place, at: place ? `${at} ${places[place]}` : at, name });
  }
  preview(box, at, kind, order, complete) {
    const done = complete && Race.step(this.sheet, at, order, kind), { side, place, after, before } = done;
    const rises = complete.rises && kind !== "extra" && !after.passed;
    const made = filled("preview", complete ? {
      wins: `${this.sheet.teams[side].name} ${this.words.wins[place]}`, plus: this.gain(done, kind),
      to: rises && after.levels !== null, later: rises && !after.levels,
    } : { [["first", "second", "third"][order.length]]: true });
    const [from, to] = made.querySelectorAll(".to .lv");
    if (from) this.card(from, before.levels ? before.levels[side] : 0);
    if (to) this.card(to, after.levels[side], { stage: true });
    box.replaceChildren(...made.firstElementChild.childNodes);
  }
  gain({ side, after, gain }, kind) {
    if (kind === "extra") return this.words.decides;
    return after.passed === side ? this.words.passes : "+" + gain;
  }
  lateLink(chosen) {
    this.at("late")?.remove();
    this.at("deals").before(filled("late", { back: chosen, on: !chosen }));
  }

  // ── who pays, shuffles and leads ──
  next(after, order) {
    const { words, sheet } = this;
    this.at("nextdeal")?.remove();
    if (!sheet.tributes[order] || after.decided) return;
    const level = words.ranks[after.level], branch = sheet.teams[after.stage].short;
    const title = put(level ? words.next : words.next_later, { level, branch });
    this.at("deals").before(filled("next-" + order, { title }));
  }

  // ── the deals ──
  list({ deals }) {
    const list = this.at("deal-list"), stand = deals.map(({ number, local }) => !local && "deal-" + number);
    const undo = this.at("undo")?.closest("form") || part("undo").firstElementChild;
    undo.remove();
    for (const item of list.querySelectorAll('li[id^="deal-"]')) if (!stand.includes(item.id)) item.remove();
    for (const deal of deals) if (deal.local) list.prepend(this.line(deal));
    if (deals.length) this.at("deal-" + deals.at(-1).number).append(undo);
    if (!this.sheet.is_entered) this.at("deals-h").textContent = put(this.words.entered, { n: deals.length });
    this.at("deals").hidden = false;
  }
  line({ number, filledIn, local, ...deal }) {
    const made = filled("deal", {
      number, ...(filledIn ? { side: filledIn } : this.done(deal)),
      unsent: local === "unsent", waiting: local === "waiting" || local === "conflicting",
    });
    made.firstElementChild.id = "deal-" + number;
    return made;
  }
  done({ order, kind, level, done }) {
    const { words } = this, { side, after } = done;
    const now = after.levels && (after.level ? words.ranks[after.levels[side]] : after.levels[side]);
    const rank = after.levels && kind !== "extra" ? " → " + now : "";
    const how = [level && put(words.played_at, { level: words.ranks[level] }), kind !== "regular" && words.kinds[kind]];
    return {
      side: this.sheet.teams[side].name, out: words.out[order], how: how.filter(Boolean).join(" · "),
      gain: after.passed === side ? words.passed : this.gain(done, kind) + rank, failed: done.failed.includes(side),
    };
  }
  /* Of a game whose entries are filled in: one result, or the next deal; what it does comes with the network. */
  filledIn({ own, race: { last, deals } }, order) {
    const { sheet, words } = this, number = last + 1, button = this.at("enter");
    if (!button) return;
    if (sheet.seats) {
      const isWhole = Race.complete(order, sheet.seats);
      for (const seat of sheet.seats) this.seat(this.at("seat-" + seat), order.indexOf(seat) + 1, isWhole);
      this.at("six-order").setAttribute("value", order);
      button.disabled = order && !isWhole; // and who is next is asked, by day.css
    }
    if (!own) return;
    this.at("entry-preview").replaceChildren();
    for (const node of this.page.querySelectorAll('[name="defenders"][checked]')) node.removeAttribute("checked");
    if (sheet.is_entered && deals.length) for (const id of ["game-entry", "confirm-bar"]) this.at(id).remove();
    else if (!sheet.is_entered) {
      this.at("deal-h").textContent = put(words.regular, { number });
      button.querySelector("span").textContent = put(words.confirm, { number });
    }
  }
  word(text) { Object.assign(this.at("word") || {}, { className: "word", textContent: text, hidden: false }); }
}

window.Drawing = Drawing;
