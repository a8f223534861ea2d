// The page: forms over /v1, refreshed by server-sent events. All text is inserted as textContent.
import { accountSettings } from "./account.js";
import { countryOf, crisisCard, likelyCountry, offerCountries } from "./crisis.js";
import { signals } from "./signals.js";

const $ = (id) => document.getElementById(id);
const make = (tag, text, attributes = {}) => Object.assign(document.createElement(tag), text === undefined ? {} : { textContent: text }, attributes);
const key = () => crypto.randomUUID ? crypto.randomUUID() : Array.from(crypto.getRandomValues(new Uint8Array(16)), (b) => b.toString(16)).join("");

class Problem extends Error {}

async function call(method, path, body) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (method !== "GET") headers["Idempotency-Key"] = key();
  let response;
  try {
    response = await fetch("v1/" + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Problem("Pulsum does not answer: check that it is running, then try again.");
  }
  if (response.status === 401 && path !== "sessions") {
    // Without a session before, the form alone says what to do.
    const ended = !$("app").hidden;
    enter();
    throw new Problem(ended ? "Your session has ended: please sign in again." : "");
  }
  if (response.status === 204) return null;
  const answer = await response.json().catch(() => ({}));
  if (answer.code === "passwordNeeded") { await confirmPassword(); return call(method, path, body); }
  // An error response may include a crisis card.
  if (answer.crisis) showCrisis(answer.crisis);
  if (!response.ok) throw Object.assign(new Problem(answer.detail ?? "Something went wrong: try again."), { code: answer.code });
  return answer;
}

// Sensitive actions need a recently checked password: prompts until it is right or the person cancels.
function confirmPassword(problem = "") {
  const dialog = $("confirm");
  const form = dialog.querySelector("form");
  form.reset();
  $("confirm-problem").textContent = problem;
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((resolve, reject) => {
    dialog.addEventListener("close", async () => {
      const password = form.elements.password.value;
      form.reset();
      if (dialog.returnValue !== "confirm") return reject(new Problem("Nothing was changed: the password was not entered."));
      try {
        await call("POST", "sessions/current/confirm", { password });
        resolve();
      } catch (error) { confirmPassword(error.message).then(resolve, reject); }
    }, { once: true });
  });
}

function tell(text) { $("toast").textContent = text; }
function show(error) { $("problem").hidden = !error; $("problem").textContent = error ? error.message : ""; }
const attempt = (work) => async (event) => {
  event?.preventDefault?.();
  show();
  try { await work(event); } catch (error) { if (!(error instanceof Problem)) console.error(error); if (error.message) show(error); }
};

// Sign-in and set-up

let isFirst = false;
let setupCode = "";

// The set-up link carries its code in the fragment, which browsers do not send. It is removed from the address and
// history.
function takeCode() {
  const found = /^#setup=([a-z2-7]+)$/i.exec(location.hash);
  if (!found) return;
  setupCode = found[1];
  history.replaceState(null, "", location.pathname + location.search);
}
takeCode();
addEventListener("hashchange", attempt(async () => { takeCode(); if (setupCode && $("app").hidden) await enter(); }));

const missingCode = "Open the link that Pulsum printed when it started, or run “pulsum setup-link” (in containers: “docker compose exec api pulsum setup-link”).";

async function enter() {
  $("app").hidden = true;
  isFirst = (await call("GET", "setup")).needsAccount;
  const isClosed = isFirst && !setupCode;
  $("enter-title").textContent = isFirst ? "Welcome: make your account" : "Sign in";
  $("enter-why").textContent = isClosed ? missingCode : isFirst ? "It stays on this machine. Choose a password of at least 10 characters." : "";
  $("enter-fields").hidden = isClosed;
  $("country-field").hidden = !isFirst;
  if (isFirst) offerCountries($("enter").elements.country, make, likelyCountry());
  $("code-field").hidden = true;
  $("enter").elements.password.autocomplete = isFirst ? "new-password" : "current-password";
  showReport();
  $("welcome").hidden = false;
}

// Shows the result of an erasure after the page has cleared the person's data.
function showReport() {
  const lines = JSON.parse(sessionStorage.getItem("report") ?? "null");
  if (!lines) return;
  sessionStorage.removeItem("report");
  const list = make("ul");
  list.append(...lines.map((line) => make("li", line)));
  $("report").replaceChildren(make("h2", "Your data was deleted"), list, make("p", isFirst
    ? "To begin anew, run “pulsum setup-link” on the machine that runs Pulsum and open the link it prints."
    : "For a new account, ask the owner of the machine that runs Pulsum."));
}

$("enter").addEventListener("submit", attempt(async (event) => {
  const { name, password, country, code } = Object.fromEntries(new FormData(event.target));
  if (isFirst) {
    await call("POST", "accounts", { name, password, country: countryOf(country), code: setupCode, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
    setupCode = "";
  } else {
    try {
      await call("POST", "sessions", code ? { name, password, code } : { name, password });
    } catch (problem) {
      if (problem.code === "secondFactorNeeded") { $("code-field").hidden = false; $("enter").elements.code.focus(); }
      throw problem;
    }
  }
  event.target.reset();
  $("code-field").hidden = true;
  $("report").replaceChildren();
  await start();
}));

attempt(async () => { $("clear-text").hidden = !(await call("GET", "setup")).clearText; })();

$("sign-out").addEventListener("click", attempt(async () => { await call("DELETE", "sessions/current"); location.reload(); }));

// Score

function measured(part) {
  if (part.value === undefined) return "missing";
  const { unit, per } = signals[part.signal] ?? { unit: "", per: 1 };
  const value = part.value / per;
  return (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(1)) + " " + unit;
}

async function loadScore() {
  const { report, contributions, methodology, trends, gaps, context, contextNotes } = await call("GET", "score/breakdown");
  // The title “Today” is not used for an earlier day.
  $("score-title").textContent = report.note ? report.day : "Today";
  $("score").textContent = report.score === undefined ? "—" : Math.round(report.score);
  const band = report.low === undefined ? "" : `Likely between ${Math.round(report.low)} and ${Math.round(report.high)}. `;
  $("score-note").textContent = (report.note ? report.note + " " : report.day + ": ") + (report.reason ?? band + (report.status === "provisional" ? "The day is still open. " : "") +
    (report.personalised ? "" : "Not personalised yet: check-ins teach it what matters to you."));
  $("breakdown").replaceChildren(...contributions.map((part) => {
    const row = make("tr");
    const usual = part.z === undefined ? "" : Math.abs(part.z) < 0.5 ? "as usual" : part.z > 0 ? "above" : "below";
    row.append(make("td", signals[part.signal]?.name ?? part.signal), make("td", measured(part)), make("td", usual),
      make("td", part.missing ? "" : (part.contribution >= 0 ? "+" : "−") + Math.abs(part.contribution).toFixed(2)), make("td", part.text ?? ""));
    return row;
  }));
  $("methodology").textContent = methodology;
  const list = (id, sentences) => $(id).replaceChildren(...(sentences ?? []).map((text) => make("li", text)));
  list("trends", trends?.map((trend) => trend.text));
  list("gaps", gaps);
  const [day] = await call("GET", `metrics?from=${report.day}&through=${report.day}`);
  list("beside", beside(day));
  list("context-notes", contextNotes);
  showFlags("context", context ?? [], (flags) => call("PUT", `days/${report.day}/context`, { flags }));
}

const origins = { sample: "as your devices noted", history: "as your profile says", export: "as your phone was set when it exported", assumed: "as nothing else is known" };

// Values displayed with the score that do not contribute to it.
function beside(day) {
  const lines = [];
  if (day?.rmssd) lines.push(`RMSSD of the night: ${day.rmssd.value.toFixed(1)} ms, from single heart beats. It stands beside heart rate variability (SDNN) and enters no baseline.`);
  if (day?.zone) lines.push(`This day is counted in ${day.zone.name}, ${origins[day.zone.origin] ?? day.zone.origin}.`);
  if (day?.sleepZone && day.sleepZone.name !== day.zone?.name) lines.push(`Its night ended in ${day.sleepZone.name}, ${origins[day.sleepZone.origin] ?? day.sleepZone.origin}.`);
  return lines;
}

const flags = { illness: "Illness", alcohol: "Alcohol", cycle: "Cycle", travel: "Travel", medication: "Medication" };

// One checkbox per flag; `save` receives all selected flags.
function showFlags(form, chosen, save) {
  const fieldset = $(form).querySelector("fieldset");
  fieldset.replaceChildren(fieldset.querySelector("legend"), ...Object.entries(flags).map(([flag, name]) => {
    const label = make("label", name + " ");
    const box = make("input", undefined, { type: "checkbox", value: flag, checked: chosen.includes(flag) });
    box.addEventListener("change", attempt(async () => {
      await save([...fieldset.querySelectorAll("input:checked")].map((input) => input.value));
      await loadScore();
    }));
    label.append(box);
    return label;
  }));
}

async function loadMask() {
  showFlags("mask", (await call("GET", "context-mask")).flags, (flags) => call("PUT", "context-mask", { flags }));
}

// Days are counted in the profile's time zone; on a journey the person can switch to the local one.
async function loadZone() {
  const profile = await call("GET", "profile");
  const [counted, here] = [profile.timeZones.at(-1).zone, Intl.DateTimeFormat().resolvedOptions().timeZone];
  const button = make("button", `Count them in ${here} from now on`, { className: "plain" });
  button.addEventListener("click", attempt(async () => {
    await call("PUT", "profile", { ...profile, timeZones: [...profile.timeZones, { since: Date.now(), zone: here }] });
    await Promise.all([loadZone(), loadScore()]);
  }));
  $("zone").replaceChildren(`Your days are counted in ${counted}. `, button);
  $("zone").hidden = counted === here;
}

// Journal and check-in

// An untouched slider is not sent. A click without movement counts, because the middle is a valid value.
const sliders = ["stress", "energy", "sleepQuality"];
const fields = $("journal").elements;

function touch(name, isTouched) {
  fields[name].dataset.touched = isTouched ? "yes" : "";
  fields[name + "Given"].textContent = isTouched ? fields[name].value : "–";
}

for (const name of sliders) for (const event of ["input", "pointerup"]) fields[name].addEventListener(event, () => touch(name, true));

$("journal").addEventListener("submit", attempt(async (event) => {
  const form = Object.fromEntries(new FormData(event.target));
  const given = Object.fromEntries(sliders.filter((name) => fields[name].dataset.touched).map((name) => [name, +fields[name].value]));
  const isCheckIn = Object.keys(given).length > 0;
  if (!form.text.trim() && !isCheckIn) throw new Problem("There is nothing to save yet: write something or move a slider.");
  if (form.text.trim()) {
    const entry = await call("POST", "journal", { text: form.text });
    event.target.elements.text.value = "";
    showCrisis(entry.analysis?.verdict.card ?? entry.support);
  }
  if (isCheckIn) await call("POST", "check-ins", given);
  event.target.reset();
  for (const name of sliders) touch(name, false);
  tell("Saved to Journal");
  await Promise.all([loadEntries(), loadScore()]);
}));

async function loadEntries() {
  $("entries").replaceChildren(...(await call("GET", "journal")).map((entry) => {
    const item = make("li", `${entry.day}: ${entry.text} `);
    const button = make("button", "Delete", { className: "plain" });
    button.addEventListener("click", attempt(async () => { await call("DELETE", "journal/" + entry.id); await loadEntries(); }));
    item.append(button);
    return item;
  }));
}

// Safety plan. The last loaded plan is kept, so that it is available even without a connection.

let safety = null;
const listed = (items, list = "ul") => { const box = make(list); box.append(...items); return box; };
const exercise = ({ title, steps }) => [make("h3", title), listed(steps.map((step) => make("li", step)), "ol")];
const isContact = (field) => field === "people" || field === "professionals";
const { show: showCrisis, loadCountry, dial } = crisisCard({ $, make, call, attempt, tell, exercise, ownPlan });

function ownPlan(offer) {
  const filled = (safety?.guide.sections ?? []).filter(({ field }) => safety.plan[field].length);
  const link = make("a", filled.length ? "Change my plan" : "Make a plan", { href: "#plan-title" });
  link.addEventListener("click", () => { $("plan").closest("details").open = true; });
  return [make("h3", offer), ...filled.flatMap(({ field, title }) => [make("h4", title), listed(safety.plan[field].map((entry) => {
    if (!isContact(field)) return make("li", entry);
    const item = make("li", entry.name + " ");
    if (entry.phone) item.append(dial(entry.phone));
    return item;
  }))]), link];
}

async function loadPlan() {
  safety = await call("GET", "safety-plan?language=" + encodeURIComponent(navigator.language));
  const { plan, guide } = safety;
  $("plan-title").textContent = guide.title;
  $("plan-introduction").textContent = guide.introduction;
  $("plan-exercise").replaceChildren(...exercise(guide.exercise));
  $("plan").replaceChildren(...guide.sections.map(({ field, title, hint }) => {
    const label = make("label", title);
    const lines = plan[field].map((entry) => isContact(field) ? entry.name + (entry.phone ? ", " + entry.phone : "") : entry);
    const area = make("textarea", undefined, { name: field, rows: 2, value: lines.join("\n") });
    area.setAttribute("aria-describedby", "plan-" + field);
    label.append(area, make("span", hint + (isContact(field) ? " One a line: name, number." : " One a line."), { className: "small", id: "plan-" + field }));
    return label;
  }), make("button", "Save my plan"));
  const sources = guide.sources.map((url, index) => [index ? ", " : "After: ", make("a", url.replace("https://doi.org/", "doi:"), { href: url, rel: "noreferrer" })]);
  $("plan-sources").replaceChildren(...sources.flat());
}

$("plan").addEventListener("submit", attempt(async (event) => {
  const plan = { revision: safety.plan.revision };
  for (const [field, text] of new FormData(event.target)) {
    plan[field] = text.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => {
      if (!isContact(field)) return line;
      const comma = line.lastIndexOf(",");
      return comma < 1 ? { name: line, phone: "" } : { name: line.slice(0, comma).trim(), phone: line.slice(comma + 1).trim() };
    });
  }
  await call("PUT", "safety-plan", plan);
  tell("Your plan is kept.");
  await loadPlan();
}));

// Cards and chat

async function loadCards() {
  const { cards, note } = await call("GET", "cards");
  $("cards-note").textContent = note ?? "";
  $("cards").replaceChildren(...cards.map((card, index) => {
    const box = make("details", undefined, { open: index === 0 });
    const summary = make("summary", card.title + " ");
    summary.append(make("span", card.badge, { className: "badge" }));
    box.append(summary, make("p", card.body));
    if (card.caution) box.append(make("p", card.caution));
    if (card.sourceURL?.startsWith("https://")) box.append(make("a", "Source", { href: card.sourceURL, rel: "noreferrer" }), " ");
    for (const [action, label] of [["completed", "Done"], ["accepted", "Later today"], ["dismissed", "Not for me"]]) {
      const button = make("button", label, { className: "plain" });
      button.addEventListener("click", attempt(async () => {
        const { cheer } = await call("POST", `cards/${encodeURIComponent(card.moment)}/feedback`, { action });
        if (cheer) tell(cheer);
        await loadCards();
      }));
      box.append(button, " ");
    }
    return box;
  }));
}

$("chat").addEventListener("submit", attempt(async (event) => {
  const text = new FormData(event.target).get("text");
  $("conversation").append(make("p", "You: " + text));
  event.target.reset();
  const reply = await call("POST", "chat", { text });
  const line = make("p", reply.coachReply + " ");
  line.append(make("span", reply.source === "cloud" ? "AI, cloud" : "AI, on this machine", { className: "badge", title: reply.label }));
  $("conversation").append(line);
  if (reply.nextAction) $("conversation").append(make("p", "Next: " + reply.nextAction));
}));

// Import

$("import").addEventListener("submit", attempt(async (event) => {
  const file = event.target.elements.file.files[0];
  const replace = event.target.elements.replace.checked;
  const bar = $("import-bar");
  bar.hidden = false;
  bar.value = 0;
  await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "v1/imports?name=" + encodeURIComponent(file.name) + (replace ? "&replace=true" : ""));
    request.setRequestHeader("Idempotency-Key", `${file.name} ${file.size} ${file.lastModified}${replace ? " replace" : ""}`.replace(/[^\x20-\x7e]/g, "_"));
    request.upload.onprogress = (progress) => { bar.value = progress.loaded / file.size / 2; };
    request.onerror = () => reject(new Problem("The upload broke off: choose the same file again to go on where it stopped."));
    request.onload = () => {
      if (request.status < 300) return resolve();
      let detail;
      try { detail = JSON.parse(request.responseText).detail; } catch { /* not JSON */ }
      reject(new Problem(detail ?? "The upload was refused: try again."));
    };
    request.send(file);
  });
  event.target.reset();
  await loadImports();
}));

const whyUnused = {
  meanOfDay: " (a mean over the whole day says nothing of sleep or rest)",
  noTimeAsleep: " (nights with time in bed and no sleep)",
};

function importLine(job) {
  const count = (map) => Object.entries(map ?? {}).map(([name, n]) => `${n} ${name}`).join(", ");
  if (job.phase === "failed") return `${job.fileName}: ${job.problem?.message ?? "failed"}`;
  if (job.phase === "done") {
    const aside = count(job.quarantined);
    const unused = Object.entries(job.unknownKinds ?? {}).map(([name, n]) => `${n} ${name}${whyUnused[job.unusedReasons?.[name]] ?? ""}`).join(", ");
    const details = [["taken", count(job.taken)], ["set aside", aside], ["not used", unused]].filter(([, text]) => text).map(([name, text]) => `; ${name}: ${text}`).join("");
    return `${job.fileName}${job.posts > 1 ? `, sent ${job.posts} times` : ""}: ${job.samplesNew} new samples, ${job.daysChanged} days changed${job.samplesRemoved === undefined ? "" : `, ${job.samplesRemoved} samples removed`}${details}`;
  }
  const share = job.bytesTotal ? ` ${Math.round(100 * job.bytesRead / job.bytesTotal)} %` : "";
  return `${job.fileName}: ${job.phase}${share}, ${job.samplesRead} samples${job.eta ? `, about ${Math.ceil(job.eta)} s left` : ""}`;
}

async function loadImports() {
  const jobs = await call("GET", "imports");
  $("imports").replaceChildren(...jobs.map((job) => make("li", importLine(job))));
  const running = jobs.find((job) => !["done", "failed", "uploading"].includes(job.phase));
  $("import-bar").hidden = !running;
  if (running?.bytesTotal) $("import-bar").value = 0.5 + running.bytesRead / running.bytesTotal / 2;
  if (running) setTimeout(attempt(loadImports), 500);
}

// Measuring sources, most trusted first

async function loadSources(revision = 0) {
  const { sources, day, revision: known } = await call("GET", "sources");
  const steps = (value) => value === undefined ? "–" : Math.round(value).toLocaleString();
  $("alone").textContent = day ? `Steps alone, ${day}` : "Steps alone";
  $("sources").replaceChildren(...sources.map((source, place) => {
    const move = (by, label) => {
      const names = sources.map(({ name }) => name);
      names.splice(place + by, 0, ...names.splice(place, 1));
      const button = make("button", label, { className: "plain", title: `Move ${source.name}`, disabled: !(place + by in sources) });
      button.setAttribute("aria-label", `Move ${source.name} ${by < 0 ? "up" : "down"}`);
      button.addEventListener("click", attempt(() => orderSources(names)));
      return button;
    };
    const row = make("tr");
    const order = make("td");
    order.append(move(-1, "↑"), " ", move(1, "↓"));
    row.append(make("td", source.name), make("td", source.kind + (source.isChosen ? ", placed by you" : "")), make("td", steps(source.steps)),
      make("td", steps(source.counted)), order);
    return row;
  }));
  $("sources-total").textContent = day ? `Steps of ${day}: ${steps(sources.reduce((sum, { counted }) => sum + (counted ?? 0), 0))}` : "";
  $("sources-reset").hidden = !sources.some(({ isChosen }) => isChosen);
  // Ingestion receives the new order as an event, so retry until it has.
  if (known < revision) setTimeout(attempt(() => loadSources(revision)), 300);
}

async function orderSources(order) {
  const { revision } = await call("PUT", "sources", { order });
  tell("The days are computed again.");
  await loadSources(revision);
}

$("sources-reset").addEventListener("click", attempt(() => orderSources([])));

// Cloud, tokens, erasure

// The consent state as displayed; a grant must name its record.
let consent = { copyVersion: 1 };

function showConsent(state) {
  consent = state;
  $("banner").textContent = state.banner;
  $("consent").checked = state.granted;
  $("consent-ended").hidden = state.endedBy !== "restore";
  $("consent-ended").textContent = state.endedBy === "restore" ? "Cloud processing was switched off because a backup was restored. Allow it again if you still want it." : "";
}

async function loadConsent() {
  showConsent(await call("GET", "consent"));
  $("receipts").replaceChildren(...(await call("GET", "receipts")).map((receipt) =>
    make("li", `${new Date(receipt.at).toLocaleString()} → ${receipt.destination} (${receipt.outcome}): ${receipt.body}`)));
}

$("consent").addEventListener("change", attempt(async (event) => {
  const { copyVersion, record: follows } = consent;
  let state;
  try {
    state = await call("PUT", "consent", { granted: event.target.checked, copyVersion, follows });
  } catch (error) {
    // Restores the stored state in place of the click; the error gives the reason.
    await loadConsent();
    throw error;
  }
  showConsent(state);
  tell(state.pending ? "Withdrawing: waiting for a call in flight." : state.granted ? "Cloud processing is on." : "Cloud processing is off.");
}));
$("key").addEventListener("submit", attempt(async (event) => {
  await call("PUT", "cloud-key", { key: new FormData(event.target).get("key") });
  event.target.reset();
  tell("The key is stored, encrypted.");
}));
$("cloud-test").addEventListener("click", attempt(async () => tell((await call("POST", "cloud-test")).message)));

async function loadKeeping() {
  const { warnings, services, silent } = await call("GET", "installation");
  const lines = warnings.map(({ text }) => text);
  const noModel = warnings.find(({ kind }) => kind === "noSentenceModel");
  $("no-model").hidden = !noModel;
  $("no-model").textContent = noModel?.text ?? "";
  for (const { service, rotation } of services) if (rotation) lines.push(`A new master key is being put in force: ${rotation.done} of ${rotation.all} data keys of ${service} are under it.`);
  if (silent.length) lines.push(`No answer from ${silent.join(", ")}.`);
  $("keeping").replaceChildren(...(lines.length ? lines : ["Nothing to complain of."]).map((text) => make("li", text)));
}

$("keeping-again").addEventListener("click", attempt(async () => { await loadKeeping(); tell("Checked."); }));

async function loadTokens() {
  $("tokens").replaceChildren(...(await call("GET", "tokens")).map((token) => {
    const may = token.scopes.map((scope) => ({ ingest: "adds samples", read: "reads metrics and scores" })[scope] ?? scope).join(", ");
    const date = (at) => new Date(at).toLocaleString();
    const item = make("li", `${token.label}: ${may}; made ${date(token.created)}, ${token.used ? "last used " + date(token.used) : "never used"}${token.expires ? ", ends " + date(token.expires) : ""} `);
    const button = make("button", "Revoke", { className: "plain" });
    button.addEventListener("click", attempt(async () => { await call("DELETE", "tokens/" + token.id); await loadTokens(); }));
    item.append(button);
    return item;
  }));
}

$("token").addEventListener("submit", attempt(async (event) => {
  const form = new FormData(event.target);
  const days = +form.get("days");
  const made = await call("POST", "tokens", { label: form.get("label"), scopes: form.getAll("scope"), expires: days ? Date.now() + days * 86400000 : undefined });
  event.target.reset();
  $("token-made").textContent = `The token of ${made.label}. Copy it now, it is shown once: ${made.token}`;
  await Promise.all([loadTokens(), loadRecord()]);
}));

$("export").addEventListener("click", attempt(async () => {
  await call("POST", "sessions/current/confirm", {});
  make("a", "", { href: "v1/export", download: "pulsum-export.zip" }).click();
}));

const events = { signIn: "Signed in", signInFailed: "Wrong password or code", passwordChanged: "Password changed", secondFactorChanged: "Second factor changed",
  tokenMade: "Device token made", tokenRevoked: "Device token revoked", consentGiven: "Cloud processing allowed", consentWithdrawn: "Cloud processing ended",
  keySet: "API key stored", keyRemoved: "API key removed", exported: "Everything exported", eraseAsked: "Deletion asked for", restored: "Restored from a backup",
  sessionsEnded: "Session ended", accountMade: "Account made" };

async function loadRecord() {
  $("record").replaceChildren(...(await call("GET", "security-record")).map((entry) => {
    const row = make("tr");
    const from = { "command-line": "the command line", pulsum: "Pulsum" }[entry.address] ?? entry.address;
    row.append(make("td", new Date(entry.at).toLocaleString()), make("td", events[entry.event] ?? entry.event), make("td", from), make("td", entry.label));
    return row;
  }));
}

$("erase").addEventListener("submit", attempt(async (event) => {
  if (!confirm("Delete everything, for good?")) return;
  await call("POST", "sessions/current/confirm", { password: new FormData(event.target).get("password") });
  const report = await call("POST", "erase", {});
  sessionStorage.setItem("report", JSON.stringify(report.services.map((entry) => `${entry.service}: ${entry.done ? "erased" : "pending, will be repeated"}`)));
  location.reload();
}));

// Start and live updates

const loaders = { ScoreUpdated: [loadScore, loadCards], JournalEntryChanged: [loadEntries], DailyMetricsChanged: [loadScore, loadSources], ImportProgressed: [loadImports],
  CardCompleted: [loadCards], ConsentChanged: [loadConsent] };
const everything = [loadPlan, loadCountry, loadZone, loadScore, loadMask, loadEntries, loadCards, loadImports, loadSources, loadConsent, loadTokens, loadRecord, loadKeeping,
  ...accountSettings({ $, make, call, attempt, tell })];
const waiting = new Set();

function reload(list) {
  if (waiting.size === 0) setTimeout(() => { const due = [...waiting]; waiting.clear(); for (const load of due) attempt(load)(); }, 300);
  for (const load of list) waiting.add(load);
}

async function start() {
  const me = await call("GET", "me");
  // Reloads if another person signs in, so that no card, chat or draft of the previous session stays visible.
  const before = $("who").textContent;
  if (before && before !== me.name) return location.reload();
  $("who").textContent = me.name;
  $("sign-out").hidden = false;
  $("welcome").hidden = true;
  $("app").hidden = false;
  for (const load of everything) attempt(load)();
  const stream = new EventSource("v1/events");
  let isConnectedAgain = false;
  stream.addEventListener("ready", () => { if (isConnectedAgain) reload(everything); isConnectedAgain = true; });
  stream.addEventListener("changed", (event) => reload(loaders[JSON.parse(event.data).type] ?? []));
  stream.addEventListener("missed", () => reload(everything));
}

attempt(start)();
