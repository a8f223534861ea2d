// Turns the microphone's signal into 16-bit samples of a fixed rate, on the audio thread: not all browsers convert rates.

/** Samples of the output on either side that weigh in one of them. */
const REACH = 8;
/** Messages per second to the page. */
const PARTS = 10;

class Recorder extends AudioWorkletProcessor {
  constructor({ processorOptions: { rate, seconds } }) {
    super();
    this.step = sampleRate / rate;
    // Below the lower of the two rates' limits, so that nothing folds back into speech.
    this.cutoff = Math.min(1, 1 / this.step);
    this.reach = Math.ceil(REACH / this.cutoff);
    // Silence before the first sample: the filter looks back.
    this.heard = Array(this.reach).fill(0);
    this.position = this.reach;
    this.part = new Int16Array(rate / PARTS);
    this.length = 0;
    this.missing = rate * seconds;
    this.port.onmessage = () => this.end();
  }

  process([[channel]]) {
    if (this.isEnded) return false;
    if (channel) this.heard.push(...channel);
    while (!this.isEnded && this.position + this.reach < this.heard.length) {
      this.add(this.filtered());
      this.position += this.step;
    }
    const passed = Math.floor(this.position) - this.reach;
    this.heard.splice(0, passed);
    this.position -= passed;
    return !this.isEnded;
  }

  /** The signal at `position`, through a low-pass filter: a sinc with a Hann window. */
  filtered() {
    const middle = Math.floor(this.position);
    let [sum, weights] = [0, 0];
    for (let index = middle - this.reach + 1; index <= middle + this.reach; index += 1) {
      const distance = index - this.position;
      const angle = Math.PI * distance * this.cutoff;
      const weight = (angle === 0 ? 1 : Math.sin(angle) / angle) * (0.5 + 0.5 * Math.cos(Math.PI * distance / this.reach));
      sum += weight * this.heard[index];
      weights += weight;
    }
    return sum / weights;
  }

  add(value) {
    this.part[this.length] = Math.round(Math.max(-1, Math.min(1, value)) * 32767);
    this.length += 1;
    if (this.length === this.part.length) this.send();
    this.missing -= 1;
    if (!this.missing) this.end();
  }

  send() {
    const samples = this.part.slice(0, this.length);
    this.port.postMessage({ samples, level: Math.max(...samples.map(Math.abs)) / 32768 });
    this.length = 0;
  }

  end() {
    if (this.isEnded) return;
    this.isEnded = true;
    if (this.length) this.send();
    this.port.postMessage({ ended: true });
  }
}

registerProcessor("recorder", Recorder);
