/* What is typed into a long form stays in this browser until it is saved, under the account or what data-draft names;
   of several such forms on a page each has its own. The server's word goes first; what somebody typed before this
   script was here counts as typed. */
const forms = () => document.querySelectorAll("form[data-draft]");
const isTicked = ({ type }) => ["radio", "checkbox"].includes(type);
const isNotKept = ({ type }) => ["hidden", "password", "file"].includes(type);
const fieldsOf = ({ elements }) => [...elements].filter((field) => field.name && !isNotKept(field));
const valuesOf = (form) => fieldsOf(form).map((field) => (isTicked(field) ? field.checked : field.value));
const keepDraft = (form, account) => {
  const served = form().cloneNode(true);
  served.reset();
  const at = `${location.pathname}${location.search}`, name = `draft ${account} ${at}${form().id && ` ${form().id}`}`;
  const seen = JSON.stringify(valuesOf(served)), bar = form().querySelector(".draft");
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
};
forms().forEach((form, i) => {
  const account = form.dataset.draft || form.elements.account?.value;
  if (account) keepDraft(() => forms()[i], account);
});
