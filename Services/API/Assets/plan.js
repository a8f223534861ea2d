// The page of the plan: the age of what it shows, bringing it up to date, and weights that wait to be sent. Phrases are
// attributes of the page; # stands for a number or a value.
import "./offline/store.js";
import { ask, say } from "./ask.js";
import { isInUse } from "./live.js";

const { held } = globalThis;
const { person } = document.body.dataset;
const room = document.querySelector("[data-plan]");
const phrases = room.dataset;
const status = room.querySelector("[data-plan-status]");
const WEIGHT = "/plan/weight";
const VERSION = "/plan/version";
/** What is shown is brought up to date behind it after this time, and said to be old after the second, in ms. */
const OLD = 1_800_000;
const KEPT = 3_600_000;
/** A kept plan that is opened within this time needs no proof that it is the present one, in ms. */
const NEXT = 10_000;
/** A pause in typing, after which an estimate is asked for, in ms. */
const TYPING = 300;
/** The page holds no plan yet. */
const isEmpty = phrases.kind === "waiting";
let at = Number(phrases.plan);
let { version } = phrases;
let isBusy = false;

const part = (name) => room.querySelector(`[data-plan-${name}]`);

/** Shows what a page of the server says, in pieces, and keeps it. Returns the page. */
async function take(answer) {
  const html = await answer.text();
  const page = new DOMParser().parseFromString(html, "text/html");
  const other = page.querySelector("[data-plan]");
  if (!other) return page;
  // Somebody else has signed in meanwhile.
  if (page.body.dataset.person !== person) { location.reload(); return page; }
  const isOther = other.dataset.kind !== phrases.kind;
  if (answer.ok) await keep(answer, html, other, isOther);
  if (isOther) { location.assign("/plan"); return page; }
  for (const piece of room.querySelectorAll("[data-live]")) {
    const next = other.querySelector(`[data-live="${piece.dataset.live}"]`);
    if (!next || isInUse(piece)) continue;
    const copy = document.importNode(next, true);
    for (const details of copy.querySelectorAll("details[id]")) {
      details.open = document.getElementById(details.id)?.open ?? false;
    }
    piece.replaceWith(copy);
  }
  for (const key of room.querySelectorAll("form [name=key]")) {
    const { action } = key.form;
    const fresh = [...other.querySelectorAll("form")].find((form) => form.action === action)?.elements.key;
    if (fresh) key.value = fresh.value;
  }
  at = Number(other.dataset.plan);
  ({ version } = other.dataset);
  await draw();
  return page;
}

/** Keeps a page of the server; `isNext` says that it is opened now. */
async function keep(answer, html, { dataset }, isNext) {
  const headers = [...answer.headers].filter(([name]) => !["content-encoding", "content-length"].includes(name));
  // A toast shows once.
  const kept = html.replace(/(<div id="toast"[^>]*>).*?(?=<\/div>)/s, "$1");
  const { version } = dataset;
  const proved = isNext ? Date.now() + NEXT : 0;
  await held.keep("plan", { person, version, proved, at: Date.now(), html: kept, headers }).catch(() => {});
}

/** Opens the kept plan, because the server does not answer. */
async function openKept() {
  const copy = await held.state("plan").catch(() => undefined);
  if (copy?.person !== person) return false;
  await held.keep("plan", { ...copy, proved: Date.now() + NEXT });
  location.replace("/plan");
  return true;
}

function tell(text, canRetry = false) {
  status.textContent = text;
  part("again").hidden = !canRetry;
}

function tellAge() {
  const minutes = Math.floor((Date.now() - at) / 60_000);
  const age = part("age");
  if (age) age.textContent = minutes > 0 ? phrases.age.replace("#", minutes) : "";
}

async function refresh() {
  if (isBusy) return;
  isBusy = true;
  const { answer, failure } = await ask("/plan", { show: tell });
  isBusy = false;
  if (answer?.ok && !answer.redirected) {
    await take(answer);
    tell("");
  } else if (isEmpty ? answer || !(await openKept()) : Date.now() - at >= KEPT) tell(say(failure), true);
  else tell("");
  part("progress").hidden = true;
  tellAge();
}

/** Whether the server has another state than the page, such as numbers that another device put away. */
async function isPast() {
  try {
    const answer = await fetch(VERSION, { cache: "no-store" });
    return answer.ok && !answer.redirected && (await answer.text()) !== version;
  } catch { return false; }
}

async function check() {
  tellAge();
  if (document.hidden || isEmpty) return;
  if (Date.now() - at >= OLD || await isPast()) refresh();
}

/** The page came without the plan, because the network is slow: asks for it. */
function fill() {
  tell(phrases.asking);
  part("progress").hidden = false;
  refresh();
}

async function recompute(form) {
  if (isBusy) return;
  isBusy = true;
  part("progress").hidden = false;
  tell(phrases.busy);
  const body = new URLSearchParams(new FormData(form));
  const { answer, failure } = await ask(form.action, { method: "POST", body, show: tell });
  part("progress").hidden = true;
  isBusy = false;
  if (!answer) { tell(say(failure), true); return; }
  const page = await take(answer);
  const said = page.querySelector("#toast p") ?? page.querySelector("main .error, main .reading");
  tell(said?.textContent ?? "", !answer.ok);
}

// Weights

/** The typed weight as it is shown, or undefined where it is none that the form takes. */
function typed(form) {
  let kilograms = 0;
  const texts = [];
  for (const field of form.querySelectorAll("[data-kilograms]")) {
    const text = field.value.trim();
    if (!text) continue;
    kilograms += Number(text.replace(",", ".")) * Number(field.dataset.kilograms);
    texts.push(`${text}\u202f${field.dataset.unit}`);
  }
  return kilograms >= Number(form.dataset.low) && kilograms <= Number(form.dataset.high) ? texts.join(" ") : undefined;
}

function problem(text) {
  const place = part("problem");
  place.hidden = !text;
  place.textContent = text;
}

/** Counts estimates: an answer that is not the last one's is not shown. */
let estimates = 0;

function clearEstimate() {
  estimates += 1;
  part("estimate")?.replaceChildren();
}

/** Shows what a weight would change while it is typed, as the server computes it. */
async function estimate(form) {
  const isWeight = typed(form);
  const body = new URLSearchParams(new FormData(form));
  body.delete("key");
  clearEstimate();
  if (!isWeight) return;
  const own = estimates;
  await new Promise((end) => setTimeout(end, TYPING));
  if (own !== estimates) return;
  const answer = await fetch("/plan/estimate", { method: "POST", body }).catch(() => {});
  const line = answer?.ok && !answer.redirected ? await answer.text() : "";
  if (own === estimates) part("estimate").textContent = line;
}

/** Keeps a weight on disk first and shows it at once; the server's comes back where it is taken away again. */
async function weigh(form) {
  const shown = typed(form);
  problem(shown ? "" : form.dataset.range);
  if (!shown) return;
  const written = Date.now();
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  const key = fields.find(([name]) => name === "key");
  key[1] = `${person}.${crypto.randomUUID()}`;
  const entry = { id: key[1], person, path: WEIGHT, written, fields: [...fields, ["written", String(written)]], shown };
  await held.put(entry);
  form.reset();
  clearEstimate();
  await draw();
  await send(entry);
}

async function send(entry) {
  const body = new URLSearchParams(entry.fields);
  const { answer } = navigator.onLine
    ? await ask(WEIGHT, { method: "POST", body, headers: { "pulsum-held": "1" } }) : {};
  const isQuestion = answer?.headers.get("pulsum-held") === "asks";
  if (!answer || answer.status >= 500 || (!isQuestion && [401, 409, 429].includes(answer.status))) {
    // The service worker sends it when the server answers, also where this page is closed meanwhile.
    (await navigator.serviceWorker.ready).sync?.register("held").catch(() => {});
    return;
  }
  if (!isQuestion) await held.remove(entry.id);
  else if ((await held.of(person)).some(({ id }) => id === entry.id)) await held.put({ ...entry, asks: true });
  const page = await take(answer);
  await draw();
  clearEstimate();
  if (!answer.ok && !isQuestion) problem(page.querySelector("main .error")?.textContent ?? phrases.refused);
}

/** One line of the queue with what can be done about it. */
function line(entry) {
  const item = part("entry").content.cloneNode(true);
  const when = new Date(entry.written).toLocaleString(phrases.locale, {
    dateStyle: "medium", timeStyle: "short", hour12: phrases.clock === "12",
  });
  const texts = [entry.shown, when, entry.asks ? phrases.newer : phrases.waiting];
  item.querySelector("p").textContent = texts.join(" · ");
  for (const button of item.querySelectorAll("button")) {
    const isAnswer = button.name !== "cancel";
    if (isAnswer !== Boolean(entry.asks)) { button.remove(); continue; }
    button.addEventListener("click", async () => {
      if (button.name === "mine") {
        const { asks, ...mine } = { ...entry, fields: [...entry.fields, ["replace", "1"]] };
        await held.put(mine);
        await draw();
        await send(mine);
      } else {
        await held.remove(entry.id);
        clearEstimate();
        await draw();
      }
      room.querySelector("[data-weigh] input:not([type=hidden])")?.focus();
    });
  }
  return item;
}

/** Shows the weight that was typed last and what waits. */
async function draw() {
  const weight = part("weight");
  if (!weight || !person) return;
  const entries = (await held.of(person)).filter(({ path }) => path === WEIGHT);
  const last = entries.findLast(({ asks }) => !asks);
  weight.dataset.stored ??= weight.textContent;
  weight.textContent = last ? last.shown : weight.dataset.stored;
  part("unsent").hidden = !last;
  part("queue").hidden = !entries.length;
  part("queue").querySelector("ul").replaceChildren(...entries.map(line));
}

room.addEventListener("submit", (event) => {
  const act = event.target.matches("[data-recompute]") ? recompute
    // Only a service worker sends what this page could not.
    : event.target.matches("[data-weigh]") && navigator.serviceWorker?.controller ? weigh : undefined;
  if (!act) return;
  event.preventDefault();
  act(event.target);
});
room.addEventListener("input", ({ target }) => {
  const form = target.closest("[data-weigh]");
  if (form) estimate(form);
});
part("again").addEventListener("click", () => { tell(""); isEmpty ? fill() : refresh(); });
document.addEventListener("replaced", () => { tellAge(); draw(); });
document.addEventListener("visibilitychange", check);
addEventListener("pageshow", ({ persisted }) => persisted && check());
addEventListener("online", () => isEmpty ? fill() : check());
setInterval(check, 60_000);
navigator.serviceWorker?.addEventListener("message", ({ data }) => {
  if (data.person !== person) return;
  draw();
  if (data.sent) refresh();
});
draw();
if (isEmpty) fill(); else check();
