"""Every page by themes, languages, sizes, larger text and forced colours; the pages as a screen reader hears them; a
way with the keyboard alone. Prints one JSON object of what was seen.

    accessibility.py LINK EXPORT SCREENSHOTS TREES AHEAD

LINK is the set-up link, EXPORT a health export, SCREENSHOTS a folder or "-", TREES the folder to write the trees to,
AHEAD the one for those of goals and plans.
"""
import sys
from datetime import datetime, timezone

from checks import PAGES, PASSWORD, Journey, fill_body, run, write_tree

link, export, folder, trees, ahead, variants = sys.argv[1:]
base = link.split("/#")[0]
journey = Journey(base, folder)
seen = journey.seen | {"unmarked": [], "covered": [], "moving": [], "reached": []}
journey.seen = seen
# Screens without data and suggestions: their words follow no measured value.
EMPTY = ["/pulse", "/look-back", "/journal", "/trends", "/safety", "/settings",
         "/settings/data", "/sources", "/sources/add", "/settings/cloud", "/receipts", "/welcome/begin"]
# Those of goals and plans; the navigation has their section from the first of them on.
AHEAD = ["/goals", "/goals/tables", "/actions", "/actions/health", "/values", "/review", "/plan", "/plan/profile",
         "/plan/history"]
# What has the focus: whether a ring is drawn round it (or round the label that stands for it), and whether the bar or
# another fixed piece covers its middle.
FOCUSED = """() => {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const drawn = element.closest("label.chip, label.step") ?? element;
  const style = getComputedStyle(drawn);
  const box = drawn.getBoundingClientRect();
  const [x, y] = [box.left + box.width / 2, box.top + Math.min(box.height / 2, 20)];
  const top = document.elementFromPoint(x, y);
  return {
    name: `${element.tagName} ${(element.getAttribute("aria-label") ?? element.textContent ?? element.id).trim().slice(0, 40)}`,
    marked: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
    visible: box.width < 3 || (top !== null && (drawn.contains(top) || top.contains(drawn))),
  };
}"""
# Doubles the text before anything is shown.
LARGER = """
new MutationObserver((_, observer) => {
  if (!document.documentElement) return;
  document.documentElement.style.fontSize = "200%";
  observer.disconnect();
}).observe(document, { childList: true });
"""


def quiet_zone():
    """A zone where it is about ten in the morning: Today has another layout from 17:00 on. Never Etc/GMT itself, which
    browsers call UTC: an hour ahead it is eleven there."""
    ahead = (10 - datetime.now(timezone.utc).hour + 36) % 24 - 12 or 1
    return f"Etc/GMT{'-' if ahead > 0 else '+'}{abs(ahead)}"


def write_trees(page):
    for paths, target in ((EMPTY, trees), (AHEAD, ahead)):
        for path in paths:
            page.goto(base + path)
            write_tree(page, target, path.strip("/").replace("/", "-"))


def tab_through(page, path):
    """Follows the focus through a page, at most 150 stops."""
    page.goto(base + path)
    stops = 0
    while stops < 150:
        page.keyboard.press("Tab")
        now = page.evaluate(FOCUSED)
        if now is None:
            break
        stops += 1
        if not now["marked"]:
            seen["unmarked"].append(f"{path} {now['name']}")
        if not now["visible"]:
            seen["covered"].append(f"{path} {now['name']}")
    seen["reached"].append(stops)


def focus(page, selector):
    """Tabs until the first match of `selector` has the focus."""
    for _ in range(150):
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} cannot be reached by Tab on {page.url}")


def begin_by_keys(page):
    """From the set-up link to the ways to begin, without a pointer."""
    page.goto(link)
    focus(page, "#name")
    page.keyboard.type("Ada")
    focus(page, "#password")
    page.keyboard.type(PASSWORD)
    focus(page, "#country")
    page.keyboard.type("United Kingdom")
    seen["country"] = page.input_value("#country")
    focus(page, "#account button.primary")
    page.keyboard.press("Enter")
    page.wait_for_url("**/welcome/begin")


def import_by_keys(page):
    """From the ways to begin through the import of a file to Today, without a pointer."""
    page.goto(f"{base}/welcome/begin")
    focus(page, "main a[href='/settings/data']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/settings/data")
    focus(page, "#file")
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    chooser.value.set_files(export)
    focus(page, "[data-upload] button.primary")
    page.keyboard.press("Enter")
    page.wait_for_url("**/imports/*", timeout=60_000)
    page.locator("[data-live=import] a[href='/']").wait_for(timeout=60_000)
    focus(page, "[data-live=import] a[href='/']")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{base}/")
    page.locator("svg.rings").wait_for()
    seen["begun"] = page.locator("svg.rings").count()


def make_plan(page):
    """A body profile, so that the page of the plan shows one."""
    page.goto(f"{base}/plan/profile")
    # The account is in Great Britain: feet and inches, stones and pounds.
    fill_body(
        page, heightFeet="5", height="7", weightStones="11", weight="11", targetStones="11", target="0")
    page.locator("[data-plan][data-kind=plan]").wait_for()


def dialog_by_keys(page):
    """Pulse at a desk: opened, cleared, left and opened again by keys; the focus stays in it and comes back."""
    page.goto(f"{base}/look-back")
    focus(page, ".bar a[href='/pulse']")
    page.keyboard.press("Enter")
    page.locator("dialog[open] #text").wait_for()
    focus(page, "dialog input[name=stress]")
    page.keyboard.press("Space")
    focus(page, "dialog fieldset.slider button")
    page.keyboard.press("Enter")
    seen["cleared"] = page.locator("dialog input[name=stress]:checked").count() == 0
    outside = 0
    for _ in range(60):
        page.keyboard.press("Tab")
        outside += page.evaluate("!document.activeElement.closest('dialog') && document.activeElement !== document.body")
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="detached")
    seen["dialog"] = [outside, page.evaluate("document.activeElement.getAttribute('href')")]


def keyboard_alone(page):
    """Writes, reads a chart, asks, and leaves, without a pointer."""
    page.goto(f"{base}/pulse")
    focus(page, "#text")
    page.keyboard.type("A quiet day with a long walk.")
    focus(page, "input[name=energy]")
    page.keyboard.press("Space")
    focus(page, "main form button.primary")
    page.keyboard.press("Enter")
    page.locator("#toast p").wait_for()
    page.goto(f"{base}/trends?metric=nocturnalHeartRate&range=month")
    focus(page, "svg.chart")
    readings = []
    for key in ("End", "ArrowLeft", "Shift+ArrowLeft", "Home"):
        page.keyboard.press(key)
        readings.append(page.locator(".chart-reading:visible").first.text_content())
    seen["readings"] = len(set(readings))
    page.goto(f"{base}/calendar")
    focus(page, ".calendar-day")
    days = []
    for key in ("End", "ArrowLeft", "ArrowUp", "Home"):
        page.keyboard.press(key)
        days.append(page.locator(".calendar-reading").text_content())
    seen["days"] = len(set(days))
    page.keyboard.press("Enter")
    page.wait_for_url("**/breakdown**")
    focus(page, "#row-nocturnalHeartRate summary")
    page.keyboard.press("Enter")
    seen["opened"] = page.locator("#row-nocturnalHeartRate[open]").count()
    focus(page, "#row-nocturnalHeartRate a")
    page.goto(f"{base}/journal")
    focus(page, "article a")
    page.keyboard.press("Enter")
    page.wait_for_url("**/journal/*")
    focus(page, "#text")
    page.keyboard.press("Control+End")
    page.keyboard.type(" It rained.")
    focus(page, "form[action$='/edit'] button.primary")
    page.keyboard.press("Enter")
    page.locator("#toast p").wait_for()
    seen["edited"] = page.input_value("#text")
    page.goto(f"{base}/settings")
    focus(page, "main a[href='/settings/you']")
    page.keyboard.press("Enter")
    page.wait_for_url("**/settings/you")
    focus(page, "input[name=streak]")
    page.keyboard.press("Space")
    focus(page, "main button.primary")
    page.keyboard.press("Enter")
    page.locator("#toast p").wait_for()
    seen["streak"] = page.locator("input[name=streak]:checked").count()
    page.goto(f"{base}/coach")
    focus(page, "#message")
    page.keyboard.type("How can I sleep better?")
    focus(page, "[data-chat] button.primary")
    page.keyboard.press("Enter")
    page.locator(".message:not(.mine) .reading").first.wait_for(timeout=60_000)
    page.locator("#message:not([disabled])").wait_for(timeout=60_000)
    page.goto(f"{base}/settings")
    focus(page, "[data-sign-out] button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/sign-in")
    focus(page, "#name")
    page.keyboard.type("Ada")
    focus(page, "#password")
    page.keyboard.type(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url(f"{base}/")


def main(browser):
    zone = quiet_zone()
    context = browser.new_context(viewport={"width": 1280, "height": 900}, locale="en-GB", timezone_id=zone)
    page = journey.watch(context, "desk")
    # Playwright intercepts file choosers from the first listener on, without waiting until the browser knows: a key that
    # follows at once opens a chooser that nobody hears of.
    page.on("filechooser", lambda _: None)
    begin_by_keys(page)
    write_trees(page)
    state = context.storage_state()

    wanted = set(variants.split(","))
    visited = set()

    def variant(name, width, locale, scheme, script="", **more):
        if name not in wanted:
            return
        visited.add(name)
        other = browser.new_context(
            viewport={"width": width, "height": 800}, locale=locale, color_scheme=scheme, timezone_id=zone,
            storage_state=state, **more)
        view = journey.watch(other, name)
        view.add_init_script(script)
        for path in PAGES:
            view.goto(base + path)
            journey.inspect(view, path, name)
        other.close()

    variant("empty-320-dark-de", 320, "de-DE", "dark")
    import_by_keys(page)
    make_plan(page)
    variant("320-dark-en", 320, "en-US", "dark")
    variant("768-light-de", 768, "de-DE", "light")
    variant("390-200-de", 390, "de-DE", "light", script=LARGER)
    variant("390-forced-en", 390, "en-GB", "dark", forced_colors="active")
    variant("1280-dark-de", 1280, "de-DE", "dark")
    if visited != wanted:
        raise SystemExit(f"unknown variants: {wanted - visited}")

    resting = {path: journey.watch(context, "desk") for path in ("/", "/coach", "/trends")}
    for path, view in resting.items():
        view.goto(base + path)
    page.wait_for_timeout(2_000)
    seen["moving"] += journey.moving(resting, 6_000)
    for view in resting.values():
        view.close()
    dialog_by_keys(page)
    page.set_viewport_size({"width": 390, "height": 700})
    for path in ("/", "/coach", "/pulse", "/trends", "/journal", "/breakdown", "/settings", "/settings/you",
                 "/settings/data", "/plan"):
        tab_through(page, path)
    keyboard_alone(page)


run(journey, main)
