// Pulse as a dialog over the page one is on, to which saving leads back. Its content is that of its page.
import { prepare } from "./screens.js";

export async function open() {
  const answer = await fetch("/pulse").catch(() => {});
  const page = new DOMParser().parseFromString(await answer?.text() ?? "", "text/html");
  const form = page.querySelector("form[action='/pulse']");
  // Anything else is a page of its own, or says why there is none.
  if (!form) return location.assign("/pulse");
  const dialog = document.createElement("dialog");
  const title = page.querySelector("h1");
  title.id = "pulse-title";
  dialog.setAttribute("aria-labelledby", title.id);
  form.append(Object.assign(page.createElement("input"), {
    type: "hidden", name: "next", value: location.pathname + location.search,
  }));
  dialog.append(...page.querySelector("main").children);
  dialog.querySelector("a[href='/']").onclick = (event) => { event.preventDefault(); dialog.close(); };
  dialog.onclose = () => {
    // Nobody is recorded by a dialog that is gone.
    dialog.querySelector("[data-cancel]")?.click();
    dialog.remove();
  };
  document.body.append(dialog);
  prepare(dialog);
  dialog.showModal();
  dialog.querySelector("textarea").focus();
}
