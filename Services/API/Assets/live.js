// Follows the person's data: when something changed, the page is fetched again and the pieces marked data-live that
// differ are replaced, unless they hold the focus or something is being written there.
import { ask } from "./ask.js";

let timer;
let running = false;
let again = false;

const tell = (name, detail) => document.dispatchEvent(new CustomEvent(name, { detail }));

const hasText = (piece) => [...piece.querySelectorAll("textarea, input:not([type=hidden])")].some((field) =>
  /radio|checkbox/.test(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);

export const isInUse = (piece) =>
  piece.contains(document.activeElement) || piece.querySelector("[data-waits]") || hasText(piece);

const names = (page) => [...page.querySelectorAll("[data-live]")].map((piece) => piece.dataset.live).sort().join(" ");
/** Loading the page again would lose something; a conversation shows what is new in it by itself. */
const isBusy = (page) => page.querySelector("[data-waits], [data-conversation], dialog[open]") || hasText(page);

/** Replaces the pieces that differ from those of a fresh page; loads the page again if one appeared or is gone. */
export function show(fresh) {
  // Where it belongs is known to the page alone.
  if (names(document) !== names(fresh) && !isBusy(document)) return location.reload();
  for (const piece of document.querySelectorAll("[data-live]")) {
    const other = fresh.querySelector(`[data-live="${piece.dataset.live}"]`);
    if (!other || isInUse(piece) || other.outerHTML === piece.dataset.shown || other.outerHTML === piece.outerHTML) continue;
    const copy = document.importNode(other, true);
    for (const details of copy.querySelectorAll("details[id]")) details.open = document.getElementById(details.id)?.open ?? false;
    piece.replaceWith(copy);
    copy.dispatchEvent(new Event("replaced", { bubbles: true }));
  }
  tell("fresh", fresh);
  const step = fresh.documentElement.dataset.step;
  if (step) document.documentElement.dataset.step = step;
}

async function refresh() {
  if (running) { again = true; return; }
  running = true;
  const began = performance.now();
  try {
    const { answer } = await ask(location.href, { headers: { accept: "text/html" } });
    if (!answer?.ok || answer.redirected) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const kind = (page) => page.querySelector("[data-kind]")?.dataset.kind;
    if (kind(document) !== kind(fresh)) return location.reload();
    show(Object.assign(fresh, { began }));
  } catch { /* Offline: the event stream reports again when it is back. */ } finally {
    running = false;
    if (again) soon();
    again = false;
  }
}

export function soon() {
  clearTimeout(timer);
  timer = setTimeout(refresh, 30);
}

export function follow() {
  if (!document.querySelector("[data-live]")) return;
  let source, missed, retry;
  const open = () => {
    source = new EventSource("/v1/events");
    // No stream announced a change between the rendering of this page and now.
    source.addEventListener("ready", ({ data }) => {
      tell("answering", true);
      if (missed || JSON.parse(data).changed <= performance.now()) soon();
      missed = false;
    });
    source.addEventListener("changed", soon);
    source.addEventListener("missed", soon);
    source.addEventListener("reply", ({ data }) => tell("reply", JSON.parse(data).stage));
    source.onerror = () => {
      missed = true;
      tell("answering", false);
      // The browser reconnects by itself, but not after an answer other than a stream: too many streams, a restart.
      if (source?.readyState === EventSource.CLOSED) retry = setTimeout(open, 5000);
    };
  };
  open();
  // A hidden page needs no stream; a browser has few connections to one address.
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) { clearTimeout(retry); source?.close(); source = undefined; missed = true; } else if (!source) open();
  });
}
