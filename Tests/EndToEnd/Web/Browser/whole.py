"""A person's whole way through Pulsum over https, with a cloud model that records what reaches it: on a phone in German
and dark, or at a desk in English and light. Prints one JSON object of what was seen at each step.

    whole.py LINK EXPORT SCREENSHOTS PIN SIGNAL VARIANT

LINK is the set-up link with the host name that the browser maps to this machine, PIN the digest of the server's public
key (a service worker needs a certificate that the browser trusts), SIGNAL a file to make when the page says that the
cloud is being asked, VARIANT "phone" or "desk".
"""
import json
import sys
import time
import zipfile
from pathlib import Path
from urllib.parse import urlsplit

from checks import PASSWORD, Journey, run

link, export, folder, pin, signal, variant = sys.argv[1:]
base = link.split("/#")[0]
journey = Journey(base, folder)
seen = journey.seen
# Generous: other tests run beside this one.
LONG = 60_000
WORDS = {
    "phone": {"given": "4 von 7", "journal": "Im Tagebuch gespeichert.",
              "done": "Heute erledigt", "numbers": "Wie war mein Nachtpuls diesen Monat?",
              "finding": "Worte werden gesucht …", "crisis": "Ich will mich heute Nacht umbringen."},
    "desk": {"given": "4 of 7", "journal": "Saved to Journal.", "done": "Done today",
             "numbers": "How was my night heart rate this month?", "finding": "Finding words…",
             "crisis": "I want to kill myself tonight."},
}[variant]
CONTEXT = {
    "phone": {"viewport": {"width": 390, "height": 844}, "locale": "de-DE", "color_scheme": "dark",
              "timezone_id": "Europe/Berlin", "has_touch": True, "is_mobile": True},
    "desk": {"viewport": {"width": 1280, "height": 900}, "locale": "en-GB", "color_scheme": "light",
             "timezone_id": "Europe/London"},
}[variant]
ENTRY = "A long day. Dinner with Maria helped."


def picture(page, name):
    journey.picture(page, f"/{name}", f"whole-{variant}")


def main(browser):
    context = browser.new_context(**CONTEXT)
    page = journey.watch(context, variant)
    began = time.monotonic()
    page.goto(link)
    seen["country"] = page.input_value("#country")
    page.fill("#name", "Ada")
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.wait_for_url("**/welcome/begin", timeout=LONG)
    page.click("a[href='/']")
    page.locator("form.question button[value='4']").first.click()
    page.locator(f"[role=status]:has-text('{WORDS['given']}')").wait_for(timeout=LONG)
    page.locator("[data-live=suggestion] a").wait_for(timeout=LONG)
    seen["suggestionAfter"] = time.monotonic() - began

    page.goto(f"{base}/settings/data")
    page.set_input_files("#file", export)
    page.click("[data-upload] button.primary")
    page.wait_for_url("**/imports/*", timeout=LONG)
    page.locator("[data-live=import] a[href='/']").wait_for(timeout=LONG)
    picture(page, "imported")
    page.goto(f"{base}/")
    page.click("[data-live=letter] a", timeout=LONG)
    page.wait_for_url("**/letters/*")
    seen["letter"] = len(page.locator("main .letter").inner_text().split())

    page.goto(base)
    page.locator("svg.rings .ring-fill").wait_for(timeout=LONG)
    seen["score"] = page.locator("svg.rings .ring-number").text_content()
    picture(page, "today")
    page.locator("a[href^='/breakdown']").first.click()
    page.wait_for_url("**/breakdown**")
    seen["contributions"] = page.locator("main .contributions > li").count()
    # What else is there depends on the time of day.
    row = page.locator(f"main .contributions > li:has-text('{WORDS['given']}')").first
    row.locator("summary").click()
    row.locator("a[href^='/readings']").click()
    page.wait_for_url("**/readings**")
    seen["readings"] = page.locator("main tbody tr").count()
    page.locator("main a[href^='/breakdown?day='][href*='#']").click()
    page.wait_for_url("**/breakdown**")
    seen["rowsOpen"] = page.locator("main .contributions details[open]").count()
    trends(page)
    write(page)
    suggestion(page)
    own_library(page)
    talk(page)
    consent(page)
    second_device(browser, page)
    set_up_phone(page)
    leave(page)


def trends(page):
    page.goto(f"{base}/trends?metric=nocturnalHeartRate&range=month")
    # The chart of the metric comes before those of weight and food.
    chart = page.locator("svg.chart:visible").first
    line = page.locator(".chart-reading:visible").first
    rest = line.text_content()
    # The crosshair by a finger or a pointer.
    box = chart.bounding_box()
    place = (box["x"] + box["width"] / 4, box["y"] + box["height"] / 2)
    page.touchscreen.tap(*place) if variant == "phone" else page.mouse.move(*place)
    page.locator("svg.chart:visible .chart-cross").wait_for(state="attached", timeout=LONG)
    seen["crosshair"] = [rest, line.text_content()]
    page.locator("#table summary").click()
    seen["rows"] = page.locator("#table tbody tr").count()
    picture(page, "trends")


def write(page):
    """Writes an entry: at a desk in a dialog over the page one is on."""
    page.goto(f"{base}/look-back")
    page.locator("a[href='/pulse']:visible").first.click()
    page.locator("#text").wait_for(timeout=LONG)
    seen["isDialog"] = page.locator("dialog[open] #text").count() == 1
    seen["focused"] = page.evaluate("document.activeElement.id")
    if seen["isDialog"]:
        page.fill("#text", "Half a sentence")
        journey.inspect(page, "/pulse", f"whole-{variant}")
        page.keyboard.press("Escape")
        page.locator("dialog").wait_for(state="detached", timeout=LONG)
        page.locator("a[href='/pulse']:visible").first.click()
        page.locator("dialog[open] #text").wait_for(timeout=LONG)
        # What was begun is still there.
        seen["draft"] = page.input_value("#text")
    page.fill("#text", ENTRY)
    page.locator("label:has(input[name=energy][value='6'])").click()
    picture(page, "pulse")
    pressed = time.monotonic()
    page.locator("form[action='/pulse'] button.primary").click()
    page.locator(f"#toast:has-text('{WORDS['journal']}')").wait_for(timeout=LONG)
    seen["closedAfter"] = time.monotonic() - pressed
    seen["afterPulse"] = urlsplit(page.url).path
    page.goto(f"{base}/journal")
    seen["entry"] = page.get_by_text("Dinner with Maria helped").count()


def suggestion(page):
    page.goto(f"{base}/coach")
    if variant == "phone":
        cards, field = page.locator("[data-live=cards]").bounding_box(), page.locator("#message").bounding_box()
        seen["cardsFirst"] = cards["y"] < field["y"]
    else:
        cards, talk = page.locator("[data-live=cards]").bounding_box(), page.locator("#talk-title").bounding_box()
        seen["cardsFirst"] = cards["x"] > talk["x"] and abs(cards["y"] - talk["y"]) < 8
    page.locator("[data-live=cards] h3 a").first.click()
    page.wait_for_url("**/suggestions/**")
    seen["source"] = page.locator("main article").inner_text()
    journey.inspect(page, "/suggestions/one", f"whole-{variant}")
    page.locator("button[value=completed]").click()
    page.locator("#toast p").wait_for(timeout=LONG)
    seen["cheer"] = page.locator("#toast p").inner_text()
    seen["completed"] = page.locator("[data-live=cards]").inner_text()
    picture(page, "done")


def own_library(page):
    """Suggestions of the person's own: added, listed, removed; a file that is none is refused."""
    page.goto(f"{base}/settings/library")
    mine = [{"recommendations": [{"recommendation": "Whistle in the garden"}, {"recommendation": ""}]}]
    page.set_input_files(
        "#file", {"name": "mine.json", "mimeType": "application/json", "buffer": json.dumps(mine).encode()})
    page.locator("button.primary").click()
    seen["libraryAdded"] = page.locator("main .notice[role=status]").inner_text()
    journey.inspect(page, "/settings/library", f"whole-{variant}-added")
    page.locator("form[action$='/remove'] button").click()
    page.locator("#toast p").wait_for(timeout=LONG)
    seen["librariesLeft"] = page.locator("form[action$='/remove']").count()
    page.set_input_files("#file", {"name": "no.json", "mimeType": "application/json", "buffer": b"nothing"})
    page.locator("button.primary").click()
    seen["libraryRefused"] = page.locator("[role=alert]").inner_text()


def talk(page):
    page.goto(f"{base}/look-back")
    page.locator("a.ask").click()
    page.wait_for_url("**/coach#message")
    seen["askFocuses"] = page.evaluate("document.activeElement.id")
    seen["starters"] = page.locator(".starters button").all_inner_texts()
    page.locator("#message").press_sequentially("A question that is not sent yet")
    page.goto(f"{base}/settings")
    page.goto(f"{base}/coach")
    seen["question"] = page.input_value("#message")
    seen["disabled"] = ask(page, WORDS["numbers"])
    seen["origin"] = page.locator(".message:not(.mine) .label").first.text_content()
    seen["drawn"] = page.locator(".message:not(.mine) svg.chart:visible").count()
    # The chart of an answer that came without loading the page has its crosshair, too.
    page.locator(".message svg.chart[tabindex]:visible").wait_for(timeout=LONG)
    journey.inspect(page, "/coach", f"whole-{variant}-chart")
    page.reload()
    seen["drawnLater"] = page.locator(".message svg.chart").count()
    seen["before"] = last_origin(page, "How can I sleep better?")

    page.fill("#message", WORDS["crisis"])
    page.click("[data-chat] button.primary")
    page.wait_for_url("**/safety?**", timeout=LONG)
    seen["call"] = page.locator("a.call").first.get_attribute("href")
    journey.inspect(page, "/safety", f"whole-{variant}-chat")
    page.goto(base)
    page.locator("a[href^='/safety?reason=']").first.wait_for(timeout=LONG)
    # The day has no score any more as soon as scoring has heard of it.
    page.wait_for_function("!document.querySelector('svg.rings .ring-number')", timeout=LONG)
    picture(page, "withheld")
    page.goto(f"{base}/safety?reason=selfHarm&chat=1")
    page.click("form[action='/coach/not-a-crisis'] button")
    page.wait_for_url("**/coach")
    seen["cardAfterDenial"] = page.locator("a[href^='/safety?reason=']").count()


def consent(page):
    """Without consent nothing leaves, with it one reply comes from the cloud and has its receipt."""
    page.goto(f"{base}/settings/cloud")
    if page.locator("#key-password").count():
        page.fill("#key-password", PASSWORD)
    page.fill("#key", "sk-test-of-the-browser")
    page.locator("form[action='/settings/cloud/key'] button").click()
    page.wait_for_load_state()
    if page.locator("#password").count():
        page.fill("#password", PASSWORD)
    page.locator("button[name=granted][value=true]").click()
    page.locator("button[name=granted][value=false]").wait_for(timeout=LONG)
    journey.inspect(page, "/settings/cloud", f"whole-{variant}-granted")
    page.goto(f"{base}/coach")
    ask(page, "How can I calm down in the evening?", until=WORDS["finding"])
    seen["stages"] = page.evaluate("stages")
    seen["after"] = page.locator(".message:not(.mine) .label").last.text_content()
    page.goto(f"{base}/receipts")
    seen["receipts"] = page.locator("article[id^=receipt-]").count()
    page.locator("article details summary").first.click()
    seen["receiptBody"] = page.locator("article pre").first.text_content()
    journey.inspect(page, "/receipts", f"whole-{variant}")
    page.goto(f"{base}/settings/cloud")
    page.locator("button[name=granted][value=false]").click()
    page.locator("button[name=granted][value=true]").wait_for(timeout=LONG)
    seen["revoked"] = last_origin(page, "How can I move more?")


def second_device(browser, page):
    other = browser.new_context(
        viewport={"width": 768, "height": 900}, locale=CONTEXT["locale"], timezone_id=CONTEXT["timezone_id"])
    second = journey.watch(other, "second")
    second.goto(f"{base}/sign-in")
    second.fill("#name", "Ada")
    second.fill("#password", PASSWORD)
    second.click("button.primary")
    second.wait_for_selector("nav", timeout=LONG)
    page.goto(f"{base}/settings/security")
    seen["devices"] = page.locator("li form[action$='/end'] button").count()
    page.locator("li form[action$='/end'] button").first.click()
    page.locator("#toast p").wait_for(timeout=LONG)
    second.goto(base)
    second.wait_for_url("**/sign-in**", timeout=LONG)
    seen["secondEnded"] = urlsplit(second.url).path == "/sign-in"
    other.close()


def set_up_phone(page):
    page.goto(f"{base}/sources/add/health-auto-export")
    page.fill("#label", "Phone")
    if page.locator("#password").count():
        page.fill("#password", PASSWORD)
    page.click("main form[action='/sources/add/health-auto-export'] button")
    page.locator(".qr").first.wait_for(timeout=LONG)
    journey.inspect(page, "/sources/add/health-auto-export", f"whole-{variant}-made")


def leave(page):
    page.goto(f"{base}/settings/account")
    with page.expect_download(timeout=LONG) as download:
        page.click("a[href='/settings/account/export']")
        if urlsplit(page.url).path == "/confirm":
            journey.inspect(page, "/confirm", f"whole-{variant}")
            page.fill("#password", PASSWORD)
            page.click("button.primary")
    with zipfile.ZipFile(download.value.path()) as archive:
        seen["exported"] = any(b"Dinner with Maria helped" in archive.read(name) for name in archive.namelist())
    page.goto(f"{base}/settings/account")
    page.fill("#word", page.locator("label[for=word] strong").text_content())
    page.fill("#erase-password", PASSWORD)
    page.click("button.danger")
    page.wait_for_load_state()
    seen["erased"] = page.locator("main").inner_text()
    picture(page, "erased")
    page.goto(base)
    page.wait_for_url("**/welcome**", timeout=LONG)
    seen["afterErase"] = urlsplit(page.url).path


def last_origin(page, text):
    page.goto(f"{base}/coach")
    ask(page, text)
    return page.locator(".message:not(.mine) .label").last.text_content()


def ask(page, text, until=None):
    """Sends a message and waits for the answer. True if nothing could be sent meanwhile.

    `until` is a text at the answer's place after which SIGNAL lets the cloud answer."""
    shown = page.locator(".message:not(.mine)").count()
    # What the page says while the reply is made, and whether its inputs wait.
    page.evaluate("""
        globalThis.stages = [];
        globalThis.waited = false;
        new MutationObserver(() => {
          const text = [...document.querySelectorAll("[data-conversation] .reading")].at(-1)?.textContent;
          if (text && text !== stages.at(-1)) stages.push(text);
          waited ||= document.querySelector("#message").disabled && document.querySelector("[data-chat] button").disabled;
        }).observe(document.querySelector("[data-chat]").parentElement,
          { childList: true, subtree: true, characterData: true, attributes: true });
    """)
    page.fill("#message", text)
    page.click("[data-chat] button.primary")
    if until:
        page.locator(f".message .reading:has-text('{until}')").wait_for(timeout=LONG)
        Path(signal).touch()
    page.locator(".message:not(.mine) .reading").nth(shown).wait_for(timeout=LONG)
    page.locator("#message:not([disabled])").wait_for(timeout=LONG)
    return page.evaluate("waited")


host = urlsplit(base).hostname
run(
    journey, main, f"--host-resolver-rules=MAP {host} 127.0.0.1", f"--ignore-certificate-errors-spki-list={pin}")
