/* The ruling desk: cards are tapped into the field that takes them; what is sent is the text of the field, as without
   this script. A card is chosen at most twice. */
(() => {
  "use strict";
  const pad = document.getElementById("pad");
  if (!pad) return;
  const MOST = 2;
  const fields = [...document.querySelectorAll("[data-cards]")];
  const input = (field) => field.querySelector("input");
  const WORDS = [
    [/大王|BIG JOKER/g, " HR "], [/小王|SMALL JOKER/g, " SB "], [/(?:黑桃|[♠♤])\s*/g, "S"], [/(?:红桃|红心|[♥♡])\s*/g, "H"],
    [/(?:梅花|草花|[♣♧])\s*/g, "C"], [/(?:方块|方片|[♦♢])\s*/g, "D"], [/\ufe0f/g, ""],
  ];
  const CARD = /SB|HR|[SHCD](?:10|[2-9TJQKA])|(?:10|[2-9TJQKA])[SHCD]/g;
  const name = (text) => {
    if (text === "SB" || text === "HR") return text;
    const plain = text.replace("10", "T");
    return "SHCD".includes(plain[0]) ? plain : plain[1] + plain[0];
  };
  // what the field holds, as cards; what is no card is left to the site to tell
  const cards = (field) => {
    const text = WORDS.reduce((made, [from, to]) => made.replace(from, to),
      input(field).value.normalize("NFKC").toUpperCase());
    return (text.match(CARD) || []).map(name);
  };
  let active = fields.find((field) => !cards(field).length) || fields[0];

  const show = () => {
    for (const field of fields) {
      field.querySelector("[data-count] b").textContent = String(cards(field).length);
      const here = field.querySelector("[data-here]");
      here.hidden = fields.length < 2;
      here.setAttribute("aria-pressed", String(field === active));
    }
    const held = cards(active);
    for (const tile of pad.querySelectorAll("[data-card]")) {
      const n = held.filter((card) => card === tile.dataset.card).length;
      if (n) tile.dataset.n = String(n); else delete tile.dataset.n;
      tile.setAttribute("aria-disabled", String(n >= MOST));
    }
  };
  const put = (held) => {
    input(active).value = held.map((card) => card.replace("T", "10")).join(" ");
    show();
  };

  pad.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const held = cards(active), card = button.dataset.card;
    if (card && held.filter((other) => other === card).length < MOST) put([...held, card]);
    if (button.hasAttribute("data-back")) put(held.slice(0, -1));
    if (button.hasAttribute("data-clear")) put([]);
  });
  for (const field of fields) {
    const take = () => { active = field; show(); };
    input(field).addEventListener("focus", take);
    input(field).addEventListener("input", show);
    field.querySelector("[data-here]").addEventListener("click", take);
    field.querySelector("[data-count]").hidden = false;
  }
  pad.hidden = false;
  show();
})();
