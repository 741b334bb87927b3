/* Where this phone keeps what was entered on it: IndexedDB, or, where a browser forbids that, the page's own memory
   (`lasting` tells). Entries stand in the order in which they were made. */
let base = null, memory = [];
const upgrade = (created) => created.createObjectStore("entries", { keyPath: "key" });
const terminated = () => { base = null; };
const open = async () => {
  try { base = await window.idb.openDB("guandan", 1, { upgrade, terminated }); } catch { terminated(); }
};
const inOrder = (rows) => rows.sort((a, b) => a.turn - b.turn);

window.Shelf = {
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
