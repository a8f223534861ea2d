// Sends a file with its progress, and goes on where an upload stopped: the key of a file is the same every time.
const mebibyte = 1 << 20;

export function upload(form) {
  const box = form.querySelector("[data-progress]");
  const bar = box.querySelector("progress");
  const text = box.querySelector("p");
  form.onsubmit = (event) => {
    event.preventDefault();
    event.stopPropagation();
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
    const end = (words) => { text.textContent = words; button.disabled = false; };
    const began = Date.now();
    request.upload.onprogress = ({ loaded, total }) => {
      const left = loaded ? Math.round((Date.now() - began) * (total - loaded) / loaded / 60_000) : 0;
      bar.value = total ? loaded / total : 0;
      text.textContent = `${form.dataset.sending}: ${Math.round(loaded / mebibyte)} / ${Math.round(total / mebibyte)} MiB${left > 1 ? ` · ${left} ${form.dataset.left}` : ""}`;
    };
    request.onload = () => {
      if (request.status < 300) { bar.value = 1; end(form.dataset.reading); form.reset(); return; }
      let answer = {};
      try { answer = JSON.parse(request.responseText); } catch { /* Not ours: the status says enough. */ }
      // What happened is told in English, what to do in the person's language.
      end(answer[document.documentElement.lang === "en" ? "detail" : "recoverySuggestion"] ?? form.dataset.failed);
    };
    request.onerror = () => end(form.dataset.failed);
    box.hidden = false;
    button.disabled = true;
    request.send(file);
  };
}
