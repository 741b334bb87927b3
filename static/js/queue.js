/* What was entered on this phone and is not on the server yet: kept in IndexedDB before anything else happens, sent in
   order, one at a time, by one tab. Knows nothing of cards or pages: referee.js says what an entry means.

   const queue = new EntryQueue({ account, token, changed, renewed });
   await queue.opened;                     what an earlier page left behind is there,
     `queue.lasting` says if it would stay
   await queue.add(sheet, entry, said)     kept, with the words for it; it is sent as soon as it can be
   queue.foreign                           unsent ones of other accounts of this phone
   queue.takeOver(sheet)                   those that a slip left on this very sheet go under the account of `sheet`
   queue.of(sheet)                         the entries of a sheet, oldest first: { key, state, entry, problems, … }
   queue.heard(states, gone)               what a page said of entries: { key: { state, problems } },
     and keys that are done
   queue.again(key, entry)                 a refused one goes once more, in its place, under a key of its own
   states: unsent → accepted, duplicate, waiting, conflicting, refused (as the server answered), later dropped */
(() => {
  "use strict";
  const LEASE = 16000, PATIENCE = 12000, PAUSES = [1000, 2000, 4000, 8000, 15000];
  const random = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (n) =>
    n.toString(16).padStart(2, "0")).join("");
  const asked = (request) => new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

  /* The shelf: IndexedDB, or (where a browser forbids it) the page's own memory, which `lasting` tells. */
  class Shelf {
    constructor() { this.memory = new Map(); this.base = null; }
    async open() {
      try {
        const request = indexedDB.open("guandan", 1);
        request.onupgradeneeded = () => {
          request.result.createObjectStore("entries", { keyPath: "key" });
          request.result.createObjectStore("lease");
        };
        this.base = await asked(request);
        this.base.onversionchange = this.base.onclose = () => { this.base = null; };
      } catch { this.base = null; }
    }
    store(name, mode) { return this.base.transaction(name, mode, { durability: "strict" }).objectStore(name); }
    async all() { return this.base ? asked(this.store("entries", "readonly").getAll()) : [...this.memory.values()]; }
    /* `act(store, rows)`; resolves when it is on the disk, not when it was asked for. */
    async change(act) {
      if (!this.base) {
        act({ put: (row) => this.memory.set(row.key, row), delete: (key) => this.memory.delete(key) },
          [...this.memory.values()]);
        return;
      }
      const store = this.store("entries", "readwrite"), { transaction } = store;
      const kept = new Promise((done, failed) => {
        transaction.oncomplete = done;
        transaction.onerror = transaction.onabort = () => failed(transaction.error);
      });
      act(store, await asked(store.getAll()));
      await kept;
    }
    async lease(owner) { // whether `owner` may send now; renewed by asking again
      if (!this.base) return true;
      const store = this.store("lease", "readwrite");
      const held = await asked(store.get("sender")), now = Date.now();
      if (held && held.owner !== owner && held.until > now && held.until < now + 2 * LEASE) return false;
      await asked(store.put({ owner, until: now + LEASE }, "sender"));
      return true;
    }
    async release(owner) {
      if (!this.base) return;
      const store = this.store("lease", "readwrite");
      const held = await asked(store.get("sender"));
      if (held && held.owner === owner) await asked(store.delete("sender"));
    }
  }

  class EntryQueue {
    constructor({ account, token, changed, renewed }) {
      Object.assign(this, { account, token, changed, renewed, shelf: new Shelf(), rows: [], barred: "", failures: 0 });
      this.owner = random();
      this.channel = "BroadcastChannel" in window ? new BroadcastChannel("guandan-queue") : null;
      if (this.channel) this.channel.onmessage = () => this.refresh();
      this.opened = this.shelf.open().then(() => this.refresh()).then(() => this.send());
      for (const name of ["online", "pageshow", "focus"]) addEventListener(name, () => this.send());
      addEventListener("pagehide", () => { if (!navigator.locks) this.shelf.release(this.owner).catch(() => {}); });
      document.addEventListener("visibilitychange", () => document.hidden || this.send());
    }

    get lasting() { return this.shelf.base !== null; }
    get unsent() { return this.rows.filter((row) => row.state === "unsent" && row.account === this.account); }
    get foreign() { return this.rows.filter((row) => row.state === "unsent" && row.account !== this.account); }
    of(sheet) { return this.rows.filter((row) => row.sheet === sheet && row.account === this.account); }

    async refresh() {
      this.rows = (await this.shelf.all()).sort((a, b) => a.turn - b.turn);
      this.changed();
    }
    async keep(act) {
      await this.shelf.change(act);
      await this.refresh();
      if (this.channel) this.channel.postMessage("changed");
    }

    async add({ address, key: sheet, account, who, slip, table }, entry, said) {
      const key = random();
      await this.keep((store, rows) => {
        const turn = Math.max(0, ...rows.map((row) => row.turn)) + 1;
        store.put({ key, address, sheet, entry, turn, account, who, slip, table, said, state: "unsent", problems: [] });
      });
      this.send();
    }
    async takeOver({ key, account, who, slip }) {
      const left = this.foreign.filter((row) => row.slip && row.sheet === key).map((row) => row.key);
      const take = (store, row) => left.includes(row.key) && store.put({ ...row, account, who, slip });
      await this.keep((store, rows) => rows.forEach((row) => take(store, row)));
      this.send();
    }
    async heard(states, gone) {
      const news = this.rows.filter((row) => !gone.includes(row.key) && states[row.key]
        && states[row.key].state !== row.state);
      if (!news.length && !gone.length) return;
      await this.keep((store, rows) => {
        for (const key of gone) store.delete(key);
        for (const row of rows) if (states[row.key]
          && !gone.includes(row.key)) store.put({ ...row, ...states[row.key] });
      });
    }
    async again(key, entry) {
      await this.keep((store, rows) => {
        const old = rows.find((row) => row.key === key);
        if (!old) return; // another tab was faster
        store.delete(key);
        store.put({ ...old, key: random(), entry, state: "unsent", problems: [] });
      });
      this.send();
    }

    /* One sender: the tab that has the lock, or, without locks, the lease. */
    async send() {
      if (this.sending || !this.unsent.length) return;
      this.sending = true;
      clearTimeout(this.timer);
      try {
        if (navigator.locks) await navigator.locks.request("guandan-sender", { ifAvailable: true }, (lock) => lock
          && this.drain());
        else if (await this.shelf.lease(this.owner)) {
          try { await this.drain(); } finally { await this.shelf.release(this.owner); }
        }
        this.failures = 0;
      } catch {
        this.failures += 1;
      } finally {
        this.sending = false;
      }
      this.changed();
      if (this.unsent.length) this.timer = setTimeout(() => this.send(),
        PAUSES[Math.min(this.failures, PAUSES.length - 1)]);
    }
    async drain() {
      let sent = 0;
      try {
        for (;;) {
          await this.refresh();
          const next = this.unsent[0];
          if (!next || !(navigator.locks || await this.shelf.lease(this.owner))) return;
          const answer = await this.deliver(next);
          sent += 1;
          await this.keep((store, rows) => rows.some((row) => row.key === next.key)
            && store.put({ ...next, ...answer }));
        }
      } finally {
        if (sent) this.renewed();
      }
    }
    /* What became of it; throws where nobody knows, and then it is sent again, under the same key. */
    async deliver({ key, address, entry }) {
      const stop = new AbortController(), timer = setTimeout(() => stop.abort(), PATIENCE);
      try {
        const answer = await fetch(address, {
          method: "POST", credentials: "same-origin", redirect: "error", cache: "no-store", signal: stop.signal,
          headers: { "Content-Type": "application/json", "X-CSRFToken": this.token() },
          body: JSON.stringify({ ...entry, key }),
        });
        if (answer.status >= 500 || answer.status === 429
          || answer.status === 408) throw new Error(String(answer.status));
        const said = await answer.json();
        this.barred = answer.status === 401 || answer.status === 403 ? said.code || "not_authenticated" : "";
        if (this.barred) throw new Error(this.barred);
        if (answer.ok && !said.state) throw new Error("not our answer");
        return { state: said.state || "refused", problems: said.problems || [{ code: said.code || "" }] };
      } finally {
        clearTimeout(timer);
      }
    }
  }

  window.EntryQueue = EntryQueue;
})();
