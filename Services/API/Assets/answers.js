// Answers in place: a tap on a scale sends its form, and the page shows what that changed. A form that does not get
// through is sent as a page, which the service worker keeps.
import { show } from "./live.js";

/** The parts of a form that an answer changes; every form has the same. */
const PARTS = "input[type=hidden], button, [role=status]";
const LIMIT = 10_000;
let sent = Promise.resolve();

function update(fresh) {
  for (const form of document.querySelectorAll("form[data-place]")) {
    const parts = fresh.getElementById(form.id)?.querySelectorAll(PARTS);
    if (parts) form.querySelectorAll(PARTS).forEach((part, place) => {
      const { hidden, value, ariaPressed, textContent } = parts[place];
      part.hidden = hidden;
      if (part.type === "hidden") part.value = value;
      else if (part.ariaPressed !== ariaPressed) part.ariaPressed = ariaPressed;
      // A screen reader says a line again where it is written again.
      if (part.role === "status" && part.textContent !== textContent) part.textContent = textContent;
    });
  }
}

async function send(id, name, value) {
  // The one that is shown knows the answer before.
  const form = document.getElementById(id);
  const button = form.querySelector(`button[name=${name}][value="${value}"]`);
  try {
    const body = new URLSearchParams(new FormData(form, button));
    body.set("back", location.pathname + location.search);
    const answer = await fetch(form.action, { method: "POST", body, signal: AbortSignal.timeout(LIMIT) });
    if (!answer.ok || new URL(answer.url).pathname !== location.pathname) throw answer;
    delete form.dataset.waits;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    update(fresh);
    show(fresh);
  } catch {
    form.removeAttribute("data-place");
    form.requestSubmit(button);
  }
}

addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (target.dataset.place === undefined || !submitter) return;
  event.preventDefault();
  if (submitter.ariaPressed) for (const one of target.querySelectorAll("[aria-pressed]")) one.ariaPressed = `${one === submitter}`;
  // The piece is not replaced by an older page meanwhile.
  target.dataset.waits = "";
  sent = sent.then(() => send(target.id, submitter.name, submitter.value));
}, true);
