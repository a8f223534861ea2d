// What the pages add where scripts run. Every page works without this.
import { follow } from "./live.js";
import { start } from "./offline/held.js";

const find = (selector) => document.querySelector(selector);

for (const show of document.querySelectorAll("[data-shows]")) {
  show.onchange = () => { document.getElementById(show.dataset.shows).type = show.checked ? "text" : "password"; };
}

// A link to a row opens it.
const row = location.hash && document.getElementById(`row-${location.hash.slice(1)}`);
if (row) row.open = true;

// A toast shows once: reloading or going back does not show it again.
const address = new URL(location);
if (address.searchParams.has("done")) {
  for (const name of ["done", "item"]) address.searchParams.delete(name);
  history.replaceState(null, "", address);
}
const toast = document.getElementById("toast");
if (toast?.childElementCount) {
  // What can be undone stays in reach, at the end of the page.
  const undo = toast.querySelector("form");
  setTimeout(() => (undo ? toast.classList.add("kept") : toast.replaceChildren()), undo ? 10_000 : 6_000);
}

// A page that did not open is opened again.
const closed = find("[data-reopen]");
if (closed) import("./ask.js").then(({ reopen }) => reopen(closed)); else sessionStorage.removeItem("tries");

find("[data-print]")?.addEventListener("click", () => print());

const disable = (form, isSent) => { for (const button of form.querySelectorAll("button")) button.disabled = isSent; };

// One submission at a time: a second press would only wait. Other scripts send theirs themselves.
document.addEventListener("submit", ({ target, submitter, defaultPrevented }) => {
  const isQuiet = document.body.dataset.vibrates === undefined || matchMedia("(prefers-reduced-motion: reduce)").matches;
  if (target.dataset.felt === "" && !isQuiet) navigator.vibrate?.(12);
  if (defaultPrevented || target.method !== "post" || target.dataset.sent === "") return;
  target.dataset.sent = "";
  // After the form was read; a disabled button would not be part of it.
  setTimeout(() => {
    disable(target, true);
    const busy = target.elements.text?.value && target.dataset.checking || target.dataset.busy;
    if (busy && submitter) submitter.textContent = busy;
  });
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    disable(form, false);
  }
});

// What another person began to write in this tab is not for this one.
const { person } = document.body.dataset;
const isDraftOfOther = (name) => name.startsWith("draft ") && !name.startsWith(`draft ${person} `);
if (person && !find("form[action='/example/leave']")) Object.keys(sessionStorage).filter(isDraftOfOther).forEach((name) => sessionStorage.removeItem(name));

/** Scales can be cleared again, drafts survive leaving the page in this tab, and entries can be spoken. */
export function prepare(root) {
  for (const scale of root.querySelectorAll("fieldset.slider")) {
    const clear = Object.assign(document.createElement("button"), {
      type: "button", className: "quiet", textContent: scale.dataset.clear,
    });
    const given = scale.querySelector(".given");
    given.append(clear);
    const show = () => {
      const chosen = scale.querySelector(":checked");
      given.querySelector("output").textContent = chosen ? `${chosen.value} ·` : given.dataset.none;
      clear.hidden = !chosen;
    };
    show();
    scale.onchange = show;
    clear.onclick = () => {
      for (const answer of scale.querySelectorAll("input")) answer.checked = false;
      show();
      scale.querySelector("input").focus();
    };
  }
  for (const form of root.querySelectorAll("form[data-draft]")) {
    const field = form.elements.text;
    const name = `draft ${person} ${form.dataset.draft}`;
    field.value ||= sessionStorage.getItem(name) ?? "";
    field.addEventListener("input", () => sessionStorage.setItem(name, field.value));
    form.addEventListener("submit", () => sessionStorage.removeItem(name));
  }
  const spoken = root.querySelector("[data-voice]");
  if (spoken) import("./voice/voice.js").then(({ voice }) => voice(spoken));
}
prepare(document);

// Where the screen is wide, Pulse opens over the page one is on.
addEventListener("click", (event) => {
  if (!event.target.closest?.("a[href='/pulse']") || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (!matchMedia("(min-width: 64rem)").matches || document.getElementById("text")) return;
  event.preventDefault();
  import("./pulse.js").then(({ open }) => open());
});

// Copying needs an encrypted address; elsewhere the text is selected.
addEventListener("click", async ({ target }) => {
  const button = target.closest?.("button[data-copy]");
  if (!button) return;
  try {
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = button.dataset.copied;
  } catch {
    const text = document.getElementById(button.getAttribute("aria-describedby"));
    if (text) getSelection().selectAllChildren(text);
  }
});

if (find("[data-setup-code]")) import("./welcome.js");
const sending = find("[data-upload]");
if (sending) import("./upload.js").then(({ upload }) => upload(sending));
const talking = find("[data-chat]");
if (talking) import("./chat.js").then(({ chat }) => chat(talking));
if (find("svg.chart, .calendar-months")) import("./charts.js");
if (find("svg.rings")) import("./rings.js");
if (find("form[data-place]")) import("./answers.js");
if (find("[data-plan]")) import("./plan.js");
if (document.body.dataset.follow !== undefined) follow();
start();
