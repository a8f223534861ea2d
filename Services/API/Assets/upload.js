// Sends a file with its progress, and goes on where an upload stopped: the key of a file is the same every time.
import { kind, phrases, say } from "./ask.js";

const mebibyte = 1 << 20;

export function upload(form) {
  const box = form.querySelector("[data-progress]");
  const bar = box.querySelector("progress");
  const text = box.querySelector("p");
  const words = form.dataset;
  form.onsubmit = (event) => {
    event.preventDefault();
    const file = form.elements.file.files[0];
    if (!file) return;
    const button = form.querySelector("button");
    const address = new URL("/v1/imports", location);
    address.searchParams.set("name", file.name);
    if (form.elements.replace.checked) address.searchParams.set("replace", "true");
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("idempotency-key", `${file.name} ${file.size} ${file.lastModified}`);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.responseType = "json";
    const end = (message) => { bar.hidden = true; text.textContent = message; button.disabled = false; };
    const began = Date.now();
    request.upload.onprogress = ({ loaded, total }) => {
      const left = loaded ? Math.round((Date.now() - began) * (total - loaded) / loaded / 60_000) : 0;
      bar.value = total ? loaded / total : 0;
      text.textContent = `${words.sending}: ${Math.round(loaded / mebibyte)} / ${Math.round(total / mebibyte)} MiB${left > 1 ? ` · ${left} ${words.left}` : ""}`;
    };
    request.onload = () => {
      // The page of the import follows it to its end.
      if (request.status < 300 && request.response?.job) { location.assign(`/imports/${request.response.job}`); return; }
      // What happened is told in English, what to do in the person's language. An answer that is not ours is null.
      end(request.response?.[document.documentElement.lang === "en" ? "detail" : "recoverySuggestion"] ?? say(kind(request)));
    };
    request.onerror = () => end(`${phrases.cut} ${words.failed}`);
    box.hidden = bar.hidden = false;
    button.disabled = true;
    request.send(file);
  };
}
