"""Letters, arrivals and undoing an import in a real browser. Prints one JSON object of what was seen.

    letters.py LINK EXPORT SCREENSHOTS

LINK is the set-up link, EXPORT a health export of at least two weeks, SCREENSHOTS a folder or "-".
"""
import re
import sys
from datetime import datetime, timezone

from checks import PASSWORD, Journey, run

link, export, folder = sys.argv[1:]
base = link.split("/#")[0]
journey = Journey(base, folder)
seen = journey.seen


def inspect(page, path, variant):
    journey.inspect(page, re.sub("[0-9a-f-]{32,36}", "one", path), f"letters-{variant}")


def main(browser):
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="de-DE", color_scheme="dark", timezone_id="Europe/Berlin")
    page = journey.watch(phone, "phone")
    page.goto(link)
    page.fill("#name", "Ada")
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.wait_for_url("**/welcome/begin")
    page.goto(f"{base}/settings/data")
    seen["never"] = page.locator("[data-live=arrivals] li:has-text('Noch nicht angekommen')").count()
    page.set_input_files("#file", export)
    page.click("[data-upload] button.primary")
    page.wait_for_url("**/imports/*", timeout=60_000)
    page.locator("[data-live=import] a[href^='/letters/']").wait_for(timeout=60_000)
    seen["end"] = page.locator("[data-live=import] [role=status]").inner_text()
    seen["endLinks"] = page.locator("[data-live=import] .row a").all_inner_texts()
    page.goto(f"{base}/settings/data")
    page.locator("[data-live=arrivals] li:has-text('Kommt an')").first.wait_for(timeout=10_000)
    seen["arriving"] = page.locator("[data-live=arrivals] li:has-text('Kommt an')").count()
    page.goto(f"{base}/")
    page.click("[data-live=letter] a")
    page.wait_for_url("**/letters/*")
    letter = page.url.removeprefix(base)
    seen["letter"] = page.locator("article.letter").inner_text()
    seen["charts"] = page.locator("article.letter svg.chart-narrow").count()
    undo = letter.replace("letters", "imports")
    state = phone.storage_state()
    desk = browser.new_context(
        viewport={"width": 1280, "height": 900}, locale="en-GB", timezone_id="Europe/Berlin", storage_state=state)
    other = journey.watch(desk, "desk")
    paths = ["/", "/look-back", "/letters", letter, undo, "/settings/data", "/settings/you"]
    for path in paths:
        page.goto(base + path)
        inspect(page, path, "phone-dark-de")
        other.goto(base + path)
        inspect(other, path, "desk-light-en")
    page.set_viewport_size({"width": 320, "height": 640})
    for path in paths:
        page.goto(base + path)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            seen["wide"].append(f"320 {path}")
    seen["sheets"] = []
    for format in ["A4", "Letter"]:
        other.goto(base + letter)
        pdf = other.pdf(format=format, print_background=False)
        seen["sheets"].append(len(re.findall(rb"/Type\s*/Page\b", pdf)))
        if folder != "-":
            open(f"{folder}/letter-{format}.pdf", "wb").write(pdf)

    # The evening begins at an hour of one's own; without script.
    plain = browser.new_context(java_script_enabled=False, locale="en-GB", storage_state=state)
    bare = journey.watch(plain, "plain")
    bare.goto(f"{base}/settings/you")
    bare.select_option("#display-eveningHour", "12")
    hour = datetime.now(timezone.utc).hour
    # A place where it is between 12:00 and 22:00 now: its midnight comes after the test.
    zones = {"Pacific/Kiritimati": 14, "Asia/Tokyo": 9, "Africa/Abidjan": 0}
    zone = min(zones, key=lambda name: abs((hour + zones[name]) % 24 - 17))
    bare.select_option("#zone", zone)
    bare.click("main button.primary")
    seen["evening"] = bare.input_value("#display-eveningHour")
    for view, variant in [(page, "phone-evening"), (other, "desk-evening")]:
        view.set_viewport_size({"width": 390, "height": 844} if view is page else {"width": 1280, "height": 900})
        view.goto(f"{base}/")
        inspect(view, "/", variant)
        # In one look: an event may replace the parts of the page between two.
        for _ in range(100):
            asking, box = view.evaluate("""[".asking", ".rings-box"].map((name) => {
                const box = document.querySelector(name)?.getBoundingClientRect();
                return box?.width ? { y: box.y, width: box.width } : null;
            })""")
            if asking and box:
                break
            view.wait_for_timeout(100)
        seen.setdefault("rings", []).append(round(box["width"]))
        seen["questionFirst"] = seen.get("questionFirst", True) and (asking["y"] < box["y"] or view is other)
        seen["firstField"] = view.evaluate("document.querySelector('main form button').name")
    if folder != "-":
        other.emulate_media(media="print")
        other.goto(base + letter)
        other.screenshot(path=f"{folder}/letters-print.png", full_page=True)

    bare.goto(base + undo)
    bare.click("form[action$='/undo'] button")
    for _ in range(100):
        if bare.locator("form[action$='/undo']").count() == 0 and "were removed" in bare.content():
            state_text = bare.locator("section[data-live=import]").inner_text()
            if "Undone." in state_text:
                break
        bare.wait_for_timeout(200)
        bare.reload()
    seen["undone"] = bare.locator("section[data-live=import]").inner_text()
    bare.goto(f"{base}/letters")
    seen["lettersLeft"] = bare.locator("ul.list li").count()
    bare.goto(f"{base}/settings/security")
    seen["recorded"] = "Import undone" in bare.content()


run(journey, main)
