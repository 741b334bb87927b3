/* What is typed into a long form stays in this browser until it is saved, under the account or what data-draft names.
   The server's word goes first; what somebody typed before this script was here counts as typed. */
const form = () => document.querySelector("form[data-draft]"), bar = document.getElementById("draft");
const isTicked = ({ type }) => ["radio", "checkbox"].includes(type);
const isNotKept = ({ type }) => ["hidden", "password", "file"].includes(type);
const fieldsOf = ({ elements }) => [...elements].filter((field) => field.name && !isNotKept(field));
const valuesOf = (form) => fieldsOf(form).map((field) => (isTicked(field) ? field.checked : field.value));
const account = form()?.dataset.draft || form()?.elements.account?.value;
if (account) {
  const served = form().cloneNode(true);
  served.reset();
  const name = `draft ${account} ${location.pathname}${location.search}`, seen = JSON.stringify(valuesOf(served));
  const leave = () => localStorage.removeItem(name), isTyped = () => JSON.stringify(valuesOf(form())) !== seen;
  const keep = () => { localStorage[name] = JSON.stringify({ seen, fields: valuesOf(form()) }); };
  const draft = JSON.parse(localStorage[name] || "null");
  if (isTyped()) keep();
  else if (draft?.seen === seen && !document.getElementById("problems")) {
    fieldsOf(form()).forEach((field, i) => { field[isTicked(field) ? "checked" : "value"] = draft.fields[i]; });
    bar.hidden = false;
    bar.querySelector("button").onclick = () => { leave(); form().reset(); bar.hidden = true; };
  }
  document.addEventListener("input", () => {
    if (!form()) return; // the page asks to sign in again
    if (isTyped()) keep(); else leave();
  });
  document.addEventListener("htmx:beforeOnLoad", ({ detail: { elt, xhr } }) => {
    if (elt === form() && xhr.getResponseHeader("HX-Redirect")) leave(); // it is saved
  });
}
