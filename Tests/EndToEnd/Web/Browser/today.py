"""Today on a phone and on a desktop: answers in place, and what the first screen shows. Prints one JSON object of what
was seen.

    today.py BASE SCREENSHOTS

BASE is the address. The people Fresh, without data, and Full, with nights until today, exist; both have the same
password.
"""
import json
import sys
from datetime import datetime, timezone

from checks import PASSWORD, Journey, run

base, folder = sys.argv[1:]
journey = Journey(base, folder)
seen = journey.seen
LONG = 60_000
PHONE = {"viewport": {"width": 390, "height": 844}, "locale": "en-GB", "color_scheme": "light", "has_touch": True,
         "timezone_id": "Africa/Abidjan"}
DESK = {"viewport": {"width": 1280, "height": 900}, "locale": "de-DE", "color_scheme": "dark",
        "timezone_id": "Africa/Abidjan"}
# The script that sends answers in place runs.
READY = """
async () => {
  const name = [...document.styleSheets].map((sheet) => sheet.href).find((one) => one?.endsWith("/screens.css"));
  await import(name.replace("screens.css", "answers.js"));
  return true;
}
"""
# Asks for a fresh page where a part of this one is missing.
FOLLOW = """
() => {
  document.querySelector("[data-live=suggestion]").remove();
  const name = [...document.styleSheets].map((sheet) => sheet.href).find((one) => one?.endsWith("/screens.css"));
  import(name.replace("screens.css", "live.js")).then(({ soon }) => soon());
}
"""
# The time from a tap to the line that says what is saved.
TIMED = """
([form, value]) => new Promise((end) => {
  const line = document.querySelector(`#${form} [role=status]`);
  const began = performance.now();
  new MutationObserver(() => end([performance.now() - began, line.textContent])).observe(line, { childList: true });
  const button = document.querySelector(`#${form} button[value="${value}"]`);
  button.focus({ preventScroll: true });
  button.click();
})
"""


def signed_in(browser, name, **settings):
    context = browser.new_context(**settings)
    page = journey.watch(context, name)
    page.goto(f"{base}/sign-in")
    page.fill("#name", name)
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.locator("#standing").wait_for(timeout=LONG)
    return page


def morning(page):
    """A zone in which it is morning, so that sleep is asked first."""
    page.goto(f"{base}/settings/you")
    hour = datetime.now(timezone.utc).hour
    page.select_option("#zone", "Asia/Tokyo" if hour < 6 else "Africa/Abidjan" if hour < 16 else "Pacific/Honolulu")
    page.click("main button.primary")
    page.locator("#toast p").wait_for(timeout=LONG)


def stored(page):
    """The stored check-ins."""
    return json.loads(page.evaluate("async () => (await fetch('/v1/check-ins')).text()"))


def in_place(browser):
    """Three scales by three taps; a further one corrects; an answer is taken back; yesterday has its own."""
    page = signed_in(browser, "Fresh", **PHONE)
    page.goto(base)
    page.evaluate(READY)
    page.evaluate("globalThis.isSame = true; scrollTo(0, 150)")
    place = "document.querySelector('#energy').getBoundingClientRect().top"
    before = page.evaluate(place)
    # The first answer computes a first day.
    times = []
    for form, value in [("sleepQuality", 6), ("energy", 5), ("stress", 2), ("energy", 3), ("stress", 1), ("stress", 4)]:
        time, line = page.evaluate(TIMED, [form, value])
        times.append(time)
        seen.setdefault("lines", []).append(line.split(",")[0])
    seen["quickest"] = min(times)
    seen["moved"] = page.evaluate(place) - before
    seen["pressed"] = page.eval_on_selector_all(
        ".asking > form [aria-pressed=true]", "(all) => all.map((one) => `${one.name} ${one.value}`)")
    seen["stored"] = sorted(
        [name, one[name]] for one in stored(page) for name in ("energy", "sleepQuality", "stress") if name in one)
    # By keyboard: the focus stays on the answer that was given.
    page.locator("#energy button[value='2']").focus()
    page.keyboard.press("Enter")
    page.locator("#energy [role=status]:has-text('2 of 7')").wait_for(timeout=LONG)
    seen["focus"] = page.evaluate("`${document.activeElement.name} ${document.activeElement.value}`")
    journey.inspect(page, "today-answered", "phone")
    page.locator("#about-stress summary").click()
    page.locator("#stress button[name=takeBack]").click()
    page.locator("#stress [role=status]:has-text('Taken back')").wait_for(timeout=LONG)
    seen["afterTakingBack"] = page.evaluate("document.activeElement.closest('form').id")
    page.locator("#yesterday > summary").click()
    page.locator("#yesterday-energy button[value='7']").click()
    page.locator("#yesterday-energy [role=status]:has-text('7 of 7')").wait_for(timeout=LONG)
    seen["days"] = len({one["day"] for one in stored(page)})
    seen["energies"] = sorted(one["energy"] for one in stored(page) if "energy" in one)
    seen["stresses"] = [one["stress"] for one in stored(page) if "stress" in one]
    offer = page.locator("#suggestion-of-day")
    offer.locator("button[value=completed]").click()
    offer.locator("[role=status]:has-text('Done')").wait_for(timeout=LONG)
    seen["offered"] = [page.evaluate("document.activeElement.value"), offer.locator("button:visible").count()]
    journey.inspect(page, "today-suggestion-done", "phone")
    offer.locator("button[value=restored]").click()
    offer.locator("[role=status]:has-text('Taken back')").wait_for(timeout=LONG)
    seen["offered"] += [page.evaluate("document.activeElement.value"), offer.locator("button:visible").count()]
    seen["isSame"] = page.evaluate("globalThis.isSame === true")
    # A part that appears has no place in the page that is open.
    with page.expect_navigation(timeout=LONG):
        page.evaluate(FOLLOW)
    page.locator("[data-live=suggestion]").wait_for(timeout=LONG)
    seen["reloaded"] = unread(page)
    page.context.close()


def unread(page):
    """An answer that is saved and whose page does not come back: the page is loaded again and shows it."""
    page.evaluate(READY)
    busy = lambda route: route.fulfill(status=409) if route.request.resource_type == "fetch" else route.continue_()
    page.route(f"{base}/", busy)
    with page.expect_navigation(timeout=LONG):
        page.locator("#energy button[value='4']").click()
    page.unroute(f"{base}/", busy)
    page.locator("#energy button[value='4'][aria-pressed=true]").wait_for(timeout=LONG)
    return sorted(one["energy"] for one in stored(page) if "energy" in one)


def first_screen(browser):
    """What is visible without scrolling, before the morning's answer and after it."""
    page = signed_in(browser, "Full", **PHONE)
    morning(page)
    seen["first"] = {}
    for name in ("covered", "answered"):
        page.goto(f"{base}/?number=shown" if name == "answered" else base)
        page.locator("#standing").wait_for(timeout=LONG)
        boxes = {}
        for part in ("#standing", ".range", ".night", ".asking .scale", ".rings-box"):
            box = page.locator(part).first.bounding_box() if page.locator(part).count() else None
            boxes[part] = box and [round(box["y"]), round(box["y"] + box["height"])]
        boxes["bar"] = round(page.locator(".bar").bounding_box()["y"])
        boxes["number"] = page.locator(".ring-number").count()
        boxes["lanes"] = page.locator(".night-lane").count()
        seen["first"][name] = boxes
        journey.inspect(page, f"today-{name}", "phone")
    page.context.close()
    page = signed_in(browser, "Full", **DESK)
    page.goto(f"{base}/?number=shown")
    page.locator("#standing").wait_for(timeout=LONG)
    day, asking = page.locator(".day").bounding_box(), page.locator(".asking").bounding_box()
    seen["columns"] = [asking["x"] > day["x"] + day["width"], abs(asking["y"] - day["y"]) < 40]
    journey.inspect(page, "today", "desk-dark-de")
    page.context.close()


def main(browser):
    in_place(browser)
    first_screen(browser)


run(journey, main)
