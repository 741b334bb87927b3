/* Puts what this phone knows beyond the server into a page before it is shown: the deals entered here, the order being
   tapped, what it would do, what is not sent. Draws only; referee.js decides. All words come from the page. */
(() => {
  "use strict";
  const { Race } = window;
  const put = (text, values = {}) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name] ?? "");

  class Drawing {
    constructor(page, sheet, words) { Object.assign(this, { page, sheet, words }); }
    at(id) { return this.page.getElementById(id); }
    make(tag, name, ...children) {
      const node = this.page.createElement(tag);
      if (name) node.className = name;
      node.append(...children.filter((child) => child !== null && child !== ""));
      return node;
    }
    button(id, text, name = "btn small-btn") {
      const node = this.make("button", name, text);
      node.type = "button";
      node.id = id;
      return node;
    }
    icon(name) {
      const found = this.page.querySelector("svg.i").cloneNode(true), use = found.querySelector("use");
      use.setAttribute("href", use.getAttribute("href").replace(/#.*/, "#i-" + name));
      return found;
    }
    card(level, { stage = false, passed = false, size = "" } = {}) {
      const { words } = this, note = passed ? words.vh_passed : stage ? words.vh_stage : "";
      const state = passed ? " passed" : stage ? " stage" : "";
      const node = this.make("b", `lv${state}${size && " " + size}${level ? "" : " none"}`, level ? words.ranks[level] : "–");
      if (note) node.append(this.make("span", "vh", note));
      return node;
    }
    side(name) {
      const { branch, ordinal } = this.sheet.teams[name];
      return this.sheet.same_branch ? `${branch} ${ordinal}` : branch;
    }
    out(order) {
      const winner = Race.sideOf(order[0]);
      return [...order].map((seat, i) => (Race.sideOf(seat) === winner ? `${this.words.seats[seat]} ${this.words.places[i + 1]}` : null))
        .filter(Boolean).join(this.words.comma);
    }
    said({ operation, number, body }) {
      const { words } = this;
      if (operation === "bell") return body.in_hand ? words.bell_yes : words.bell_no;
      if (operation === "undo") return put(words.undone, { number });
      return `${put(words[body.kind] || words.regular, { number })} · ${this.side(Race.sideOf(body.order[0]))} ${this.out(body.order)}`;
    }

    // ── what is not sent, and what did not go well ──
    strip({ unsent, waiting, barred, lasting, others }) {
      const { words } = this, box = this.at("net"), lines = [];
      const line = (icon, name, count, text, link) => {
        const node = this.make("p", "net", this.icon(icon), name, count ? this.make("b", "", String(count)) : "", this.make("span", "", text));
        if (link) node.append(link);
        lines.push(node);
      };
      if (unsent || barred) {
        const out = barred === "not_authenticated" || barred === "csrf_failed";
        let link = null;
        if (out) { link = this.make("a", "", words.sign_in); link.href = this.sheet.sign_in; }
        line("up", unsent ? words.unsent : "", unsent, out ? words.signed_out : barred ? words.forbidden : lasting ? words.kept : words.fleeting, link);
      }
      if (waiting) line("flag", words.waiting, waiting, "");
      for (const [who, n] of Object.entries(others)) line("up", "", 0, put(words.others, { who, n }));
      box.replaceChildren(...lines);
    }
    own(rows) {
      const { words } = this, told = this.sheet.conflicts.map(({ key }) => key), titles = { refused: words.refused, conflicting: words.conflict, dropped: words.dropped };
      this.at("own").replaceChildren(...rows.filter(({ key, state }) => titles[state] && !(state === "conflicting" && told.includes(key))).map(({ key, entry, state, problems }) => {
        const why = problems.map(({ code, data }) => put(words.problems[code] || "", data)).filter(Boolean).join(" ");
        const node = this.make("section", "fate", this.make("h2", "", this.icon("bang"), titles[state]), this.make("p", "", this.said(entry)));
        if (why) node.append(this.make("p", "small", why));
        node.id = "fate-" + key;
        if (state === "conflicting") return node;
        const acts = this.make("p", "acts", this.button("seen-" + key, words.seen));
        if (state === "refused") {
          acts.append(this.button("again-" + key, words.again));
          const late = problems.some(({ code }) => code === "after_the_bell" || code === "bell_question_open");
          if (late && entry.operation === "deal") acts.append(this.button("late-" + key, words.again_late));
        }
        node.append(acts);
        return node;
      }));
    }

    // ── the state of the game ──
    score({ at }) {
      for (const [i, name] of ["home", "away"].entries()) {
        const box = this.at("score").children[i], stage = at.stage === name, passed = at.passed === name;
        const level = at.levels ? at.levels[name] : (at.known || {})[name];
        box.classList.toggle("on", stage);
        box.querySelector(".lv").replaceWith(this.card(level, { stage, passed }));
        const said = passed ? this.words.passed : stage ? this.words.stage : at.stage ? this.words.off_stage : "";
        box.querySelector(".state").textContent = said + (stage && level === 14 && !passed ? " · " + this.words.plays_ace : "");
      }
    }
    later(id) { // a part that the server keeps ready for when this phone knows more
      const found = this.at(id);
      if (found && found.tagName === "TEMPLATE") found.replaceWith(found.content.cloneNode(true));
    }
    entry({ deals, at }, kind, order, level) {
      if (!this.at("entry")) this.later("entry-later");
      const { words } = this, number = deals.length + 1, bar = this.at("confirm-bar");
      if (!bar) return;
      this.at("main").after(bar);
      this.page.body.classList.remove("no-bar");
      this.at("deal-h").textContent = put(words[kind], { number });
      for (const field of this.page.querySelectorAll('#entry [name="kind"], #deal [name="kind"]')) field.setAttribute("value", kind);
      this.page.querySelector('#deal [name="order"]').setAttribute("value", order);
      const felt = this.page.querySelector(".felt .lv");
      if (felt) felt.replaceWith(this.card(level, { stage: true, size: "whole" }));
      const complete = Race.complete(order), confirm = this.at("confirm");
      for (const seat of "NWSE") this.seat(seat, order, complete);
      this.preview(bar.querySelector(".preview"), at, kind, order, complete);
      confirm.toggleAttribute("disabled", !complete);
      confirm.querySelector("span").textContent = put(words["confirm_" + kind] || words.confirm, { number });
    }
    noEntry() {
      for (const id of ["entry", "deal", "confirm-bar", "entry-later"]) this.at(id)?.remove();
      this.page.body.classList.add("no-bar");
    }
    seat(seat, order, complete) {
      const { words, sheet } = this, node = this.at("seat-" + seat), place = order.indexOf(seat) + 1, name = Race.sideOf(seat);
      const team = sheet.same_branch ? sheet.teams[name].ordinal : sheet.teams[name].branch;
      const who = (sheet.sides.find(({ side }) => side === name).players.find((player) => player.seat === seat) || { name: "" }).name;
      const off = complete && !place;
      node.className = `seat ${seat.toLowerCase()}${place ? " taken" : off ? " off" : ""}`;
      node.toggleAttribute("disabled", off);
      node.setAttribute("aria-pressed", String(place > 0));
      const text = (part, said) => this.make("span", part, said);
      if (place) {
        node.replaceChildren(text("turn", String(place)), text("at", words.places[place]), text("name", `${words.seats[seat]} · ${team} ${who}`));
        node.firstChild.setAttribute("aria-hidden", "true");
      } else node.replaceChildren(text("at", `${words.seats[seat]} · ${team}`), text("name", who + (off ? " · " + words.not_ranked : "")));
    }
    preview(box, at, kind, order, complete) {
      const { words } = this;
      if (!complete) {
        box.replaceChildren(this.make("span", "quiet", [words.first, words.second, words.third][order.length]));
        return;
      }
      const done = Race.step(this.sheet, at, order, kind), { side, after, before } = done;
      box.replaceChildren(this.make("b", "", `${this.side(side)} ${words.wins[done.place]}`), this.make("span", "plus", this.gain(done, kind)));
      if (kind === "extra" || after.passed) return;
      const old = before.levels ? before.levels[side] : 0;
      box.append(after.levels
        ? this.make("span", "to", this.card(old, { size: "whole m" }), this.make("span", "vh", words.rises), "→", this.card(after.levels[side], { stage: true, size: "whole m" }))
        : this.make("span", "to small", words.later));
    }
    gain({ side, after, gain }, kind) {
      if (kind === "extra") return this.words.decides;
      return after.passed === side ? this.words.passes : "+" + gain;
    }

    hold(name) {
      const found = { confirm: "#confirm-bar #confirm", undo: "#undo", answers: "#question button, #proposal form button" }[name];
      for (const button of this.page.querySelectorAll(found)) button.setAttribute("disabled", "");
    }
    lateLink(takes, chosen) {
      let link = this.page.querySelector("a[data-kind]");
      if (!link && takes) {
        link = this.make("a");
        link.href = this.sheet.page + "?kind=late";
        (this.at("nextdeal") || this.at("deals") || this.at("mending") || this.at("tools")).before(this.make("p", "late", link));
      }
      if (!link) return;
      link.dataset.kind = chosen ? "" : "late";
      link.textContent = chosen ? this.words.not_late : this.words.late_link;
    }

    // ── who pays, shuffles and leads ──
    next(after, order) {
      const found = this.sheet.tributes[order], old = this.at("nextdeal");
      if (!found || after.decided) { old?.remove(); return; }
      const { words } = this, seats = words.seats, [payers, receivers, shuffles, cuts, draws, leads, resisted] = found;
      const pair = { a: seats[payers[0]], b: seats[payers[1]], first: seats[receivers[0]], second: seats[receivers[1]] };
      const lead = { leader: seats[leads], payer: seats[payers[0]], other: seats[resisted], first: seats[receivers[0]] };
      const rows = [
        [words.tribute, put(payers.length > 1 ? words.pay_two : words.pay_one, pair)],
        [words.leads, put(leads ? words.lead_one : words.lead_two, lead)],
        [words.cards, put(words.shuffle, { a: seats[shuffles], b: seats[cuts], c: seats[draws] })],
      ];
      const title = this.make("h2", "", put(after.level ? words.next : words.next_later, { level: words.ranks[after.level], branch: this.sheet.teams[after.stage][this.sheet.same_branch ? "ordinal" : "branch"] }));
      const node = this.make("section", "nextdeal", title, this.make("dl", "", ...rows.flatMap(([dt, dd]) => [this.make("dt", "", dt), this.make("dd", "", dd)])));
      title.id = "next-h";
      node.id = "nextdeal";
      node.setAttribute("aria-labelledby", "next-h");
      if (old) old.replaceWith(node);
      else (this.at("deals") || this.at("mending") || this.at("tools")).before(node);
    }

    // ── the deals ──
    list({ deals }) {
      const { words } = this;
      for (const item of this.page.querySelectorAll('#deal-list > li[id^="deal-"]')) {
        if (!deals.some((deal) => !deal.local && "deal-" + deal.number === item.id)) item.remove();
      }
      if (!this.at("deals")) this.emptyList();
      const list = this.at("deal-list"), forms = this.page.querySelector("#undo")?.closest("form");
      for (const deal of deals.filter(({ local }) => local)) list.prepend(this.line(deal));
      this.at("deals-h").textContent = put(words.entered, { n: deals.length });
      forms?.remove();
      const last = deals.length && this.at("deal-" + deals[deals.length - 1].number);
      if (last) last.append(this.undo());
    }
    emptyList() {
      const title = this.make("h2"), list = this.make("ol"), node = this.make("section", "deals", title, list);
      [node.id, title.id, list.id] = ["deals", "deals-h", "deal-list"];
      list.reversed = true;
      (this.at("mending") || this.at("tools")).before(node);
    }
    undo() {
      const button = this.make("button", "btn", this.icon("undo"), this.words.undo), form = this.make("form", "", button);
      button.id = "undo";
      form.method = "post";
      form.action = this.sheet.page + "undo/";
      return form;
    }
    line({ number, order, kind, level, done, local }) {
      const { words } = this, after = done.after, rank = after.levels ? " → " + words.ranks[after.levels[done.side]] : "";
      const gain = this.make("span", "gain", this.make("span", "", after.passed === done.side ? words.passed : this.gain(done, kind) + (kind === "extra" ? "" : rank)));
      if (done.failed.includes(done.side)) gain.append(this.make("span", "small quiet", words.not_passed));
      gain.append(this.make("span", "queued", local === "waiting" ? words.waiting : words.unsent));
      if (local === "accepted" || local === "duplicate") gain.lastChild.remove();
      const how = [level ? put(words.played_at, { level: words.ranks[level] }) : "", kind === "regular" ? "" : words.kinds[kind]].filter(Boolean).join(" · ");
      const what = this.make("span", "what", this.make("b", "", this.side(done.side)), " ", this.out(order), this.make("br"), this.make("span", "quiet small", how));
      const node = this.make("li", "", this.make("span", "no", String(number)), what, gain);
      node.id = "deal-" + number;
      return node;
    }
    word(text) {
      const node = this.make("p", "word", text);
      node.id = "word";
      if (this.at("word")) this.at("word").replaceWith(node);
      else this.at("score").after(node);
    }
  }

  window.Drawing = Drawing;
})();
