"""From an empty account to a closed term in a real browser. Prints one JSON object of what was seen.

    goals.py LINK SCREENSHOTS

LINK is the set-up link, SCREENSHOTS a folder or "-".
"""
import sys

from checks import PASSWORD, Journey, run

link, folder = sys.argv[1:]
base = link.split("/#")[0]
journey = Journey(base, folder)
seen = journey.seen


def texts(page, selector):
    return [text.strip() for text in page.locator(selector).all_inner_texts()]


def main(browser):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en-IE", timezone_id="Europe/Dublin")
    page = journey.watch(context, "goals")
    page.goto(link)
    page.fill("#name", "Ada")
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.wait_for_url("**/welcome/begin")

    page.goto(f"{base}/values")
    page.fill("#title", "Health")
    page.click("main form button.primary")
    page.wait_for_selector("#toast")
    seen["values"] = texts(page, "main .list a")

    # A form without an amount, and with an amount that is no number, keeps what was typed and says what is missing.
    page.goto(f"{base}/goals/new")
    page.fill("[name=title]", "Run 100 km")
    page.click("main form button.primary")
    page.wait_for_selector("main form [role=alert]")
    page.fill("[name='targets[0].value']", "many")
    page.click("main form button.primary")
    page.wait_for_selector("main [aria-invalid=true]")
    seen["kept"] = page.input_value("[name=title]")
    seen["refused"] = page.locator("main [aria-invalid=true]").count()
    journey.inspect(page, "/goals/new", "refused")
    page.fill("[name='targets[0].value']", "100")
    page.select_option("[name='targets[0].measure']", "unit:km")
    page.click("main form button.primary")
    page.wait_for_url("**/goals/*-*")
    seen["goal"] = page.locator("h1").inner_text()
    goal = page.url.split("?")[0]

    page.goto(f"{base}/terms")
    page.fill("[name=theme]", "Running")
    page.locator("main form input[type=checkbox]").first.check()
    page.click("main form button.primary")
    page.wait_for_url("**/terms/*-*")
    term = page.url.split("?")[0]
    seen["inTerm"] = texts(page, "main .list a span:first-child")

    # A sentence is shown as it was read before it is saved.
    page.goto(f"{base}/actions")
    page.fill("form[action='/actions/read'] [name=sentence]", "ran 5 km this morning")
    page.click("form[action='/actions/read'] button")
    page.wait_for_selector("form[action='/actions']")
    seen["read"] = [page.input_value("#title"), page.input_value("#value-1")]
    page.goto(f"{base}/actions")
    seen["unsaved"] = page.locator("main .card a[href^='/actions/']:not([href='/actions/new'])").count()
    page.fill("form[action='/actions/read'] [name=sentence]", "ran 5 km this morning")
    page.click("form[action='/actions/read'] button")
    page.locator("form[action='/actions'] [name=count]").first.check()
    page.locator("form[action='/actions'] button.primary").click()
    page.wait_for_selector("#toast")
    page.goto(goal)
    seen["progress"] = page.locator("progress").first.get_attribute("value")
    seen["sum"] = page.locator("progress").first.get_attribute("aria-label")
    journey.inspect(page, "/goals/id", "goals")

    page.goto(f"{base}/review")
    page.fill("main textarea >> nth=0", "A run in the rain.")
    page.locator("form[action='/review'] button.primary").click()
    page.wait_for_selector("#toast")
    seen["answer"] = page.locator("main textarea").first.input_value()
    journey.inspect(page, "/review", "goals")

    page.goto(term)
    page.fill("#close textarea", "It went well.")
    page.click("#close button")
    page.wait_for_selector("#toast")
    page.goto(term)
    seen["closed"] = "It went well." in page.locator("main").inner_text()
    seen["canClose"] = page.locator("#close").count()
    journey.inspect(page, "/terms/id", "closed")


run(journey, main)
