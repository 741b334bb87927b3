/* What is typed into a long form stays in this browser, under the account, until it is saved; whoever signs out takes
   it along (held.js). The server's word goes first: a form that it has filled since, or that shows what is wrong, is
   left as it is. */
(() => {
  "use strict";
  const form = document.querySelector("form[data-draft]");
  const name = (of) => `draft ${of.elements.account.value} ${location.pathname}`;
  const typed = (of) => [...of.elements].filter((field) => field.name && !["hidden", "password"].includes(field.type));
  const now = (of) => typed(of).map((field) => (/radio|checkbox/.test(field.type) ? field.checked : field.value));
  if (document.querySelector(".said")) {
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith("draft ") && JSON.parse(localStorage[key]).sent) localStorage.removeItem(key);
    }
  }
  if (!form || !form.elements.account) return;
  const seen = JSON.stringify(now(form)), bar = document.getElementById("draft");
  const keep = (sent) => {
    if (JSON.stringify(now(form)) === seen && !sent) localStorage.removeItem(name(form));
    else localStorage[name(form)] = JSON.stringify({ seen, sent, fields: now(form) });
  };
  const draft = JSON.parse(localStorage[name(form)] || "null");
  if (draft && draft.seen === seen && !document.getElementById("problems")) {
    typed(form).forEach((field, i) => {
      if (/radio|checkbox/.test(field.type)) field.checked = draft.fields[i];
      else field.value = draft.fields[i];
    });
    bar.hidden = false;
    bar.querySelector("button").addEventListener("click", () => {
      localStorage.removeItem(name(form));
      form.reset();
      bar.hidden = true;
    });
  }
  form.addEventListener("input", () => keep(false));
  form.addEventListener("submit", () => keep(true));
})();
