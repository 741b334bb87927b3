/* What is typed into a long form stays in this browser, under the account, until it is saved; whoever signs out takes
   it along (held.js). The server's word goes first: a form that it has filled since, or that shows what is wrong, is
   left as it is. */
const form = document.querySelector("form[data-draft]"), bar = document.getElementById("draft");
const isTicked = ({ type }) => ["radio", "checkbox"].includes(type);
const typed = () => [...form.elements].filter(({ name, type }) => name && !["hidden", "password"].includes(type));
const now = () => typed().map((field) => (isTicked(field) ? field.checked : field.value));
for (const key of document.querySelector(".said") ? Object.keys(localStorage) : []) {
  if (key.startsWith("draft ") && JSON.parse(localStorage[key]).sent) localStorage.removeItem(key);
}
if (form?.elements.account) {
  const name = `draft ${form.elements.account.value} ${location.pathname}`, seen = JSON.stringify(now());
  const keep = (sent) => {
    if (JSON.stringify(now()) === seen && !sent) localStorage.removeItem(name);
    else localStorage[name] = JSON.stringify({ seen, sent, fields: now() });
  };
  const draft = JSON.parse(localStorage[name] || "null");
  if (draft?.seen === seen && !document.getElementById("problems")) {
    typed().forEach((field, i) => { field[isTicked(field) ? "checked" : "value"] = draft.fields[i]; });
    bar.hidden = false;
    bar.querySelector("button").addEventListener("click", () => {
      localStorage.removeItem(name);
      form.reset();
      bar.hidden = true;
    });
  }
  form.addEventListener("input", () => keep(false));
  form.addEventListener("submit", () => keep(true));
}
