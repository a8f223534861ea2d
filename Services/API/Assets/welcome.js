// The form of the first account: the code of the set-up link, the browser's zone and its country.
// The set-up link carries its code behind the #, which is never sent to a server by itself.
const setup = new URLSearchParams(location.hash.slice(1)).get("setup");
const code = document.querySelector("[data-setup-code] input");
if (!setup) { if (!code.value) code.closest("[data-setup-code]").dataset.setupCode = "asked"; }
else {
  code.value = setup;
  history.replaceState(null, "", location.pathname + location.search);
}
const zone = document.querySelector("[data-zone]");
const country = document.getElementById("country");
const follow = () => { country.value = zone.selectedOptions[0].dataset.country || country.value; };
const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone.dataset.zone === "" && own) {
  if (![...zone.options].some(({ value }) => value === own)) zone.add(new Option(own, own));
  zone.value = own;
  follow();
}
zone.onchange = follow;
// A country that was chosen stays.
country.onchange = () => { zone.onchange = null; };
