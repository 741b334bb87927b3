/* A press copies the text that its button names (data-copies: an id), and the button says so (data-copied). In a hall
   without https the clipboard is closed to scripts, so the text is selected and copied as by hand. */
document.documentElement.classList.add("scripted");
document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-copies]");
  document.getElementById(button?.dataset.copies)?.select();
  if (button && document.execCommand("copy")) button.textContent = button.dataset.copied;
});
