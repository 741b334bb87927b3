/* On a narrow screen the drawing is a row of columns: open it at the round that is on. */
const list = document.querySelector("ol.bracket"), tab = document.querySelector(".tabs [aria-current]");
if (list && tab && !location.hash && list.scrollWidth > list.clientWidth) {
  const column = document.querySelector(tab.getAttribute("href"));
  if (column) list.scrollLeft = column.offsetLeft - list.offsetLeft - 16;
}
