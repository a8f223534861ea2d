// Runs the page's own modules against a real stack. Prints one JSON object that says what a person would see.
//   node page.mjs URL PATH-OF-app.js SET-UP-CODE
import { addresses, code, element, location, submit, until, visit } from "./visit.mjs";

const seen = {};

await visit();
seen.withoutCode = { text: element("enter-why").textContent, formHidden: element("enter-fields").hidden, problem: element("problem").textContent };
await visit(`#setup=${code}`);
seen.withCode = { formHidden: element("enter-fields").hidden, hash: location.hash, addresses: [...addresses] };
await submit("enter", { name: "Ada", password: "correct horse battery", country: "DE" });
await until("the account is open", () => !element("app").hidden);
seen.name = element("who").textContent;
await until("sessions are listed", () => element("sessions").textContent.includes("this one"));
seen.sessions = element("sessions").textContent;
await submit("erase", { password: "correct horse battery" });
await until("the page is loaded anew", () => location.reloaded);
seen.erased = element("problem").textContent;
await visit();
seen.report = element("report").textContent;
seen.welcome = { hidden: element("welcome").hidden, formHidden: element("enter-fields").hidden, who: element("who").textContent };
console.log(JSON.stringify(seen));
process.exit(0);
