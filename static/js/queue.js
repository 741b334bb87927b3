/* What was entered on this phone and is not on the server yet: kept before anything else happens, sent in order, one at
   a time. Knows nothing of cards or pages (docs/phone.md). */

/* Where it is kept: IndexedDB, or, where a browser forbids that, the page's own memory (`lasting` tells). Entries stand
   in the order in which they were made. */
let base = null, memory = [];
const upgrade = (created) => created.createObjectStore("entries", { keyPath: "key" });
const terminated = () => { base = null; };
const open = async () => {
  try { base = await window.idb.openDB("guandan", 1, { upgrade, terminated }); } catch { terminated(); }
};
const inOrder = (rows) => rows.sort((a, b) => a.turn - b.turn);

const Shelf = window.Shelf = {
  opened: open(),
  get lasting() { return base !== null; },
  all: async () => (base ? inOrder(await base.getAll("entries")) : memory),
  /* `act(rows)` gives the rows that stand afterwards; resolves when they are on the disk. */
  async change(act) {
    if (!base) { memory = act(memory); return; }
    const { store, done } = base.transaction("entries", "readwrite", { durability: "strict" });
    const rows = act(inOrder(await store.getAll()));
    await Promise.all([store.clear(), ...rows.map((row, turn) => store.put({ ...row, turn })), done]);
  },
};

const PATIENCE = 12000; // ms
const STANDS = ["accepted", "duplicate"], OVER = ["refused", "dropped"];
const PROMPT = 1000; // ms in which most entries are sent: a word about it would only move the page under a thumb
const hex = (n) => n.toString(16).padStart(2, "0");
const random = () => [...crypto.getRandomValues(new Uint8Array(16))].map(hex).join("");

class EntryQueue {
  constructor(more) {
    Object.assign(this, more, { rows: [], barred: "", failures: 0 });
    this.channel = new BroadcastChannel("guandan-queue");
    this.channel.onmessage = () => this.refresh();
    this.opened = Shelf.opened.then(() => this.refresh()).then(() => this.send());
  }

  get isCutOff() { return this.failures > 0 || !navigator.onLine; }
  get unsent() { return this.rows.filter((row) => row.state === "unsent" && row.account === this.account); }
  get overdue() {
    if (this.isCutOff || this.barred) return this.unsent;
    return this.unsent.filter(({ since }) => !(Date.now() - since < PROMPT));
  }
  get foreign() { return this.rows.filter((row) => row.state === "unsent" && row.account !== this.account); }
  of(sheet) { return this.rows.filter((row) => row.sheet === sheet && row.account === this.account); }

  async refresh() {
    this.rows = await Shelf.all();
    this.changed();
  }
  async keep(act) {
    await Shelf.change(act);
    await this.refresh();
    this.channel.postMessage("changed");
  }
  change(keys, to) {
    return this.keep((rows) => rows.map((row) => (keys.includes(row.key) ? { ...row, ...to } : row)));
  }

  async add({ address, key: sheet, account, who, slip, table }, entry, said, filledIn) {
    const row = { address, sheet, entry, account, who, slip, table, said, filledIn, since: Date.now() };
    await this.keep((rows) => [...rows, { key: random(), state: "unsent", problems: [], ...row }]);
    this.send();
    setTimeout(this.changed, PROMPT);
  }
  async takeOver({ key, account, who, slip }) {
    const left = this.foreign.filter((row) => row.slip && row.sheet === key);
    await this.change(left.map((row) => row.key), { account, who, slip });
    this.send();
  }
  /* What a page says: what stands on the sheet goes, of the others it tells what became. */
  async heard(submissions) {
    const told = Object.fromEntries(submissions.map(({ key, state, problems }) => [key, { state, problems }]));
    const stays = ({ key, state }) => OVER.includes(state) || !STANDS.includes(told[key]?.state);
    if (this.rows.every((row) => stays(row) && [undefined, row.state].includes(told[row.key]?.state))) return;
    await this.keep((rows) => rows.filter(stays).map((row) => ({ ...row, ...told[row.key] })));
  }
  forget(key) { return this.keep((rows) => rows.filter((row) => row.key !== key)); }
  async again(key, entry, said) {
    await this.change([key], { key: random(), entry, said, state: "unsent", problems: [] });
    this.send();
  }

  /* One tab sends, the one that has the lock. Without locks (http) two may, and the server counts a key once. */
  async send() {
    if (this.sending || !this.unsent.length) return;
    this.sending = true;
    const drain = (lock) => lock && this.drain();
    try {
      await (navigator.locks ? navigator.locks.request("guandan-sender", { ifAvailable: true }, drain) : drain(true));
      this.failures = 0;
    } catch {
      this.failures += 1;
    } finally {
      this.sending = false;
    }
    this.changed();
  }
  async drain() {
    let sent = 0;
    try {
      for (await this.refresh(); this.unsent.length; sent += 1) {
        const [next] = this.unsent;
        await this.change([next.key], await this.deliver(next));
      }
    } finally {
      if (sent) this.renewed();
    }
  }
  /* What became of it; throws where nobody knows, and then it is sent again, under the same key. */
  async deliver({ key, address, entry }) {
    const answer = await fetch(address, {
      method: "POST", redirect: "error", cache: "no-store", signal: AbortSignal.timeout(PATIENCE),
      headers: { "Content-Type": "application/json", "X-CSRFToken": this.token() },
      body: JSON.stringify({ ...entry, key, behind: this.unsent.length - 1 }),
    });
    if (answer.status >= 500 || [408, 429].includes(answer.status)) throw new Error(answer.status);
    const said = await answer.json();
    this.barred = [401, 403].includes(answer.status) ? said.code || "not_authenticated" : "";
    if (this.barred) throw new Error(this.barred);
    if (answer.ok && !said.state) throw new Error("not our answer");
    return { state: said.state || "refused", problems: said.problems || [{ code: said.code || "" }] };
  }
}

window.EntryQueue = EntryQueue;
