"""Screens and states that no journey passes: Today while the usual is unknown, late, ended, after a while, withheld and
without its services, and pages of single things. Prints one JSON object of what was seen.

    states.py BASE SCREENSHOTS SERVICES TREES

BASE is the address, SERVICES the process ids of scoring and coaching, TREES the folder to write accessibility trees to.
The people Early, Late, Ended, Back, Fresh, Full and Fixed exist; all have the same password. The data of Fixed is always
that of the same days.
"""
import base64
import os
import re
import signal
import sys
from datetime import datetime, timezone

from checks import PASSWORD, Journey, run, write_tree

base, folder, services, trees = sys.argv[1:]
journey = Journey(base, folder)
seen = journey.seen
seen.update({"today": {}, "pages": {}})
LONG = 60_000
VARIANTS = {
    "phone-dark-de": {"viewport": {"width": 390, "height": 844}, "locale": "de-DE", "color_scheme": "dark",
                      "timezone_id": "Europe/Berlin"},
    "desk-light-en": {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "color_scheme": "light",
                      "timezone_id": "Europe/Berlin"},
}


def signed_in(browser, name, variant):
    context = browser.new_context(**VARIANTS[variant])
    page = journey.watch(context, f"{name}-{variant}")
    page.goto(f"{base}/sign-in")
    page.fill("#name", name)
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.locator("#standing").wait_for(timeout=LONG)
    return page


def today(browser, name):
    for variant in VARIANTS:
        page = signed_in(browser, name, variant)
        journey.inspect(page, "/", f"{name}-{variant}")
        if variant == "desk-light-en":
            seen["today"][name] = page.locator(".today").inner_text()
        page.context.close()


def inspect(page, path, variant, name):
    """Opens a page and keeps its words; waiting for a part that does not answer may take a while."""
    page.goto(base + path, timeout=LONG)
    journey.inspect(page, "/" + name, variant)
    if variant == "desk-light-en":
        seen["pages"][name] = page.locator("main").inner_text()


def single_things(browser, variant):
    page = signed_in(browser, "Full", variant)
    page.goto(f"{base}/coach")
    link = page.locator("[data-live=cards] h3 a").first
    inspect(page, link.get_attribute("href"), variant, "suggestion")
    page.goto(f"{base}/pulse")
    page.fill("#text", "Ein ruhiger Abend." if variant == "phone-dark-de" else "A quiet evening.")
    page.click("form[action='/pulse'] button.primary")
    page.locator("#toast p").wait_for(timeout=LONG)
    page.goto(f"{base}/journal")
    inspect(page, page.locator("article a[href^='/journal/']").first.get_attribute("href"), variant, "entry")
    inspect(page, "/confirm?next=/settings/account", variant, "confirm")
    inspect(page, "/breakdown?day=2019-03-04", variant, "breakdown-without-score")
    inspect(page, "/trends?metric=hrv&range=week", variant, "trends-week")
    for path, name in [("/reach", "reach"), ("/sources/add/hc-webhook", "phone"), ("/sources/add?device=android", "add-source"), ("/offline", "offline")]:
        inspect(page, path, variant, name)
    page.goto(f"{base}/settings/security")
    page.fill("#factor-password", PASSWORD)
    page.click("form[action='/settings/security/second-factor'] button")
    page.locator("#factor-code").wait_for(timeout=LONG)
    journey.inspect(page, "/second-factor", variant)
    # What is not there. The console tells of the status, which is right.
    for path, name in [("/suggestions/none", "no-suggestion"), ("/journal/00000000-0000-0000-0000-000000000001", "no-entry"),
                       ("/readings?metric=luck", "no-value")]:
        inspect(page, path, variant, name)
    page.context.close()


def withheld(browser):
    """A crisis in an entry: its card, the day without a score, and what says that it was none."""
    for variant in VARIANTS:
        page = signed_in(browser, "Fresh", variant)
        page.goto(f"{base}/pulse")
        page.fill("#text", "I want to kill myself tonight.")
        page.click("form[action='/pulse'] button.primary")
        page.wait_for_url("**/safety?**", timeout=LONG)
        journey.inspect(page, "/safety-entry", variant)
        seen["denial"] = page.locator("form[action$='/not-a-crisis']").get_attribute("action")
        page.goto(f"{base}/")
        page.locator("main a.button[href='/safety']").wait_for(timeout=LONG)
        page.reload()
        journey.inspect(page, "/", f"Fresh-{variant}")
        if variant == "desk-light-en":
            seen["today"]["Fresh"] = page.locator(".today").inner_text()
            seen["withheldRings"] = page.locator("svg.rings").count()
            seen["withheldQuestions"] = page.locator("form.question").count()
        page.context.close()


def away(browser):
    """Scoring and coaching are stopped, as by an administrator who looks into them."""
    pages = [signed_in(browser, "Full", variant) for variant in VARIANTS]
    ids = [int(one) for one in services.split(",")]
    for one in ids:
        os.kill(one, signal.SIGSTOP)
    try:
        for page, variant in zip(pages, VARIANTS):
            for path, name in [("/", "away-today"), ("/coach", "away-coach"), ("/trends", "away-trends")]:
                inspect(page, path, variant, name)
    finally:
        for one in ids:
            os.kill(one, signal.SIGCONT)


def rings(browser):
    """The rings settle once a day and rest; they breathe on a tap until one taps again, Escape, hiding or a minute."""
    page = signed_in(browser, "Full", "desk-light-en")
    state = page.context.storage_state()
    page.context.close()
    watch = """
      globalThis.drawn = 0;
      new MutationObserver((changes) => { drawn += changes.length; })
        .observe(document, { subtree: true, attributes: true, attributeFilter: ["d"] });
    """

    def opened(**more):
        # Sessions are kept, what this browser remembers of the rings is not.
        kept = {"cookies": state["cookies"], "origins": []}
        context = browser.new_context(**VARIANTS["desk-light-en"] | more, storage_state=kept)
        one = journey.watch(context, "rings")
        one.add_init_script(watch)
        return one

    page = opened()
    page.goto(base)
    final = page.evaluate("""async () => {
      const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
      return page.querySelector("path[data-from]")?.getAttribute("d");
    }""")
    page.wait_for_function("final => drawn > 2 && document.querySelector('path[data-from]').getAttribute('d') === final",
                           arg=final, timeout=LONG)
    seen["settled"] = page.evaluate("drawn") > 2
    page.reload()
    page.locator("svg.rings").wait_for()
    page.wait_for_timeout(1_500)
    seen["settledAgain"] = page.evaluate("drawn")
    button = page.locator("button[data-in]")
    word = button.inner_text()

    def breathing():
        return page.locator("svg.rings.breathing").count() == 1 and button.inner_text() != word

    ends = {}
    for name, end in [
            ("tap", lambda: button.click()), ("escape", lambda: page.keyboard.press("Escape")),
            ("hidden", lambda: page.evaluate("""
              Object.defineProperty(document, "hidden", { value: true, configurable: true });
              dispatchEvent(new Event("visibilitychange"));
              delete document.hidden;
            """))]:
        button.click()
        began = breathing()
        end()
        ends[name] = began and not breathing()
    seen["breathes"] = ends
    page.context.close()

    page = opened()
    page.clock.install()
    page.goto(base)
    page.locator("svg.rings").wait_for()
    button = page.locator("button[data-in]")
    button.click()
    words = [button.inner_text()]
    for seconds in (5, 6, 40, 10):
        page.clock.run_for(seconds * 1000)
        words.append(button.inner_text())
    seen["breath"] = words
    page.context.close()

    page = opened(reduced_motion="reduce")
    page.goto(base)
    page.locator("svg.rings").wait_for()
    page.wait_for_timeout(1_500)
    button = page.locator("button[data-in]")
    button.click()
    seen["reduced"] = [page.evaluate("drawn"), page.locator("svg.rings.breathing").count(), button.inner_text()]
    page.context.close()


def felt(browser):
    """A device that can vibrates once for what is saved, not with reduced motion, and not where it is turned off."""
    keep = "Navigator.prototype.vibrate = (time) => { sessionStorage.felt = `${sessionStorage.felt ?? ''}${time} `; }"

    def saved(page):
        page.goto(f"{base}/pulse")
        page.fill("#text", "A walk by the river.")
        page.click("form[action='/pulse'] button.primary")
        page.locator("#toast p").wait_for(timeout=LONG)
        return page.evaluate("sessionStorage.felt ?? ''")

    page = signed_in(browser, "Full", "phone-dark-de")
    page.add_init_script(keep)
    seen["felt"] = [saved(page)]
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("delete sessionStorage.felt")
    seen["felt"].append(saved(page))
    page.emulate_media(reduced_motion="no-preference")
    page.goto(f"{base}/settings/you")
    page.uncheck("input[name=vibrates]")
    page.click("main button.primary")
    page.locator("#toast p").wait_for(timeout=LONG)
    seen["felt"].append(saved(page))
    page.context.close()


def paper(browser):
    """Trends on paper: one page, and the button prints."""
    page = signed_in(browser, "Full", "desk-light-en")
    page.goto(f"{base}/trends?metric=nocturnalHeartRate&range=month")
    page.evaluate("print = () => { globalThis.printed = true; }")
    page.click("[data-print]")
    seen["printed"] = page.evaluate("globalThis.printed === true")
    seen["sheets"] = [
        len(re.findall(rb"/Type\s*/Page\b", page.pdf(format=format, print_background=False)))
        for format in ("A4", "Letter")]
    page.context.close()


def slow_answer(browser):
    """An answer that takes long can be given up, one that fails keeps the message, and both leave it in the field."""
    page = signed_in(browser, "Full", "desk-light-en")
    page.goto(f"{base}/coach")
    waiting = []
    page.route("**/coach", lambda route: waiting.append(route) if route.request.method == "POST" else route.continue_())

    def send():
        page.fill("#message", "How did I sleep last week?")
        page.click("[data-chat] button.primary")
        page.locator("#message[disabled]").wait_for(timeout=LONG)

    send()
    page.locator(".message button").click(timeout=LONG)
    seen["givenUp"] = [page.input_value("#message"), page.evaluate("document.activeElement.id"),
                       page.locator(".message").last.inner_text()]
    # The message that was given up is answered all the same: question and answer are stored, and stand there once,
    # also after the same message was sent again.
    question = page.locator(".message.mine", has_text="How did I sleep last week?")
    asked = question.count()
    waiting.pop().continue_()
    page.locator(".message.mine[data-turn]", has_text="How did I sleep last week?").nth(asked).wait_for(timeout=LONG)
    seen["asked"] = [question.count() - asked]
    send()
    while not waiting:
        page.wait_for_timeout(50)
    waiting.pop().continue_()
    page.locator("#message:not([disabled])").wait_for(timeout=LONG)
    page.wait_for_timeout(1_000)
    seen["asked"].append(question.count() - asked)
    send()
    # It is asked again three times, after pauses.
    for _ in range(4):
        while not waiting:
            page.wait_for_timeout(50)
        waiting.pop().abort()
    page.locator("#message:not([disabled])").wait_for(timeout=LONG)
    seen["failed"] = [page.input_value("#message"), page.locator(".message").last.inner_text()]
    # A request that was cut off is told of at the console.
    seen["problems"] = [one for one in seen["problems"] if "net::ERR_FAILED" not in one]
    page.goto(f"{base}/settings")
    page.goto(f"{base}/coach")
    seen["draftAfterFailure"] = page.input_value("#message")
    page.context.close()


def not_following(browser):
    """A setting stops live updates: no stream of events is opened."""
    page = signed_in(browser, "Late", "desk-light-en")
    streams = []
    page.on("request", lambda request: request.url.endswith("/v1/events") and streams.append(request.url))
    page.reload()
    page.wait_for_function("document.body.dataset.follow === ''")
    page.goto(f"{base}/settings/you")
    seen["streams"] = [len(streams)]
    page.uncheck("input[name=follows]")
    page.click("main button.primary")
    page.locator("#toast p").wait_for(timeout=LONG)
    page.goto(base, wait_until="networkidle")
    # The stream of the page that saved the setting may have begun before.
    streams.clear()
    page.reload(wait_until="networkidle")
    seen["streams"].append(len(streams))
    page.context.close()


# The last day of Fixed.
LAST = "2023-06-30"


def data_trees(browser):
    """Pages with data as a screen reader hears them, of days that are the same in every run."""
    page = signed_in(browser, "Fixed", "desk-light-en")
    page.goto(f"{base}/settings/you")
    # Evenings look different.
    hour = datetime.now(timezone.utc).hour
    page.select_option("#zone", min(ZONES, key=lambda zone: abs((hour + ZONES[zone]) % 24 - 9)))
    page.click("main button.primary")
    page.locator("#toast p").wait_for(timeout=LONG)
    page.goto(f"{base}/letters")
    page.locator("main ul.list a:not([href*='/week/'])").first.click()
    page.wait_for_url("**/letters/*")
    page.locator("article.letter").wait_for(timeout=LONG)
    write_tree(page, trees, "data-letter")
    for path, name in [(f"/breakdown?day={LAST}", "breakdown"), (f"/calendar?until={LAST}", "calendar")]:
        page.goto(base + path)
        write_tree(page, trees, f"data-{name}")
    for text in ("A long walk by the river.", "Too many meetings."):
        page.goto(f"{base}/pulse")
        page.fill("#text", text)
        page.click("form[action='/pulse'] button.primary")
        page.locator("#toast p").wait_for(timeout=LONG)
    page.goto(f"{base}/journal")
    write_tree(page, trees, "data-journal")
    page.goto(base)
    page.locator("#standing").wait_for(timeout=LONG)
    write_tree(page, trees, "data-today", page.locator("[data-live=suggestion] :is(a, p)").all_inner_texts() + EVIDENCE)
    page.goto(f"{base}/coach")
    drop_cautions(page)
    cards = page.locator("[data-live=cards]")
    write_tree(
        page, trees, "data-coach",
        cards.locator("h3 a, p").all_inner_texts() + page.locator(".starters button").all_inner_texts() + EVIDENCE)
    page.context.close()


def drop_cautions(page):
    """The hour chooses the suggestions, and some have a caution."""
    page.locator("[data-live=cards] .notice").evaluate_all(
        "(all) => all.forEach((one) => one.remove())")


# Suggestions are drawn by chance until a person has answered some.
EVIDENCE = ["well studied", "some studies", "little studied"]
# Hours ahead of UTC; none changes its clocks.
ZONES = {"Pacific/Honolulu": -10, "America/Phoenix": -7, "America/Bogota": -5, "Africa/Abidjan": 0, "Africa/Nairobi": 3,
         "Asia/Karachi": 5, "Asia/Bangkok": 7, "Asia/Tokyo": 9, "Pacific/Noumea": 11, "Pacific/Kiritimati": 14}


def grey(browser):
    """The bars of a breakdown without colour: the share of points of each that are far from its middle brightness. Bars
    that lift the score are solid, bars that weigh on it hatched."""
    page = signed_in(browser, "Fixed", "desk-light-en")
    blank = browser.new_page()
    seen["grey"] = {}
    for kind, day in [(kind, day) for kind in ("lifts", "weighs") for day in range(10, 31)]:
        if kind in seen["grey"]:
            continue
        page.goto(f"{base}/breakdown?day=2023-06-{day}")
        page.evaluate("document.documentElement.style.filter = 'grayscale(1)'")
        bars = page.locator(f".contributions .contribution-{kind}").all()
        wide = [bar for bar in bars if bar.bounding_box()["width"] > 20]
        if not wide:
            continue
        wide[0].scroll_into_view_if_needed()
        box = wide[0].bounding_box()
        # Without the edge.
        clip = {"x": box["x"] + 2, "y": box["y"] + 2, "width": box["width"] - 4, "height": box["height"] - 4}
        picture = base64.b64encode(page.screenshot(clip=clip)).decode()
        seen["grey"][kind] = blank.evaluate("""async (picture) => {
          const bytes = Uint8Array.from(atob(picture), (one) => one.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
          const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
          canvas.drawImage(bitmap, 0, 0);
          const { data } = canvas.getImageData(0, 0, bitmap.width, bitmap.height);
          const values = [];
          for (let at = 0; at < data.length; at += 4) values.push(data[at]);
          const middle = [...values].sort((one, other) => one - other)[values.length >> 1];
          return values.filter((one) => Math.abs(one - middle) > 40).length / values.length;
        }""", picture)
    blank.close()
    page.context.close()


def main(browser):
    for name in ("Early", "Late", "Ended", "Back"):
        today(browser, name)
    withheld(browser)
    for variant in VARIANTS:
        single_things(browser, variant)
    data_trees(browser)
    grey(browser)
    slow_answer(browser)
    not_following(browser)
    rings(browser)
    felt(browser)
    paper(browser)
    away(browser)
    # Pages that say what is missing have the status for it, of which the console tells.
    seen["problems"] = [one for one in seen["problems"] if not re.search("status of (404|503|504)", one)]


run(journey, main)
