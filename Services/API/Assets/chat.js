// Sends a message without leaving the page, and shows what other pages sent.
import { ask, say } from "./ask.js";
import { soon } from "./live.js";

/** Longest wait for an answer, in ms: a model on a slow machine takes its time. */
const LIMIT = 120_000;

const made = (name, className, textContent = "") => Object.assign(document.createElement(name), { className, textContent });

function message(label, text, isMine) {
  const article = made("article", isMine ? "message mine" : "message");
  article.append(made("p", "label", label), made("p", "reading", text));
  return article;
}

export function chat(form) {
  const log = document.querySelector("[data-conversation]");
  const words = log.dataset;
  const field = form.elements.text;
  const button = form.querySelector("button");
  const inputs = [field, button, ...document.querySelectorAll(".starters button")];
  let missed = false;
  // When the last answer came.
  let answered = 0;
  const disable = (isBusy) => {
    for (const input of inputs) input.disabled = isBusy;
    if (missed && !isBusy) soon();
  };
  const read = (turn) => turn.querySelector(".reading").textContent;
  // Turns without a number, as one on its way, stay.
  document.addEventListener("fresh", ({ detail }) => {
    // A page that was asked for before the last answer came lacks that answer.
    missed = button.disabled || detail.began < answered;
    if (missed) return button.disabled || soon();
    const turns = new Map([...detail.querySelectorAll("[data-turn]")].map((turn) => [turn.dataset.turn, turn]));
    for (const old of log.querySelectorAll("[data-turn]")) {
      const turn = turns.get(old.dataset.turn);
      if (!turn || read(turn) !== read(old)) old.replaceWith(turn ?? "");
      turns.delete(old.dataset.turn);
    }
    log.append(...turns.values());
  });
  const send = async (text, data) => {
    const own = message(words.you, text, true);
    const pending = message("", words.thinking);
    log.append(own, pending);
    const look = (one) => one.scrollIntoView({ block: "nearest" });
    look(pending);
    disable(true);
    // After Cancel only safety opens.
    let ended = false;
    // The message is a draft again; if it is stored, it comes back to the log with its number.
    const fail = (why) => {
      pending.replaceWith(message("", why));
      own.remove();
      field.value = text;
      field.dispatchEvent(new Event("input"));
    };
    const free = () => { answered = performance.now(); disable(false); field.focus(); };
    const cancel = made("button", "quiet", words.cancel);
    cancel.type = "button";
    cancel.onclick = () => { ended = true; fail(words.cancelled); free(); };
    const show = (line) => { pending.querySelector(".reading").textContent = line; };
    const stage = ({ detail }) => show(words[detail] ?? words.thinking);
    document.addEventListener("reply", stage);
    const offer = setTimeout(() => pending.append(cancel), 2000);
    try {
      const body = new URLSearchParams(data);
      body.set("text", text);
      const { answer, failure } = await ask("/coach", { method: "POST", body, limit: LIMIT, show, isOver: () => ended });
      if (!answer) return ended || fail(say(failure));
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const error = page.querySelector(".error")?.textContent;
      const reply = error ? null : [...page.querySelectorAll("[data-conversation] .message:not(.mine)")].at(-1);
      // Anything else is a page of its own: safety, or signing in.
      if (answer.redirected) return location.assign(answer.url);
      if (ended) return;
      if (reply) {
        const { turn } = reply.dataset;
        if (turn) own.dataset.turn = `?${turn}`;
        // Shown before: it was cancelled and is sent again.
        if (log.querySelector(`[data-turn="${turn}"]`)) soon();
        pending.replaceWith(reply);
        look(reply);
        field.value = "";
        if (reply.querySelector("svg.chart")) import("./charts.js");
        const [reach, told] = [document, page].map((one) => one.querySelector("[data-reach]"));
        reach.textContent = told.textContent;
        reach.hidden = !reach.textContent;
      } else fail(error ?? words.failed);
      const key = page.querySelector("[data-chat] input[name=key]")?.value;
      if (key) form.elements.key.value = key;
    } catch {
      if (ended) return;
      // The key stays: the same text sent again is the same request.
      fail(words.failed);
    } finally {
      clearTimeout(offer);
      document.removeEventListener("reply", stage);
      if (!ended) free();
    }
  };
  for (const source of [form, ...document.querySelectorAll(".starters form")]) {
    source.onsubmit = (event) => { event.preventDefault(); const text = source.elements.text.value.trim(); if (text) send(text, new FormData(source)); };
  }
  field.onkeydown = (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && matchMedia("(pointer: fine)").matches) { event.preventDefault(); form.requestSubmit(); }
  };
}
