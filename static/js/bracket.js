/* On a narrow screen the drawing is a row of rounds. It opens at the round that is on, and a swipe follows the lines:
   the match at the top of the window gives its height to the one that its winner plays. */
const list = () => document.querySelector("ol.bracket"), top = (slot) => slot.getBoundingClientRect().top;
const inSight = () => [...list().children].find((round) => round.getBoundingClientRect().left >= 0);
const tabs = document.querySelector(".tabs"), open = tabs?.querySelector("[aria-current]");
let before = null;
document.addEventListener("scrollend", ({ target }) => {
  if (target !== list()) return;
  const from = before?.querySelectorAll(".slot, .final"), line = tabs.getBoundingClientRect().bottom;
  before = inSight();
  const to = before?.querySelectorAll(".slot, .final");
  if (!from || !to) return;
  const slot = Math.max(0, [...from].findIndex((each) => each.getBoundingClientRect().bottom > line));
  scrollBy(0, top(to[Math.floor((slot * to.length) / from.length)]) - top(from[slot]));
}, true);
if (open && !location.hash && list().scrollWidth > list().clientWidth) {
  const round = document.querySelector(open.getAttribute("href"));
  if (round) list().scrollLeft = round.offsetLeft - list().offsetLeft - 16;
}
before = inSight();
