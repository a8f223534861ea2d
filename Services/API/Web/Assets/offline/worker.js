// The service worker: the public shell and the safety page without the server, and forms that wait for it. Above it
// stand RELEASE, SHELL, the folder of the static files, and FILES, their names. It caches nothing that needs a session.
importScripts(`${SHELL}/offline/store.js`);

const CACHE = `shell ${RELEASE} ${SHELL}`;
/** Forms that wait. */
const WAITING = ["/pulse", "/check-ins"];
/** Pages without a session. */
const PAGES = ["/offline", "/safety"];
/** Answers of a proxy whose server does not answer. */
const AWAY = [502, 504];

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
  if (request.mode === "navigate") {
    if (request.method === "POST" && WAITING.includes(pathname)) event.respondWith(submitted(request, pathname));
    else if (request.method === "GET" && !pathname.startsWith("/v1/")) event.respondWith(page(event, pathname));
  } else if (request.method === "GET" && pathname.startsWith(`${SHELL}/`)) {
    event.respondWith(caches.match(request).then((found) => found ?? fetch(request)));
  }
});

async function page(event, pathname) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (!AWAY.includes(answer.status)) return answer;
  } catch { /* The server does not answer. */ }
  return kept(pathname === "/safety" ? pathname : "/offline");
}

/** A form on its way: on disk first, so that a browser that is closed meanwhile sends it later. */
async function submitted(request, path) {
  const written = Date.now();
  const fields = [...await request.formData()].map(([name, value]) => [name, String(value)]);
  const key = fields.find(([name]) => name === "key")?.[1] ?? crypto.randomUUID();
  const form = { id: key, person: key.split(".")[0], path, written, fields: [...fields, ["written", String(written)]] };
  await held.put(form);
  const answer = await send(form, "manual");
  if (answer && answer.status !== 401) return answer;
  self.registration.sync?.register("held").catch(() => {});
  return Response.redirect(answer ? "/sign-in?kept=1" : "/offline?kept=1", 303);
}

/** Sends a form and forgets it where it was taken. Returns the answer; undefined if the server does not answer. */
async function send(form, redirect) {
  let answer;
  try {
    answer = await fetch(form.path, {
      method: "POST", body: new URLSearchParams(form.fields), headers: { "pulsum-held": "1" }, redirect,
    });
  } catch {
    return undefined;
  }
  // The page of a check-in that a service could not take would not say what was answered.
  if (AWAY.includes(answer.status) || (answer.status === 503 && form.path === "/check-ins")) return undefined;
  // Without a session, or with that of somebody else, it stays for who wrote it.
  const stays = answer.status === 401 || answer.status === 409;
  // An answer that nobody sees must not lose the text.
  const isRefused = redirect === "follow" && !answer.ok && answer.status !== 404;
  if (!stays && !isRefused) await held.remove(form.id);
  return answer;
}

let sending;

/** Sends what a person's forms wait for, one run at a time, and tells the open pages. */
function sendAll(person) {
  sending ??= (async () => {
    let sent = 0;
    let safety;
    const refused = [];
    for (const form of await held.of(person)) {
      const answer = await send(form, "follow");
      if (!answer || [401, 409].includes(answer.status) || answer.status >= 500) break;
      if (answer.ok) sent += 1;
      else refused.push(form.id);
      if (new URL(answer.url).pathname === "/safety") safety = answer.url;
    }
    const waiting = (await held.of(person)).length;
    for (const client of await self.clients.matchAll()) client.postMessage({ person, sent, waiting, refused, safety });
    return waiting;
  })().finally(() => { sending = undefined; });
  return sending;
}

self.addEventListener("message", (event) => {
  const { person, query } = event.data;
  event.waitUntil((async () => {
    try {
      for (const path of PAGES) await keep(path, query ?? "");
    } catch { /* The earlier one stays. */ }
    if (person) await sendAll(person);
  })());
});

self.addEventListener("sync", (event) => event.waitUntil((async () => {
  const person = await held.person();
  if (person && await sendAll(person)) throw new Error("not yet");
})()));
