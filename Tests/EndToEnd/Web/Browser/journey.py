"""A person's way through the pages in a real browser. Prints one JSON object of what was seen.

    journey.py LINK EXPORT SCREENSHOTS

LINK is the set-up link, EXPORT a health export, SCREENSHOTS a folder or "-".
"""
import json
import statistics
import sys
import time

from checks import PAGES, PASSWORD, Journey, run

link, export, folder = sys.argv[1:]
base = link.split("/#")[0]
journey = Journey(base, folder)
seen = journey.seen


def main(browser):
    began = time.monotonic()
    phone = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="de-DE", color_scheme="dark", timezone_id="Europe/Berlin")
    page = journey.watch(phone, "phone")
    page.goto(link)
    seen["hash"] = page.evaluate("location.hash")
    seen["codeShown"] = page.locator("#code").is_visible()
    journey.inspect(page, "/welcome", "phone")
    page.fill("#name", "Ada")
    page.fill("#password", PASSWORD)
    seen["country"] = page.input_value("#country")
    page.click("button.primary")
    page.wait_for_url("**/welcome/begin")
    journey.inspect(page, "/welcome/begin", "phone")
    page.click("a[href='/']")
    page.locator("form.question button[value='5']").first.click()
    page.wait_for_selector("[role=status]:has-text('5 von 7')")
    page.wait_for_selector("#suggestion-title")
    seen["suggestionAfter"] = time.monotonic() - began
    page.goto(f"{base}/settings/data")
    page.set_input_files("#file", export)
    # The import ends before its page listens; the page shows its end nevertheless.
    page.route("**/v1/events", lambda route: (time.sleep(2), route.continue_()))
    page.click("[data-upload] button.primary")
    page.wait_for_url("**/imports/*", timeout=60_000)
    page.locator("[data-live=import] a[href='/']").wait_for(timeout=60_000)
    page.unroute("**/v1/events")
    page.goto(f"{base}/")
    page.wait_for_selector("svg.rings .ring-fill", timeout=30_000)
    seen["rings"] = page.locator("svg.rings desc").text_content()
    # Nothing moves by itself any more; the import's last scores may still arrive.
    page.wait_for_timeout(3_000)
    seen["isStill"] = not journey.moving({"": page}, 3_000)
    page.goto(f"{base}/pulse")
    page.fill("#text", "Ein ruhiger Tag mit einem langen Spaziergang.")
    page.locator("label:has(input[name=energy][value='6'])").click()
    page.click("button.primary")
    page.wait_for_selector("#toast:has-text('Tagebuch')")
    page.goto(f"{base}/coach")
    # Typed: the field grows with what is written.
    page.locator("#message").press_sequentially("Wie kann ich besser schlafen?")
    page.click("[data-chat] button.primary")
    page.wait_for_selector(".message:not(.mine) .reading", timeout=20_000)
    page.locator("#message:not([disabled])").wait_for(timeout=30_000)
    seen["origin"] = page.locator(".message:not(.mine) .label").last.text_content()
    state = phone.storage_state()

    desk = browser.new_context(
        viewport={"width": 1280, "height": 900}, locale="en-GB", timezone_id="Europe/Berlin", storage_state=state)
    other = journey.watch(desk, "desk")
    for path in PAGES:
        page.goto(base + path)
        journey.inspect(page, path, "phone-dark-de")
        other.goto(base + path)
        journey.inspect(other, path, "desk-light-en")
    page.set_viewport_size({"width": 320, "height": 640})
    for path in PAGES:
        page.goto(base + path)
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            seen["wide"].append(f"320 {path}")
    page.set_viewport_size({"width": 390, "height": 844})

    # Another browser of the same person sees an entry without loading again.
    page.goto(f"{base}/journal")
    page.wait_for_timeout(500)
    waits = []
    for number in range(7):
        text = f"Eintrag Nummer {number}."
        answer = desk.request.post(
            f"{base}/v1/journal", data=json.dumps({"text": text}), headers={"content-type": "application/json"})
        assert answer.status == 201, answer.text()
        start = time.monotonic()
        page.get_by_text(text).first.wait_for(timeout=10_000)
        waits.append((time.monotonic() - start) * 1000)
    seen["liveMedian"] = statistics.median(waits)

    # Keyboard: the first stop is the way to the content.
    other.goto(f"{base}/")
    other.keyboard.press("Tab")
    seen["firstStop"] = other.evaluate("document.activeElement.className")
    other.keyboard.press("Enter")
    seen["afterSkip"] = other.evaluate("location.hash")

    plain = browser.new_context(java_script_enabled=False, locale="en-GB", storage_state=state)
    bare = journey.watch(plain, "plain")
    bare.goto(f"{base}/")
    bare.locator("form.question button[value='3']").first.click()
    seen["withoutScript"] = "3 of 7" in bare.content()
    bare.goto(f"{base}/coach")
    bare.fill("#message", "How can I sleep better?")
    bare.click("[data-chat] button.primary")
    seen["answerWithoutScript"] = bare.locator(".message:not(.mine)").count()
    bare.goto(f"{base}/journal")
    bare.locator("article a").first.click()
    bare.locator("form[action$='/delete'] button").click()
    seen["undo"] = bare.locator("#toast form").count()

    # A conversation that goes on in another browser goes on here, and what is being written stays.
    page.goto(f"{base}/coach")
    page.locator("#message").press_sequentially("Noch nicht")
    other.goto(f"{base}/coach")
    other.fill("#message", "What is heart rate variability?")
    other.click("[data-chat] button.primary")
    other.locator("#message:not([disabled])").wait_for(timeout=30_000)
    question = ".message.mine:has-text('What is heart rate variability?')"
    page.locator(question).wait_for(timeout=10_000)
    # The page that asked reads the conversation again, too, and shows nothing twice.
    other.wait_for_timeout(1_000)
    answers = [one.locator(f"{question} + .message .reading") for one in (page, other)]
    seen["followed"] = {
        "questions": page.locator(question).count(), "answers": answers[0].count(),
        "isSame": answers[0].inner_text() == answers[1].inner_text(), "own": other.locator(question).count(),
        "written": page.input_value("#message"), "focus": page.evaluate("document.activeElement.id")}
    other.click("form[action='/coach/conversation/delete'] button")
    other.locator("#toast p").wait_for(timeout=10_000)
    page.locator(".message").first.wait_for(state="detached", timeout=10_000)
    seen["deleted"] = [str(page.locator(".message").count()), page.input_value("#message")]

    page.goto(f"{base}/pulse")
    page.fill("#text", "I want to kill myself tonight.")
    page.click("button.primary")
    page.wait_for_url("**/safety?**")
    seen["call"] = page.locator("a.call").first.get_attribute("href")
    page.goto(f"{base}/")
    seen["withheld"] = page.locator("a[href^='/safety?reason=']").count()
    # The other pages have the same session, and would ask for their events once more.
    other.close()
    bare.close()
    page.goto(f"{base}/settings")
    page.click("[data-sign-out] button")
    page.wait_for_url("**/sign-in")
    seen["left"] = page.evaluate("localStorage.length + sessionStorage.length")
    journey.inspect(page, "/sign-in", "phone-dark-de")


run(journey, main)
