// Sends a message without leaving the page; it works as a plain form, too.
const made = (name, className, textContent = "") => Object.assign(document.createElement(name), { className, textContent });

function message(label, text, isMine) {
  const article = made("article", isMine ? "message mine" : "message");
  article.append(made("p", "label", label), made("p", "reading", text));
  return article;
}

export function chat(form) {
  const log = document.querySelector("[data-conversation]");
  const field = form.elements.text;
  const button = form.querySelector("button");
  const inputs = [field, button, ...document.querySelectorAll(".starters button")];
  const disable = (isBusy) => { for (const input of inputs) input.disabled = isBusy; };
  const send = async (text, data) => {
    log.append(message(log.dataset.you, text, true));
    const pending = message("", log.dataset.thinking, false);
    log.append(pending);
    pending.scrollIntoView({ block: "nearest" });
    disable(true);
    // Cancelled, nobody waits for the reply any more; but if the message needs the safety page, that opens all the same.
    let cancelled = false;
    // The message is a draft again, which this tab keeps.
    const restore = () => { field.value = text; field.dispatchEvent(new Event("input")); };
    const cancel = made("button", "quiet", log.dataset.cancel);
    cancel.type = "button";
    cancel.addEventListener("click", () => {
      cancelled = true;
      pending.replaceWith(message("", log.dataset.cancelled, false));
      restore();
      disable(false);
      field.focus();
    });
    const stage = ({ detail }) => { pending.querySelector(".reading").textContent = log.dataset[detail] ?? log.dataset.thinking; };
    document.addEventListener("reply", stage);
    const offer = setTimeout(() => pending.append(cancel), 2000);
    try {
      const body = new URLSearchParams(data);
      body.set("text", text);
      const answer = await fetch("/coach", { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const replies = page.querySelectorAll("[data-conversation] .message:not(.mine)");
      const reply = page.querySelector(".error") ? null : replies[replies.length - 1];
      // Anything else is a page of its own: safety, or signing in.
      if (answer.redirected) { location.assign(answer.url); return; }
      if (cancelled) return;
      if (reply) {
        pending.replaceWith(document.importNode(reply, true));
        field.value = "";
        if (reply.querySelector("svg.chart")) import("./charts.js");
        const reach = document.querySelector("[data-reach]");
        reach.textContent = page.querySelector("[data-reach]").textContent;
        reach.hidden = !reach.textContent;
      } else pending.replaceWith(message("", page.querySelector(".error")?.textContent ?? log.dataset.failed, false));
      const key = page.querySelector("[data-chat] input[name=key]")?.value;
      if (key) form.elements.key.value = key;
    } catch {
      if (cancelled) return;
      // The key stays: the same text sent again is the same request, and no model is asked twice.
      pending.replaceWith(message("", log.dataset.failed, false));
      restore();
    } finally {
      clearTimeout(offer);
      document.removeEventListener("reply", stage);
      if (!cancelled) {
        disable(false);
        field.focus();
      }
    }
  };
  for (const source of [form, ...document.querySelectorAll(".starters form")]) {
    source.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      const text = source.elements.text.value.trim();
      if (text) send(text, new FormData(source));
    });
  }
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && matchMedia("(pointer: fine)").matches) { event.preventDefault(); form.requestSubmit(); }
  });
}
