// As much of a browser as the page's modules use, in front of a real stack: node SCENARIO.mjs URL PATH-OF-app.js SET-UP-CODE
import { pathToFileURL } from "node:url";

export const [base, module, code] = process.argv.slice(2);

// The named inputs of a form.
const inputs = () => new Proxy({}, { get: (known, name) => known[name] ??= new Element() });

class Element {
  constructor() { Object.assign(this, { hidden: true, children: [], listeners: {}, own: "", value: "", elements: inputs(), dataset: {}, classList: { add() {}, remove() {}, toggle() {} } }); }
  get textContent() { return this.own + this.children.map((child) => child.textContent ?? String(child)).join(" "); }
  set textContent(text) { this.own = text; this.children = []; }
  get lastChild() { return this.children.at(-1); }
  append(...children) { this.children.push(...children); }
  replaceChildren(...children) { this.own = ""; this.children = children; }
  addEventListener(name, action) { this.listeners[name] = action; }
  querySelector() { return new Element(); }
  querySelectorAll() { return []; }
  reset() {} focus() {} click() {} setAttribute() {} removeAttribute() {} remove() {}
}
const elements = {};
const cookies = {};
let fields = {};
const stored = new Map();
export const location = { hash: "", pathname: "/", search: "", reload: () => { location.reloaded = true; } };
export const addresses = [];
export const element = (id) => elements[id] ??= new Element();
const plainFetch = globalThis.fetch;
Object.defineProperty(globalThis, "navigator", { value: { language: "de-AT" }, configurable: true });
Object.assign(globalThis, {
  document: { getElementById: element, createElement: () => new Element(), querySelectorAll: () => [], querySelector: () => new Element(), body: new Element() },
  location, addEventListener: () => {}, confirm: () => true,
  history: { replaceState: (_, __, address) => { addresses.push(address); location.hash = ""; } },
  sessionStorage: { getItem: (key) => stored.get(key) ?? null, setItem: (key, value) => stored.set(key, value), removeItem: (key) => stored.delete(key) },
  localStorage: { getItem: () => null, setItem: () => {}, removeItem: () => {} },
  EventSource: class { addEventListener() {} close() {} },
  FormData: class { constructor() { return Object.assign(new Map(Object.entries(fields)), { getAll: () => [] }); } },
  fetch: async (path, { headers = {}, ...options }) => {
    const answer = await plainFetch(`${base}/${path}`, { ...options, headers: { ...headers, Cookie: Object.entries(cookies).map(([name, value]) => `${name}=${value}`).join("; ") } });
    for (const cookie of answer.headers.getSetCookie()) { const [name, value] = cookie.split(";")[0].split("="); if (value) cookies[name] = value; else delete cookies[name]; }
    return answer;
  },
});

export const until = async (what, condition) => {
  for (const end = Date.now() + 30000; Date.now() < end; await new Promise((resume) => setTimeout(resume, 20))) if (condition()) return;
  throw new Error(`waited in vain: ${what}; the page says: ${element("problem").textContent}`);
};
let visits = 0;
/** Opens the page anew, as a link or a reload does. */
export const visit = async (hash = "") => {
  for (const id of Object.keys(elements)) delete elements[id];
  Object.assign(location, { hash, reloaded: false });
  await import(`${pathToFileURL(module)}?${++visits}`);
  await until("the page shows something", () => !element("welcome").hidden || !element("app").hidden);
};
export const submit = (id, values) => { fields = values; return element(id).listeners.submit({ target: element(id), preventDefault() {} }); };
