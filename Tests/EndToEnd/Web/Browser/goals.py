"""From an empty account to a closed term in a real browser. Prints one JSON object of what was seen.

    goals.py LINK SCREENSHOTS

LINK is the set-up link, SCREENSHOTS a folder or "-".
"""
import sys
from datetime import date, timedelta
from pathlib import Path

from checks import PASSWORD, Journey, run

link, folder = sys.argv[1:]
base = link.split("/#")[0]
journey = Journey(base, folder)
seen = journey.seen


def texts(page, selector):
    return [text.strip() for text in page.locator(selector).all_inner_texts()]


def small_changes(page, term):
    """A second goal of the term with a milestone: marked, moved up, deleted and brought back where it was."""
    page.goto(f"{base}/goals/new")
    page.fill("[name=title]", "Read 12 books")
    page.fill("[name='targets[0].value']", "12 books")
    for _ in range(2):  # More fields, then milestones.
        page.locator("details:not([open]):has([name='milestones[0].title']) > summary").first.click()
    page.fill("[name='milestones[0].title']", "Six of them")
    page.fill("[name='milestones[0].target']", str(date.today() + timedelta(days=30)))
    page.click("main form button.primary")
    page.wait_for_url("**/goals/*-*")
    goal = page.url.split("?")[0]
    page.click("#way form button")
    page.wait_for_selector("#toast p")
    seen["marked"] = page.locator("#way form input[name=day]").get_attribute("value") == ""

    page.goto(term)
    page.locator("#goals button[value=up]").click()
    page.wait_for_selector("#toast p")
    seen["moved"] = texts(page, "#goals a span:first-child")
    journey.inspect(page, "/terms/id", "ordered")

    page.goto(goal)
    page.click("form[action$='/delete'] button")
    page.wait_for_selector("#toast form")
    seen["deleted"] = page.locator(f"main a[href='{goal.removeprefix(base)}']").count() == 0
    page.click("#toast form button")
    page.wait_for_url("**/goals/*-*")
    seen["restored"] = page.locator("h1").inner_text()
    page.goto(term)
    seen["placed"] = texts(page, "#goals a span:first-child")


def dismissed(page):
    """An action whose proposed goal is turned down."""
    page.goto(f"{base}/actions")
    page.fill("form[action='/actions/read'] [name=sentence]", "ran 3 km today")
    page.click("form[action='/actions/read'] button")
    page.wait_for_selector("form[action='/actions'] button.primary")
    for box in page.locator("form[action='/actions'] [name=count]").all():
        box.uncheck()
    page.locator("form[action='/actions'] button.primary").click()
    page.wait_for_selector("#toast")
    page.goto(f"{base}/actions")
    journey.inspect(page, "/actions", "proposals")
    before = page.locator("form[action$='/dismiss']").count()
    page.locator("form[action$='/dismiss'] button").first.click()
    page.wait_for_selector("#toast p")
    seen["dismissed"] = [before, page.locator("form[action$='/dismiss']").count()]


def rules(page):
    """A rule of one's own makes its measure, next to that of the goal of runs; without records nothing waits."""
    page.goto(f"{base}/actions/health")
    page.click("details:has([name=kind]) > summary")
    page.select_option("[name=kind]", "steps")
    page.fill("[name=activity]", "running")
    page.fill("[name=title]", "Walked")
    page.fill("[name=unit]", "steps")
    page.click("main form button.primary")
    page.wait_for_selector("main [aria-invalid=true]")
    journey.inspect(page, "/actions/health", "refused")
    page.fill("[name=activity]", "")
    page.click("main form button.primary")
    page.wait_for_selector("#toast p")
    seen["rules"] = texts(page, "main a[href^='/actions/health/']")
    journey.inspect(page, "/actions/health", "rules")
    page.click("main a[href^='/actions/health/']:has-text('Walked')")
    page.wait_for_url("**/actions/health/*-*")
    journey.inspect(page, "/actions/health/id", "rules")
    page.click("form[action$='/delete'] button")
    page.wait_for_selector("#toast p")
    seen["rulesLeft"] = texts(page, "main a[href^='/actions/health/']")


def bring(page, kind, name, content):
    page.goto(f"{base}/goals/tables")
    page.select_option("#kind", kind)
    page.set_input_files("#file", files={"name": name, "mimeType": "text/csv", "buffer": content})
    page.click("main form button.primary")
    page.wait_for_url("**/goals/tables/*-*")


def tables(page):
    """A bad table is refused by its lines, a good one is written once it is confirmed, an export changes nothing."""
    bring(page, "values", "values.csv", b"title,level\nFamily,general\n,general\nCalm,huge\n")
    seen["lines"] = texts(page, "main h3")
    journey.inspect(page, "/goals/tables/id", "refused")
    bring(page, "values", "values.csv", b"title,level\nFamily,general\nCalm,major\n")
    journey.inspect(page, "/goals/tables/id", "preview")
    page.click("main form button.primary")
    page.wait_for_selector("main [role=status]")
    page.goto(f"{base}/values")
    seen["imported"] = sorted(texts(page, "main .list a"))
    page.goto(f"{base}/goals/tables")
    with page.expect_download() as download:
        page.click("a[href='/v1/goals/table?kind=goals']")
    exported = Path(download.value.path()).read_bytes()
    seen["exported"] = b"Run 100 km" in exported and b"Read 12 books" in exported
    bring(page, "goals", "goals.csv", exported)
    seen["unchanged"] = page.locator("main form").count() == 0 and page.locator("main h3").count() == 0


def main(browser):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en-IE", timezone_id="Europe/Dublin")
    page = journey.watch(context, "goals")
    page.goto(link)
    page.fill("#name", "Ada")
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.wait_for_url("**/welcome/begin")

    # The bar of a phone has the section from the beginning.
    page.goto(f"{base}/settings")
    page.click(".bar a[href='/goals']")
    page.wait_for_url("**/goals")

    page.goto(f"{base}/values")
    page.fill("#title", "Health")
    page.click("main form button.primary")
    page.wait_for_selector("#toast")
    seen["values"] = texts(page, "main .list a")

    # A form with an amount that is no number keeps what was typed and says what is missing.
    page.goto(f"{base}/goals/new")
    page.fill("[name=title]", "Run 100 km")
    page.fill("[name='targets[0].value']", "many")
    page.click("main form button.primary")
    page.wait_for_selector("main [aria-invalid=true]")
    seen["kept"] = page.input_value("[name=title]")
    seen["refused"] = page.locator("main [aria-invalid=true]").count()
    journey.inspect(page, "/goals/new", "refused")
    page.fill("[name='targets[0].value']", "100")
    page.click("details:has([name='targets[0].measure']) > summary")
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

    small_changes(page, term)
    dismissed(page)
    rules(page)
    tables(page)

    page.goto(term)
    page.fill("#close textarea", "It went well.")
    page.click("#close button")
    page.wait_for_selector("#toast")
    page.goto(term)
    seen["closed"] = "It went well." in page.locator("main").inner_text()
    seen["canClose"] = page.locator("#close").count()
    journey.inspect(page, "/terms/id", "closed")


run(journey, main)
