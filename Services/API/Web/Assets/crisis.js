// The crisis card, and the country that selects its numbers. app.js provides the helpers.

// ISO 3166-1.
const codes = ("AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM " +
  "CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY " +
  "HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF " +
  "MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE " +
  "RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ " +
  "VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW").split(" ");

// RFC 3966 link: digits, "+" and "*" are kept; "#" is percent-encoded, because it would start a fragment.
export const dialable = (number) => "tel:" + number.replace(/[^+*#\d]/g, "").replaceAll("#", "%23");

const crises = ["selfHarm", "abuseOrDanger", "medicalEmergency", "harmToOthers"];

// The browser's region as a suggestion, which the person confirms.
export const likelyCountry = () => {
  const { region } = new Intl.Locale(navigator.language);
  return codes.includes(region) ? region : "none";
};

export function offerCountries(select, make, chosen) {
  const names = new Intl.DisplayNames([navigator.language, "en"], { type: "region" });
  const countries = codes.map((code) => [code, names.of(code)]).sort(([, left], [, right]) => left.localeCompare(right));
  select.replaceChildren(...[["none", "I would rather not say"], ...countries].map(([code, name]) =>
    make("option", name, { value: code })));
  select.value = chosen;
}

export const countryOf = (value) => value === "none" ? "" : value;

export function crisisCard({ $, make, call, attempt, tell, exercise, ownPlan }) {
  let shown = null;
  const dial = (number) => make("a", number, { href: dialable(number) });

  // A card stays until the person closes it or an equally grave one replaces it; later replies do not hide it.
  function show(card) {
    if (!card || shown && crises.includes(shown.reason) && !crises.includes(card.reason)) return;
    shown = card;
    const lines = make("ul");
    for (const line of card.lines) {
      const item = make("li", line.name + ": ");
      if (line.phone) item.append(dial(line.phone), " ");
      if (line.text) item.append(line.text + " ");
      if (line.url) item.append(make("a", "website", { href: line.url, rel: "noreferrer" }));
      lines.append(item);
    }
    const numbers = card.emergencies?.length ? card.emergencies : [{ name: "Emergency", phone: card.emergencyNumber }];
    const emergencies = numbers.map(({ name, phone }) => {
      const line = make("p", name + ": ");
      line.append(dial(phone));
      return line;
    });
    const hint = card.countryHint ? [make("p", card.countryHint), make("a", "Set my country", { href: "#where-title" })] : [];
    const isCrisis = crises.includes(card.reason);
    const close = make("button", isCrisis ? "This was not a crisis" : "Close", { className: "plain" });
    close.addEventListener("click", attempt(async () => {
      if (isCrisis) await call("POST", "chat/not-a-crisis");
      hide();
    }));
    $("crisis").hidden = false;
    $("crisis").replaceChildren(make("h2", card.title), make("p", card.message), ...emergencies, ...hint, lines,
      ...(card.exercise ? exercise(card.exercise) : []), ...(card.plan ? ownPlan(card.plan) : []), make("p", card.disclaimer, { className: "small" }), close);
  }

  function hide() {
    shown = null;
    $("crisis").hidden = true;
    $("crisis").replaceChildren();
  }

  async function loadCountry() {
    const { country } = await call("GET", "profile");
    offerCountries($("where").elements.country, make, country || "none");
  }

  $("where").addEventListener("submit", attempt(async (event) => {
    const country = countryOf(new FormData(event.target).get("country"));
    await call("PUT", "profile", { ...await call("GET", "profile"), country });
    tell("Your country is kept.");
    if (shown) show(await call("GET", "crisis-resources?reason=" + encodeURIComponent(shown.reason)));
  }));

  return { show, loadCountry, dial };
}
