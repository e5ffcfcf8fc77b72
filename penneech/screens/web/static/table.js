// What htmx leaves to the page: to say aloud what has changed, to leave the reader's place alone,
// and to say that the server does not answer. Without this file every page works as it is.
"use strict";

const said = document.getElementById("said");

/** Let a screen reader say what the game part has to tell. */
function say(text) {
  said.textContent = "";
  // A region that is emptied and filled in one breath is not heard.
  setTimeout(() => { said.textContent = text; }, 50);
}

document.addEventListener("htmx:before:swap", ({ detail: { ctx, tasks } }) => {
  const here = document.activeElement;
  const reads = here && here !== document.body && !here.closest(".hand");
  if (ctx.sourceElement.id !== "waiting" || !reads) return;
  // The other person has played while the reader was elsewhere on the page: let them stay there.
  for (const { fragment } of tasks) {
    for (const wanting of fragment.querySelectorAll("[autofocus]")) wanting.removeAttribute("autofocus");
  }
});

document.addEventListener("htmx:after:swap", () => {
  const told = document.getElementById("main").dataset.told;
  if (told) say(told);
});

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const { waits } = ctx.sourceElement.dataset;
  if (waits) say(waits);
});

document.addEventListener("htmx:error", ({ detail: { ctx } }) => {
  const silence = document.getElementById("silence");
  if (!ctx || !silence || !silence.hidden) return;
  silence.hidden = false;
  say(silence.textContent);
});

document.addEventListener("htmx:after:request", () => {
  const silence = document.getElementById("silence");
  if (silence) silence.hidden = true;
});
