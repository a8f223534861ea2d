// The service worker: the public shell and the safety page without the server, and forms that wait for it. Above it
// stand RELEASE, SHELL, the folder of the static files, and FILES, their names. Of pages that need a session it keeps
// the plan alone, for an hour and for its person. Another device may have put its numbers away meanwhile: a kept plan
// is shown where the server does not answer, or answers that it is the present one.
importScripts(`${SHELL}/offline/store.js`);

const CACHE = `shell ${RELEASE} ${SHELL}`;
/** Forms that wait. */
const WAITING = ["/pulse", "/check-ins", "/plan/weight"];
/** The one of them that a script sends in place. */
const IN_PLACE = "/check-ins";
/** Pages without a session. */
const PAGES = ["/offline", "/safety"];
/** True for the answer of a proxy whose server does not answer, and of what stands in for a server that is restored. */
const isAway = ({ status, headers }) =>
  ([502, 504].includes(status) && !headers.has("x-trace-id")) || headers.get("pulsum-held") === "away";
/**
 * The page of the plan: how long it is kept, how long the network may take before the kept one is shown, and how long
 * the question whether it is the present one may take before it is shown without numbers, in ms.
 */
const PLAN = "/plan";
const PLAN_VERSION = "/plan/version";
const PLAN_KEPT = 3_600_000;
const PLAN_WAIT = 400;
const PLAN_CHECK = 1_200;
/** Longest wait for an answer to a form that waited, and the pauses before it is tried again, in ms. */
const LIMIT = 30_000;
const PAUSES = [1_000, 3_000, 10_000];

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => event.waitUntil(activate()));

async function install() {
  const cache = await caches.open(CACHE);
  await cache.addAll(FILES.map((name) => `${SHELL}/${name}`));
  for (const path of PAGES) await keep(path, "");
  await self.skipWaiting();
}

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

/** Keeps a page as everybody sees it, in a language and for a country. */
async function keep(path, query) {
  const cache = await caches.open(CACHE);
  const known = await cache.keys(path, { ignoreSearch: true, ignoreVary: true });
  if (known.some(({ url }) => new URL(url).search === query)) return;
  const answer = await fetch(path + query, { credentials: "omit", cache: "no-store" });
  if (!answer.ok) return;
  await cache.put(path + query, answer);
  for (const request of known) await cache.delete(request);
}

async function kept(path) {
  const cache = await caches.open(CACHE);
  return (await cache.match(path, { ignoreSearch: true, ignoreVary: true })) ?? Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  // A verdict on what is written, or another page, may put the numbers of the plan away. A weight keeps them.
  if (request.method !== "GET" && pathname !== "/plan/weight") event.waitUntil(held.keep("plan", null).catch(() => {}));
  const isForm = request.mode === "navigate" ? WAITING.includes(pathname) : pathname === IN_PLACE;
  if (request.method === "POST" && isForm) {
    // What the worker sends comes from this site. A form of another site goes to the server as it is, which refuses it.
    if (!request.referrer.startsWith(`${location.origin}/`)) return;
    event.respondWith(submitted(request, pathname));
  } else if (request.mode === "navigate") {
    if (request.method === "GET" && !pathname.startsWith("/v1/")) event.respondWith(page(event, pathname));
  } else if (request.method === "GET" && pathname.startsWith(`${SHELL}/`)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  }
});

async function page(event, pathname) {
  // The session has ended: nobody else sees the plan.
  if (pathname === "/sign-in") await held.keep("plan", null).catch(() => {});
  const answer = pathname === PLAN ? await plan(event) : await fetched(event);
  return answer ?? kept(pathname === "/safety" ? pathname : "/offline");
}

/** What the server answers; undefined if it does not. */
async function fetched(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (!isAway(answer)) return answer;
  } catch { /* The server does not answer. */ }
  return undefined;
}

/** The plan as the server shows it; after a short wait the kept one, which tells its age, or that one's empty page. */
async function plan(event) {
  // A browser without storage shows what the server answers.
  const copy = await keptPlan().catch(() => undefined);
  const fresh = fetched(event).then(async (answer) => {
    if (answer) await keepPlan(answer.clone(), event.request.url).catch(() => {});
    return answer;
  });
  // What a form did is shown by the server.
  if (!copy || new URL(event.request.url).search) return (await fresh) ?? (copy && shownPlan(copy));
  event.waitUntil(fresh);
  const checked = isPresent(copy);
  const slow = new Promise((end) => setTimeout(end, PLAN_WAIT, "slow"));
  const asked = slow.then(() => checked).then((isRight) => (isRight === undefined ? "unknown" : isRight));
  const first = await Promise.race([fresh, asked]);
  if (first instanceof Response) return first.status < 500 ? first : shownPlan(copy);
  if (first === "unknown") return emptyPlan(copy) ?? fresh;
  // Kept is shown what the server says is present, and anything where the server does not answer.
  if ((await checked) !== false) return shownPlan(copy);
  await held.keep("plan", null).catch(() => {});
  return fresh;
}

const shownPlan = ({ html, headers }) => new Response(html, { headers });

/** The kept page without the plan, for which its script asks; undefined for one that an earlier release kept. */
function emptyPlan({ html, headers }) {
  const empty = html.replace(/<!--plan-->.*?<!--\/plan-->/gs, "").replace(/ data-kind="\w+"/, ' data-kind="waiting"');
  return empty.length < html.length ? new Response(empty, { headers }) : undefined;
}

/** Whether the kept plan is that of the server; undefined if the server does not say so in time. */
async function isPresent({ version, proved }) {
  if (proved > Date.now()) return true;
  try {
    const answer = await fetch(PLAN_VERSION, { cache: "no-store", signal: AbortSignal.timeout(PLAN_CHECK) });
    if (isAway(answer)) return undefined;
    return answer.ok && !answer.redirected && (await answer.text()) === version;
  } catch { return undefined; }
}

/** The kept plan of who is signed in; undefined if there is none. One that nobody may see any more is deleted. */
async function keptPlan() {
  const copy = await held.state("plan");
  if (!copy) return undefined;
  const age = Date.now() - copy.at;
  if (copy.person === await held.state("person") && age >= 0 && age < PLAN_KEPT) return copy;
  await held.keep("plan", null);
  return undefined;
}

async function keepPlan(answer, address) {
  if (answer.status >= 500) return;
  const html = answer.ok && !new URL(address).search ? await answer.text() : "";
  const person = html.match(/ data-person="([^"]+)"/)?.[1];
  const version = html.match(/ data-version="([^"]+)"/)?.[1];
  // The text is not encoded any more.
  const headers = [...answer.headers].filter(([name]) => !["content-encoding", "content-length"].includes(name));
  await held.keep("plan", person ? { person, version, at: Date.now(), html, headers } : null);
}

/** A form on its way: on disk first, so that a browser that is closed meanwhile sends it later. */
async function submitted(request, path) {
  const written = Date.now();
  const fields = [...await request.formData()].map(([name, value]) => [name, String(value)]);
  const id = fields.find(([name]) => name === "key")?.[1] ?? "";
  const form = { id, person: id.split(".")[0], path, written, fields: [...fields, ["written", String(written)]] };
  await held.put(form);
  const answer = await send(form, "manual");
  if (answer && answer.status !== 401) return answer;
  self.registration.sync?.register("held").catch(() => {});
  // The script then sends it as a page, which says that it is kept.
  if (request.mode !== "navigate") return Response.error();
  return Response.redirect(answer ? "/sign-in?kept=1" : "/offline?kept=1", 303);
}

/** Until this time, which a busy server named, forms are sent only where a person waits. */
let rest = 0;

/** Sends a form and forgets it where it was taken. Returns the answer; undefined if the server does not answer. */
async function send(form, redirect) {
  const answer = await posted(form, redirect);
  if (!answer) return undefined;
  const isBusy = [429, 503].includes(answer.status);
  if (isBusy) rest = Date.now() + 1000 * (answer.headers.get("retry-after") ?? 0);
  // The person decides, on the page of the form, which of two values counts.
  if (redirect === "follow" && answer.headers.get("pulsum-held") === "asks") {
    await held.put({ ...form, asks: true });
    return answer;
  }
  // The page of a check-in or a weight that a service could not take would not say what was typed.
  if (isAway(answer) || answer.status === 504 || (isBusy && form.path !== "/pulse")) return undefined;
  // Without a session, or with that of somebody else, it stays for who wrote it; where nobody waits, for a server that
  // is busy.
  const stays = [401, 409].includes(answer.status) || (isBusy && redirect === "follow");
  // An answer that nobody sees must not lose the text.
  const isRefused = redirect === "follow" && !answer.ok && answer.status !== 404;
  if (!stays && !isRefused) await held.remove(form.id);
  return answer;
}

/** Ends the pause of a form that waits. */
let wake;

/** A form that waited is tried again after pauses; one on its way has a person waiting. */
async function posted(form, redirect) {
  for (const pause of redirect === "follow" ? [...PAUSES, 0] : [0]) {
    try {
      return await fetch(form.path, {
        method: "POST", body: new URLSearchParams(form.fields), redirect,
        headers: { "pulsum-held": "1", "pulsum-sent": Date.now() },
        signal: AbortSignal.timeout(LIMIT),
      });
    } catch { /* No answer. */ }
    if (!pause || !navigator.onLine) return undefined;
    await new Promise((end) => {
      wake = end;
      setTimeout(end, pause);
    });
  }
  return undefined;
}

let sending;

/** Sends what a person's forms wait for, one run at a time, and tells the open pages. */
function sendAll(person) {
  sending ??= (async () => {
    let sent = 0;
    let safety;
    const refused = [];
    for (const form of await held.of(person)) {
      if (form.asks) continue;
      if (Date.now() < rest) break;
      const answer = await send(form, "follow");
      if (answer?.headers.get("pulsum-held") === "asks") continue;
      if (!answer || [401, 409, 429].includes(answer.status) || answer.status >= 500) break;
      if (answer.ok) sent += 1;
      else refused.push(form.id);
      if (new URL(answer.url).pathname === "/safety") safety = answer.url;
    }
    const waiting = (await held.of(person)).filter((form) => !form.asks).length;
    for (const client of await self.clients.matchAll()) client.postMessage({ person, sent, waiting, refused, safety });
    return waiting;
  })().finally(() => { sending = undefined; });
  return sending;
}

self.addEventListener("message", (event) => {
  const { person, query } = event.data;
  event.waitUntil((async () => {
    // A page that was on its way while this worker began is not among those that `activate` claimed.
    await self.clients.claim().catch(() => {});
    try {
      for (const path of PAGES) await keep(path, query ?? "");
    } catch { /* The earlier one stays. */ }
    await keptPlan().catch(() => {});
    wake?.();
    if (person) await sendAll(person);
  })());
});

self.addEventListener("sync", (event) => event.waitUntil((async () => {
  const person = await held.state("person");
  if (person && await sendAll(person)) throw new Error("not yet");
})()));
