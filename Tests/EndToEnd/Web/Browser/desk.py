"""A second person's way, at a desk in English over https, with a cloud model that records what reaches it. Prints one
JSON object of what was seen.

    desk.py LINK EXPORT SCREENSHOTS PIN

LINK is the set-up link with the host name that the browser maps to this machine, PIN the digest of the server's public
key: a service worker needs a certificate that the browser trusts.
"""
import json
import sys
import zipfile
from urllib.parse import urlsplit

from checks import PASSWORD, Journey, run

link, export, folder, pin = sys.argv[1:]
base = link.split("/#")[0]
journey = Journey(base, folder)
seen = journey.seen


def main(browser):
    desk = browser.new_context(
        viewport={"width": 1280, "height": 900}, locale="en-GB", timezone_id="Europe/London")
    page = journey.watch(desk, "desk")
    page.goto(link)
    page.fill("#name", "Ada")
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.wait_for_url("**/welcome/begin")
    page.click("a[href='/']")
    page.locator("form.question button[value='4']").first.click()
    page.wait_for_selector("[role=status]:has-text('4 of 7')")
    page.goto(f"{base}/settings/data")
    page.set_input_files("#file", export)
    page.click("[data-upload] button.primary")
    page.locator("[data-live=imports]:has-text('new samples')").wait_for(timeout=60_000)

    page.goto(f"{base}/letters")
    page.locator("main .list a").first.click()
    page.locator("main .letter").wait_for()
    seen["letter"] = len(page.locator("main .letter").inner_text().split())
    page.goto(base)
    page.locator("svg.rings .ring-fill").wait_for(timeout=30_000)
    journey.picture(page, "/", "desk")
    page.locator("a[href^='/breakdown']").first.click()
    page.wait_for_url("**/breakdown**")
    seen["contributions"] = page.locator("main li, main tr").count()
    page.goto(f"{base}/trends?metric=nocturnalHeartRate&range=month")
    seen["chart"] = page.locator("svg.chart").count()
    page.locator("details summary").first.click()
    seen["rows"] = page.locator("table tbody tr").count()

    page.goto(f"{base}/pulse")
    page.fill("#text", "A long day. Dinner with Maria helped.")
    page.locator("button.primary").click()
    page.locator("#toast").wait_for()
    page.goto(f"{base}/journal")
    seen["entry"] = page.get_by_text("Dinner with Maria helped").count()
    page.goto(f"{base}/coach")
    page.locator("[data-live=cards] form[action*='/done'] button, [data-live=cards] button:has-text('Done')").first.click()
    page.wait_for_load_state()
    seen["completed"] = page.locator("[data-live=cards]").inner_text()

    # Suggestions of the person's own: added, listed, removed.
    page.goto(f"{base}/settings/library")
    mine = [{"recommendations": [{"recommendation": "Whistle in the garden"}, {"recommendation": ""}]}]
    page.set_input_files(
        "#file", {"name": "mine.json", "mimeType": "application/json", "buffer": json.dumps(mine).encode()})
    page.locator("button.primary").click()
    seen["libraryAdded"] = page.locator("main .notice[role=status]").inner_text()
    journey.inspect(page, "/settings/library", "desk-added")
    page.locator("form[action$='/remove'] button").click()
    page.locator("#toast").wait_for()
    seen["librariesLeft"] = page.locator("form[action$='/remove']").count()
    page.set_input_files("#file", {"name": "no.json", "mimeType": "application/json", "buffer": b"nothing"})
    page.locator("button.primary").click()
    seen["libraryRefused"] = page.locator("[role=alert]").inner_text()

    # Consent: without it nothing leaves, with it one reply comes from the cloud and has its receipt.
    ask(page, "How can I sleep better?")
    seen["before"] = page.locator(".message:not(.mine) .label").last.text_content()
    page.goto(f"{base}/settings/cloud")
    if page.locator("#key-password").count():
        page.fill("#key-password", PASSWORD)
    page.fill("#key", "sk-test-of-the-browser")
    page.locator("form[action='/settings/cloud/key'] button").click()
    page.wait_for_load_state()
    if page.locator("#password").count():
        page.fill("#password", PASSWORD)
    page.locator("button[name=granted][value=true]").click()
    page.locator("button[name=granted][value=false]").wait_for()
    journey.inspect(page, "/settings/cloud", "desk-granted")
    ask(page, "How can I calm down in the evening?")
    seen["stages"] = page.evaluate("stages")
    seen["after"] = page.locator(".message:not(.mine) .label").last.text_content()
    page.goto(f"{base}/receipts")
    seen["receipts"] = page.locator("article[id^=receipt-]").count()
    page.locator("article details summary").first.click()
    seen["receiptBody"] = page.locator("article pre").first.text_content()
    journey.inspect(page, "/receipts", "desk-one")
    page.goto(f"{base}/settings/cloud")
    page.locator("button[name=granted][value=false]").click()
    page.locator("button[name=granted][value=true]").wait_for()
    ask(page, "How can I move more?")
    seen["revoked"] = page.locator(".message:not(.mine) .label").last.text_content()

    # A second device signs in and is signed out from the first.
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en-GB", timezone_id="Europe/London")
    second = journey.watch(phone, "second")
    second.goto(f"{base}/sign-in")
    second.fill("#name", "Ada")
    second.fill("#password", PASSWORD)
    second.click("button.primary")
    second.wait_for_selector("nav")
    page.goto(f"{base}/settings/security")
    page.locator("form[action$='/end'] button").first.click()
    page.wait_for_load_state()
    second.goto(base)
    second.wait_for_url("**/sign-in**")
    seen["secondEnded"] = second.url.split("?")[0].endswith("/sign-in")

    page.goto(f"{base}/settings/account")
    with page.expect_download() as download:
        page.click("a[href='/settings/account/export']")
        if page.url.split("?")[0].endswith("/confirm"):
            page.fill("#password", PASSWORD)
            page.click("button.primary")
    with zipfile.ZipFile(download.value.path()) as archive:
        seen["exported"] = any(b"Dinner with Maria helped" in archive.read(name) for name in archive.namelist())
    page.goto(f"{base}/settings/account")
    page.fill("#word", page.locator("label[for=word] strong").text_content())
    page.fill("#erase-password", PASSWORD)
    page.click("button.danger")
    page.wait_for_load_state()
    seen["erased"] = page.locator("body").inner_text()
    page.goto(base)
    seen["afterErase"] = urlsplit(page.url).path


def ask(page, text):
    page.goto(f"{base}/coach")
    shown = page.locator(".message:not(.mine)").count()
    # What the page says while the reply is made.
    page.evaluate("""
        globalThis.stages = [];
        new MutationObserver(() => {
          const text = [...document.querySelectorAll("[data-conversation] .reading")].at(-1)?.textContent;
          if (text && text !== stages.at(-1)) stages.push(text);
        }).observe(document.querySelector("[data-conversation]"), { childList: true, subtree: true, characterData: true });
    """)
    page.fill("#message", text)
    page.click("[data-chat] button.primary")
    page.locator(".message:not(.mine) .reading").nth(shown).wait_for(timeout=30_000)
    page.locator("#message:not([disabled])").wait_for(timeout=30_000)


host = urlsplit(base).hostname
run(
    journey, main, f"--host-resolver-rules=MAP {host} 127.0.0.1", f"--ignore-certificate-errors-spki-list={pin}")
