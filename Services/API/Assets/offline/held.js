// What a page says about forms that wait for the server, and signing out with or without them. The service worker holds
// and sends them.
import "./store.js";

const { held } = globalThis;
const { person, country } = document.body.dataset;
const banner = document.querySelector("[data-away]");
const worker = navigator.serviceWorker;
const AGAIN = 10_000;
let away = false;
let waiting = 0;

function show() {
  const text = away ? banner.dataset[worker ? "away" : "lost"] : waiting ? banner.dataset.waiting : "";
  banner.hidden = !text;
  // A screen reader says it again for each change only.
  if (text && banner.textContent !== text) banner.textContent = text;
}

function setAway(value) {
  if (away === value) return;
  away = value;
  show();
  if (!away) tell();
}

/** Asks the server itself: an event stream also ends for other reasons. */
const ask = () => fetch("/v1/setup", { cache: "no-store" }).catch(() => {});

async function check() {
  const answer = await ask();
  setAway(!answer || answer.status > 501);
}

async function tell() {
  if (!worker || !person) return;
  const query = `?${new URLSearchParams({ language: document.documentElement.lang, country })}`;
  (await worker.ready).active?.postMessage({ person, query });
}

/** A form that the server refused goes back to where it was written. */
async function takeBack(ids) {
  const field = document.querySelector("form[action='/pulse'] textarea");
  for (const form of await held.of(person)) {
    const text = new Map(form.fields).get("text");
    if (!ids.includes(form.id) || (text && (!field || field.value))) continue;
    if (text) field.value = text;
    await held.remove(form.id);
    waiting -= 1;
  }
}

async function heard({ data }) {
  if (data.person !== person) return;
  ({ waiting } = data);
  away = false;
  if (data.safety) return location.assign(data.safety);
  if (data.refused.length) await takeBack(data.refused);
  show();
  if (data.sent && !waiting) {
    banner.textContent = banner.dataset.sent;
    banner.hidden = false;
    setTimeout(show, 6_000);
  }
}

/** Deletes what this browser holds of the person. True if it holds something of somebody else. */
async function forget() {
  sessionStorage.clear();
  localStorage.clear();
  for (const { id } of await held.of(person)) await held.remove(id);
  await held.leave();
  if (!await held.isEmpty()) return true;
  await held.forget();
  return false;
}

function signOut(form) {
  const question = document.querySelector("[data-unsent]");
  // A browser that keeps nothing for pages holds nothing.
  const isDone = async () => !worker || !(await held.of(person).catch(() => [])).length;
  const leave = async () => {
    if (await forget().catch(() => false)) {
      // It stays for them; the server would have the browser delete it.
      form.append(Object.assign(document.createElement("input"), { type: "hidden", name: "keep", value: 1 }));
      worker?.controller?.postMessage({ query: "" });
    }
    form.submit();
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    if (await isDone()) return leave();
    // One more try first.
    const answered = new Promise((resolve) => {
      worker.addEventListener("message", resolve, { once: true });
      setTimeout(resolve, 3_000);
    });
    tell();
    await answered;
    if (await isDone()) return leave();
    question.hidden = false;
    question.querySelector("button").focus();
  };
  question.querySelector("[data-stay]").onclick = () => { question.hidden = true; };
  question.querySelector("[data-leave]").onclick = leave;
}

/** The page that stands in for every other while the server does not answer. */
async function standIn(page) {
  // The page that was asked for, without its fragment: to that the browser would jump within this page.
  const wanted = location.pathname === "/offline" ? "/" : location.href.split("#")[0];
  page.querySelector("[data-again]").href = wanted;
  const writer = await held.state("person");
  page.querySelector("[data-kept]").hidden = !(await held.of(writer)).length;
  page.querySelector("[data-stranger]").hidden = !!writer;
  for (const form of page.querySelectorAll("form")) {
    form.hidden = !writer;
    // The id of what is written, for ever: sending it again is no second entry.
    form.elements.key.value = `${writer}.${crypto.randomUUID()}`;
  }
  setInterval(async () => {
    if ([...page.querySelectorAll("textarea")].some((field) => field.value) || page.querySelector(":checked")) return;
    if ((await ask())?.ok) location.replace(wanted);
  }, AGAIN);
}

export async function start() {
  addEventListener("offline", () => setAway(true));
  addEventListener("online", () => setAway(false));
  document.addEventListener("answering", ({ detail }) => detail ? setAway(false) : setTimeout(check, 2_000));
  setInterval(() => away && !document.hidden && check(), AGAIN);
  const leaving = document.querySelector("[data-sign-out]");
  if (leaving) signOut(leaving);
  if (!worker) return;
  worker.addEventListener("message", heard);
  const page = document.querySelector("[data-offline]");
  if (page) {
    await standIn(page);
    addEventListener("pageshow", ({ persisted }) => persisted && standIn(page));
  }
  // After the first view, which needs the connection more.
  const register = () => worker.register("/worker.js").catch(() => {});
  if (document.readyState === "complete") register(); else addEventListener("load", register, { once: true });
  if (!person) return;
  await held.keep("person", person);
  waiting = (await held.of(person)).length;
  show();
  tell();
  setInterval(() => waiting && !document.hidden && tell(), AGAIN);
}
