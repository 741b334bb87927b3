// The page of the check, the same on the site and in the saved file: takes a record, says 一致 or where it differs.
"use strict";

const part = (id) => document.getElementById(id);
const words = (what) => document.querySelector(`#words [data-says="${what}"]`).textContent;
const say = (what, values = {}) => words(what).replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

function show(verdict, lines) {
  const [holds, list] = [part("verdict"), part("differences")];
  holds.textContent = words(verdict);
  holds.dataset.verdict = verdict;
  list.replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
}

function told([what, recorded, computed, position], record) {
  if (what !== "position") return say(what, { recorded, computed });
  const { teams } = JSON.parse(record.basis);
  const team = (number) => (teams[number - 1] ? say("team", { number, ...teams[number - 1] }) : words("bye"));
  return say(what, { recorded: team(recorded), computed: team(computed), position });
}

function check() {
  const published = part("published").value.replace(/\s/g, "").toLowerCase();
  let record, found;
  try {
    record = JSON.parse(part("record").value);
    found = differences(record, published);
  } catch (error) {
    return show("different", [say("unreadable", { recorded: error.message })]);
  }
  if (found.length) return show("different", found.map((difference) => told(difference, record)));
  const basis = readBasis(record.basis);
  const lines = basis.secret ? [say("sealed", { fingerprint: hex(record.basis) })] : [];
  if (basis.way === "by_hand") lines.push(say("by_hand"));
  else if (!basis.secret) lines.push(say("unsealed"));
  if (basis.secret && !published) lines.push(say("compare"));
  show("same", lines);
}

part("check").hidden = false;
part("check").addEventListener("submit", (event) => {
  event.preventDefault();
  check();
});
async function checkText(source) {
  part("record").value = await source.text();
  check();
}
part("file").addEventListener("change", ({ target }) => target.files.length && checkText(target.files[0]));
part("records")?.addEventListener("click", async (event) => {
  if (!event.target.href) return;
  event.preventDefault();
  checkText(await fetch(event.target.href));
});
