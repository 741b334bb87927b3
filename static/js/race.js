/* The race as far as this phone can tell, by the outlook that came with the page (scoring/games/outlook.py). It knows
   no rule of the game, no page and no network (docs/phone.md). */
const NAMES = { h: "home", a: "away", "": "" };
const LIVE = ["unsent", "accepted", "duplicate", "waiting", "conflicting"];
const sideOf = (seat) => (seat === "N" || seat === "S" ? "home" : "away");
/* The last one goes out by himself; of four seats a deal also ends when two partners are out. */
const whole = (order, seats = "NWSE") =>
  order.length === seats.length - 1 ? order + [...seats].find((seat) => !order.includes(seat)) : order;
const complete = (order, seats = "NWSE") => order.length === seats.length
  || (seats === "NWSE" && order.length === 2 && sideOf(order[0]) === sideOf(order[1]));
const place = (order) => [...order].findIndex((seat, i) => i && sideOf(seat) === sideOf(order[0])) + 1;

const state = (outlook, node) => {
  const [home, away, stage, passed, level, decided] = outlook.nodes[node];
  return { levels: { home, away }, stage: NAMES[stage], passed: NAMES[passed], level, decided, node };
};
const beyond = (stage) => ({ levels: null, stage, passed: "", level: null, decided: "", node: -1 });

const step = ({ outlook }, at, order, kind) => {
  const side = sideOf(order[0]), partner = place(order), name = side + partner;
  const found = outlook?.nodes[at.node], failed = [...(found?.[7]?.[name] || "")].map((letter) => NAMES[letter]);
  const way = kind === "extra" ? undefined : found?.[6][outlook.classes.indexOf(name)];
  const after = way >= 0 ? state(outlook, way) : beyond(side);
  if (kind === "extra") Object.assign(after, { levels: at.levels, decided: "extra_deal" });
  return { side, place: partner, gain: outlook ? outlook.gains[name] : 0, before: at, after, failed };
};

/* Before the last deal that the server has: known as far as that deal's own line says it. */
const before = (deals, last) => {
  const winner = last.rise?.winner, { order } = deals.at(-1) || {}, stage = order ? sideOf(order[0]) : "";
  return { ...beyond(stage), level: last.level, known: winner ? { [winner]: last.rise.before } : {} };
};

const of = ({ outlook, ...sheet }, rows) => {
  const deals = sheet.deals.map((deal) => ({ ...deal, local: "" })), last = () => deals.at(-1)?.number || 0;
  const differs = ({ state: fate }) => fate === "conflicting";
  const contested = sheet.conflicts.some(differs) || rows.some(differs);
  let at = contested || !outlook ? beyond("") : state(outlook, outlook.start), inHand = sheet.in_hand, mixed = false;
  for (const { key, entry, filledIn, state: fate } of rows) {
    const { operation, number, body } = entry, own = fate === "conflicting";
    if (!LIVE.includes(fate)) continue;
    if (own && operation !== "bell") deals.splice(operation === "deal" ? number - 1 : number);
    if (operation === "bell") inHand = body.in_hand;
    else if (operation === "deal" && (own || number === last() + 1)) {
      const done = filledIn ? null : step({ outlook }, at, body.order, body.kind);
      deals.push({ number, ...body, filledIn, mark: key, local: fate, level: body.turned_up || at.level, done });
      at = done?.after || beyond("");
    } else if (operation === "undo" && number === last() && deals.length) {
      const gone = deals.pop();
      at = gone.done?.before || (contested ? beyond("") : before(deals, gone));
    } else continue;
    mixed = true;
  }
  return { deals, last: last(), at, inHand, mixed, contested };
};

window.Race = { of, step, sideOf, complete: (order, seats) => complete(whole(order, seats), seats), whole, LIVE };
