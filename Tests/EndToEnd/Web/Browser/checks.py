"""What every script of the browser tests looks for on the pages it opens."""
import json
import re
from datetime import date, datetime, timezone
from pathlib import Path

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

PASSWORD = "correct horse battery"
# Every page of a person who has data.
PAGES = [
    "/", "/coach", "/pulse", "/look-back", "/trends", "/trends?metric=nocturnalHeartRate&range=year&year=1", "/journal",
    "/breakdown", "/calendar", "/known", "/inventory", "/compare?metric=sleep", "/together", "/print", "/readings?metric=sleep", "/letters", "/questions",
    "/explanations", "/explanations/pulsum.hrv", "/safety", "/settings", "/settings/you", "/settings/data",
    "/sources", "/sources/add", "/sources/add/hc-webhook",
    "/settings/library", "/settings/cloud", "/settings/security", "/settings/account", "/settings/status", "/receipts",
    "/goals", "/goals/new", "/goals/tables", "/terms", "/actions", "/actions/new", "/actions/health", "/values", "/review",
    "/plan", "/plan/profile", "/plan/history", "/privacy", "/about", "/api",
]
# Refused forms are part of the journeys; everything else at the console is a fault.
REFUSED = ("400", "403", "409", "422")
OPTIONS = {
    "resultTypes": ["violations", "incomplete"],
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
}
# Pieces that move while a page is being shown, and what its Content-Security-Policy refused. A new entry or an answer
# makes room for itself later, and so do the checks below.
OBSERVERS = """
let arrived = Infinity;
for (const event of ["replaced", "submit", "inspected"]) {
  addEventListener(event, () => { arrived = Math.min(arrived, performance.now() - 100); }, true);
}
new PerformanceObserver((list) => {
  for (const shift of list.getEntries()) {
    // Below a fifth of what browsers call good (0.1) nobody sees it.
    if (shift.hadRecentInput || shift.value < 0.02 || shift.startTime > Math.min(arrived, 2000)) continue;
    // While a slow machine still reads the page, the bar at the bottom grows line by line.
    const [{ domContentLoadedEventStart: parsed }] = performance.getEntriesByType("navigation");
    const isBar = shift.sources.length > 0 && shift.sources.every(({ node }) => (node?.closest ? node : node?.parentElement)?.closest(".bar"));
    if (isBar && (!parsed || shift.startTime < parsed)) continue;
    const pieces = shift.sources.map(({ node }) => (node?.outerHTML ?? node?.textContent ?? "").slice(0, 80));
    console.error(`layout shift of ${shift.value.toFixed(3)}: ${pieces.join(" · ")}`);
  }
}).observe({ type: "layout-shift", buffered: true });
addEventListener("securitypolicyviolation", (event) => console.error(`refused ${event.violatedDirective}`));
"""
# What covers the page while it is scrolled hides parts of it from axe, which then reports targets too small and
# contrasts unknown. Scripts may set styles of elements; the Content-Security-Policy allows no sheet.
UNCOVER = """
async () => {
  const finite = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime < 5000);
  await Promise.race([Promise.allSettled(finite.map((one) => one.finished)), new Promise((end) => setTimeout(end, 5000))]);
  dispatchEvent(new Event("inspected"));
  for (const element of document.body.querySelectorAll("*")) {
    const style = getComputedStyle(element);
    if (element.matches("dialog, .skip")) continue;
    if (!["fixed", "sticky"].includes(style.position) && style.zIndex === "auto") continue;
    element.dataset.covered = element.style.position;
    if (["fixed", "sticky"].includes(style.position)) element.style.position = "static";
    // axe does not know that a modal dialog is above every layer.
    element.style.zIndex = "auto";
  }
}
"""
COVER = """
() => {
  for (const element of document.querySelectorAll("[data-covered]")) {
    element.style.position = element.dataset.covered;
    element.style.zIndex = "";
    delete element.dataset.covered;
  }
}
"""
# What another run shows differently: the day in the banner, times, a letter's day, a month of the journal, the week of a
# review, zones, ports and identifiers. Every other number of a page is the same in each run.
CHANGING = re.compile(
    r"(?<=- banner:\n  - paragraph: ).*|(?<=Today, )\d\d:\d\d|\w+day \d+ \w+ \d{4}(?= · after an import)"
    r"|(?<=heading \")\w+ \d{4}(?=\")|(?<=\"Week )[^\"]+|Etc/GMT([+-]\d+)?|(?<=127\.0\.0\.1:)\d+"
    r"|(?<=/suggestions/)\S+|(?<=/letters/)\S+|(?<=/journal/)[0-9a-f-]{16,}")
# A day in the query of a link.
LINKED_DAY = re.compile(r"(?<==)\d{4}-\d\d-\d\d")
axe = Axe()


def fill_body(page, **sizes):
    """A body profile in its form, with the sizes by the names of their fields, and sends it."""
    page.select_option("#sex", "female")
    page.fill("#birthday", "1990-05-04")
    for name, text in sizes.items():
        page.fill(f"#{name}", text)
    page.select_option("#aim", "lose")
    page.select_option("#activity", "moderate")
    page.click("main form button.primary")


def write_tree(page, folder, name, drawn=()):
    """Writes the page as a screen reader hears it, without what another run shows differently: what `CHANGING` finds,
    links to days of these two weeks, and the texts `drawn`, which were chosen by chance."""
    tree = page.locator("body").aria_snapshot()
    for text in sorted(filter(None, drawn), key=len, reverse=True):
        tree = tree.replace(text, "…")
    # Quoted for the sake of what the text contained.
    tree = tree.replace('paragraph: "…"', "paragraph: …")
    today = datetime.now(timezone.utc).date()

    def linked(day):
        return "…" if abs((date.fromisoformat(day.group()) - today).days) <= 14 else day.group()

    Path(folder, f"{name}.yml").write_text(LINKED_DAY.sub(linked, CHANGING.sub("…", tree)) + "\n")


class Journey:
    """Collects faults: errors at the console and of scripts, requests to other addresses, layout shifts, findings of
    axe, and pages that scroll sideways."""

    def __init__(self, base, folder):
        self.base, self.folder = base, folder
        self.seen = {"problems": [], "foreign": [], "wide": [], "axe": {}}

    def watch(self, context, name):
        page = context.new_page()
        page.add_init_script(OBSERVERS)
        page.on("console", lambda message: self._console(name, page, message))
        page.on("pageerror", lambda error: self.seen["problems"].append(f"{name} {page.url}: {error}"))
        page.on("request", self._request)
        return page

    def _console(self, name, page, message):
        if message.type == "error" and not any(f"status of {code}" in message.text for code in REFUSED):
            self.seen["problems"].append(f"{name} {page.url}: {message.text}")

    def _request(self, request):
        if not request.url.startswith((self.base, "data:", "about:", "blob:")):
            self.seen["foreign"].append(request.url)

    def inspect(self, page, path, variant):
        page.evaluate(UNCOVER)
        result = axe.run(page, options=OPTIONS).response
        page.evaluate(COVER)
        for kind in ("violations", "incomplete"):
            for finding in result[kind]:
                # axe computes no contrast within SVG; TokenTests does, for every pair of colours.
                nodes = [
                    [node["html"][:160], *(check["message"] for check in node["any"])]
                    for node in finding["nodes"] if not node["html"].startswith("<text")
                ]
                if not nodes:
                    continue
                self.seen["axe"].setdefault(f"{variant} {path}", []).append([kind, finding["id"], nodes[:3]])
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            self.seen["wide"].append(f"{variant} {path}")
        self.picture(page, path, variant)

    def moving(self, pages, interval):
        """The names of `pages` of which no two pictures `interval` ms apart are equal. What data changed once may change
        it once; what moves by itself never lets ten pictures become equal."""
        before = {name: page.screenshot() for name, page in pages.items()}
        for _ in range(10):
            next(iter(pages.values())).wait_for_timeout(interval)
            now = {name: pages[name].screenshot() for name in before}
            before = {name: picture for name, picture in now.items() if picture != before[name]}
            if not before:
                break
        return list(before)

    def picture(self, page, path, variant):
        if self.folder != "-":
            name = path.strip("/").replace("/", "-").split("?")[0] or "today"
            page.screenshot(path=f"{self.folder}/{name}-{variant}.png", full_page=True)


def run(journey, main, *arguments):
    """Runs `main(browser)` in Debian's chromium and prints what was seen as one JSON object."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium", args=["--no-sandbox", *arguments])
        main(browser)
        browser.close()
    print(json.dumps(journey.seen))
