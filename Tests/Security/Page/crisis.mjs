// A crisis on the page: the card stays, its numbers can be dialled, the country can be changed. Prints what a person would see.
//   node crisis.mjs URL PATH-OF-app.js SET-UP-CODE COUNTRIES
import { pathToFileURL } from "node:url";
import { code, element, module, submit, until, visit } from "./visit.mjs";

const countries = process.argv[5].split(",");
const reasons = ["selfHarm", "abuseOrDanger", "medicalEmergency", "harmToOthers", "distress", "unavailable"];
const seen = { links: {} };
const shown = () => !element("crisis").hidden;
const everything = (box) => [box, ...box.children.filter((child) => child.children).flatMap(everything)];
const links = () => Object.fromEntries(everything(element("crisis")).filter((item) => item.href?.startsWith("tel:")).map((item) => [item.textContent, item.href]));
const press = (label) => everything(element("crisis")).find((item) => item.textContent === label).listeners.click({ preventDefault() {} });
const write = (text) => submit("journal", { text, stress: "4", energy: "4", sleepQuality: "4" });

await visit(`#setup=${code}`);
seen.offered = element("enter").elements.country.value;
seen.choices = element("enter").elements.country.children.length;
await submit("enter", { name: "Ada", password: "correct horse battery", country: "none" });
await until("the account is open", () => !element("app").hidden);
await until("the country is loaded", () => element("where").elements.country.children.length > 0);
seen.unset = element("where").elements.country.value;

await write("I want to kill myself tonight.");
seen.crisis = { shown: shown(), hint: element("crisis").textContent };
await write("A calm day with good soup.");
await submit("chat", { text: "How can I sleep better?" });
seen.afterwards = { shown: shown(), isTheSame: element("crisis").textContent === seen.crisis.hint };
await submit("where", { country: "CL" });
await until("the card has the country's numbers", () => links()["*4141"]);
seen.chile = links();
await press("This was not a crisis");
await until("the card is closed", () => !shown());

// Every country's numbers as the page links them.
const { dialable } = await import(new URL("crisis.js", pathToFileURL(module)));
for (const country of countries) {
  await submit("where", { country });
  const numbers = new Set();
  for (const reason of reasons) {
    const card = await (await fetch("v1/crisis-resources?reason=" + reason, {})).json();
    for (const { phone } of [{ phone: card.emergencyNumber }, ...card.emergencies ?? [], ...card.lines]) if (phone) numbers.add(phone);
  }
  seen.links[country] = Object.fromEntries([...numbers].map((number) => [number, dialable(number)]));
}
seen.problem = element("problem").textContent;
console.log(JSON.stringify(seen));
process.exit(0);
