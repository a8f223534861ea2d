// Speaks an entry: records, sends the recording once, and adds its words to the text field, where they can be corrected.
// The recording is in memory only; it ends with the page.

/** One recording; `ended` is called with its samples, or with nothing if it was dropped. */
class Recording {
  async begin(rate, seconds, heard, ended) {
    const audio = { channelCount: 1, echoCancellation: false, noiseSuppression: false, autoGainControl: true };
    this.stream = await navigator.mediaDevices.getUserMedia({ audio });
    if (this.isOver) return this.release();
    this.context = new AudioContext();
    await this.context.audioWorklet.addModule(new URL("recorder.js", import.meta.url));
    if (this.isOver) return this.release();
    this.node = new AudioWorkletNode(this.context, "recorder", {
      numberOfOutputs: 0, channelCount: 1, channelCountMode: "explicit", processorOptions: { rate, seconds },
    });
    const parts = [];
    this.ended = ended;
    this.node.port.onmessage = ({ data }) => {
      if (this.isOver) return;
      if (data.ended) return this.close(parts);
      parts.push(data.samples);
      heard(data.level, count(parts) / rate);
    };
    // A microphone that is unplugged ends the recording; what was said stays.
    this.stream.getAudioTracks()[0].onended = () => this.finish();
    this.context.createMediaStreamSource(this.stream).connect(this.node);
    await this.context.resume();
  }

  finish() { this.node?.port.postMessage("end"); }

  close(parts) {
    if (this.isOver) return;
    this.isOver = true;
    this.release();
    this.ended?.(parts);
  }

  release() {
    this.stream?.getTracks().forEach((track) => track.stop());
    this.context?.close().catch(() => {});
  }
}

const count = (parts) => parts.reduce((sum, { length }) => sum + length, 0);

/** Little-endian, whatever the machine is. */
function bytes(parts) {
  const view = new DataView(new ArrayBuffer(2 * count(parts)));
  let offset = 0;
  for (const part of parts) for (const sample of part) { view.setInt16(offset, sample, true); offset += 2; }
  return view.buffer;
}

export function voice(box) {
  const words = box.dataset;
  const form = box.closest("form");
  const field = form.elements.text;
  const [record, clear, running, finish, cancelling, cancel, said, countdown] = [
    "record", "clear", "running", "finish", "cancelling", "cancel", "said", "countdown",
  ].map((name) => box.querySelector(`[data-${name}]`));
  const meter = box.querySelector("meter");
  const [seconds, rate] = [words.seconds, words.rate].map(Number);
  let recording;
  let sending;

  const changed = () => field.dispatchEvent(new Event("input", { bubbles: true }));
  const say = (text) => { said.textContent = text; };
  if (!isSecureContext || !navigator.mediaDevices?.getUserMedia || !globalThis.AudioWorkletNode) {
    record.onclick = () => say(isSecureContext ? words.unsupported : words.insecure);
    return;
  }

  const show = (state) => {
    const isBusy = state !== "idle";
    record.hidden = isBusy;
    clear.hidden = isBusy || !field.value;
    running.hidden = state !== "recording";
    cancelling.hidden = !isBusy;
    // Saving now would lose what is being said.
    for (const button of form.querySelectorAll("button:not([type=button])")) button.disabled = isBusy;
  };
  const stop = (text) => {
    const hadFocus = box.contains(document.activeElement);
    recording?.close();
    sending?.abort();
    recording = sending = undefined;
    show("idle");
    say(text);
    if (hadFocus) record.focus();
  };
  const add = (text) => {
    const before = field.value.trimEnd();
    const all = before ? `${before}${field.value.slice(before.length) || " "}${text}` : text;
    const isFull = field.maxLength > 0 && all.length > field.maxLength;
    field.value = isFull ? all.slice(0, field.maxLength) : all;
    changed();
    stop(isFull ? words.full : words.heard);
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
  };

  const send = async (parts) => {
    if (!parts) return;
    recording = undefined;
    if (!parts.length) return stop(words.silent);
    const own = sending = new AbortController();
    show("sending");
    say(words.reading);
    cancel.focus();
    try {
      const answer = await fetch("/v1/transcriptions", {
        method: "POST", body: bytes(parts), signal: own.signal,
        headers: { "content-type": "audio/pcm", "accept-language": document.documentElement.lang },
      });
      const result = await answer.json();
      if (sending !== own) return;
      if (!answer.ok) return stop(`${words.failed} ${result.recoverySuggestion ?? ""}`.trim());
      if (result.text) add(result.text);
      else stop(words.silent);
    } catch {
      if (sending === own) stop(words.failed);
    }
  };

  record.onclick = async () => {
    const own = recording = new Recording();
    show("recording");
    meter.value = 0;
    const left = (duration) => {
      countdown.textContent = words.left.replace("#", Math.max(0, Math.ceil(seconds - duration)));
    };
    left(0);
    say(words.recorded);
    finish.focus();
    try {
      await own.begin(rate, seconds, (level, duration) => { meter.value = level; left(duration); }, send);
    } catch (error) {
      own.release();
      if (recording !== own) return;
      const why = { NotAllowedError: "denied", SecurityError: "denied", NotFoundError: "missing", NotReadableError: "taken" };
      stop(words[why[error.name]] ?? words.unsupported);
    }
  };
  // Before the microphone is allowed there is nothing to finish.
  finish.onclick = () => { if (recording?.node) recording.finish(); else stop(words.canceled); };
  cancel.onclick = () => stop(words.canceled);
  clear.onclick = () => {
    field.value = "";
    changed();
    stop("");
    field.focus();
  };
  field.oninput = () => { if (!recording && !sending) show("idle"); };
  // Nobody is recorded whose page is not in sight.
  document.addEventListener("visibilitychange", () => { if (document.hidden && recording) stop(words.hiddenPage); });
  addEventListener("pagehide", () => { if (recording || sending) stop(words.hiddenPage); });
  show("idle");
}
