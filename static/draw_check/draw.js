// The draw, written again from static/draw_check/draw.md (its sections are named). Teams have numbers from 1, places count from 0,
// null is a bye.
"use strict";

// §3 Chance
class Chance {
  constructor(seed) {
    this.seed = seed;
    this.block = 0;
    this.words = [];
  }
  below(n) {
    for (;;) {
      if (!this.words.length) this.words = sha256(`${this.seed}:${this.block++}`);
      const word = this.words.shift();
      if (word < 2 ** 32 - (2 ** 32 % n)) return word % n;
    }
  }
  shuffled(items) {
    const mixed = [...items];
    for (let i = mixed.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [mixed[i], mixed[j]] = [mixed[j], mixed[i]];
    }
    return mixed;
  }
}

const range = (from, to) => Array.from({ length: to - from }, (_, i) => from + i);
const sum = (list) => list.reduce((a, b) => a + b, 0);
const less = (a, b) => {
  const i = a.findIndex((x, at) => x !== b[at]);
  return i >= 0 && a[i] < b[i];
};
const add = (map, key, more) => map.set(key, (map.get(key) ?? 0) + more);
const partOfSeed = (size, rank) => Math.max(2, size / 2 ** Math.ceil(Math.log2(rank)));
const partOfRounds = (size, rounds) => Math.max(2, Math.min(2 ** rounds, size / 2));

/** The teams of each branch, both in rising order. */
function byBranch(branches) {
  const found = new Map();
  branches.forEach((branch, i) => found.set(branch, [...(found.get(branch) ?? []), i + 1]));
  return [...found].sort((a, b) => a[0] - b[0]);
}

// §4.1 Byes
function drawByes(from, to, count, chance, halvings) {
  if (!halvings || to - from === 2) {
    const matches = chance.shuffled(range(0, (to - from) / 2).map((match) => from + 2 * match));
    return matches.slice(0, count).map((place) => place + chance.below(2));
  }
  const middle = (from + to) / 2;
  let above = Math.floor(count / 2);
  if (count % 2) above += 1 - chance.below(2);
  const upper = drawByes(from, middle, above, chance, halvings - 1);
  return [...upper, ...drawByes(middle, to, count - above, chance, halvings - 1)];
}

// §4.2 Halves
function split(branches, above, chance) {
  const groups = byBranch(branches);
  const odd = chance.shuffled(groups.filter(([, teams]) => teams.length % 2).map(([branch]) => branch));
  const up = new Set(odd.slice(0, above - sum(groups.map(([, teams]) => Math.floor(teams.length / 2)))));
  const halves = [[], []];
  for (const [branch, teams] of groups) {
    const mixed = chance.shuffled(teams);
    const cut = Math.floor(teams.length / 2) + (up.has(branch) ? 1 : 0);
    halves[0].push(...mixed.slice(0, cut));
    halves[1].push(...mixed.slice(cut));
  }
  return halves;
}

// §4.1 to §4.3: one run
function run(basis, chance) {
  const { size, branches } = basis;
  const byes = new Set(drawByes(0, size, size - branches.length, chance, basis.way === "pairs" ? 0 : 2));
  const free = range(0, size).filter((place) => !byes.has(place));
  let order;
  if (basis.opposite_halves) {
    const above = free.filter((place) => place < size / 2).length;
    const [upper, lower] = split(branches, above, chance);
    order = [...chance.shuffled(upper), ...chance.shuffled(lower)];
  } else order = chance.shuffled(branches.map((_, i) => i + 1));
  const sheet = Array(size).fill(null);
  free.forEach((place, i) => (sheet[place] = order[i]));
  return sheet;
}

const branchPairs = (sheet, basis) =>
  range(0, sheet.length / 2).filter((match) => {
    const [home, away] = [sheet[2 * match], sheet[2 * match + 1]];
    return home && away && basis.branchOf(home) === basis.branchOf(away);
  }).length;

const unavoidable = (basis) =>
  basis.separate_first_round
    ? sum(byBranch(basis.branches).map(([, teams]) => Math.max(0, teams.length - basis.size / 2)))
    : 0;

// §4.4 Large branches
function repaired(basis, chance) {
  const sheet = run(basis, chance);
  const half = sheet.length / 2;
  const apart = basis.opposite_halves && half > 1;
  const branchAt = (place) => (sheet[place] === null ? null : basis.branchOf(sheet[place]));
  for (const [from, to] of apart ? [[0, half], [half, 2 * half]] : [[0, 2 * half]])
    for (let home = from; home < to; home += 2) {
      const branch = branchAt(home);
      if (branch === null || branch !== branchAt(home + 1)) continue;
      const mayTake = (place) =>
        sheet[place] !== null && branchAt(place) !== branch && branchAt(place ^ 1) !== branch;
      const elsewhere = range(from, to).filter(mayTake);
      if (!elsewhere.length) continue;
      const out = home + chance.below(2);
      const into = elsewhere[chance.below(elsewhere.length)];
      [sheet[out], sheet[into]] = [sheet[into], sheet[out]];
    }
  return sheet;
}

// §5 Wishes: what a draw into groups misses
function missedInGroups(positions, { groups, wishes }) {
  const group = new Map(positions.map((team, place) => [team, place % groups]));
  const seeds = wishes.seeds.flatMap((one, i) =>
    wishes.seeds
      .filter((other, j) => j > i && Math.floor(i / groups) === Math.floor(j / groups))
      .filter((other) => group.get(one) === group.get(other))
      .map((other) => [one, other]),
  );
  const met = wishes.met.filter(([one, other]) => group.get(one) === group.get(other));
  return { seeds, rounds: [], rested: [], met };
}

// §4.5 Wishes: what a sheet misses
function missed(sheet, basis) {
  if (basis.groups > 1) return missedInGroups(sheet, basis);
  const { seeds, rounds, rested, met } = basis.wishes;
  const size = sheet.length;
  const where = new Map(sheet.map((team, place) => [team, place]));
  const found = { seeds: [], rounds: [], rested: [], met: [] };
  const together = (one, other, part) => Math.floor(where.get(one) / part) === Math.floor(where.get(other) / part);
  seeds.forEach((one, i) =>
    seeds.slice(i + 1).forEach((other, j) => {
      if (together(one, other, partOfSeed(size, i + j + 2))) found.seeds.push([one, other]);
    }),
  );
  const part = partOfRounds(size, rounds);
  for (const [, teams] of rounds > 1 ? byBranch(basis.branches) : []) {
    const parts = range(0, size / part).map(() => []);
    teams.forEach((team) => parts[Math.floor(where.get(team) / part)].push(team));
    for (const beside of parts)
      beside.forEach((one, i) => beside.slice(i + 1).forEach((other) => found.rounds.push([one, other])));
  }
  found.rested = rested.filter((team) => sheet[where.get(team) ^ 1] === null);
  found.met = met.filter(([one, other]) => where.get(one) === (where.get(other) ^ 1));
  return found;
}

function misses(sheet, basis) {
  const { seeds, rounds, rested, met } = missed(sheet, basis);
  const pairs = basis.groups === 1 && basis.separate_first_round ? branchPairs(sheet, basis) : 0;
  return [pairs, seeds.length, rounds.length, rested.length, met.length];
}

function least(basis) {
  const { size, branches, wishes } = basis;
  const parts = size / partOfRounds(size, wishes.rounds);
  const pairs = (n) => (n * (n - 1)) / 2;
  const within = byBranch(branches).map(([, teams]) => {
    const [whole, more] = [Math.floor(teams.length / parts), teams.length % parts];
    return more * pairs(whole + 1) + (parts - more) * pairs(whole);
  });
  const again = Math.max(0, size - branches.length - (branches.length - wishes.rested.length));
  return [unavoidable(basis), 0, wishes.rounds > 1 ? sum(within) : 0, again, 0];
}

// §4.6 Mending
class Mending {
  constructor(sheet, basis, goal) {
    Object.assign(this, { sheet, basis, goal, size: sheet.length, now: misses(sheet, basis) });
    this.stride = this.size / 2 + 1;
    this.part = partOfRounds(this.size, basis.wishes.rounds);
    this.rank = new Map(basis.wishes.seeds.map((team, i) => [team, i + 1]));
    this.rested = new Set(basis.wishes.rested);
    this.met = new Set(basis.wishes.met.flatMap(([one, other]) => [`${one} ${other}`, `${other} ${one}`]));
    this.total = new Map(byBranch(basis.branches).map(([branch, teams]) => [branch, teams.length]));
    this.where = new Map();
    this.above = new Map();
    this.beside = new Map();
    sheet.forEach((team, place) => team && this.count(team, place, 1));
  }
  count(team, place, more) {
    const branch = this.basis.branchOf(team);
    this.where.set(team, place);
    if (place < this.size / 2) add(this.above, branch, more);
    add(this.beside, `${Math.floor(place / this.part)} ${branch}`, more);
  }
  put(place, other) {
    const [one, two] = [this.sheet[place], this.sheet[other]];
    this.count(one, place, -1);
    this.count(two, other, -1);
    [this.sheet[place], this.sheet[other]] = [two, one];
    this.count(two, place, 1);
    this.count(one, other, 1);
  }
  cost(place) {
    const { basis, size, sheet } = this;
    const [team, opponent] = [sheet[place], sheet[place ^ 1]];
    const branch = basis.branchOf(team);
    let seeds = 0;
    if (this.rank.has(team))
      for (const [other, rank] of this.rank) {
        const part = partOfSeed(size, Math.max(rank, this.rank.get(team)));
        if (other !== team && Math.floor(place / part) === Math.floor(this.where.get(other) / part)) seeds++;
      }
    return [
      +(basis.separate_first_round && opponent !== null && basis.branchOf(opponent) === branch),
      seeds,
      basis.wishes.rounds > 1 ? this.beside.get(`${Math.floor(place / this.part)} ${branch}`) - 1 : 0,
      +(opponent === null && this.rested.has(team)),
      +this.met.has(`${team} ${opponent}`),
    ];
  }
  mayExchange(place, other) {
    const half = this.size / 2;
    const [one, two] = [this.sheet[place], this.sheet[other]].map((team) => this.basis.branchOf(team));
    if (!this.basis.opposite_halves || place < half === other < half || one === two) return true;
    const [down, up] = place < half ? [one, two] : [two, one];
    const isEven = (branch, more) =>
      Math.abs(2 * ((this.above.get(branch) ?? 0) + more) - this.total.get(branch)) <= 1;
    return isEven(down, -1) && isEven(up, 1);
  }
  change(place, other) {
    if (place === other || !this.sheet[place] || !this.sheet[other] || !this.mayExchange(place, other)) return null;
    const before = [this.cost(place), this.cost(other)];
    this.put(place, other);
    const after = [this.cost(place), this.cost(other)];
    this.put(place, other);
    return after[0].map((x, i) => x + after[1][i] - before[0][i] - before[1][i]);
  }
  exchange(place, other, change) {
    this.put(place, other);
    this.now = this.now.map((x, i) => x + change[i]);
  }
  mend(chance) {
    for (let kind = 0; kind < 5; kind++) {
      let looks = 3 * this.size;
      for (let changed = true; changed && looks; ) {
        changed = false;
        for (let place = 0; place < this.size; place++) {
          if (!looks || this.now[kind] <= this.goal[kind]) continue;
          if (!this.sheet[place] || !this.cost(place)[kind]) continue;
          const [looked, moved] = this.move(place, kind, chance.below(this.size), looks);
          looks -= looked;
          changed ||= moved;
        }
      }
    }
  }
  move(place, kind, start, looks) {
    const steps = Math.min(this.size, looks);
    let harmless = null;
    for (let step = 0; step < steps; step++) {
      const other = (start + step * this.stride) % this.size;
      const change = this.change(place, other);
      if (change && less(change, [0, 0, 0, 0, 0])) {
        this.exchange(place, other, change);
        return [step + 1, true];
      }
      if (change && !harmless && change.slice(0, kind + 1).every((x) => x === 0)) harmless = [other, change];
    }
    if (harmless) this.exchange(place, ...harmless);
    return [steps, harmless !== null];
  }
}

// §5 Mending of groups
class GroupMending extends Mending {
  constructor(positions, basis) {
    super(positions, basis, [0, 0, 0, 0, 0]);
    this.stride = 1;
  }
  count(team, place, more) {
    const { groups } = this.basis;
    this.where.set(team, place);
    add(this.beside, `${place % groups} ${this.basis.branchOf(team)}`, more);
  }
  cost(place) {
    const { groups } = this.basis;
    const team = this.sheet[place];
    const isHere = (other) => other !== team && this.where.get(other) % groups === place % groups;
    const pot = (rank) => Math.floor((rank - 1) / groups);
    let [seeds, met] = [0, 0];
    if (this.rank.has(team))
      for (const [other, rank] of this.rank) seeds += isHere(other) && pot(rank) === pot(this.rank.get(team));
    for (const [one, other] of this.basis.wishes.met)
      met += (one === team && isHere(other)) || (other === team && isHere(one));
    return [0, seeds, 0, 0, met];
  }
  mayExchange(place, other) {
    const { groups } = this.basis;
    const [one, two] = [this.sheet[place], this.sheet[other]].map((team) => this.basis.branchOf(team));
    const [out, into] = [place % groups, other % groups];
    const staysEven = (branch, from, to) =>
      (this.beside.get(`${from} ${branch}`) ?? 0) > Math.floor(this.total.get(branch) / groups) &&
      (this.beside.get(`${to} ${branch}`) ?? 0) < Math.ceil(this.total.get(branch) / groups);
    return out !== into && (one === two || (staysEven(one, out, into) && staysEven(two, into, out)));
  }
}

function drawWished(basis, chance) {
  const goal = least(basis);
  const isBest = (found) => !less(goal, found) && !less(found, goal);
  for (let runs = Math.max(1, Math.floor(2 ** 15 / basis.size)); runs; runs--) {
    const sheet = run(basis, chance);
    if (isBest(misses(sheet, basis))) return [sheet, "uniform"];
  }
  let best = null;
  for (let times = Math.max(1, Math.floor(2 ** 11 / basis.size)); times; times--) {
    const mending = new Mending(repaired(basis, chance), basis, goal);
    mending.mend(chance);
    if (!best || less(mending.now, best.now)) best = mending;
    if (isBest(mending.now)) break;
  }
  return [best.sheet, "repaired"];
}

// §4 Sheets
function drawSheet(basis, chance) {
  const { wishes } = basis;
  if (wishes.seeds.length > 1 || wishes.rounds > 1 || wishes.rested.length || wishes.met.length)
    return drawWished(basis, chance);
  const largest = Math.max(...byBranch(basis.branches).map(([, teams]) => teams.length));
  if (basis.separate_first_round && largest > 4) return [repaired(basis, chance), "repaired"];
  for (let tries = 1; tries <= 10000; tries++) {
    const sheet = run(basis, chance);
    if (!basis.separate_first_round || branchPairs(sheet, basis) <= unavoidable(basis)) return [sheet, "uniform"];
  }
  return [repaired(basis, chance), "repaired"];
}

// §5 Numbers and groups
function drawNumbers(basis, chance) {
  const { size, groups, branches, wishes } = basis;
  if (groups === 1) {
    const free = Array(size - branches.length).fill(null);
    return [chance.shuffled([...branches.map((_, i) => i + 1), ...free]), "shuffled"];
  }
  const byBranches = basis.separate_first_round;
  const dealtOf = byBranches ? basis : { ...basis, branches: branches.map((_, i) => i + 1), branchOf: (team) => team };
  if (wishes.seeds.length < 2 && !wishes.met.length) return [deal(dealtOf, chance), byBranches ? "dealt" : "shuffled"];
  let best = null;
  for (let times = Math.max(1, Math.floor(2 ** 11 / size)); times; times--) {
    const mending = new GroupMending(deal(dealtOf, chance), dealtOf);
    mending.mend(chance);
    if (!best || less(mending.now, best.now)) best = mending;
    if (!sum(mending.now)) break;
  }
  return [best.sheet, byBranches ? "dealt" : "repaired"];
}

function deal({ size, groups, branches }, chance) {
  const positions = Array(size).fill(null);
  const teams = new Map(byBranch(branches));
  const order = chance.shuffled(teams.keys()).flatMap((branch) => chance.shuffled(teams.get(branch)));
  for (let group = 0; group < groups; group++) {
    const own = chance.shuffled(order.filter((_, i) => i % groups === group));
    own.forEach((team, i) => (positions[group + i * groups] = team));
  }
  return positions;
}

// §6 Places
function drawPlaces(basis, chance) {
  const line = basis.way === "ranks" ? chance.shuffled(basis.line) : basis.branches.map((_, i) => i + 1);
  const rank = (team) => basis.ranks?.[team - 1] || 2 ** 32;
  const ranking = line.sort((one, other) => rank(one) - rank(other));
  return [basis.layout.map((at) => (at ? ranking[at - 1] : null)), ""];
}

/** A basis as the functions above take it. */
function readBasis(text) {
  const basis = JSON.parse(text);
  const wishes = { seeds: [], rounds: 1, rested: [], met: [], ...basis.wishes };
  const branches = basis.teams.map((team) => team.branch);
  return { ...basis, wishes, branches, branchOf: (team) => branches[team - 1] };
}

/** [positions, method, missed] of a basis and a seed. */
function outcome(basis, seed) {
  const draw = { sheet: drawSheet, pairs: drawSheet, numbers: drawNumbers, ranks: drawPlaces, given: drawPlaces }[basis.way];
  const [positions, method] = draw(basis, new Chance(seed));
  const none = { seeds: [], rounds: [], rested: [], met: [] };
  return [positions, method, ["sheet", "pairs"].includes(basis.way) || basis.groups > 1 ? missed(positions, basis) : none];
}

// §7 Checking: [what, recorded, computed, position] of everything that differs
function differences(record, published) {
  if (record.kind !== "guandan-draw-record" || record.version !== 1) return [["unreadable", `${record.kind}`, ""]];
  const basis = readBasis(record.basis);
  const found = [];
  const compare = (what, recorded, computed, position) => {
    if (recorded !== computed) found.push([what, `${recorded ?? "-"}`, `${computed ?? "-"}`, position]);
  };
  if (basis.secret) {
    const computed = hex(record.basis);
    compare("fingerprint", record.fingerprint, computed);
    if (published) compare("other_fingerprint", published, computed);
    compare("seed", record.seed, hex([basis.secret, ...record.numbers.map((called) => called.number)].join("\n")));
  } else if (record.fingerprint || published) found.push(["not_sealed", record.fingerprint || published, ""]);
  if (basis.way === "by_hand") {
    const teams = record.positions.filter((team) => team).sort((a, b) => a - b);
    compare("teams", teams.join(), basis.branches.map((_, i) => i + 1).join());
    return found;
  }
  const [positions, method, short] = outcome(basis, record.seed);
  compare("method", record.method, method);
  compare("size", record.positions.length, positions.length);
  if (record.positions.length === positions.length)
    positions.forEach((team, i) => compare("position", record.positions[i], team, i + 1));
  for (const wish of Object.keys(short)) compare("missed", JSON.stringify(record.missed[wish]), JSON.stringify(short[wish]));
  return found;
}
