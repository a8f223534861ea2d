// Answers in place: a tap on a scale sends its form, and the page shows what that changed. A form that does not get
// through is sent as a page, which the service worker keeps; one that is not kept says so (`data-lost`).
import { show } from "./live.js";

/** The parts of a form that an answer changes; every form has the same. */
const PARTS = "input[type=hidden], button, [role=status]";
const LIMIT = 10_000;
/** The last tap of each form that is not saved yet, the earliest first. */
const taps = new Map();
let running = false;

function update(fresh) {
  for (const form of document.querySelectorAll("form[data-place]")) {
    const parts = fresh.getElementById(form.id)?.querySelectorAll(PARTS);
    let isLeft = false;
    if (parts) form.querySelectorAll(PARTS).forEach((part, place) => {
      const { hidden, value, ariaPressed, textContent } = parts[place];
      isLeft ||= hidden && part === document.activeElement;
      part.hidden = hidden;
      if (part.type === "hidden") part.value = value;
      else if (part.ariaPressed !== ariaPressed) part.ariaPressed = ariaPressed;
      if (part.role !== "status") return;
      // A screen reader says a line again where it is written again.
      const line = textContent || (part.textContent && part.dataset.back);
      if (part.textContent !== line) part.textContent = line;
    });
    // The focus stays in the form whose button is gone.
    if (isLeft) form.querySelector("button:not([hidden])").focus({ preventScroll: true });
  }
}

function posted(form, { name, value }) {
  const body = new URLSearchParams(new FormData(form));
  body.append(name, value);
  // Without a session the server refuses it instead of showing the sign-in; one that left the page arrives as well.
  return fetch(form.action, {
    method: "POST", body, headers: { "pulsum-held": "1" }, redirect: "manual", keepalive: true, signal: AbortSignal.timeout(LIMIT),
  });
}

/** Whether nothing keeps the form, which got no answer; its page then says that the tap is not saved. */
function isLost(form) {
  const { lost } = form.dataset;
  if (lost) {
    taps.delete(form.id);
    delete form.dataset.waits;
    form.querySelector("[role=status]").textContent = lost;
  }
  return lost;
}

/**
 * Sends the last state of all questions at once and leaves the page: one as a page, those before it in the background.
 * With an answer, such as of a session that ended, none is lost: the page shows it.
 */
function leave(answer) {
  const forms = [...taps].map(([id, tap]) => [document.getElementById(id), tap]).filter(([form]) => answer || !isLost(form));
  if (!taps.size) return;
  taps.clear();
  const [form, { name, value }] = forms.pop();
  for (const [one, tap] of forms) posted(one, tap).catch(() => {});
  form.removeAttribute("data-place");
  form.requestSubmit(form.querySelector(`button[name=${name}][value="${value}"]`));
}

async function sendAll() {
  while (taps.size) {
    const [[id, tap]] = taps;
    // The one that is shown knows the answer before.
    const form = document.getElementById(id);
    // A form that was taken answers with a redirect. One without an answer may be sent again: it counts once.
    const answer = await posted(form, tap).catch(() => {});
    if (!answer && isLost(form)) continue;
    if (answer?.type !== "opaqueredirect") return leave(answer);
    if (taps.get(id) === tap) taps.delete(id);
    try {
      const page = await fetch(location.href, { signal: AbortSignal.timeout(LIMIT) });
      if (!page.ok || page.redirected) throw page;
      const fresh = new DOMParser().parseFromString(await page.text(), "text/html");
      if (!taps.has(id)) delete form.dataset.waits;
      update(fresh);
      show(fresh);
    } catch {
      // It is saved; what is still to be sent goes with the page.
      return taps.size ? leave() : location.reload();
    }
  }
}

addEventListener("submit", (event) => {
  const { target, submitter } = event;
  if (target.dataset.place === undefined || !submitter) return;
  event.preventDefault();
  if (submitter.ariaPressed) for (const one of target.querySelectorAll("[aria-pressed]")) one.ariaPressed = `${one === submitter}`;
  // The piece is not replaced by an older page meanwhile.
  target.dataset.waits = "";
  taps.delete(target.id);
  taps.set(target.id, { name: submitter.name, value: submitter.value });
  if (running) return;
  running = true;
  sendAll().finally(() => { running = false; });
}, true);
