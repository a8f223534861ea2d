// The journal's form and the heading of the score. Prints one JSON object that says what the page sent and showed.
//   node sliders.mjs URL PATH-OF-app.js SET-UP-CODE
import { code, element, submit, until, visit } from "./visit.mjs";

const ask = async (path) => (await fetch("v1/" + path, {})).json();
const values = async () => (await ask("check-ins")).map(({ stress, energy, sleepQuality }) => ({ stress, energy, sleepQuality }));
// What a browser's form says of its fields, whatever was touched.
const form = (text) => ({ text, stress: "4", energy: "4", sleepQuality: "4" });
const move = (name, value, event = "input") => {
  const slider = element("journal").elements[name];
  slider.value = value;
  slider.listeners[event]();
};
const seen = {};

await visit(`#setup=${code}`);
await submit("enter", { name: "Ada", password: "correct horse battery", country: "DE" });
await until("the account is open", () => !element("app").hidden);
await until("the score is shown", () => element("score-note").textContent !== "");
seen.empty = { title: element("score-title").textContent, zoneHidden: element("zone").hidden };

await submit("journal", form("A quiet day."));
seen.entryAlone = { toast: element("toast").textContent, checkIns: await values() };
await submit("journal", form(""));
seen.nothing = { problem: element("problem").textContent, checkIns: await values() };
move("energy", "6");
seen.given = [element("journal").elements.stressGiven.textContent, element("journal").elements.energyGiven.textContent];
await submit("journal", form("Better."));
seen.one = await values();
await submit("journal", form("And an entry after it."));
seen.after = await values();
move("stress", "4", "pointerup");
await submit("journal", form(""));
seen.middle = (await values())[0];
seen.entries = (await ask("journal")).length;
console.log(JSON.stringify(seen));
process.exit(0);
