"""From an empty account over a body profile to a plan, with weights typed while the line is cut. Prints one JSON object
of what was seen.

    plans.py LINK SCREENSHOTS

LINK is the set-up link, SCREENSHOTS a folder or "-".
"""
import http.client
import json
import re
import sys
import uuid

from checks import PASSWORD, Journey, fill_body, run
from line import Line, served, until

link, folder = sys.argv[1:]
server, code = re.match(r"http://([^/]+)(/.*)", link).groups()
line = Line(server)
base = f"http://127.0.0.1:{line.port}"


class PlanJourney(Journey):
    def _console(self, name, page, message):
        # A browser reports each request that fails while the line is cut, and the queue makes its own room.
        if not any(text in message.text for text in ("net::ERR", "layout shift")):
            super()._console(name, page, message)


journey = PlanJourney(base, folder)
seen = journey.seen


def texts(page, selector):
    return [text.strip() for text in page.locator(selector).all_inner_texts()]


def main(browser):
    context = browser.new_context(
        viewport={"width": 390, "height": 844}, locale="en-IE", timezone_id="Europe/Dublin")
    page = journey.watch(context, "plan")

    def ask(method, path, body=None):
        """The server itself, whatever the line does."""
        cookie = "; ".join(f"{c['name']}={c['value']}" for c in context.cookies())
        connection = http.client.HTTPConnection(server, timeout=10)
        headers = {"cookie": cookie, "content-type": "application/json", "idempotency-key": str(uuid.uuid4())}
        connection.request(method, path, body and json.dumps(body), headers)
        answer = connection.getresponse()
        assert answer.status == 200, (method, path, answer.status)
        return json.loads(answer.read())

    def body():
        return ask("GET", "/v1/profile")["body"]

    def weigh(text):
        page.fill("#weight", text)
        page.click("[data-weigh] button")

    def weight():
        return page.locator("[data-plan-weight]").inner_text().replace("\u202f", " ")

    def queue():
        return texts(page, "[data-plan-queue] li p")

    page.goto(base + code)
    page.fill("#name", "Ada")
    page.fill("#password", PASSWORD)
    page.click("button.primary")
    page.wait_for_url("**/welcome/begin")

    # Nothing is known: the page says what a plan needs.
    page.goto(f"{base}/plan")
    seen["missing"] = len(texts(page, "main .bullets li"))
    journey.inspect(page, "/plan", "begin")
    page.click("main a[href='/plan/profile'].primary")
    page.wait_for_url("**/plan/profile")

    # A refused form keeps what was typed and marks its fields.
    fill_body(page, height="wide", weight="7", target="70")
    page.wait_for_selector("main [aria-invalid=true]")
    seen["refused"] = page.locator("main [aria-invalid=true]").count()
    seen["kept"] = [page.input_value("#height"), page.input_value("#target")]
    journey.inspect(page, "/plan/profile", "refused")
    page.fill("#height", "170")
    page.fill("#weight", "75")
    page.click("main form button.primary")
    page.wait_for_selector("[data-plan][data-kind=plan]")

    # The plan with four reasons; each opens.
    seen["kind"] = page.get_attribute("[data-plan]", "data-kind")
    seen["sentence"] = page.locator("#plan-sentence").inner_text()
    seen["reasons"] = page.locator("details[id^=why-]").count()
    for index in range(seen["reasons"]):
        page.locator("details[id^=why-] summary").nth(index).click()
    seen["sources"] = page.locator("details[id^=why-] a[href^='https://doi.org/']:visible").count()
    journey.inspect(page, "/plan", "plan")

    # The worker of the first page serves the next ones; computing again says that it did.
    page.goto(f"{base}/plan")
    served(page)
    page.click("[data-recompute] button")
    page.locator("[data-plan-status]", has_text="up to date").wait_for()
    seen["recomputed"] = page.locator("[data-plan-status]").inner_text()

    # What the weight would change is shown while it is typed, and nothing where it is none.
    estimate = page.locator("[data-plan-estimate]")
    page.fill("#weight", "74.2")
    until("the estimate is shown", lambda: estimate.inner_text())
    seen["estimate"] = estimate.inner_text().replace("\u202f", " ")
    journey.inspect(page, "/plan", "estimate")
    page.fill("#weight", "7")
    seen["noEstimate"] = estimate.inner_text()

    # Online: shown at once, then the adjusted plan.
    revision = body()["revision"]
    weigh("74.2")
    until("it is shown at once", lambda: weight() == "74.2 kg", 2)
    seen["atOnce"] = weight()
    page.locator("[data-live=plan-now] .bullets").wait_for()
    until("nothing waits", lambda: not queue())
    seen["online"] = [weight(), body()["weightKilograms"], body()["revision"] - revision]
    seen["change"] = texts(page, "[data-live=plan-now] .card h3")[0]
    seen["followed"] = page.locator("#plan-sentence").inner_text().replace("\u202f", " ")
    seen["estimateLater"] = estimate.inner_text()
    journey.inspect(page, "/plan", "adjusted")

    # Without the line: it waits visibly, also after the page was opened again, and one of two is taken back.
    page.goto(f"{base}/plan")
    line.cut()
    weigh("73.5")
    until("it waits", lambda: len(queue()) == 1)
    weigh("60")
    until("both wait", lambda: len(queue()) == 2)
    seen["waits"] = [weight(), page.locator("[data-plan-unsent]").is_visible()]
    journey.inspect(page, "/plan", "queue")
    page.locator("[data-plan-queue] li:last-child button[name=cancel]").click()
    until("one is taken back", lambda: len(queue()) == 1)
    seen["rolledBack"] = weight()
    page.goto(f"{base}/plan")
    until("the kept plan is shown with what waits", lambda: len(queue()) == 1)
    seen["keptPlan"] = [page.locator("#plan-sentence").count(), weight()]
    revision = body()["revision"]
    line.restore()
    page.evaluate("dispatchEvent(new Event('online'))")
    until("it is sent", lambda: body()["weightKilograms"] == 73.5, 40)
    until("nothing waits any more", lambda: not queue(), 40)
    seen["sentOnce"] = body()["revision"] - revision

    # A weight that waits meets a newer one: the person is asked.
    def newer(typed, stored):
        page.goto(f"{base}/plan")
        line.cut()
        weigh(typed)
        until("it waits", lambda: len(queue()) == 1)
        profile = ask("GET", "/v1/profile")
        profile["body"].update(weightKilograms=stored)
        profile["body"].pop("weightAt", None)
        ask("PUT", "/v1/profile", profile)
        line.restore()
        page.evaluate("dispatchEvent(new Event('online'))")
        page.locator("[data-plan-queue] button[name=mine]").wait_for(timeout=40_000)

    newer("73.1", 72.8)
    seen["asked"] = body()["weightKilograms"]
    journey.inspect(page, "/plan", "question")
    page.locator("[data-plan-queue] button[name=keep]").click()
    until("nothing waits after keeping", lambda: not queue())
    seen["keptStored"] = body()["weightKilograms"]
    newer("72.5", 72.1)
    page.locator("[data-plan-queue] button[name=mine]").click()
    until("mine counts", lambda: body()["weightKilograms"] == 72.5, 40)
    until("nothing waits after choosing", lambda: not queue())

    # By hand, within limits.
    page.goto(f"{base}/plan")
    page.click("#by-hand summary")
    page.fill("#kilocalories", "600")
    page.click("#by-hand button.primary")
    page.wait_for_selector("#by-hand [aria-invalid=true]")
    seen["bounded"] = page.locator("#kilocalories-fault").inner_text()
    energy = page.locator("#plan-sentence").inner_text()
    kilocalories = int(re.sub(r"\D", "", energy)) + 20
    page.fill("#kilocalories", str(kilocalories))
    page.click("#by-hand button.primary")
    page.wait_for_selector("#toast p")
    seen["byHand"] = int(re.sub(r"\D", "", page.locator("#plan-sentence").inner_text())) - kilocalories

    # Numbers away and back, one tap each.
    page.click("form[action='/plan/numbers'] button")
    page.wait_for_selector("[data-plan][data-kind=away]")
    seen["digits"] = len(re.findall(r"\d", page.locator("main").inner_text()))
    journey.inspect(page, "/plan", "away")
    page.click("form[action='/plan/numbers'] button")
    page.wait_for_selector("[data-plan][data-kind=plan]")

    # Another device puts them away while this browser keeps the plan: on a slow line the kept page shows none of them.
    page.goto(f"{base}/plan")
    page.wait_for_selector("[data-plan][data-kind=plan]")
    page.goto("about:blank")
    ask("PUT", "/v1/plans/numbers", {"shown": False})
    line.hold()
    page.goto(f"{base}/plan", wait_until="commit")
    page.wait_for_selector("[data-plan][data-kind=waiting]")
    seen["slow"] = len(re.findall(r"\d", page.locator("main").inner_text()))
    line.restore()
    page.wait_for_selector("[data-plan][data-kind=away]", timeout=40_000)
    ask("PUT", "/v1/plans/numbers", {"shown": True})
    page.wait_for_selector("[data-plan][data-kind=plan]", timeout=90_000)

    page.goto(f"{base}/plan/history")
    seen["plans"] = page.locator("[aria-labelledby=plans] li").count() > 1
    seen["pair"] = page.locator("table tbody tr").count() >= 5
    journey.inspect(page, "/plan/history", "pair")

    # A target that is no safe one: words and help lines.
    page.goto(f"{base}/plan/profile")
    page.fill("#target", "45")
    page.click("main form button.primary")
    page.wait_for_selector("[data-plan][data-kind=care]")
    seen["care"] = [page.locator("#care-title").count(), page.locator("[aria-labelledby=care-lines] li").count() > 0]
    seen["careNumbers"] = page.locator("[data-weigh], svg.chart, #plan-sentence").count()
    journey.inspect(page, "/plan", "care")


run(journey, main)
